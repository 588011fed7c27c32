"""Boards of 17 to 42 cells: a search with a transposition table of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tablebase.engine.arrays import U8, U64
from tablebase.engine.search.searched import Budget, Limits, Searched
from tablebase.games.collapsi.rules import SMALL_CELLS, Rules
from tablebase.games.collapsi.search import layer_kernels, ordered, vast
from tablebase.games.collapsi.search.asking import Asking
from tablebase.games.collapsi.search.packed import LEAST_MEMORY, MOST_CELLS, SLOTS
from tablebase.games.collapsi.search.reach import Reach
from tablebase.games.collapsi.search.under_way import SLICE, nbytes, places, run

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Position

SPREAD = 1 << 20
"""Positions of a layer that are sorted at a time, 8 bytes each."""

_compiled: set[str] = set()


def search_vast(
    position: Position, goal: str = "distance", limits: Limits | None = None, memory: int = 1 << 30
) -> Searched[Position]:
    """Search a position of a board of 17 to 42 cells: who wins, and then how soon.

    The transposition table takes up to `memory` bytes, at least 64 KiB. Raises `ValueError` for
    other boards and less memory, and where rows and columns shift.
    """
    return Vast(position, goal, memory).search(limits or Limits())


def is_vast(rules: Rules) -> bool:
    """Whether `search_vast` takes positions of these rules."""
    return SMALL_CELLS < rules.board.size <= MOST_CELLS and not rules.turn.lines_move


def check_vast(position: Position, memory: int) -> None:
    """Raise `ValueError` for positions and memory that `search_vast` does not take."""
    rules = position.rules
    if not is_vast(rules):
        raise ValueError(
            f"rules {rules.name!r}: expected {SMALL_CELLS + 1} to {MOST_CELLS} cells, and no shift"
        )
    check_table(memory)


def check_table(memory: int) -> None:
    """Raise `ValueError` if memory for a transposition table is too little."""
    if memory < LEAST_MEMORY:
        raise ValueError(f"memory of {memory:,} bytes: expected {LEAST_MEMORY:,} or more")


class Vast(Asking):
    """The search of `search_vast`, which takes the same arguments; it keeps its table."""

    def __init__(self, position: Position, goal: str, memory: int) -> None:
        check_vast(position, memory)
        reach, cells = Reach.of(position), len(position.cards)
        plies = position.face_up.bit_count() + 1
        self._start = position
        self._reach = reach.neighbours, reach.steps, np.empty((2, cells), np.uint64)
        self._moves = np.empty((plies, cells), np.uint64)
        self._futures = np.empty((plies, cells), np.uint64)
        self._entered = np.empty(plies, np.int64)
        self._known = places(memory, SLOTS)
        super().__init__(position, goal)
        arrays = self._scores, self._nodes, self._moves, self._futures, self._entered, self._known
        self.memory = nbytes((*self._reach, *arrays))

    def name(self, move: int) -> str:
        """The name of the cell."""
        return self._here.rules.board.cell_name(move)

    def _begin(self) -> None:
        here = self._here.face_up, self._here.mover, self._here.opponent
        ordered.begin(None, *self._reach, self._nodes, self._state, *here)

    def _run(self, limit: int) -> bool:
        return self._run_all(self._result_only, limit)

    def _run_all(self, result_only: bool, limit: int) -> bool:
        return vast.run(
            *self._reach,
            self._nodes,
            self._scores,
            self._moves,
            self._futures,
            self._entered,
            self._known,
            self._state,
            result_only,
            limit,
        )

    def _follow_known(self, score: int, left: int) -> int:
        """No move: the next position is soon searched again, with the same table."""
        return 0

    def search(self, limits: Limits) -> Searched[Position]:
        """Search the position; to be called once."""
        position, goal = self._start, "result" if self._result_only else "distance"
        if "vast" not in _compiled:
            Vast(position, goal, LEAST_MEMORY).advance(Budget(Limits(nodes=1)))
            _compiled.add("vast")
        return run(self, position, "vast", goal, limits)

    def first_turn(self, ply: int) -> U64:
        """The keys of the positions at ply 0, or of those at ply 1 that are not won at once."""
        start = self._start
        up, mover, opponent = map(np.uint64, (start.face_up, start.mover, start.opponent))
        key = layer_kernels.key_of(up, mover, opponent)
        if not ply:
            return np.array([key], np.uint64)
        room = np.empty(MOST_CELLS, np.uint64)
        return np.unique(room[: layer_kernels.replies_to(*self._reach, int(key), room)])

    def choose(self, keys: U64, asked: int) -> U8:
        """A move each for some positions, after which the mover's score is `asked` or more.

        The positions arise from the one searched. In each the mover can move, and has that score,
        but no win in one. The others have `NO_MOVE`.
        """
        moves = np.empty(len(keys), np.uint8)
        if layer_kernels.choose(*self._reach, self._known, keys, asked, moves):
            for number in np.flatnonzero(moves == layer_kernels.NO_MOVE):
                moves[number] = self._prove(int(keys[number]), asked)
        return moves

    def _prove(self, key: int, asked: int) -> int:
        """Search a position for a move that `choose` did not find in the table."""
        here = map(int, layer_kernels.position_of(np.uint64(key)))
        ordered.begin(None, *self._reach, self._nodes, self._state, *here)
        # One question, and no other after it: between these bounds nothing is open.
        self._scores[ordered.ASKED, 0] = asked
        self._state[[ordered.ROOT_LOWER, ordered.ROOT_UPPER]] = asked - 1
        self._state[ordered.PLY] = 0
        while not self._run_all(True, int(self._state[ordered.NODES]) + SLICE):
            pass
        proven = self._state[ordered.ROOT_LOWER] >= asked
        return int(self._state[ordered.BEST_MOVE] if proven else layer_kernels.NO_MOVE)

    def spread(self, keys: U64, moves: U8) -> U64:
        """The keys after the moves and all replies, sorted, but of positions won at once."""
        room = np.empty(SPREAD, np.uint64)
        parts, done = [room[:0]], 0
        while done < len(keys):
            done, found = layer_kernels.spread(*self._reach, keys, moves, done, room)
            parts.append(np.unique(room[:found]))
        return np.unique(np.concatenate(parts))
