"""The Game: courses of the piles, against games played by the oracle."""

import json

import numpy as np
import pytest

from rooms.thegame import oracle
from tablebase.errors import FileFormatError
from tablebase.games.thegame.courses import courses
from tablebase.games.thegame.rules import THE_GAME, Rules
from tablebase.games.thegame.simulator import simulate
from tablebase.games.thegame.strategies import strategy
from tablebase.study.runs import save

SMALL = Rules(highest=25, hand=5, trick=5)


def replayed(rules, cards, value, symmetric):
    """The tops after each turn of a game won, by the oracle; None if it is lost."""
    tops = (rules.lowest - 1,) * rules.ups + (rules.highest + 1,) * rules.downs
    hand, stock, course = frozenset(cards[: rules.hand]), list(cards[rules.hand :]), [tops]
    while hand:
        after, *_ = oracle.turn(rules, tops, hand, frozenset(stock), value, 0, symmetric)
        if after is None:
            return None
        tops, hand = after
        course.append(tops)
        missing = rules.hand - len(hand)
        hand, stock = hand | set(stock[:missing]), stock[missing:]
    return course


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "weight"), [("perceived", 1), ("weighted-perceived", 0.675)])
def test_courses_of_replayed_games(name, weight):
    value, games = oracle.perceived(weight), 60
    won = [
        course
        for number in range(games)
        if (course := replayed(SMALL, oracle.shuffled(SMALL, 4, number), value, weight == 1))
    ]
    found = courses(strategy(name), games, seed=4, rules=SMALL, workers=2)
    assert found.by_number == (weight != 1)
    assert found.wins == len(won) > 5
    assert found.means.shape == (13, 4)
    np.testing.assert_allclose(found.means, np.mean(won, axis=0))
    np.testing.assert_allclose(found.deviations, np.std(won, axis=0), atol=1e-6)
    if weight == 1:
        assert (found.means[:, 0] >= found.means[:, 1]).all()
        assert (found.means[:, 2] <= found.means[:, 3]).all()


def test_games_are_those_that_are_simulated():
    one = strategy("builder")
    found = courses(one, 30, seed=2026)
    assert found.wins == simulate(one, 30, seed=2026).wins > 0
    assert found.means[0].tolist() == [1, 1, 100, 100]
    assert len(found.means) == 50


@pytest.mark.thorough
def test_interruption_changes_nothing(tmp_path):
    one, file = strategy("weighted-perceived"), tmp_path / "run.json"
    whole = courses(one, 450, seed=4, rules=SMALL)

    def interrupt(share):
        if share > 0.4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        courses(one, 450, seed=4, rules=SMALL, workers=2, file=file, progress=interrupt)
    assert 0 < json.loads(file.read_text())["games"] < 450
    resumed = courses(one, 450, seed=4, rules=SMALL, workers=1, file=file)
    assert resumed.as_dict() == whole.as_dict()
    assert (resumed.games, resumed.wins) == (450, whole.wins)
    with pytest.raises(FileFormatError, match="another run: seed 4, expected 5"):
        courses(one, 450, seed=5, rules=SMALL, file=file)
    with pytest.raises(ValueError, match="holds 450 games"):
        courses(one, 20, seed=4, rules=SMALL, file=file)
    kept = json.loads(file.read_text())
    del kept["sha256"]
    for wrong in ({"sums": [[0]]}, {"wins": 451}, {"wins": "1"}):
        save(file, kept | wrong)
        with pytest.raises(FileFormatError, match="not saved courses"):
            courses(one, 450, seed=4, rules=SMALL, file=file)


def test_no_game_won():
    found = courses(strategy("real"), 3, rules=THE_GAME)
    assert found.wins == 0
    with pytest.raises(ValueError, match="real won none of 3 games"):
        found.means  # noqa: B018
    with pytest.raises(ValueError, match="0 games"):
        courses(strategy("real"), 0)


@pytest.mark.thorough
def test_command(answer, fails, tmp_path):
    small = ("--highest", 25, "--hand", 5, "--trick", 5, "--seed", 4, "-n", 60)
    names = "perceived", "weighted-real"
    command = "thegame", "courses", *names, *small
    data = json.loads(answer(*command, "--plot", tmp_path / "courses.png", "--json"))
    assert (tmp_path / "courses.png").stat().st_size > 10_000
    assert [each["strategy"] for each in data] == list(names)
    assert [each["by_number"] for each in data] == [False, True]
    found = courses(strategy("perceived"), 60, seed=4, rules=SMALL)
    assert data[0]["means"] == found.means.tolist()
    printed = answer(*command, "-o", tmp_path).splitlines()
    assert (len(printed), printed[-1]) == (1 + 2 * 13 + 1, "games of seed 4")
    assert printed[13].split() == [
        "perceived", f"{found.wins}", "12", *(f"{top:.1f}" for top in found.means[-1])
    ]  # fmt: skip
    for name in names:
        assert json.loads((tmp_path / f"courses-{name}-0-4.json").read_text())["games"] == 60
    assert "won none of 1 games" in fails(2, "thegame", "courses", "real", "-n", 1)
