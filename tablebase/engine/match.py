"""A game under way, every turn valued: to play it, take turns back, and review it."""

from __future__ import annotations

from typing import Generic

from tablebase.engine.game import P
from tablebase.engine.review import Turn
from tablebase.engine.table import MoveValue, Probe
from tablebase.engine.tablebase import Tablebase
from tablebase.errors import IllegalMoveError


class Match(Generic[P]):
    """A game from some position on.

    Parameters
    ----------
    tables : Tablebase
        Values the positions.
    start : Position
        Where it begins.

    Attributes
    ----------
    turns : list of Turn
        What has been played.
    probe : Probe
        The value of the position now.

    Examples
    --------
    >>> from tablebase import Deal, Tablebase
    >>> match = Match(Tablebase(), Deal.parse("A223/4A2J/3A23/J3A4").start("single"))
    >>> match.play("d1")
    >>> match.probe.position.side_to_move, match.winner, [str(t.played.move) for t in match.turns]
    ('blue', None, ['d1'])
    """

    def __init__(self, tables: Tablebase, start: P) -> None:
        self._tables = tables
        self.turns: list[Turn[P]] = []
        self.probe: Probe[P] = tables.probe(start)

    @property
    def winner(self) -> str | None:
        """Who has won; None while there are moves."""
        return None if self.probe.moves else self.probe.winner

    def find(self, name: str) -> MoveValue[P]:
        """The legal move of a name.

        Raises
        ------
        IllegalMoveError
            If there is none.
        """
        for move in self.probe.moves:
            if str(move.move) == name:
                return move
        names = ", ".join(sorted(str(move.move) for move in self.probe.moves))
        raise IllegalMoveError(
            f"{name!r} is not legal here: expected {names or 'no move, the game is over'}"
        )

    def play(self, name: str) -> None:
        """Make a move; raises as `find`."""
        move = self.find(name)
        self.turns.append(Turn(self.probe, move))
        self.probe = self._tables.probe(move.position)

    def take_back(self) -> None:
        """Undo the last turn.

        Raises
        ------
        IllegalMoveError
            If there is none.
        """
        if not self.turns:
            raise IllegalMoveError("nothing to take back: expected a turn that was played")
        self.probe = self.turns.pop().probe
