"""Up to: a card allows up to its number of steps.

For two players. A joker's steps are its edition's, as in the published game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebase.games.collapsi.turns.turn import Turn

if TYPE_CHECKING:
    from tablebase.games.collapsi.rules import Rules


class UpTo(Turn):
    """A turn that may end before the card's last step."""

    exact_steps = False
    words = ("up to a card's steps",)

    def check(self, rules: Rules) -> None:
        """Raise `ValueError` unless there are two players, without landing and shift."""
        super().check(rules)
        if not self.two_sided or rules.landing or rules.shift:
            raise ValueError(
                f"up_to with {self.players} players: expected two, no landing and no shift"
            )

    def steps(self, card: int) -> tuple[int, ...]:
        """All numbers of steps up to the card's own."""
        return tuple(range(1, card + 1))
