"""The layout of a deal for two players: its slots, ranks, and positions in arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.errors import MissingTableError
from tablebase.games.collapsi.card_game import Layout
from tablebase.games.collapsi.deals.index import DealIndex
from tablebase.games.collapsi.rules import MAX_TABLE_CELLS, SMALL_CELLS
from tablebase.support.lazy import cached_property

POSITION_DTYPE = np.dtype(
    [("face_up", "<u2"), ("mover", "u1"), ("opponent", "u1"), ("edition", "u1")]
)
"""A position of a given deal in an array: the mask of the face-up cells, the pawns' cells, and the
number of the edition among the rules' (0 is wild), which matters only for the first two plies.

Without landing, the number of face-down cards is the ply, and its parity shows the side to move.
During the first two plies a pawn that has not moved stands on its joker.
"""

WIDE_POSITION_DTYPE = np.dtype([("face_up", "<u4"), *POSITION_DTYPE.descr[1:]])
"""The same on boards of more than 16 cells."""

BOARD_DTYPE = np.dtype([("cards", "u1", 16), *POSITION_DTYPE.descr])
"""A position of any deal: its cards as in `Deal.cards`, then the fields of `POSITION_DTYPE`.

After both first moves, face-down cards may have any value. Beyond the board's cells the value is 0.
"""


class DealLayout(Layout):
    """The cells, slots and ranks of a deal for two players; see `Layout`."""

    @cached_property
    def index(self) -> DealIndex:
        """The ranks of this deal's positions.

        Raises `MissingTableError` if the board is too large for a table, if the rules are not for
        two players, or if lines are shifted: a game then leads from deal to deal.
        """
        rules = self.rules
        if not rules.turn.two_sided:
            raise MissingTableError(
                f"rules {rules.name!r} are for {rules.players} players: expected 2"
            )
        if rules.turn.lines_move:
            raise MissingTableError(
                f"rules {rules.name!r} shift rows and columns, so a deal has no table of its own: "
                "expected a forward search"
            )
        index = DealIndex(self.free, len(rules.editions), landing=rules.turn.pawns_share)
        if rules.board.size > MAX_TABLE_CELLS:
            raise MissingTableError(
                f"a table of a deal of {rules.board.size} cells would hold {index.size:,} "
                f"positions, a byte each: expected up to {MAX_TABLE_CELLS} cells, or a "
                "forward search"
            )
        return index

    def opening(self, rank: int) -> tuple[int, int, int, int]:
        """The position with a joker face up that has a rank.

        The mask of its face-up cells, the cells of the mover and the opponent, and the number of
        its edition.
        """
        full = (1 << len(self.cards)) - 1
        edition, joker, slot = self.index.opening_unrank(rank)
        start, other = self.jokers[joker], self.jokers[1 - joker]
        if slot is None:
            return full, start, other, edition
        # Blue moves; with landing, the slot past the free ones is blue's own joker.
        return full & ~(1 << start), other, (*self.cells[: self.free], other)[slot], edition

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of this deal's positions in arrays."""
        small = self.rules.board.size <= SMALL_CELLS
        return POSITION_DTYPE if small else WIDE_POSITION_DTYPE
