"""Three or four players, and the first without a move ends the game.

The player who moved last has won.

Source: docs/players.md, the third reading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebase.games.collapsi.turns.stays import Stays

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Position


class Ends(Stays):
    """A turn of three or four players, of whom nobody goes out before the end."""

    one_ends = True

    @property
    def words(self) -> tuple[str, ...]:
        """The number of players, and the reading."""
        return (*super().words, "first ends")

    def is_last(self, position: Position) -> bool:
        """Whether the game is over if the side to move cannot move: always."""
        return True
