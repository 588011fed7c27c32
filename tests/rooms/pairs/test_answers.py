"""Pair Solitaire over HTTP and in JavaScript: both answer as the library does, and refuse alike."""

import json
import random
import shutil
from math import inf

import pytest
from support.answers import engine, served, write_package

from tablebase.compare import playout
from tablebase.games.pairs import Position, answers
from tablebase.games.pairs.generators import shuffled
from tablebase.games.pairs.solver import solve
from tablebase.web.workers import AbandonedError

STACKS = ["2H 9C 2S KD 2C 2D", "AS KD 3H 10C", "AS KS", "AS 2H AD 3S AC 4H AH 5C"]
UNLUCKY = (
    "5D 3C KS 8H 7H JS QS 4S 9H JD 9D 5C KD KH 6S 10S AS 4C 6C 7D 3H QD JH 6D 5H 3D "
    "2S AC AD 10H 7S 7C 2D 3S 8D QH JC 10D 4H AH 2C 5S 9C 9S 2H 8C KC QC 4D 6H 10C 8S"
)
"""A stack that no round beats, so its regions are searched, too: 242 levels in all."""
MEMORY = 1 << 24
BAD = [{"position": "AS KX"}, {"position": " "}]


def games():
    """Positions of random games."""
    rng = random.Random(4)
    for _ in range(3):
        yield from playout(shuffled(rng), rng)


def test_positions():
    for position in games():
        answer = served("pairs/probe", {"position": str(position).replace(" ", "_")})
        assert answer["position"] == str(position)
        assert answer["cards"] == position.layer
        assert answer["removable"] == list(map(str, position.legal_moves()))


def test_solutions():
    for text in (*STACKS, str(shuffled(random.Random(1)))):
        position = Position.parse(text)
        answer = served("pairs/solve", {"position": text})
        assert answer == solve(position).as_dict()
        end = position.replay(" ".join(answer["moves"]))[-1]
        assert (end.layer, list(map(str, end.cards))) == (answer["left"], answer["cards_left"])


def test_a_shuffle_is_the_librarys():
    drawn = served("pairs/random", {"seed": 5})
    assert drawn == {"position": str(shuffled(random.Random(5))), "seed": 5}


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_the_engine_answers_alike(tmp_path):
    """Stacks are solved with the same memory, so their searches end with the same moves."""
    queries = [*({"position": str(position)} for position in games()), *BAD]
    questions = [("pairs/probe", query) for query in queries] + [("pairs/random", {"seed": 3})]
    rng = random.Random(4)
    stacks = [str(shuffled(rng, size)) for size in (2, 3, 6, 10, 14, 18, 52, 52)]
    stacks += [*STACKS, "2H 9C 2S xKD 2C 2D"]
    solved = [("pairs/solve", {"position": text, "memory": MEMORY}) for text in stacks]
    found = engine(write_package(tmp_path, ["pairs"]), questions + solved)
    expected = [served(*question) for question in questions]
    expected += [solve(Position.parse(text), memory=MEMORY).as_dict() for text in stacks]
    assert found == json.loads(json.dumps(expected))


def test_a_search_has_limits(monkeypatch):
    given = {}

    def limited(position, **limits):
        given.update(limits)
        return solve(position, **limits)

    monkeypatch.setattr(answers, "solve_", limited)
    served("pairs/solve", {"position": STACKS[0], "seconds": 3})
    assert (given["seconds"], given["memory"]) == (3, answers.MEMORY)
    served("pairs/solve", {"position": STACKS[0]})
    assert given["seconds"] == answers.SECONDS
    refused = served("pairs/solve", {"position": STACKS[0], "seconds": answers.SECONDS + 1})
    assert (refused["status"], refused["parameter"]) == (422, "seconds")


@pytest.mark.parametrize("levels", [10, 240], ids=["in a round", "in a region"])
def test_a_search_stops_when_its_client_leaves(monkeypatch, levels):
    left = iter(range(levels))

    def check():
        if next(left, None) is None:
            raise AbandonedError

    monkeypatch.setattr(answers, "check_wanted", check)
    monkeypatch.setattr(answers, "SECONDS", inf)  # only the client ends it
    with pytest.raises(AbandonedError):
        answers.solve.answer(None, {"position": Position.parse(UNLUCKY)})
