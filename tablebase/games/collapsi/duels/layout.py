"""The layout of a deal for three and four players: its slots, and the ranks of its duels."""

from __future__ import annotations

from tablebase.engine.lazy import cached_property
from tablebase.errors import MissingTableError
from tablebase.games.collapsi.deck import COUNTS, GONE
from tablebase.games.collapsi.duels.index import LATER, DuelIndex, Placed, index_of
from tablebase.games.collapsi.layout import Layout, adjacent_slots
from tablebase.games.collapsi.position import Position

MAX_POSITIONS = 1 << 32
"""Ranks have 32 bits."""


class DuelLayout(Layout):
    """The cells, slots and ranks of a deal for three and four players; see `Layout`.

    Jokers have slots too, after the free cells: they may stay face up under a pawn.
    """

    @cached_property
    def index(self) -> DuelIndex:
        """The ranks of this deal's duels.

        Raises `MissingTableError` if the board is too large for a table, or pawns may land on each
        other.
        """
        rules, players = self.rules, COUNTS[self.rules.players - 1]
        if rules.turn.pawns_share:
            raise MissingTableError(
                f"no table for {players} players if pawns may land on each other: expected rules "
                "without landing"
            )
        free = rules.board.size - rules.players
        index = index_of(free, rules.turn, len(rules.editions))
        if index.size > MAX_POSITIONS:
            raise MissingTableError(
                f"a table of a deal of {rules.board.size} cells for {players} players would hold "
                f"{index.size:,} positions, {index.size / 2**30:,.1f} GiB: expected at most "
                f"{MAX_POSITIONS:,}, a smaller board"
            )
        return index

    def placed(self, position: Position) -> Placed:
        """Where a position of this deal has its pawns, and its face-up cards, as slots."""
        order, slot_of = position.order, self.slot_of
        out = [
            self.index.nowhere if cell == GONE else slot_of[cell]
            for player, cell in enumerate(position.pawns)
            if player not in order
        ]
        # A joker left by a removed pawn has the place of that pawn.
        left = [slot_of[cell] for cell in position.open_jokers]
        places = (
            *(slot_of[position.pawns[player]] for player in order),
            *sorted([*left, *out])[: len(out)],
        )
        edition = self.rules.editions.index(position.edition) if position.waiting else LATER
        face_up = sum(
            1 << slot for slot, cell in enumerate(self.cells) if position.face_up >> cell & 1
        )
        return Placed(len(order), edition, places, face_up)

    @cached_property
    def slot_of(self) -> tuple[int, ...]:
        """The slot of each of this deal's cells, jokers included."""
        found = list(self.slots)
        for number, cell in enumerate(self.jokers):
            found[cell] = self.index.free + number
        return tuple(found)

    @cached_property
    def cell_of(self) -> tuple[int, ...]:
        """The deal's own cell of each slot; the inverse of `slot_of`."""
        return (*self.cells, *self.jokers)

    @property
    def slot_cards(self) -> tuple[int, ...]:
        """The card of each slot."""
        return tuple(self.cards[cell] for cell in self.cell_of)

    @property
    def adjacent(self) -> tuple[int, ...]:
        """The slots adjacent to each slot, as bit masks."""
        return adjacent_slots(self.rules.board, self.cell_of)

    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The slots adjacent to each slot, as tuples."""
        around = self.rules.board.neighbours
        return tuple(tuple(self.slot_of[c] for c in around[cell]) for cell in self.cell_of)
