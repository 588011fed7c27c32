"""Who wins full boards of 2D Nim, and how many moves the article's has."""

import numpy as np

from rooms.nim.oracle import brute_force
from tablebase.games.nim import Position, Rules
from tablebase.games.nim.winners import winners


def test_winners():
    found = list(winners([(1, 5), (2, 4), (3, 3)], 6))
    assert len(found) == 3 * 2 * 6
    for one in found:
        rules = one.rules
        lost = brute_force(rules.rows, rules.columns, rules.take, rules.misere)[-1]
        assert one.winner == ("second" if lost else "first"), rules


def test_a_stopped_search_is_replaced_by_a_small_table():
    (one,) = (w for w in winners([(3, 4)], 1, seconds=1e-9) if w.rules.misere)
    assert (one.winner, one.nodes) == ("first", 0)
    large = list(winners([(6, 6)], 1, seconds=1e-9))
    assert [w.winner for w in large] == [None, "second"]  # normal play is decided by pairing


def test_the_articles_board_has_at_most_56_moves_and_16_on_average():
    masks = [move.stones for move in Position.full(Rules()).legal_moves()]
    every = np.arange(1 << 16)
    moves = sum((every & mask) == mask for mask in masks)
    assert moves.max() == moves[-1] == 56
    assert moves.sum() == 16 << 16
