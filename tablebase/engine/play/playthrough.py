"""A game of two sides under way: who has won, and what exact values say about it.

That is where it was lost, and how hard it was to win.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2
from typing import Any, Generic, NamedTuple

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


def difficulty(line: Sequence[Probe[Any]]) -> float:
    """How hard a position is for the side that wins it, in bits.

    For each of the winner's turns in the principal variation `line` (see `Table.line`), take the
    base 2 logarithm of the number of moves divided by the number of moves that keep the win; the
    difficulty is the sum. A winner who plays at random along that line still wins with a
    probability of 2 to the minus difficulty. It is 0 if no player wins.
    """
    winner = line[0].winner
    return sum(
        log2(len(probe.moves) / sum(move.keeps_win for move in probe.moves))
        for probe in line
        if probe.moves and probe.position.sides[0] == winner
    )
