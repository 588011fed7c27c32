"""Searches that ask how high the score is, and then follow the best line."""

from __future__ import annotations

import itertools
import threading
from typing import TYPE_CHECKING

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.engine.search.searched import Budget
from tablebase.games.collapsi.search import ordered
from tablebase.games.collapsi.search.reach import Reach
from tablebase.games.collapsi.search.under_way import SLICE, nbytes

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Position

FEW_PLACES, MANY_PLACES = 1 << 11, 1 << 21
"""Places in the transposition table, 32 bytes each: few on boards whose destinations are looked up,
so that the table stays in the cache; many on larger boards."""

_GENERATIONS = itertools.count(1)
_MEMORY = threading.local()


class Asking:
    """A search that asks how high the score is, and then follows the best line."""

    memory: int
    _known: U64

    def __init__(self, position: Position, goal: str) -> None:
        cards = position.face_up.bit_count()
        self._scores = np.empty((6, cards + 1), np.int64)
        self._nodes = np.empty((5, cards + 1), np.uint64)
        self._state = np.empty(6, np.int64)
        self._ends = np.empty(cards, np.uint64)
        self._result_only = goal == "result"
        # The position that the search has reached on the best line.
        self._here = position
        self._done: list[int] = []
        self._restart()
        self.lower, self.upper = self._bounds()

    def _begin(self) -> None:
        """Set the state up to search the position reached."""
        raise NotImplementedError

    def _run(self, limit: int) -> bool:
        """Search up to this many nodes; return whether the goal is reached."""
        raise NotImplementedError

    def _follow_known(self, score: int, left: int) -> int:
        """Fill `_ends` with the best moves from the position reached; return their number."""
        raise NotImplementedError

    def name(self, move: int) -> str:
        """The name of a move of the kernel."""
        raise NotImplementedError

    @property
    def line(self) -> list[int]:
        """The best line so far; in its last position, the best move so far."""
        best = int(self._state[ordered.BEST_MOVE])
        return self._done if best < 0 else [*self._done, best]

    def advance(self, budget: Budget) -> bool:
        """Continue for a slice, or along the best line; return whether the goal is reached."""
        limit = budget.left(SLICE)
        before = int(self._state[ordered.NODES])
        done = self._run(before + limit)
        budget.spent += int(self._state[ordered.NODES]) - before
        if not self._done:
            self.lower, self.upper = self._bounds()
        return done and (self._result_only or self._follow())

    def _restart(self) -> None:
        self._generation = next(_GENERATIONS)
        self._begin()

    def _bounds(self) -> tuple[int, int]:
        return int(self._state[ordered.ROOT_LOWER]), int(self._state[ordered.ROOT_UPPER])

    def _follow(self) -> bool:
        """Follow the best line from a position whose score is known; return whether it is complete.

        If not, the entry of the next position has been overwritten, and that position is searched
        again.
        """
        score = int(self._state[ordered.ROOT_LOWER])
        found = self._follow_known(score, self._here.face_up.bit_count())
        line = self.line[len(self._done) :][: not found] + self._ends[:found].astype(int).tolist()
        for move in line:
            self._here = self._here.play(self.name(move))
        self._done += line
        self._restart()
        return not self._state[ordered.BEST_MOVE] >= 0


class Ordered(Asking):
    """The fast search, on any board."""

    def __init__(self, position: Position, goal: str) -> None:
        reach, cells = Reach.of(position), len(position.cards)
        plies = position.face_up.bit_count() + 1
        self._reach = reach.table, reach.neighbours, reach.steps, np.empty((2, cells), np.uint64)
        self._moves = np.empty((plies, cells), np.uint64)
        self._futures = np.empty((plies, cells), np.uint64)
        self._known = _known_positions(reach.table is None)
        super().__init__(position, goal)
        arrays = (*self._reach, self._scores, self._moves, self._futures, self._nodes, self._known)
        self.memory = nbytes(arrays)

    def name(self, move: int) -> str:
        """The name of the cell."""
        return self._here.rules.board.cell_name(move)

    def _begin(self) -> None:
        here = self._here.face_up, self._here.mover, self._here.opponent
        ordered.begin(*self._reach, self._nodes, self._state, *here)

    def _run(self, limit: int) -> bool:
        return ordered.run(
            *self._reach,
            self._nodes,
            self._scores,
            self._moves,
            self._futures,
            self._known,
            self._generation,
            self._state,
            self._result_only,
            limit,
        )

    def _follow_known(self, score: int, left: int) -> int:
        state = self._nodes, self._known, self._generation
        return ordered.follow(*self._reach, *state, score, left, self._ends)


def _known_positions(many: bool) -> U64:
    """The thread's transposition table, which all its searches share."""
    name, places = ("many", MANY_PLACES) if many else ("few", FEW_PLACES)
    if not hasattr(_MEMORY, name):
        setattr(_MEMORY, name, np.zeros((places, 4), np.uint64))
    known: U64 = getattr(_MEMORY, name)
    return known
