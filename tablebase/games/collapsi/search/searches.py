"""The searches of a position: their kernels, run slice by slice until a goal or a limit."""

from __future__ import annotations

import itertools
import threading
from dataclasses import replace
from typing import Any

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.engine.searched import Limits, Searched, UnderWay
from tablebase.engine.values import Result, Value
from tablebase.games.collapsi.fast import WINNER
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import SMALL_CELLS
from tablebase.games.collapsi.search import ordered, plain
from tablebase.games.collapsi.search.destinations import arrays_of
from tablebase.games.collapsi.search.transpositions import LEAST_MEMORY, SLOTS

SLICE = 1 << 16
"""Nodes between two checks of the limits: a few milliseconds."""

RESULT_MEMORY = 1 << 28
"""Bytes of the transposition table of a search for the winner alone on a larger board."""

FEW_PLACES, MANY_PLACES = 1 << 11, 1 << 21
"""Places in a thread's transposition tables, 32 bytes each: few for boards whose destinations are
looked up, so that the table stays in the cache; many for larger boards."""

_generations = itertools.count(1)
_of_thread = threading.local()
_compiled: set[tuple[str, bool]] = set()


def search(position: Position, method: str, goal: str, limits: Limits) -> Searched[Position]:
    """Search a position; see `tablebase.search`, which checks the arguments.

    On boards that are too large for a table, it asks how soon the game ends. If only the winner is
    wanted, asking for it directly, as `search_vast` does, visits fewer positions.
    """
    if method == "plain":
        return PlainSearch(position, goal).run(limits)
    if goal == "result" and WINNER.fits(position.rules):
        return replace(search_vast(position, goal, limits, RESULT_MEMORY), method=method)
    return OrderedSearch(position, goal).run(limits)


def search_vast(
    position: Position, goal: str = "distance", limits: Limits | None = None, memory: int = 1 << 30
) -> Searched[Position]:
    """Search a position of a board of 17 to 42 cells: who wins, and then how soon.

    The transposition table takes up to `memory` bytes, at least 64 KiB. Raises `ValueError` for
    less, and for rules that `fast.WINNER` does not fit.
    """
    return VastSearch(position, goal, memory).run(limits or Limits())


class KernelSearch(UnderWay["Position"]):
    """A search by kernels under way, and the bounds of the score that it has proven.

    Scores are the number of cards face up at the end, positive if the side to move wins.
    """

    lower: int
    upper: int
    arrays: tuple[Any, ...]
    nodes = 1  # the root

    def run(self, limits: Limits) -> Searched[Position]:
        """Search until the goal or a limit is reached; return what has been proven."""
        kind = self.method, self.position.rules.board.size <= SMALL_CELLS
        if kind not in _compiled:  # compile or load the kernels before the first timed search
            UnderWay.run(type(self)(self.position, "result"), Limits(nodes=2))
            _compiled.add(kind)
        return super().run(limits)

    @property
    def memory(self) -> int:
        """Bytes of the arrays, see `Searched`."""
        return sum(array.nbytes for array in self.arrays if array is not None)

    def bounds(self) -> tuple[Value, Value]:
        """The worst and the best value that the position may still have."""
        return self._value(self.lower), self._value(self.upper)

    def _value(self, score: int) -> Value:
        plies = self.position.face_up.bit_count() - abs(score)
        return Value(Result.WIN if score > 0 else Result.LOSS, plies)

    def line(self) -> tuple[str, ...]:
        """The best line so far."""
        return tuple(map(self.position.rules.board.cell_name, self.cells()))

    def cells(self) -> list[int]:
        """The best line so far, as cells."""
        raise NotImplementedError


class PlainSearch(KernelSearch):
    """Plain alpha-beta."""

    method = "plain"

    def __init__(self, position: Position, goal: str) -> None:
        super().__init__(position, goal)
        cards = position.face_up.bit_count()
        # To find who wins, a window between the latest loss and the latest win is enough. At least
        # two cards are left, and a loss takes an even number of plies.
        latest = -2 - cards % 2, 3 - cards % 2
        self._window = latest if goal == "result" else (-cards, cards)
        self._scores = np.empty((2, cards + 1), np.int64)
        self._lines = np.empty((cards + 1, cards + 1), np.uint8)
        masks, pawns = np.empty((2, cards + 1), np.uint64), np.empty(cards + 2, np.uint64)
        self.arrays = *arrays_of(position), masks, pawns, self._scores, self._lines
        ends = sum(1 << move.destination for move in position.legal_moves())
        masks[:, 0] = position.face_up & ~(1 << position.mover), ends
        pawns[:2] = position.mover, position.opponent
        self._scores[:, 0], self._lines[0, 0] = self._window, plain.NO_CELL
        self.lower, self.upper = (2 - cards, cards - 1) if ends else (-cards, -cards)
        self._line, self._ply = [(ends & -ends).bit_length() - 1] if ends else [], 0

    def cells(self) -> list[int]:
        """The best line so far, as cells."""
        return self._line

    def advance(self) -> bool:
        """Continue for a slice; return whether the goal is reached."""
        cards = self.position.face_up.bit_count()
        here = cards, self._ply, self.left(SLICE)
        self._ply, visited = plain.run(*self.arrays + here)
        self.nodes += visited
        best, done = int(self._scores[plain.ALPHA, 0]), self._ply < 0
        alpha, beta = self._window
        if best > alpha:
            self.lower = max(self.lower, best)
            line = self._lines[0].tolist()
            self._line = line[: line.index(plain.NO_CELL)]
        if done and best < beta:
            self.upper = min(self.upper, best)
        return done


class OrderedSearch(KernelSearch):
    """The fast search, which asks how high the score is, and then follows the best line.

    It shares its thread's transposition table, unless it is given one of its own.
    """

    method = "ordered"

    def __init__(self, position: Position, goal: str, own: U64 | None = None) -> None:
        super().__init__(position, goal)
        cells, plies = len(position.cards), position.face_up.bit_count() + 1
        self._board, self._is_shared = arrays_of(position), own is None
        self._known = _shared_table(is_large=self._board[0] is None) if own is None else own
        self._generation: int | None = None
        self._nodes = np.empty((5, plies), np.uint64)
        self._scores = np.empty((6 if self._is_shared else 7, plies), np.int64)
        moves, futures = np.empty((2, plies, cells), np.uint64)
        self.arrays = *self._board, self._nodes, self._scores, moves, futures, self._known
        self._state = np.empty(6, np.int64)
        # The position that the search has reached on the best line, and the moves to it.
        self._here, self._done = position, list[int]()
        self._begin()
        self.lower, self.upper = self._bounds()

    def cells(self) -> list[int]:
        """The best line so far; in its last position, the best move so far."""
        return [*self._done, *self._best_move()]

    def _best_move(self) -> list[int]:
        """The best move so far in the position reached, if it has any."""
        best = int(self._state[ordered.BEST_MOVE])
        return [] if best < 0 else [best]

    def advance(self) -> bool:
        """Continue for a slice, or along the best line; return whether the goal is reached."""
        before = int(self._state[ordered.NODES])
        limit = before + self.left(SLICE)
        done = self._run(limit, result_only=self.goal == "result")
        self.nodes += int(self._state[ordered.NODES]) - before
        if not self._done:
            self.lower, self.upper = self._bounds()
        return done and (self.goal == "result" or self._follow())

    def _begin(self) -> None:
        """Set the state up to search the position reached."""
        if self._is_shared:
            self._generation = next(_generations)
        here = self._here.face_up, self._here.mover, self._here.opponent
        ordered.begin(*self._board, self._nodes, self._state, *here)

    def _run(self, limit: int, *, result_only: bool) -> bool:
        """Search up to this many nodes; return whether the goal is reached."""
        asked = self._generation, self._state, result_only, limit
        return ordered.run(*self.arrays + asked)

    def _bounds(self) -> tuple[int, int]:
        return int(self._state[ordered.ROOT_LOWER]), int(self._state[ordered.ROOT_UPPER])

    def _follow(self) -> bool:
        """Follow the best line from a position whose score is known; return whether it is complete.

        If not, the entry of the next position has been overwritten, and that position is searched
        again.
        """
        # With a table of its own it is soon searched again: no line is looked up.
        moves = (self._known_line() if self._is_shared else []) or self._best_move()
        for move in moves:
            self._here = self._here.play(self.position.rules.board.cell_name(move))
        self._done += moves
        self._begin()
        return not self._best_move()

    def _known_line(self) -> list[int]:
        """The best line from the position reached, as far as the transposition table shows it."""
        left, line = self._here.face_up.bit_count(), np.empty(self._scores.shape[1], np.uint64)
        board, score = (*self._board, self._nodes), int(self._state[ordered.ROOT_LOWER])
        found = ordered.follow(*board, self._known, self._generation, score, left, line)
        return list(map(int, line[:found]))


def _shared_table(*, is_large: bool) -> U64:
    """The thread's transposition table, which all its searches share."""
    name, places = ("many", MANY_PLACES) if is_large else ("few", FEW_PLACES)
    if not hasattr(_of_thread, name):
        setattr(_of_thread, name, np.zeros((places, 4), np.uint64))
    known: U64 = getattr(_of_thread, name)
    return known


class VastSearch(OrderedSearch):
    """The search of `search_vast`, with a transposition table of its own."""

    method = "vast"

    def __init__(self, position: Position, goal: str, memory: int = LEAST_MEMORY) -> None:
        WINNER.check(position.rules)
        if memory < LEAST_MEMORY:
            raise ValueError(f"memory of {memory:,} bytes: expected {LEAST_MEMORY:,} or more")
        places = 1 << (memory // (8 * SLOTS)).bit_length() - 1
        super().__init__(position, goal, np.zeros((places, SLOTS), np.uint64))
