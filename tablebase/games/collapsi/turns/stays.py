"""Three or four players, and the pawn of a player who is out stays.

A player who cannot move on their turn is out. Their pawn stays on its face-up card, which others
may pass through but not end on. The last player still in has won, whether or not they could move.

Source: the rule sheet names three and four players without rules; docs/players.md explains this
reading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebase.games.collapsi.deck import COLOURS
from tablebase.games.collapsi.turns.turn import Notes, Turn

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Position


class Stays(Turn):
    """A turn of three or four players, of whom the last one in wins."""

    @property
    def words(self) -> tuple[str, ...]:
        """The number of players."""
        return (f"{self.players} players",)

    def is_last(self, position: Position) -> bool:
        """Whether two are left."""
        return len(position.order) == 2

    def settled(self, position: Position) -> Position:
        """The position without the players who have no move when their turn comes.

        With two players left the side to move stays even if they cannot move: the game is over.
        """
        while not self.is_last(position) and not position.legal_moves():
            position = self.without_mover(position)
        return position

    def notes(self, position: Position) -> Notes:
        """Who is in, and who is out."""
        out = [COLOURS[p] for p in range(self.players) if p not in position.order]
        return {"players": list(position.sides), "out": out}
