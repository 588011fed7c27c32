"""The Game over HTTP and in JavaScript: both answer as the library does, and refuse alike."""

import random
import shutil

import pytest
from support.answers import engine, served, write_package

from tablebase.games.thegame.advice import Player, game
from tablebase.games.thegame.position import Position
from tablebase.games.thegame.referee import DRAW, Round, name_of, shuffled
from tablebase.games.thegame.rules import THE_GAME
from tablebase.games.thegame.strategies import BUILDER

BAD = [
    {"position": "4 9 15"},
    {"position": "4 x : - / - / - / -"},
    {"position": "4 4 : - / - / - / -"},
    {"position": "4 : 12 11 / - / - / -"},
    {"position": "4 : - / - / - / -", "laid": "9"},
]


def rounds():
    """Every position of two games, played at random among the nearest cards."""
    rng = random.Random(6)
    for seed in range(2):
        now = Round.start(seed, 0)
        while legal := now.legal_moves():
            yield now
            near = sorted(legal, key=lambda move: gap(now, move))[:2]
            now = now.play(rng.choice(near))


def gap(now, move):
    """How far a play goes on; drawing comes first."""
    if str(move) == DRAW:
        return -100
    return abs(move.lay.card - now.position.tops[move.lay.pile])


def test_what_may_be_laid():
    for now in rounds():
        position = now.position
        answer = served("thegame/probe", {"position": str(position)})
        assert (answer["tops"], answer["deck"]) == (list(position.tops), list(position.deck))
        assert answer["remaining"] == position.remaining
        for shown, play in zip(answer["plays"], position.plays(), strict=True):
            assert shown["move"] == name_of(play, THE_GAME)
            assert shown["position"] == str(position.lay(play))


def test_advice_at_the_start_of_a_turn():
    player = Player(BUILDER)
    starts = [now.position for now in rounds() if not now.laid]
    assert len(starts) > 20
    for position in starts:
        answer = served("thegame/advice", {"position": str(position)})
        assert answer["strategy"] == BUILDER.name
        found = [
            (tuple((lay["card"], lay["pile"]) for lay in option["plays"]), option["position"],
             option["value"])
            for option in answer["options"]
        ]  # fmt: skip
        expected = player.options(position, 5)
        assert found == [(one.plays, str(one.position), one.value) for one in expected]


def test_deals_and_games():
    player = Player(BUILDER)
    for seed in (0, 7, 2**32 - 1):
        deal = served("thegame/deal", {"seed": seed})
        assert deal == {"seed": seed, "cards": list(shuffled(seed, 0, THE_GAME))}
        *_, (_, last) = game(player, seed, 0)
        played = served("thegame/game", {"seed": seed})
        assert played == {"seed": seed, "remaining": last.position.remaining}


def test_the_longest_position_fits():
    cards = range(2, 100)
    position = Position((), (tuple(cards), (), (), ()))
    answer = served("thegame/probe", {"position": str(position)})
    assert (answer["remaining"], answer["plays"]) == (0, [])


@pytest.mark.thorough
@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_the_engine_answers_alike(tmp_path):
    questions = [("thegame/game", {"seed": 3}), ("thegame/deal", {"seed": 3})]
    for now in rounds():
        position = str(now.position)
        questions.append(("thegame/probe", {"position": position}))
        questions.append(("thegame/advice", {"position": position, "laid": min(now.laid, 8)}))
    questions += [("thegame/advice", query) for query in BAD]
    found = engine(write_package(tmp_path, ["thegame"]), questions)
    assert found == [served(*question) for question in questions]
