"""Who wins full boards of 2D Nim, and how many moves they have."""

import pytest

from rooms.nim.test_winloss import brute_force
from tablebase.games.nim import Position, Rules
from tablebase.games.nim.winners import branching, winners


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


@pytest.mark.parametrize("size", [(4, 4), (1, 7), (3, 5), (6, 7), (2, 2)])
@pytest.mark.parametrize("take", [1, 2, 3, 6])
def test_branching(size, take):
    rules = Rules(*size, take)
    found = branching(rules)
    assert found.most == len(Position.full(rules).legal_moves()) <= found.article
    assert found.counted_twice + found.beyond_edges + found.most == found.article
    if rules.cells <= 7:
        moves = [len(Position(n, rules).legal_moves()) for n in range(1 << rules.cells)]
        assert found.mean == sum(moves) / len(moves)
        assert max(moves) == found.most
