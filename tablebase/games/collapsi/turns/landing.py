"""Landing: a pawn may end on the opponent's card.

While two pawns share a card, a move from it leaves it face up. The number of face-down cards then
does not show the ply, so a position's notation names the side to move.
"""

from __future__ import annotations

from tablebase.games.collapsi.symmetry import automorphisms
from tablebase.games.collapsi.turns.turn import BasePosition, Turn


class Landing(Turn):
    """A turn of two players that may end on the opponent's card."""

    pawns_share = True
    group = automorphisms
    near = "adjacent"
    label = "Pawns may land on each other"
    rule = "A pawn may end on the other pawn\u2019s card."
    words = ("landing",)

    def taken(self, position: BasePosition) -> tuple[int, ...]:
        """None."""
        return ()

    def leaves_up(self, position: BasePosition) -> bool:
        """Whether the other pawn stays on the card."""
        red, blue = position.pawns
        return red == blue

    def ply(self, position: BasePosition) -> int:
        """Number of plies played; it may be too low by an even number.

        If the wrong side is to move, an odd number of moves left their card face up.
        """
        return position.down + (position.order[0] != position.down % 2)

    def layer(self, position: BasePosition) -> int:
        """The most plies left: a card may cost two, one to share it and one to leave it."""
        return 2 * (position.face_up.bit_count() - 1) + self.leaves_up(position)

    def layers(self, cells: int) -> int:
        """Plies of the longest possible game on a board, plus one."""
        return 2 * cells - 1

    def shows_side(self, down: int) -> bool:
        """Only before the first card is face down."""
        return not down
