"""Proofs of Collapsi Shift: the search of `asking.Shifting`, and the moves that it has proven."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tablebase.engine.arrays import U8, U64
from tablebase.engine.search.searched import Limits, Searched
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.search import ordered, shift_kernels, shifting
from tablebase.games.collapsi.search.asking import Shifting, shared
from tablebase.games.collapsi.search.large import check_table
from tablebase.games.collapsi.search.layer_kernels import NO_MOVE
from tablebase.games.collapsi.search.layers import spread_all
from tablebase.games.collapsi.search.under_way import SLICE, places, run
from tablebase.games.collapsi.search.words import numbered_shifts, word_of

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Position


def is_provable(rules: Rules) -> bool:
    """Whether lines shift, and a position has a key: up to 16 cells, and cards up to 6."""
    small = rules.board.size <= shift_kernels.CELLS
    low = rules.max_steps < shift_kernels.MOST_KINDS
    return rules.turn.lines_move and small and low


class ShiftProver(Shifting):
    """The search of a position, with a transposition table of up to `memory` bytes of its own."""

    def __init__(self, position: Position, memory: int) -> None:
        check_table(memory)
        super().__init__(position, "distance", shared(None), places(memory, 4))
        table, _, cells = self._board
        self._numbered = table, *numbered_shifts(position.rules), cells
        self._start = position

    def search(self, limits: Limits) -> Searched[Position]:
        """Search the position; to be called once, and first."""
        return run(self, self._start, "ordered", "distance", limits)

    def first_turn(self, ply: int) -> U64:
        """The keys of the positions at ply 0, or of those at ply 1 that are not won at once."""
        start = self._start
        up, mover, opponent = map(np.uint64, (start.face_up, start.mover, start.opponent))
        key = shift_kernels.key_of((word_of(start)[0], up, mover, opponent))
        if not ply:
            return np.array([key], np.uint64)
        room = np.empty(shift_kernels.CELLS * self._numbered[2].size, np.uint64)
        return np.unique(room[: shift_kernels.replies_to(*self._numbered, int(key), room)])

    def choose(self, keys: U64, asked: int) -> U8:
        """A move each for some positions, see `layers.Prover`."""
        moves, known = np.empty(len(keys), np.uint8), (self._known, self._generation)
        if shift_kernels.choose(*self._numbered, *known, keys, asked, moves):
            for number in np.flatnonzero(moves == NO_MOVE):
                moves[number] = self._prove(np.uint64(keys[number]), asked)
        return moves

    def _prove(self, key: np.uint64, asked: int) -> int:
        """Search a position for a move that `choose` did not find in the table."""
        laid, _, mover, opponent = shift_kernels.position_of(key)
        table, _, cells = self._board
        here = np.array([laid], np.uint64), int(mover), int(opponent)
        shifting.begin(table, self._nodes, self._state, cells, *here)
        # One question, and no other after it: between these bounds nothing is open.
        self._scores[ordered.ASKED, 0] = asked
        self._state[[ordered.ROOT_LOWER, ordered.ROOT_UPPER]] = asked - 1
        self._state[ordered.PLY] = 0
        while not self._run_all(True, int(self._state[ordered.NODES]) + SLICE):
            pass
        if self._state[ordered.ROOT_LOWER] < asked:
            return int(NO_MOVE)
        way, cell = divmod(int(self._state[ordered.BEST_MOVE]), 16)
        return int(self._numbered[2][way]) << 4 | cell

    def spread(self, keys: U64, moves: U8) -> U64:
        """The keys after the moves and all replies, see `layers.Prover`."""

        def fill(first: int, room: U64) -> tuple[int, int]:
            return shift_kernels.spread(*self._numbered, keys, moves, first, room)

        return spread_all(fill, len(keys))
