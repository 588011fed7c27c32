"""2D Nim by the common engine, beside its own solver and its plain rules."""

import numpy as np
import pytest

from tablebase.engine.compiled import batch
from tablebase.engine.compiled.solver import CompiledSolver
from tablebase.engine.induction import solve
from tablebase.engine.rooms import game_of
from tablebase.games.nim.position import Position
from tablebase.games.nim.rules import Rules


@pytest.mark.thorough
def test_successors_of_positions_with_many_moves():
    """More than there is room for at first."""
    game = game_of(Position(0, Rules()))
    ranks = [0xFFFF, 0, 0xFFFF, 0xF0F0] * 3
    found = batch.successors(game.compiled, np.array(ranks))
    expected = [
        (place, position.play(move).stones)
        for place, position in enumerate(map(game.unrank, ranks))
        for move in position.legal_moves()
    ]
    assert list(zip(found.of.tolist(), found.ranks.tolist(), strict=True)) == expected


@pytest.mark.thorough
@pytest.mark.parametrize("rules", [Rules(3, 4), Rules(4, 4, misere=False), Rules(4, 4, 2)])
def test_tables_are_the_same_by_the_common_engine(rules):
    game = game_of(Position(0, rules))
    assert (solve(game, solver=CompiledSolver(game, game.compiled)) == solve(game)).all()
