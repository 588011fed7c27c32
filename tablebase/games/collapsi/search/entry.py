"""The search of a position: which of the searches, and when its kernels are compiled."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tablebase.engine.search.searched import Budget, Limits, Searched
from tablebase.games.collapsi.search import plain
from tablebase.games.collapsi.search.asking import Ordered
from tablebase.games.collapsi.search.large import is_vast, search_vast
from tablebase.games.collapsi.search.reach import Reach
from tablebase.games.collapsi.search.under_way import SLICE, UnderWay, latest, nbytes, run

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Position

RESULT_MEMORY = 1 << 28
"""Bytes of the transposition table of a search for the winner alone on a larger board."""

_compiled: set[tuple[str, bool]] = set()


def search(position: Position, method: str, goal: str, limits: Limits) -> Searched[Position]:
    """Search a position; see `tablebase.search`, which checks the arguments.

    On boards that are too large for a table, it asks how soon the game ends. If only the winner is
    wanted, asking for it directly, as `search_vast` does, visits fewer positions.
    """
    if method == "ordered" and goal == "result" and is_vast(position.rules):
        return replace(search_vast(position, goal, limits, RESULT_MEMORY), method=method)
    _compile(method, position)
    return run(_kernel(method, position, goal), position, method, goal, limits)


def _compile(method: str, position: Position) -> None:
    """Compile or load the kernels before the first timed search."""
    kind = method, position.rules.is_small
    if kind not in _compiled:
        _kernel(method, position, "result").advance(Budget(Limits(nodes=1)))
        _compiled.add(kind)


def _kernel(method: str, position: Position, goal: str) -> UnderWay:
    return (_Plain if method == "plain" else Ordered)(position, goal)


class _Plain:
    def __init__(self, position: Position, goal: str) -> None:
        reach = Reach.of(position)
        self._cards = cards = position.face_up.bit_count()
        self._scores = np.empty((2, cards + 1), np.int64)
        self._lines = np.empty((cards + 1, cards + 1), np.uint8)
        self._arrays = (
            reach.table,
            reach.neighbours,
            reach.steps,
            np.empty((2, len(position.cards)), np.uint64),
            np.empty((2, cards + 1), np.uint64),
            np.empty(cards + 2, np.uint64),
            self._scores,
            self._lines,
        )
        # To find who wins, a window between the latest loss and the latest win is enough.
        self._alpha, self._beta = latest(cards) if goal == "result" else (-cards, cards)
        pawns = position.mover, position.opponent
        ends = plain.start(*self._arrays, position.face_up, *pawns, self._alpha, self._beta)
        self.lower, self.upper = (2 - cards, cards - 1) if ends else (-cards, -cards)
        self.line: list[int] = [(int(ends) & -int(ends)).bit_length() - 1] if ends else []
        self._ply = 0
        self.memory = nbytes(self._arrays)
        self.name = position.rules.board.cell_name

    def advance(self, budget: Budget) -> bool:
        limit = budget.left(SLICE)
        self._ply, visited = plain.run(*self._arrays, self._cards, self._ply, limit)
        budget.spent += visited
        best = int(self._scores[plain.ALPHA, 0])
        if best > self._alpha:
            self.lower = max(self.lower, best)
            line = self._lines[0].tolist()
            self.line = line[: line.index(plain.NO_CELL)]
        if self._ply < 0 and best < self._beta:
            self.upper = min(self.upper, best)
        return self._ply < 0
