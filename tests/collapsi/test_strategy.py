"""Strategies: features and scores against the oracle, TOML, advice, the commands.

Slow: strategies against the oracle: critical positions of 1,000 deals, and all sets of four cards.
Needs patience.
"""

import json
import random
import re
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from oracles import strategies as oracle
from support.effort import by_effort
from support.samples import oracle_state
from support.strategies import MANY_FEATURES, game_of, text_of

import tablebase
from tablebase.compare import playout
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.deck import usual_deck
from tablebase.games.collapsi.position import Deal, Position, random_deals
from tablebase.games.collapsi.rules import COLLAPSI, Edition, Rules
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.strategy.advice import advise, values_of
from tablebase.games.collapsi.strategy.features import (
    COUNTABLE,
    FEATURES,
    LARGEST,
    NUMBER,
    StrategyError,
)
from tablebase.games.collapsi.strategy.kernels import move_values
from tablebase.games.collapsi.strategy.preferences import (
    MAX_PREFERENCES,
    Preference,
    load_strategy,
    parse_strategy,
    strategy_names,
)
from tablebase.games.collapsi.strategy.reach import MoveTable, reach_of
from tablebase.games.collapsi.strategy.scoring import Scoring, score_whole
from tablebase.games.collapsi.strategy.terms import merged
from tablebase.games.collapsi.whole.geometry import cells_of
from tablebase.games.collapsi.whole.solver import Whole

ROOT = Path(__file__).parents[2]
ODD = (Edition("odd", (1, 3)),)
SMALL = [
    Rules("test", Board(2, 3), (0, 0, 1, 1, 2, 3), ODD),
    Rules("test", Board(2, 4, wrap=False), (0, 0, 1, 1, 1, 1, 2, 2)),
]
SHALLOW = [f.name for f in FEATURES if f.name[-1] not in "456"]
"""Features that the oracle computes fast enough with many cards on the board."""


def critical_probes(deal, seed, most):
    """The critical positions of a random game, with no more than some face-up cards."""
    tables, rng = tablebase.Tablebase(), random.Random(f"{seed} {deal}")
    for position in playout(deal.start("wild"), rng)[:-1]:
        if position.face_up.bit_count() <= most:
            probe = tables.probe(position)
            if len({move.keeps_win for move in probe.moves}) == 2:
                yield probe


@pytest.mark.thorough
@pytest.mark.parametrize("rules", SMALL, ids=lambda rules: str(rules.board))
def test_scores_of_a_whole_game_agree_with_the_oracle_as_fractions(rules):
    texts = [text_of("random"), text_of("worst-case"), MANY_FEATURES]
    strategies = [parse_strategy(text, "test") for text in texts]
    critical = 0
    for text, found in zip(texts, score_whole(strategies, rules), strict=True):
        numbers = range(3, rules.board.size - 1)
        expected = oracle.score(game_of(rules, rules.editions[0]), rules.deck, text, numbers)
        assert set(found.all) == set(found.deals) == set(expected)
        for cards, counts in expected.items():
            assert (*found.all[cards], *found.deals[cards]) == counts
            critical += counts[0]
    assert critical > 0


@pytest.mark.slow
def test_all_sets_of_four_cards_on_the_published_board_agree_with_the_oracle():
    rules = Rules("test", Board(4, 4), (0, 0, *13 * (1,), 3))
    text = 'order = [{ worst_moves = 2, distance = 1 }, "least card"]'
    edition = rules.editions[0]
    scoring = Scoring(rules, edition, [parse_strategy(text, "test")], 1, lambda share: None)
    Whole(rules).solve(top=3, visit=scoring.visit)
    expected = oracle.score(game_of(rules, edition), rules.deck, text, [4])[4]
    found = []
    for critical, *kept in scoring.counts[0][4].tolist():
        found += [critical, sum(Fraction(number, n) for n, number in enumerate(kept, 1))]
    assert tuple(found) == expected
    assert expected[0] > 0


@pytest.mark.thorough
def test_blues_first_move_agrees_with_the_oracle_over_all_deals():
    rules = SMALL[0]
    game, text = game_of(rules, rules.editions[0]), text_of("worst-case")
    shares = []
    for cards in sorted(set(permutations(rules.deck))):
        for jokers in permutations([cell for cell, card in enumerate(cards) if not card]):
            start = Deal(cards, jokers, rules).start()
            for red in sorted(set(range(len(cards))) - set(jokers)):
                # Wherever red is: the steps that led there do not matter to blue.
                face_up = start.face_up & ~(1 << start.red)
                position = Position(cards, face_up, (red, start.blue), start.edition, rules)
                shares.append(oracle.kept(game, oracle_state(position), text))
    expected = [share for share in shares if share is not None]
    (found,) = score_whole([parse_strategy(text, "test")], rules)
    assert (found.second.critical, found.second.kept) == (len(expected), sum(expected))
    assert expected


@pytest.mark.thorough
def test_features_agree_with_the_oracle_on_the_published_board():
    rng = random.Random(3)
    for deal in random_deals(6, 3):
        for position in playout(deal.start("wild"), rng)[:-1]:
            probe = tablebase.Tablebase().probe(position)
            names = SHALLOW if position.face_up.bit_count() > 8 else [*NUMBER]
            check_features(probe, names)


def check_features(probe, names):
    """Compare features of all moves of a position with the oracle's."""
    position, state = probe.position, oracle_state(probe.position)
    game = game_of(position.rules, position.edition)
    left = oracle.without(state.cards, state.mover)
    for cell, values in values_of(probe, names).items():
        you = divmod(cell, position.rules.board.columns)
        for name, value in values.items():
            expected = oracle.FEATURES[name](game, left, you, state.opponent)
            assert value == expected, (str(position), cell, name)


@pytest.mark.slow
def test_features_agree_with_the_oracle_on_a_larger_flat_board():
    rules = Rules("flat", Board(3, 6, wrap=False), usual_deck(18))
    rng = random.Random(4)
    position = next(
        position
        for deal in random_deals(100, 4, rules)
        for position in playout(deal.start("single"), rng)[:-1]
        if position.face_up.bit_count() < 12
    )
    check_features(tablebase.Tablebase().probe(position), [*NUMBER])


@pytest.mark.thorough
def test_only_far_features_depend_on_cards_farther_than_a_move():
    reach, rng, differ = reach_of(COLLAPSI), random.Random(8), set()
    for _ in range(300):
        cells = rng.sample(range(16), rng.randint(4, 14))
        you, they = cells[:2]
        up = sum(1 << cell for cell in cells)
        cards = [rng.randint(1, 4) for _ in range(16)]
        columns = reach.columns(cards, COLLAPSI.editions[0])
        rows = [(up, you), (up, they), (up & ~(1 << they), you)]
        near = {you, they}
        for mask, cell in rows:
            near |= {*cells_of(int(reach.table[mask, columns[cell]]))}
        others = [c if cell in near else rng.randint(1, 4) for cell, c in enumerate(cards)]
        one, other = (countable(reach, each, (up, you, they)) for each in (cards, others))
        assert np.abs(one).max() <= LARGEST
        differ |= {COUNTABLE[number] for number in np.flatnonzero(one != other)}
    assert differ == {feature for feature in COUNTABLE if feature.far}


def countable(reach, cards, move):
    """The features that a person can count, after a move."""
    found = np.zeros((1, len(COUNTABLE)), np.int16)
    move_values(reach.view(cards, COLLAPSI.editions[0]), np.array([move]), found)
    return found[0]


@pytest.mark.parametrize("largest_weight", [1, 50, 1_000_000])
def test_preferences_added_up_prefer_the_same_moves(largest_weight):
    rng = random.Random(largest_weight)
    for length in (1, 3, MAX_PREFERENCES):
        order = [
            Preference(
                tuple(
                    (name, rng.choice([-1, 1]) * rng.randint(1, largest_weight))
                    for name in rng.sample([*NUMBER], rng.randint(1, 3))
                )
            )
            for _ in range(length)
        ]
        sums = merged(order)
        assert len(sums) < length or length == 1
        for each in sums:
            assert sum(abs(weight) * LARGEST for _, weight in each.weights) < 1 << 63
        # Mostly equal values, so that the last preferences decide, too.
        moves = [dict.fromkeys(NUMBER, 0) for _ in range(40)]
        for move in moves:
            for name in rng.sample([*NUMBER], rng.randint(0, 2)):
                move[name] = rng.choice([-LARGEST, -1, 1, LARGEST])
        assert by_preference(order, moves) == by_preference(sums, moves)


def by_preference(order, moves):
    """The numbers of moves, best first."""
    keys = [[each.of(move) for each in order] for move in moves]
    return sorted(range(len(moves)), key=keys.__getitem__, reverse=True)


def uncompiled():
    """The features on a small board, for `test_uncompiled`."""
    rules = Rules("test", Board(2, 3), (0, 0, 1, 1, 2, 3))
    return score_whole([load_strategy("traps")], rules)[0].as_dict()


def test_advice_agrees_with_the_oracle():
    texts = {name: text_of(name) for name in strategy_names()}
    checked = 0
    for deal in random_deals(by_effort(60, 1000), 5):
        for probe in critical_probes(deal, 5, most=9):
            state = oracle_state(probe.position)
            game = game_of(probe.position.rules, probe.position.edition)
            for name, text in texts.items():
                advice = advise(load_strategy(name), probe)
                assert advice.keeps_win == oracle.kept(game, state, text)
                checked += 1
    assert checked > 100


def test_phases_begin_with_their_number_of_cards():
    strategy = parse_strategy(MANY_FEATURES, "many")
    orders = [len(strategy.order(cards)) for cards in (16, 5, 4, 3)]
    assert orders == [4, 4, 3, 3]
    assert str(strategy.order(4)[1]) == "most +1 next_cards -1 neighbours"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "either an order or phases"),
        ("order = []\nphases = []", "either an order or phases"),
        ("phases = []", "0 phases: expected 1 to 16"),
        ("order = 3", "order is 3, expected a list"),
        ("order = []\nname = 'x'", "unknown key 'name', expected only words, order, phases"),
        ("order = ['moves']", "preference 'moves': expected 'most' or 'least' and a feature"),
        ("order = ['most luck']", "unknown feature 'luck': expected one of moves, their_moves"),
        ("order = [3]", "preference 3: expected text"),
        ("order = [{}]", "preference {}: expected text"),
        ("order = [{ moves = 0 }]", "weight of moves is 0: expected an integer, not 0"),
        ("order = [{ moves = true }]", "weight of moves is True"),
        ("order = [{ moves = 1000001 }]", "up to 1,000,000 either way"),
        ("order = [" + "'most moves'," * (MAX_PREFERENCES + 1) + "]", "expected at most 32"),
        ("[[phases]]\ncards = 5\norder = []", "phases with cards [5]: expected falling numbers"),
        ("[[phases]]\norder = []\n[[phases]]\norder = []", "phases with cards [0, 0]"),
        ("phases = [1]", "phase 1: expected a table"),
        ("order", "expected TOML"),
    ],
)
def test_text_that_is_not_a_strategy(text, message):
    with pytest.raises(StrategyError, match=re.escape(message)) as error:
        parse_strategy(text, "mine")
    assert str(error.value).startswith("strategy 'mine': ")


def test_strategies_by_name_and_file(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('words = "Stay close."\norder = ["least distance"]')
    mine = load_strategy(file)
    assert (mine.name, mine.words, mine.length) == ("mine", "Stay close.", 2)
    assert strategy_names()[0] == "random"
    with pytest.raises(FileNotFoundError, match="no strategy 'nobody': expected a file, or one of"):
        load_strategy("nobody")


@pytest.mark.parametrize("name", ["3-players", "landing", "5x5"])
def test_rules_without_strategies(name):
    with pytest.raises(
        StrategyError,
        match=r"expected two players, no landing, no shift, |at most 18 cells",
    ):
        MoveTable(load_rules(name))


def test_every_strategy_file_is_installed():
    assert set(strategy_names()) == {path.stem for path in (ROOT / "data/strategies").iterdir()}


def test_list(answer):
    out = answer("learn", "list")
    for name in (*strategy_names(), *NUMBER):
        assert name in out
    strategies = json.loads(answer("learn", "list", "--json"))["strategies"]
    assert [each["name"] for each in strategies] == [*strategy_names()]


def test_explain(run):
    position = "A323/AA24r/24A2b/3xJxJ3 r"
    (advice,) = json.loads(run("learn", "explain", position, "worst-case", "--json")[1])
    expected = advise(
        load_strategy("worst-case"), tablebase.Tablebase().probe(Position.parse(position))
    )
    assert advice["keeps_win"] == str(expected.keeps_win)
    assert advice["made"] == [str(move.move) for move in expected.made]
    assert advice["order"] == [{"worst_moves": 1}, {"their_moves": -1}]
