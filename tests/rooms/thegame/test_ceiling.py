"""The Game with the deck known: against brute force on small decks, games of the real one.

Slow: games of The Game with the deck known, won and lost, by brute force on 2,000 shuffles of small
decks. Needs patience.
"""

import json
import random

import pytest
from support.effort import by_effort

from rooms.thegame import oracle_clairvoyant as oracle
from tablebase.errors import FileFormatError
from tablebase.games.thegame import ceiling as study
from tablebase.games.thegame.ceiling import Ceiling, Solved, ceiling
from tablebase.games.thegame.clairvoyant import Clairvoyant
from tablebase.games.thegame.referee import shuffled
from tablebase.games.thegame.rules import THE_GAME, Rules
from tablebase.study.runs import save

SMALL = [
    Rules(highest=20, hand=3, ups=1, downs=1, trick=3),
    Rules(highest=16, hand=4, ups=1, downs=1, trick=10),
    Rules(highest=21, hand=2, ups=2, downs=2, trick=3),
    Rules(lowest=5, highest=21, hand=3, ups=2, downs=0, trick=2),
    Rules(highest=14, hand=4, ups=1, downs=1, trick=2, minimum=1),
]


def found_by(rules, games, *, at_least, width, seed=1):
    """What the search finds of random games, each win replayed and each answer checked."""
    player = Clairvoyant(rules, at_least=at_least, width=width)
    rng, found = random.Random(seed), []
    for _ in range(games):
        cards = rng.sample(range(rules.lowest, rules.highest + 1), rules.cards)
        solution = player.solve(cards)
        if solution.won:
            oracle.check_win(rules, cards, solution.moves, at_least)
        if solution.won is not None:
            assert solution.won == oracle.winnable(rules, cards, at_least), cards
        found.append(solution.won)
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("rules", SMALL)
def test_small_decks_by_brute_force(rules):
    number = by_effort(40, 200)
    exactly = found_by(rules, number, at_least=False, width=8192)
    at_least = found_by(rules, number, at_least=True, width=8192)
    assert None not in exactly + at_least
    assert all(more or not less for less, more in zip(exactly, at_least, strict=True))


def test_both_answers_and_both_readings_occur():
    rules = SMALL[0]
    exactly, at_least = (
        found_by(rules, 40, at_least=more, width=8192).count(True) for more in (False, True)
    )
    assert 0 < exactly < at_least < 40


def test_a_narrow_search_proves_no_loss():
    narrow = found_by(SMALL[0], 60, at_least=False, width=1)
    assert {True, None} <= set(narrow)


def test_all_98_cards_in_two_words():
    """With a hand of 2 even brute force can show that a game is lost."""
    assert found_by(Rules(hand=2), 3, at_least=False, width=8192) == [False] * 3


def uncompiled():
    """For `test_uncompiled`."""
    rules = Rules(highest=20, hand=3, ups=1, downs=1, trick=3)
    player = Clairvoyant(rules, at_least=True, width=64)
    return [player.solve(shuffled(1, number, rules)) for number in range(3)]


def test_a_game_is_won_by_drawing_too():
    assert "draw" in repr(uncompiled())


@pytest.mark.parametrize("at_least", [False, True])
def test_games_of_the_published_rules(at_least):
    player = Clairvoyant(THE_GAME, at_least=at_least, width=1024)
    for number in range(4):
        cards = shuffled(2026, number, THE_GAME)
        oracle.check_win(THE_GAME, cards, player.solve(cards).moves, at_least)


@pytest.mark.parametrize(
    ("rules", "options", "message"),
    [
        (Rules(highest=103), {}, "102 cards with 2"),
        (Rules(minimum=5), {}, "a minimum of 4 or less"),
        (Rules(minimum=3), {"at_least": True}, "a minimum of 2 or less"),
        (THE_GAME, {"width": 0}, "width 0"),
    ],
)
def test_what_cannot_be_solved(rules, options, message):
    with pytest.raises(ValueError, match=message):
        Clairvoyant(rules, **options)


# Many games


def test_figures():
    games = (Solved(True, 16), Solved(None, 99), Solved(True, 128), Solved(False, 16))
    found = Ceiling(games)
    assert (found.won, found.lost, found.undecided) == (2, 1, 1)
    assert found.bounds == (0.5, 0.75)
    low, high = found.interval
    assert low < Ceiling(games[:1] * 2 + games[3:] * 2).interval[1]
    assert low == Ceiling((*games[:1] * 2, *games[3:] * 2)).interval[0]
    assert high == Ceiling((*games[:1] * 3, games[3])).interval[1]
    data = found.as_dict()
    assert data["won_by_width"] == {"16": 1, "128": 1}
    assert data["not_won"] == {"lost": [3], "undecided": [1]}


def test_workers_interruption_and_width_change_nothing(tmp_path, monkeypatch):
    rules, file = SMALL[0], tmp_path / "run.json"
    monkeypatch.setattr(study, "SAVE_SECONDS", 0.0)
    alone = ceiling(60, seed=5, rules=rules, workers=1)
    assert alone.undecided == 0

    def interrupt(share):
        if share > 0.4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ceiling(60, seed=5, rules=rules, workers=2, width=1, file=file, progress=interrupt)
    begun = json.loads(file.read_text())["games"]
    assert 0 < len(begun) < 60
    assert [None, 1] in begun
    assert ceiling(60, seed=5, rules=rules, workers=2, width=1, file=file).undecided
    resumed = ceiling(60, seed=5, rules=rules, workers=2, file=file)
    assert [game.won for game in resumed.games] == [game.won for game in alone.games]
    for change in ({"seed": 6}, {"at_least": True}, {"rules": SMALL[1]}):
        with pytest.raises(FileFormatError, match="another run"):
            ceiling(60, **{"seed": 5, "rules": rules, **change}, file=file)
    with pytest.raises(ValueError, match="holds 60 games"):
        ceiling(20, seed=5, rules=rules, file=file)
    kept = json.loads(file.read_text())
    del kept["sha256"]
    for damage in ({}, {**kept, "games": [["yes", 1]]}):
        save(file, damage)
        with pytest.raises(FileFormatError, match="not a run of solved games"):
            ceiling(60, seed=5, rules=rules, file=file)


# Command


def test_command(answer, fails, tmp_path):
    small = ("--highest", 20, "--hand", 3, "--ups", 1, "--downs", 1, "--trick", 3)
    given = ("thegame", "ceiling", "-n", 50, "--seed", 5, *small)
    data = json.loads(answer(*given, "--json"))
    alone = ceiling(50, seed=5, rules=SMALL[0])
    assert data["won"] == alone.won
    assert data["lost"] == alone.lost == 50 - alone.won
    more = json.loads(answer(*given, "--at-least", "-o", tmp_path / "run.json", "--json"))
    assert more["at_least"]
    assert more["won"] >= data["won"]
    share = f"{alone.won / 50:.2%}, 95% interval"
    assert share in answer(*given)
    assert " to " in answer(*given, "--width", 1).partition("share")[2].partition(",")[0]
    assert "expected 98 cards or fewer" in fails(2, "thegame", "ceiling", "--highest", 103)
