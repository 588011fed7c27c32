"""A position's result and its winning moves, from a win/loss table in a file or in memory."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from tablebase.engine.arrays import U64, Bools
from tablebase.engine.tables.interface import Outcome
from tablebase.engine.values import Result
from tablebase.errors import MissingTableError
from tablebase.games.nim.position import Position
from tablebase.games.nim.rules import Rules
from tablebase.games.nim.winloss.layout import frame_of, placed


class LostLookup(Protocol):
    """A win/loss table; `frame` is the largest board that it answers."""

    frame: Rules

    @property
    def origin(self) -> str:
        """Where it lies, for people."""

    def lost(self, stones: U64) -> Bools:
        """Whether the side to move loses, for masks of the frame."""

    def slab(self, number: int) -> U64:
        """The words of a slab."""


def probe(table: LostLookup, position: Position) -> Outcome[Position]:
    """Who wins a position, and by which moves.

    Raises `MissingTableError` if the table is of other rules, or of a smaller board, and
    `CorruptFileError` if its file is damaged where the answer lies.
    """
    rules, frame = position.rules, table.frame
    mine = frame_of(rules)
    if (mine.take, mine.misere) != (frame.take, frame.misere) or mine.rows > frame.rows:
        raise MissingTableError(f"{table.origin} holds {frame}: it has no position of {rules}")
    moves = position.legal_moves()
    masks = [position.stones, *(position.stones & ~move.stones for move in moves)]
    lost = table.lost(np.array([placed(stones, rules) for stones in masks], np.uint64))
    winning = tuple(move for move, loses in zip(moves, lost[1:], strict=True) if loses)
    result = Result.LOSS if lost[0] else Result.WIN
    return Outcome(position, result, winning, table.origin, position.sides[int(lost[0])])
