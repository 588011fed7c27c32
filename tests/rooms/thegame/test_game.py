"""The Game: the kernels against a slow player, exact values against brute force.

Slow: that our strategy wins a third of its games. Needs a minute.
"""

import json
import math
import random
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from support.effort import sample

from rooms.thegame import oracle
from rooms.thegame.formulas import counted, formula
from tablebase.errors import FileFormatError, IllegalMoveError, NotationError, PositionError
from tablebase.games.thegame.advice import Player, game
from tablebase.games.thegame.evaluation import Lookahead
from tablebase.games.thegame.kernels import nth_greatest, shuffle
from tablebase.games.thegame.optimum import best_win_probability, win_probability
from tablebase.games.thegame.position import Play, Position
from tablebase.games.thegame.rules import THE_GAME, Rules
from tablebase.games.thegame.simulator import Endings, simulate
from tablebase.games.thegame.strategies import (
    BUILDER,
    FORESIGHT,
    PUBLISHED,
    STRATEGIES,
    bridge_value,
    recoverability,
    strategy,
)
from tablebase.games.thegame.study import TALK, study
from tablebase.study.runs import save

SMALL = Rules(highest=35, hand=4, trick=5)
PARAMETERS = 4.0, 0.5, -0.05, 0.4, 0.7
TINY = Rules(highest=9, hand=2, ups=1, downs=1, trick=2)


def played(name, rules, games, depth, seed=3):
    """The same games twice: the ends by the oracle, and the endings by the package."""
    one = replace(STRATEGIES[name], beam=0)
    foresight = None
    if name == "foresight":
        foresight = one.foresight._replace(plays=3, samples=2, ahead=Lookahead(0, 0))
        one = replace(one, foresight=foresight)
    value = formula(name)
    value.scale = one.evaluation(rules).scale
    ends = [
        oracle.play(
            rules,
            oracle.shuffled(rules, seed, number),
            value,
            depth,
            "weighted" not in name,
            foresight,
        )
        for number in range(games)
    ]
    return ends, simulate(one, games, depth=depth, seed=seed, rules=rules, workers=1)


SEVERAL_KINDS = "real", "playability", "fallback"


@pytest.mark.parametrize(
    "name", sample([*SEVERAL_KINDS, *sorted({*STRATEGIES} - {*SEVERAL_KINDS})], len(SEVERAL_KINDS))
)
def test_identical_games_on_a_small_deck(name):
    # Foresight takes the oracle long.
    for depth, games in ((0, 2), (1, 1)) if name == "foresight" else ((0, 12), (1, 3), (2, 1)):
        ends, endings = played(name, SMALL, games, depth)
        assert counted(ends, SMALL) == (endings.remaining.tolist(), endings.tricks.tolist())


@pytest.mark.thorough
def test_identical_games_of_another_value_function():
    far = lambda rules, card, top, *_: 4 - 0.5 * math.exp(-0.05 * (abs(top - card) - 1))  # noqa: E731
    value = oracle.unplayable(oracle.bridges(4.0, 0.4, True, far))
    one = replace(BUILDER, evaluation=lambda rules: bridge_value(rules, *PARAMETERS), beam=0)
    for rules, games, depth in ((SMALL, 6, 0), (replace(SMALL, trick=4), 6, 1)):
        value.scale, value.held = one.evaluation(rules).scale, 0.7
        ends = [
            oracle.play(rules, oracle.shuffled(rules, 4, number), value, depth)
            for number in range(games)
        ]
        endings = simulate(one, games, depth=depth, seed=4, rules=rules, workers=1)
        assert counted(ends, rules) == (endings.remaining.tolist(), endings.tricks.tolist())


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["perceived", "fallback"])
def test_identical_games_of_the_published_rules(name):
    ends, endings = played(name, THE_GAME, 1, 0)
    assert counted(ends, THE_GAME) == (endings.remaining.tolist(), endings.tricks.tolist())


@pytest.mark.parametrize(
    "rules",
    [
        Rules(highest=20, hand=4, ups=2, downs=1, trick=3, minimum=1),
        Rules(highest=20, hand=6, ups=0, downs=2, trick=5, minimum=3),
        Rules(lowest=5, highest=24, hand=4, ups=3, downs=1, trick=1),
    ],
)
@pytest.mark.thorough
def test_identical_games_under_other_rules(rules):
    for name in ("weighted-real", "fallback", "foresight"):
        ends, endings = played(name, rules, 6, 1)
        assert counted(ends, rules) == (endings.remaining.tolist(), endings.tricks.tolist())


def test_shuffles():
    order = np.empty(98, np.int64)
    for seed, number in ((0, 0), (1, 5), (2**64 - 1, 10**9)):
        shuffle(np.uint64(seed), np.uint64(number), order)
        assert [index + 1 for index in order.tolist()] == oracle.shuffled(THE_GAME, seed, number)
    firsts = np.zeros(98, int)
    for number in range(20_000):
        shuffle(np.uint64(7), np.uint64(number), order)
        firsts[order[0] - 1] += 1
    # Chi-square of 97 degrees of freedom: mean 97, standard deviation 14.
    assert ((firsts - 20_000 / 98) ** 2 / (20_000 / 98)).sum() < 97 + 5 * 14


@given(some.lists(some.floats(-5, 5) | some.integers(-2, 2).map(float), min_size=1), some.data())
def test_nth_greatest(values, data):
    n = data.draw(some.integers(1, len(values)))
    assert nth_greatest(np.array(values), n) == sorted(values, reverse=True)[n - 1]


def test_options_are_all_ways_to_lay_two_cards():
    player, value = Player(strategy("builder"), 0, SMALL), formula("builder")
    value.scale = strategy("builder").evaluation(SMALL).scale
    turns = [(position, advice) for position, advice in game(player, 1, 0) if advice.value]
    assert len(turns) > 10
    for position, advice in turns:
        found = player.options(position, 1000)
        deck, before, worth = frozenset(position.deck), frozenset(position.hand), {}
        for one in position.plays():
            for other in position.lay(one).plays():
                after = position.lay(one).lay(other)
                tops = *sorted(after.tops[:2], reverse=True), *sorted(after.tops[2:])
                node = tops, frozenset(after.hand)
                worth[node] = value(SMALL, *node, before, deck)
        values = [option.value * value.scale for option in found]
        assert values == sorted(worth.values(), reverse=True)
        assert len({option.position for option in found}) == len(found)
        assert found[0] == advice


def test_a_wide_beam_plays_as_if_there_were_none():
    one = strategy("builder")
    all_, wide = (simulate(replace(one, beam=b), 20, depth=2, workers=1) for b in (0, 10**4))
    assert all_.remaining.tolist() == wide.remaining.tolist()
    narrow = simulate(replace(one, beam=1), 20, depth=2, workers=1)
    assert narrow.remaining.tolist() != all_.remaining.tolist()


def test_an_interrupted_command_says_where_its_games_are(run, monkeypatch, tmp_path):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("tablebase.games.thegame.simulator.simulate", interrupted)
    code, _, err = run("thegame", "simulate", "distance", "-o", tmp_path / "run.json")
    assert code == 130
    assert f"interrupted; finished games are in {tmp_path / 'run.json'}: run the same" in err


def test_workers_blocks_and_interruption_change_nothing(tmp_path):
    one, file = strategy("distance"), tmp_path / "run.json"
    alone = simulate(one, 450, seed=9, workers=1)
    assert alone.games == 450
    assert simulate(one, 450, seed=9, workers=3).remaining.tolist() == alone.remaining.tolist()

    def interrupt(share):
        if share > 0.4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(one, 450, seed=9, workers=2, file=file, progress=interrupt)
    begun = json.loads(file.read_text())["games"]
    assert 0 < begun < 450
    resumed = simulate(one, 450, seed=9, workers=1, file=file)
    assert resumed.tricks.tolist() == alone.tricks.tolist()
    assert resumed.remaining.tolist() == alone.remaining.tolist()
    assert simulate(one, 450, seed=9, file=file).games == 450
    for change in ({"seed": 8}, {"depth": 1}):
        with pytest.raises(FileFormatError, match="another run"):
            simulate(one, 450, **{"seed": 9, **change}, file=file)
    with pytest.raises(ValueError, match="holds 450 games"):
        simulate(one, 20, seed=9, file=file)
    save(file, {})
    with pytest.raises(FileFormatError, match="not a saved run"):
        simulate(one, 450, seed=9, file=file)


def test_figures_of_endings():
    endings = Endings(np.array([2, 0, 1, 1]), np.array([1, 1, 0, 0]))
    assert (endings.games, endings.wins, endings.share_below(3)) == (4, 2, 0.75)
    assert endings.win_rate == (0.5, 0.25)
    assert endings.cards_remaining[0] == 1.25
    assert math.isclose(endings.cards_remaining[1], np.std([0, 0, 2, 3]) / 2)
    assert endings.tricks_per_win[0] == 0.5
    none = Endings(np.array([0, 3]), np.array([0, 0])).as_dict()
    assert none["tricks_per_win"] is None


@pytest.mark.thorough
def test_talk(answer):
    """Source: slides "Progression" and "Deeper Search Depth"; loose, because games are few."""
    rows = list(islice(study(games=500, workers=1), 9))
    assert [(row.published.name, row.published.depth) for row in rows] == [
        (one.name, 0) for one in PUBLISHED
    ]
    for row in rows:
        assert row.reproduced, row
    assert len(json.loads(answer("thegame", "study", "-n", 1, "--json"))) == len(TALK) == 19


@pytest.mark.slow
def test_builder_wins_a_third():
    share, error = simulate(strategy("builder"), 4_000, seed=2027).win_rate
    assert share - 2 * error > 0.33


def test_recoverability_is_a_probability():
    for deck in range(10):
        for single in range(deck + 1):
            for double in range((deck - single) // 2 + 1):
                assert 0 <= recoverability(deck, single, double) <= 1
    assert recoverability(4, 1, 0) == 0.5  # two of four cards, one of them the one
    assert recoverability(4, 0, 1) == 1 / 12  # the slide's; drawing both cards has chance 1/6


# Exact values


TINIES = [
    TINY,
    Rules(highest=8, hand=3, ups=1, downs=1, trick=3),
    Rules(highest=8, hand=2, ups=1, downs=0, trick=2, minimum=1),
    Rules(highest=7, hand=2, ups=2, downs=0, trick=1),
]


@pytest.mark.parametrize("rules", TINIES)
def test_optimum_by_brute_force(rules):
    assert math.isclose(best_win_probability(rules), oracle.optimum(rules))


@pytest.mark.thorough
def test_exactly_the_minimum_is_between_strategies_and_more():
    rules = Rules(highest=11, hand=3, ups=1, downs=1, trick=1)
    exactly = best_win_probability(rules, exactly=True)
    assert win_probability(strategy("real"), rules) <= exactly < best_win_probability(rules)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["real", "fallback", "builder"])
def test_exact_value_of_a_strategy(name):
    exact = win_probability(strategy(name), TINY)
    assert exact <= best_win_probability(TINY) + 1e-12
    share, error = simulate(strategy(name), 20_000, rules=TINY, workers=1).win_rate
    assert abs(share - exact) < 5 * error


def test_optimum_of_too_large_a_deck():
    with pytest.raises(ValueError, match="98 cards"):
        best_win_probability(THE_GAME)


# Positions and advice


@settings(max_examples=50, deadline=None)
@given(some.integers(0, 10**6))
def test_notation_round_trip(seed):
    rng = random.Random(seed)
    position = Position.start(tuple(rng.sample(range(2, 100), 8)))
    for _ in range(rng.randrange(8)):
        if plays := list(position.plays()):
            position = position.lay(rng.choice(plays))
    assert Position.parse(str(position)) == position
    assert Position.parse(str(position).replace(" ", "_")) == position  # as in links


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("1 2 3", NotationError, "expected HAND : PILE"),
        ("5 x : - / - / - / -", NotationError, "'5 x' is not a list of cards"),
        ("5 : - / - / -", PositionError, "3 piles"),
        ("5 5 : - / - / - / -", PositionError, "twice"),
        ("5 : 100 / - / - / -", PositionError, "card 100"),
        ("2 3 4 5 6 7 8 9 10 : - / - / - / -", PositionError, "hand of 9"),
    ],
)
def test_bad_positions(text, error, message):
    with pytest.raises(error, match=message):
        Position.parse(text)


def test_rules_of_laying():
    position = Position.parse("5 15 25 30 40 60 70 80 : 15 / - / 50 / -".replace("5 15 25", "5 25"))
    assert Play(5, 0) in position.plays()
    assert Play(5, 1) in position.plays()
    assert Play(60, 2) in position.plays()
    assert Play(70, 2) not in position.plays()
    assert position.is_trick(Play(60, 2))
    with pytest.raises(IllegalMoveError, match="70 on pile 3"):
        position.lay(Play(70, 2))


@pytest.mark.parametrize("bad", [{"hand": 11}, {"minimum": 9}, {"ups": 4}, {"trick": 0}])
def test_bad_rules(bad):
    with pytest.raises(ValueError, match="expected"):
        Rules(**bad)


def test_shown_games_are_the_counted_ones():
    for name in ("weighted-perceived", "fallback", "builder"):
        one = strategy(name)
        endings = simulate(one, 3, seed=5, workers=1)
        shown = [list(game(Player(one), 5, number)) for number in range(3)]
        remaining = sorted(turns[-1][1].position.remaining for turns in shown)
        assert remaining == sorted(np.repeat(np.arange(99), endings.remaining).tolist())
        for position, advice in shown[0]:
            for play in advice.plays:
                position = position.lay(play)
            assert position == advice.position


def test_a_value_with_foresight_is_a_chance():
    one = strategy("foresight")
    player = Player(replace(one, foresight=one.foresight._replace(samples=3)), rules=SMALL)
    games_ = [[advice for _, advice in game(player, 1, number)] for number in range(8)]
    values = [advice.value for turns in games_ for advice in turns]
    assert all(0 <= value <= 1 for value in values)
    assert len(set(values)) > 20
    for turns in games_:
        assert turns[-1].value == (turns[-1].position.remaining == 0)


def uncompiled():
    """A game with foresight, for `test_uncompiled`."""
    foresight = FORESIGHT.foresight._replace(samples=1)
    one = replace(BUILDER, beam=2, foresight=foresight)
    player = Player(one, rules=Rules(highest=18, hand=3, ups=1, downs=1, trick=3))
    found = [(advice.plays, advice.value) for _, advice in game(player, 5, 0)]
    assert sum(len(plays) for plays, _ in found) > 10
    return found
