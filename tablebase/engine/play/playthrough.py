"""A game of two sides under way: who has won, and what exact values say about it.

That is where it was lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple

from tablebase.engine.play.history import History
from tablebase.engine.position import P
from tablebase.engine.probe import MoveValue, Probe
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.engine.values import Result


class Played(NamedTuple, Generic[P]):
    """A turn of a game: the value of the position, and the move that was made."""

    probe: Probe[P]
    played: MoveValue[P]


class Playthrough(History[P]):
    """A game of two sides, from any position.

    Values are looked up only when they are needed, so a game can be played without a table.

    Examples
    --------
    >>> from tablebase import Deal, Tablebase
    >>> played = Playthrough(Tablebase(), Deal.parse("A223/4A2J/3A23/J3A4").start("single"))
    >>> played.play("d1")
    >>> played.position.side_to_move, played.winner, [str(t.played.move) for t in played.turns]
    ('blue', None, ['d1'])
    """

    def __init__(self, tables: Tablebase, start: P) -> None:
        super().__init__(start)
        self._tables = tables

    @property
    def sides(self) -> list[str]:
        """Who has moved, turn by turn."""
        return [position.sides[0] for position in self.positions[:-1]]

    @property
    def winner(self) -> str | None:
        """Who has won; None while there are moves."""
        if not self.is_over:
            return None
        coding = game_of(self.position).coding
        won = coding.decode(coding.at_end(self.position.layer)).result is Result.WIN
        return self.position.sides[0 if won else -1]

    @property
    def probe(self) -> Probe[P]:
        """The value of the position now; raises as `Tablebase.probe`."""
        return self._tables.probe(self.position)

    @property
    def turns(self) -> list[Played[P]]:
        """The turns played, with their values; raises as `Tablebase.probe`."""
        probes = map(self._tables.probe, self.positions)
        return [
            Played(probe, next(move for move in probe.moves if str(move.move) == str(played)))
            for probe, played in zip(probes, self.moves, strict=False)
        ]


def given_away(turns: Iterable[Played[P]]) -> list[Played[P]]:
    """The turns at which a side that was winning made a move that loses, in order."""
    return [turn for turn in turns if turn.probe.result is Result.WIN and not turn.played.keeps_win]
