"""Three or four players, and the pawn of a player who is out is removed.

Its card stays face up. Others may end on it unless it is a joker.

Source: docs/players.md, the second reading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebase.games.collapsi.deck import GONE, JOKER
from tablebase.games.collapsi.turns.stays import Stays

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Position


class Removed(Stays):
    """A turn of three or four players, after which pawns may be removed."""

    pawns_removed = True

    @property
    def words(self) -> tuple[str, ...]:
        """The number of players, and the reading."""
        return (*super().words, "pawns removed")

    def taken(self, position: Position) -> tuple[int, ...]:
        """The pawns' cells, and the jokers that were left face up."""
        return (*position.pawns, *self.open_jokers(position))

    def open_jokers(self, position: Position) -> tuple[int, ...]:
        """The face-up jokers without a pawn, left by players who are out."""
        if len(position.order) == self.players:
            return ()
        return tuple(
            cell
            for cell, card in enumerate(position.cards)
            if card == JOKER and position.face_up >> cell & 1 and cell not in position.pawns
        )

    def without_mover(self, position: Position) -> Position:
        """The position after the side to move is out, and its pawn is removed."""
        pawns = list(position.pawns)
        pawns[position.order[0]] = GONE
        return super().without_mover(position.changed(pawns=tuple(pawns)))

    def layer(self, position: Position) -> int:
        """The most plies left: two pawns stay on the board."""
        return position.face_up.bit_count() - 2

    def layers(self, cells: int) -> int:
        """Plies of the longest possible game on a board, plus one."""
        return cells - 1
