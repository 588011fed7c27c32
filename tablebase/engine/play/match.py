"""A game under way: play it, take turns back, and review it if there is a table."""

from __future__ import annotations

from typing import Any, Generic

from tablebase.engine.play.review import Turn
from tablebase.engine.position import P
from tablebase.engine.probe import MoveValue, Probe
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.engine.values import Result
from tablebase.errors import IllegalMoveError, quote


class Match(Generic[P]):
    """A game of two sides, from any position; `moves` lists the moves played.

    Values are looked up only when they are needed, so a game can be played without a table.

    Examples
    --------
    >>> from tablebase import Deal, Tablebase
    >>> match = Match(Tablebase(), Deal.parse("A223/4A2J/3A23/J3A4").start("single"))
    >>> match.play("d1")
    >>> match.position.side_to_move, match.winner, [str(t.played.move) for t in match.turns]
    ('blue', None, ['d1'])
    """

    def __init__(self, tables: Tablebase, start: P) -> None:
        self._tables = tables
        self._positions = [start]
        self.moves: list[Any] = []

    @property
    def start(self) -> P:
        """The position where the game began."""
        return self._positions[0]

    @property
    def position(self) -> P:
        """The position now."""
        return self._positions[-1]

    @property
    def sides(self) -> list[str]:
        """Who has moved, turn by turn."""
        return [position.sides[0] for position in self._positions[:-1]]

    @property
    def winner(self) -> str | None:
        """Who has won; None while there are moves."""
        if self.position.legal_moves():
            return None
        coding = self.position.game.coding
        won = coding.decode(coding.at_end(self.position.layer)).result is Result.WIN
        return self.position.sides[0 if won else 1]

    @property
    def probe(self) -> Probe[P]:
        """The value of the position now; raises as `Tablebase.probe`."""
        return self._tables.probe(self.position)

    @property
    def turns(self) -> list[Turn[P]]:
        """The turns played, with their values; raises as `Tablebase.probe`."""
        probes = map(self._tables.probe, self._positions)
        return [
            Turn(probe, _find(probe, move)) for probe, move in zip(probes, self.moves, strict=False)
        ]

    def play(self, name: str) -> None:
        """Make a move.

        Raises
        ------
        IllegalMoveError
            If there is no such move.
        """
        legal = {str(move): move for move in self.position.legal_moves()}
        if name not in legal:
            expected = ", ".join(sorted(legal)) or "no move, the game is over"
            raise IllegalMoveError(f"{quote(name)} is not legal here: expected {expected}")
        after = self.position.play(legal[name])
        self.moves.append(legal[name])
        self._positions.append(after)

    def take_back(self) -> None:
        """Undo the last turn.

        Raises
        ------
        IllegalMoveError
            If there is none.
        """
        if not self.moves:
            raise IllegalMoveError("nothing to take back: no turn has been played")
        self.moves.pop()
        self._positions.pop()


def _find(probe: Probe[P], played: Any) -> MoveValue[P]:
    return next(move for move in probe.moves if str(move.move) == str(played))
