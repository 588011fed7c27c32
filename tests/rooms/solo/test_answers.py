"""Solo over HTTP and in JavaScript: both answer as the library does, and refuse alike."""

import random
import shutil

import pytest
from support.answers import engine, served, write_package

from tablebase.compare import playout
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.games.solo import answers as answers_
from tablebase.games.solo.boards import SHEET, graded, random_start
from tablebase.games.solo.game import Position, Rules
from tablebase.web.parameters import RequestError
from tablebase.web.service import Service

BAD = [
    {"position": "A223"},
    {"position": "A223/4A2J/3A23/J3A4", "exit": "wall"},
    {"position": "A223/4A2J/3A23/J3A4", "joker": "0"},
    {"position": "JA2/A3J/A222"},
]
DRAWN = [
    {"seed": 1},
    {"seed": 2**32 - 1, "exit": "exact"},
    *({"seed": 2 + grade, "grade": grade} for grade in range(1, 6)),
    {"seed": 3, "joker": "23"},
    {"seed": 8, "board": "3x3", "joker": "1"},
    {"seed": 9, "board": "3x3", "grade": 2},  # is refused
    {"seed": 4, "joker": "1", "exit": "exact"},
]
"""Random boards: one seed, one board, here and there."""


def games():
    """Positions of random games, under several readings, and the queries that name these."""
    rng = random.Random(3)
    readings = [(exit_, joker) for exit_ in ("door", "exact") for joker in ((1, 2, 3, 4), (2,))]
    for rules in (SHEET, *(Rules(exit=exit_, joker_steps=joker) for exit_, joker in readings)):
        asked = {"exit": rules.exit, "joker": rules.joker_digits}
        for position in playout(random_start(rng, rules=rules), rng):
            yield position, {"position": str(position).replace("/", "_"), **asked}


def test_positions():
    tables, starts = Tablebase(), 0
    for position, query in games():
        answer, probe = served("solo/probe", query), tables.probe(position)
        assert (answer["result"], answer["dte"]) == (probe.result.value, probe.dte)
        assert (answer["score"], answer["cards"]) == (probe.score, position.remaining)
        board = graded(position) if position.is_start else None
        assert answer["grade"] == (board.grade if board else None)
        starts += position.is_start
        for shown, move in zip(answer["moves"], probe.moves, strict=True):
            assert shown["score"] == position.score(move.value)
            assert (len(shown["path"]) > 1, shown["path"][-1]) == (True, shown["move"])
            assert shown.items() >= move.as_dict().items()
    assert starts == 5


@pytest.mark.parametrize("grade", [1, 5])
def test_a_random_board_has_its_grade(grade):
    drawn = served("solo/random", {"seed": 2, "grade": grade})
    assert drawn == served("solo/random", {"seed": 2, "grade": grade})
    assert drawn["grade"] == grade == graded(Position.parse(drawn["position"])).grade


def test_the_search_for_a_board_ends(monkeypatch):
    monkeypatch.setattr(answers_, "RANDOM_SECONDS", -1)
    with pytest.raises(RequestError, match="no such board found in -1 seconds") as refused:
        answers_.random.answer(Service(Tablebase()), {"seed": 1})
    assert refused.value.status == 404


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_the_engine_answers_alike(tmp_path):
    questions = [("solo/probe", query) for query in (*(query for _, query in games()), *BAD)]
    questions += [("solo/random", query) for query in DRAWN]
    found = engine(write_package(tmp_path, ["solo"]), questions)
    for (name, query), answer in zip(questions, found, strict=True):
        expected = served(name, query)
        for move in (*answer.get("moves", ()), *expected.get("moves", ())):
            assert move.pop("path")[-1] == move["move"]  # several paths may lead there
        assert answer == expected
