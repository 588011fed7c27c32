"""Who wins on a board of 17 to 42 cells, by proof numbers: a check of the other searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tablebase.engine.search.searched import Budget, Limits, Searched
from tablebase.games.collapsi.search import proof
from tablebase.games.collapsi.search.large import check_vast
from tablebase.games.collapsi.search.packed import LEAST_MEMORY
from tablebase.games.collapsi.search.reach import Reach
from tablebase.games.collapsi.search.under_way import SLICE, latest, nbytes, places, run

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Position

_compiled: set[str] = set()


def prove_winner(
    position: Position, limits: Limits | None = None, memory: int = 1 << 30
) -> Searched[Position]:
    """Find who wins on a board of 17 to 42 cells, by proof numbers; see `search_vast`."""
    check_vast(position, memory)
    if "proof" not in _compiled:
        _Proof(position, LEAST_MEMORY).advance(Budget(Limits(nodes=1)))
        _compiled.add("proof")
    return run(_Proof(position, memory), position, "proof", "result", limits or Limits())


class _Proof:
    def __init__(self, position: Position, memory: int) -> None:
        reach, cells = Reach.of(position), len(position.cards)
        cards = position.face_up.bit_count()
        self._nodes = np.empty((7, cards + 1), np.uint64)
        self._state = np.empty(5, np.uint64)
        self._arrays = (
            reach.neighbours,
            reach.steps,
            np.empty((2, cells), np.uint64),
            self._nodes,
            np.empty((cards + 1, cells), np.uint64),
            places(memory, 4),
            self._state,
        )
        board = *self._arrays[:3], self._nodes, self._state
        proof.start(*board, position.face_up, position.mover, position.opponent)
        self.lower, self.upper = -cards, cards - 1
        self._loss, self._win = latest(cards)
        self.line: list[int] = []
        self.memory = nbytes(self._arrays)
        self.name = position.rules.board.cell_name

    def advance(self, budget: Budget) -> bool:
        before = int(self._state[proof.NODES])
        done = proof.prove(*self._arrays, before + budget.left(SLICE))
        budget.spent += int(self._state[proof.NODES]) - before
        if done and not self._state[proof.PROOF]:
            self.lower = self._win
        elif done:
            self.upper = self._loss
        return done
