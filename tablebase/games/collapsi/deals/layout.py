"""The layout of a deal for two players: its slots, and the ranks of its positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from tablebase.errors import MissingTableError
from tablebase.games.collapsi.card_game import Layout
from tablebase.games.collapsi.deals.index import DealIndex
from tablebase.games.collapsi.rules import MAX_TABLE_CELLS, SMALL_CELLS
from tablebase.support.lazy import cached_property

Mask = TypeVar("Mask", bound="np.unsignedinteger")


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

    @cached_property
    def cell_masks(self) -> npt.NDArray[np.unsignedinteger]:
        """The deal's own mask of cells for every mask of slots, shape ``(2**free,)``."""
        kind = np.uint16 if self.rules.board.size <= SMALL_CELLS else np.uint32
        return masks_of(self.cells[: self.free], kind)


def masks_of(cells: Sequence[int], kind: type[Mask]) -> npt.NDArray[Mask]:
    """The mask of cells for every mask of slots, given the cell of each slot."""
    masks = np.zeros(1 << len(cells), kind)
    for slot, cell in enumerate(cells):
        masks[1 << slot : 2 << slot] = masks[: 1 << slot] | kind(1 << cell)
    return masks
