"""What the kernels read besides the table: the moves, in terms of words and rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.games.nim.rules import Rules
from tablebase.games.nim.winloss.layout import COLUMNS


class Plan(NamedTuple):
    """The moves of a frame, as arrays.

    A *line* is a number of stones and a direction. For each line in the rows above the lowest two,
    `lengths` are its stones, and `steps` lead from one stone to the next: 1 along a row, 6 along a
    column; `starts` is the mask of the cells at which it can start, the third row's first cell
    lowest.

    Moves within a row lead from row j to the rows ``sources[ends[j] : ends[j + 1]]``. `without` are
    for each column the rows, as lanes of a word, that have no stone in it. `closed`, shape (8,
    256), is for byte b of a word, and its known wins once all lower bytes are settled: the wins
    that follow, in this byte and in those above.
    """

    take: int
    misere: bool
    lengths: U64
    steps: U64
    starts: U64
    ends: U64
    sources: U64
    without: U64
    closed: U64


def plan_of(frame: Rules) -> Plan:
    """The moves of a frame."""
    rows = frame.rows - 2
    lines = [(length, 1) for length in range(1, frame.take + 1)]
    lines += [(length, COLUMNS) for length in range(2, min(frame.take, rows) + 1)]
    lengths, steps = zip(*lines, strict=True)
    sources = [[row ^ taken for taken in _row_takes(frame.take) if row & taken == taken]
               for row in range(64)]  # fmt: skip
    return Plan(
        frame.take,
        frame.misere,
        np.array(lengths, np.uint64),
        np.array(steps, np.uint64),
        np.array([_starts(rows, *line) for line in lines], np.uint64),
        np.cumsum([0, *map(len, sources)]).astype(np.uint64),
        np.array([row for found in sources for row in found], np.uint64),
        np.array([_lanes(~row & 1 << c for row in range(64)) for c in range(COLUMNS)], np.uint64),
        _closed(sources),
    )


def _row_takes(take: int) -> list[int]:
    return [
        ((1 << length) - 1) << column
        for length in range(1, take + 1)
        for column in range(COLUMNS - length + 1)
    ]


def _starts(rows: int, length: int, step: int) -> int:
    high, wide = (1, length) if step == 1 else (length, 1)
    return sum(
        1 << (COLUMNS * row + column)
        for row in range(rows - high + 1)
        for column in range(COLUMNS - wide + 1)
    )


def _lanes(chosen: Iterable[object]) -> int:
    """A word with those of the 64 lanes set whose value is true."""
    return sum(1 << lane for lane, value in enumerate(chosen) if value)


def _closed(sources: list[list[int]]) -> U64:
    winning = [_lanes(lost in after for after in sources) for lost in range(64)]
    closed = np.empty((8, 256), np.uint64)
    for byte in range(8):
        for known in range(256):
            wins = known << 8 * byte
            for lane in range(8 * byte, 8 * byte + 8):
                if not wins >> lane & 1:  # no move leads to a lost position: this one is lost
                    wins |= winning[lane]
            closed[byte, known] = wins
    return closed
