"""The forward search of 2D Nim: every position of small boards, and boards with known winners."""

import random

import numpy as np
import pytest

import tablebase
from rooms.nim.oracle import brute_force
from tablebase.engine.values import Result
from tablebase.games.nim import Position, Rules
from tablebase.games.nim.search import kernels
from tablebase.games.nim.search.plan import MAX_CELLS, plan_of, turned, upright

BOARDS = [(3, 3), (2, 4), (4, 2), (1, 6), (3, 4), (5, 2), (1, 1)]
PLAYS = [(take, misere) for take in (1, 2, 3, 6) for misere in (True, False)]


@pytest.mark.parametrize(("take", "misere"), PLAYS)
@pytest.mark.parametrize("size", BOARDS, ids=lambda size: "{}x{}".format(*size))
def test_every_position_of_small_boards(size, take, misere):
    rules = Rules(*size, take, misere)
    lost, table = brute_force(*size, take, misere), np.zeros(1 << 14, np.uint64)
    plan = plan_of(upright(rules))
    for stones in range(1 << rules.cells):
        stack = np.zeros((rules.cells + 1, 3), np.uint64)
        stack[0, 0] = turned(stones, rules)
        result = kernels.run(stack, 0, table, plan, 10**6)[1]
        assert result == (kernels.LOST if lost[stones] else kernels.WON), Position(stones, rules)


def test_a_search_resumes_where_it_stopped():
    rules = Rules(4, 4)
    plan, visited, results = plan_of(rules), [], []
    for budget in (10**6, 7):
        stack, table = np.zeros((17, 3), np.uint64), np.zeros(1 << 12, np.uint64)
        stack[0, 0] = rules.full
        depth, result, total = 0, kernels.UNKNOWN, 0
        while result == kernels.UNKNOWN:
            depth, result, done = kernels.run(stack, depth, table, plan, budget)
            total += done
        visited.append(total)
        results.append(result)
    assert results == [kernels.LOST] * 2
    assert visited[0] == visited[1]


@pytest.mark.parametrize("misere", [True, False])
def test_searches_and_tables_agree(misere):
    rng = random.Random(7)
    rules = Rules(4, 4, 3, misere)
    for _ in range(20):
        position = Position(rng.getrandbits(16), rules)
        probe = tablebase.Tablebase().probe(position)
        found = tablebase.search(position, goal="result")
        assert (found.result, found.complete) == (probe.result, True)
        assert found.allows(probe.value)
        if probe.moves:
            best = next(move for move in probe.moves if str(move.move) == found.line[0])
            assert best.keeps_win or probe.result is Result.LOSS
        if position.layer < 10:
            exact = tablebase.search(position)
            assert exact.value == probe.value
            assert len(exact.line) == probe.dte


def test_boards_that_no_table_of_distances_holds():
    for size, winner in ((5, 6), "first"), ((9, 4), "first"):
        found = tablebase.search(Position.full(Rules(*size, 3, misere=False)), goal="result")
        assert (found.winner, found.stopped) == (winner, "")
    stopped = tablebase.search(Position.full(Rules(7, 7)), goal="result", nodes=1000)
    assert (stopped.stopped, stopped.result, stopped.line) == ("nodes", None, ())
    assert stopped.nodes <= 1000


def test_a_board_too_large_for_the_kernel_is_searched_by_the_rules():
    with pytest.raises(ValueError, match=f"at most {MAX_CELLS} cells"):
        plan_of(Rules(8, 8))
    few = Position(0b1011, Rules(8, 8))
    assert tablebase.search(few).winner == tablebase.search(Position(0b1011, Rules(1, 4))).winner
