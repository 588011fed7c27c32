"""What exact values say about a game: where it was lost, and how hard it was to win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2
from typing import Any, Generic, NamedTuple

from tablebase.engine.position import P
from tablebase.engine.probe import MoveValue, Probe
from tablebase.engine.values import Result


class Turn(NamedTuple, Generic[P]):
    """A turn of a game: the value of the position, and the move that was made."""

    probe: Probe[P]
    played: MoveValue[P]


def given_away(turns: Iterable[Turn[P]]) -> list[Turn[P]]:
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
