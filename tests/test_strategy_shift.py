"""Strategies where lines shift: sampled decisions against the oracles, and the command."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import numpy as np
import pytest
from oracles import shift
from oracles import strategies as oracle
from samples import oracle_state

from tablebase import Board, Rules, load_rules
from tablebase.games.collapsi.position import Position, random_deals
from tablebase.games.collapsi.strategy import decisions as drawing
from tablebase.games.collapsi.strategy.features import COUNTABLE
from tablebase.games.collapsi.strategy.preferences import load_strategy
from tablebase.games.collapsi.strategy.score_kernels import DEALS
from tablebase.games.collapsi.strategy.search import estimates, totals
from tablebase.games.collapsi.strategy.shifted import draw_shifted

SMALL = [
    Rules("2x4", Board(2, 4), (0, 0, 1, 1, 1, 2, 2, 3), shift="must"),
    Rules("3x3", Board(3, 3), (0, 0, 1, 1, 1, 2, 2, 3, 3), shift="may"),
]
SEED = 5


def turns(state, rules):
    """The states after each move and shift, the other side to move."""
    board = rules.board
    found = {}
    for after in shift.after_moves(state, (1,), board.rows, board.columns, True, rules.shift):
        key = tuple(sorted(after.cards.items())), after.mover, after.opponent
        found[key] = after
    return list(found.values())


def features(game, state):
    """What a strategy sees in a state after a turn."""
    look = (oracle.FEATURES[feature.name] for feature in COUNTABLE)
    return tuple(each(game, state.cards, state.opponent, state.mover) for each in look)


def drawn(rules, deals, each):
    """The positions that `draw_shifted` draws, as oracle states by deal."""
    rng = random.Random(SEED)
    for number, deal in enumerate(random_deals(deals, rng.getrandbits(32), rules)):
        for face_up, *pawns in drawing.draw_positions(deal, each, rng).tolist():
            position = Position(deal.cards, face_up, tuple(pawns), rules.edition("single"), rules)
            mover = position.side_to_move
            if mover == "blue":
                position = replace(position, pawns=tuple(pawns[::-1]))
            yield number, oracle_state(position)


@pytest.mark.parametrize("rules", SMALL, ids=lambda rules: rules.name)
@pytest.mark.thorough
def test_decisions_are_the_oracles(rules):
    """Each critical position with all its different turns, whether they win, and their features."""
    board, memo = rules.board, {}
    game = oracle.Game(board.rows, board.columns, True, (1,))
    found = draw_shifted(rules, 6, SEED, each=3)
    at = 0
    for number, state in drawn(rules, 6, 3):
        after = turns(state, rules)
        wins = [
            not shift.solve(s, rules.shift, (1,), board.rows, board.columns, True, memo)[0]
            for s in after
        ]
        if len(set(wins)) < 2:
            continue
        expected = {(win, features(game, after)) for win, after in zip(wins, after, strict=True)}
        moves = slice(*found.first[at : at + 2])
        rows = zip(found.wins[moves].tolist(), found.values[moves].tolist(), strict=True)
        assert {(win, tuple(values)) for win, values in rows} == expected
        assert (found.cards[at], found.deals[at]) == (len(state.cards), number)
        at += 1
    assert at == len(found.cards) > 20


def test_estimates_are_the_totals_of_the_search():
    """The same shares, and intervals around them that more deals make smaller."""
    few, many = (draw_shifted(SMALL[0], deals, SEED) for deals in (20, 80))
    for name in ("random", "safe-moves", "traps"):
        strategy = load_strategy(name)
        for sample in (few, many):
            found, expected = estimates(strategy, sample), totals(strategy, sample)
            assert found.deal.figure == pytest.approx(expected.deal)
            assert {n: each.figure for n, each in found.cards.items()} == pytest.approx(
                expected.cards
            )
            assert found.deal.low <= found.deal.figure <= found.deal.high
            assert found.deal.number == len(sample.cards)
        widths = [each.high - each.low for each in (found.deal, estimates(strategy, few).deal)]
        assert widths[0] < widths[1]


def test_a_sample_is_split_by_deals():
    sample = draw_shifted(SMALL[0], 10, SEED)
    first, others = sample.split(6)
    assert len(first.cards) + len(others.cards) == len(sample.cards)
    assert (first.deals.max(), others.deals.min()) == (5, 6)
    assert first.weights[DEALS].sum() + others.weights[DEALS].sum() == pytest.approx(
        sample.weights[DEALS].sum()
    )


def test_positions_with_fewer_cards_alone():
    """What is drawn of them does not depend on what else is solved."""
    every = draw_shifted(SMALL[1], 2, SEED)
    few = draw_shifted(SMALL[1], 2, SEED, most=6)
    assert set(few.cards.tolist()) == {4, 5, 6}
    first = few.of(np.flatnonzero(few.deals == 0))
    same = every.of(np.flatnonzero((every.deals == 0) & (every.cards <= 6)))
    assert np.array_equal(first.values, same.values)
    assert np.array_equal(first.wins, same.wins)


RULES = """
board = "2x4"
deck = "JJAAA223"
shift = "must"
"""


def test_the_command(answer, fails, tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(RULES)
    words = ["learn", "shift", "random", "safe-moves", "--rules", path, "--deals", "20"]
    report = json.loads(answer(*words, "--seed", "5", "--search", "--json"))
    kept = [score["deal"]["figure"] for score in report["scores"]]
    assert kept[0] < kept[1]
    assert report["found"][-1]["held_out"]["deal"] > kept[0]
    rules = load_rules(str(path))
    assert kept[1] == pytest.approx(
        totals(load_strategy("safe-moves"), draw_shifted(rules, 20, 5).split(13)[1]).deal
    )
    printed = answer(*words, "--seed", "5")
    assert "a random deal" in printed
    assert "wins kept, % of critical positions; seed 5" in printed
    assert "expected shift, shift-may" in fails(2, *words[:3], "--rules", "collapsi")
    assert "expected different names" in fails(2, *words[:3], "random")
