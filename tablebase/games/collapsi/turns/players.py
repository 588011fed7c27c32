"""Three or four players, and what happens when one of them cannot move on their turn.

The rule sheet names three and four players without rules, so there are three readings. Under the
first two, a player who cannot move is out, and the last player still in has won, whether or not
they could move.

Source: docs/players.md explains the readings.
"""

from __future__ import annotations

from typing import ClassVar

from tablebase.games.collapsi.deck import GONE, JOKER
from tablebase.games.collapsi.symmetry import automorphisms
from tablebase.games.collapsi.turns.turn import BasePosition, P, Turn


class Stays(Turn):
    """The pawn of a player who is out stays.

    Its card stays face up; others may pass through it but not end on it.
    """

    group = automorphisms
    near = "adjacent"
    label = "pawn stays"
    rule = "If you cannot move, you are out. Your pawn stays. The last player left wins."
    reading: ClassVar[tuple[str, ...]] = ()
    """How the rules differ from this reading, for `words`."""

    @property
    def words(self) -> tuple[str, ...]:
        """The number of players, and the reading."""
        return (f"{self.players} players", *self.reading)

    def is_last(self, position: BasePosition) -> bool:
        """Whether two are left."""
        return len(position.order) == 2

    def settled(self, position: P) -> P:
        """The position without the players who have no move when their turn comes.

        With two players left the side to move stays even if they cannot move: the game is over.
        """
        while not self.is_last(position) and not position.legal_moves():
            position = self.without_mover(position)
        return position


class Removed(Stays):
    """The pawn of a player who is out is removed.

    Its card stays face up; others may end on it unless it is a joker.
    """

    pawns_removed = True
    group = automorphisms
    near = "adjacent"
    label = "pawn removed"
    rule = "If you cannot move, you are out. Your pawn is removed. The last player left wins."
    reading = ("pawns removed",)

    def taken(self, position: BasePosition) -> tuple[int, ...]:
        """The pawns' cells, and the jokers that were left face up."""
        return (*position.pawns, *self.open_jokers(position))

    def open_jokers(self, position: BasePosition) -> tuple[int, ...]:
        """The face-up jokers without a pawn, left by players who are out."""
        if len(position.order) == self.players:
            return ()
        return tuple(
            cell
            for cell, card in enumerate(position.cards)
            if card == JOKER and position.face_up >> cell & 1 and cell not in position.pawns
        )

    def without_mover(self, position: P) -> P:
        """The position after the side to move is out, and its pawn is removed."""
        pawns = list(position.pawns)
        pawns[position.order[0]] = GONE
        return super().without_mover(position.changed(pawns=tuple(pawns)))

    def layer(self, position: BasePosition) -> int:
        """The most plies left: two pawns stay on the board."""
        return position.face_up.bit_count() - 2

    def layers(self, cells: int) -> int:
        """Plies of the longest possible game on a board, plus one."""
        return cells - 1


class Ends(Stays):
    """Nobody goes out: the first without a move ends the game.

    The player who moved last has won.
    """

    one_ends = True
    group = automorphisms
    near = "adjacent"
    label = "game ends at once"
    rule = "If you cannot move, the game ends. The player who moved last wins."
    reading = ("first ends",)

    def is_last(self, position: BasePosition) -> bool:
        """Whether the game is over if the side to move cannot move: always."""
        return True
