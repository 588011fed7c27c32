"""Landing: a pawn may end on the opponent's card.

While two pawns share a card, a move from it leaves it face up. The number of face-down cards then
does not show the ply, so a position's notation names the side to move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebase.games.collapsi.turns.turn import Turn

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Position
    from tablebase.games.collapsi.rules import Rules


class Landing(Turn):
    """A turn that may end on the opponent's card."""

    pawns_share = True
    words = ("landing",)

    def check(self, rules: Rules) -> None:
        """Raise `ValueError` unless there are two players."""
        super().check(rules)
        if not self.two_sided:
            raise ValueError(
                f"landing with {self.players} players: expected two where pawns may land on each "
                "other"
            )

    def taken(self, position: Position) -> tuple[int, ...]:
        """None."""
        return ()

    def leaves_up(self, position: Position) -> bool:
        """Whether the other pawn stays on the card."""
        return position.red == position.blue

    def ply(self, position: Position) -> int:
        """Number of plies played; it may be too low by an even number."""
        return super().ply(position) + self._kept(position)

    def _kept(self, position: Position) -> bool:
        """Whether an odd number of moves left their card face up."""
        return position.order[0] != super().ply(position) % 2

    def layer(self, position: Position) -> int:
        """The most plies left: a card may cost two, one to share it and one to leave it."""
        return 2 * (position.face_up.bit_count() - 1) + (position.red == position.blue)

    def layers(self, cells: int) -> int:
        """Plies of the longest possible game on a board, plus one."""
        return 2 * cells - 1

    def shows_side(self, down: int) -> bool:
        """Only before the first card is face down."""
        return not down
