"""The Game over HTTP and in JavaScript: both answer as the library does, and refuse alike."""

import random
import shutil
from dataclasses import replace

import pytest
from support.answers import engine, served, write_package
from support.effort import by_effort

from tablebase.games.thegame.advice import Player, game
from tablebase.games.thegame.position import Position
from tablebase.games.thegame.referee import DRAW, Round, name_of, shuffled
from tablebase.games.thegame.rules import THE_GAME
from tablebase.games.thegame.strategies import BUILDER

SEEDS = 0, 1, 7, 2**32 - 1
BAD = [
    {"position": "4 9 : - / - / -"},
    {"position": "4 : - / - / - / -", "laid": "9"},
]


def rounds():
    """Every position of some games; some turns are laid by the strategy, others at random."""
    rng, player = random.Random(12), Player(BUILDER)
    for seed in range(by_effort(3, 12)):
        now = Round.start(seed, 0)
        while legal := now.legal_moves():
            yield now
            if not now.laid and rng.random() < 0.6:
                for play in player.advise(now.position).plays:
                    now = now.play(name_of(play, THE_GAME))
                    yield now
            else:
                now = now.play(DRAW if now.can_draw else rng.choice(legal))


def test_what_may_be_laid():
    for now in rounds():
        position = now.position
        answer = served("thegame/probe", {"position": str(position).replace(" ", "_")})
        assert (answer["tops"], answer["deck"]) == (list(position.tops), list(position.deck))
        assert answer["remaining"] == position.remaining
        for shown, play in zip(answer["plays"], position.plays(), strict=True):
            assert shown["move"] == name_of(play, THE_GAME)
            assert shown["position"] == str(position.lay(play))
            assert shown["is_trick"] == position.is_trick(play)
            direction = THE_GAME.direction(play.pile)
            assert shown["advance"] == (play.card - position.tops[play.pile]) * direction


def test_advice():
    """At the start of a turn what is best, and within one how to go on."""
    ends, begun = 0, 0
    for now in rounds():
        query = {"position": str(now.position), "laid": now.laid}
        answer = served("thegame/advice", query)
        assert answer["strategy"] == BUILDER.name
        found = [
            (tuple((lay["card"], lay["pile"]) for lay in option["plays"]), option["position"],
             option["value"])
            for option in answer["options"]
        ]  # fmt: skip
        if now.can_draw:
            assert found == []
            continue
        rules = replace(THE_GAME, minimum=now.minimum or THE_GAME.minimum)
        player, position = Player(BUILDER, rules=rules), replace(now.position, rules=rules)
        best = player.advise(position)
        expected = [best] if now.laid else player.options(position, 5)
        shown = [(one.plays, str(one.position), one.value) for one in expected]
        assert found[: len(shown)] == shown
        ends, begun = ends + (best.value is None), begun + (now.laid > 0)
    assert min(ends, begun) > 0


def test_deals_and_games():
    player = Player(BUILDER)
    for seed in SEEDS:
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
    questions = [(f"thegame/{what}", {"seed": seed}) for what in ("game", "deal") for seed in SEEDS]
    for now in rounds():
        position = str(now.position)
        questions.append(("thegame/probe", {"position": position}))
        questions.append(("thegame/advice", {"position": position, "laid": now.laid}))
    questions += [("thegame/advice", query) for query in BAD]
    found = engine(write_package(tmp_path, ["thegame"]), questions)
    assert found == [served(*question) for question in questions]
