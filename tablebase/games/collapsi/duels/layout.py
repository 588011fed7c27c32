"""The layout of a deal for three and four players: its slots, and the ranks of its duels."""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.errors import MissingTableError
from tablebase.games.collapsi.card_game import Layout
from tablebase.games.collapsi.deck import COUNTS, GONE, steps_mask
from tablebase.games.collapsi.duels.index import LATER, DuelIndex, Family, Placed, index_of
from tablebase.games.collapsi.fast import DUELS
from tablebase.games.collapsi.position import Position
from tablebase.support.lazy import cached_property

MAX_POSITIONS = 1 << 32
"""Ranks have 32 bits."""

REMOVED = 255
"""The cell of a pawn that has been removed, in exported columns."""


class DuelLayout(Layout):
    """The cells, slots and ranks of a deal for three and four players; see `Layout`."""

    @cached_property
    def index(self) -> DuelIndex:
        """The ranks of this deal's duels.

        Raises `MissingTableError` if the board is too large for a table, or the kernels do not know
        the turn.
        """
        rules, players = self.rules, COUNTS[self.rules.players - 1]
        if not DUELS.fits(rules):
            raise MissingTableError(
                f"no table for {players} players under rules {rules.name!r}: expected the "
                "published moves and one of the readings of who is out"
            )
        index = index_of(self.free, rules.turn, len(rules.editions))
        if index.size > MAX_POSITIONS:
            raise MissingTableError(
                f"a table of a deal of {len(self.cells)} cells for {players} players would hold "
                f"{index.size:,} positions, {index.size / 2**30:,.1f} GiB: expected at most "
                f"{MAX_POSITIONS:,}, a smaller board"
            )
        return index

    def steps(self, family: Family) -> U64:
        """The numbers of steps that each slot's card allows, as `deck.steps_mask`."""
        jokers = steps_mask(self.rules.editions[max(family.edition, 0)].joker_steps)
        return np.array([*self.slot_steps, *[jokers] * self.rules.players], np.uint64)

    def placed(self, position: Position) -> Placed:
        """Where a position of this deal has its pawns, and its face-up cards, as slots."""
        order, slots = position.order, self.slots
        out = [
            self.index.nowhere if cell == GONE else slots[cell]
            for player, cell in enumerate(position.pawns)
            if player not in order
        ]
        # A joker left by a removed pawn has the place of that pawn.
        left = [slots[cell] for cell in self.rules.turn.open_jokers(position)]
        places = (
            *(slots[position.pawns[player]] for player in order),
            *sorted([*left, *out])[: len(out)],
        )
        edition = self.rules.editions.index(position.edition) if position.waiting else LATER
        cells = self.cells[: self.free]
        face_up = sum(1 << slot for slot, cell in enumerate(cells) if position.face_up >> cell & 1)
        return Placed(len(order), edition, places, face_up)
