"""Up to: a card allows up to its number of steps.

For two players. A joker's steps are its edition's, as in the published game.
"""

from __future__ import annotations

from tablebase.games.collapsi.symmetry import automorphisms
from tablebase.games.collapsi.turns.near import adjacent
from tablebase.games.collapsi.turns.turn import Turn


class UpTo(Turn):
    """A turn that may end before the card's last step."""

    group = automorphisms
    near = adjacent
    words = ("up to a card's steps",)
    label = "Pawns may walk fewer steps"
    rule = "A pawn walks up to as many steps as its card says."

    def steps(self, card: int) -> tuple[int, ...]:
        """All numbers of steps up to the card's own."""
        return tuple(range(1, card + 1))
