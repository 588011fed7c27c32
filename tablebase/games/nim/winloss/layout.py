"""Where a position lies in a win/loss table.

A table is of a *frame*: a board with six columns. A row is six bits of the mask of stones, so the
lowest row counts through the bits of one 64-bit *word*. A *slab* is the 2**18 words that differ in
the lowest four rows; the stones of the rows above, if any, are its number.

The mirror image of a position, left and right exchanged, has the same value. A slab's image is
the slab of the mirrored number, its positions mirrored; of the two the lower one is *canonical*.
"""

from __future__ import annotations

from typing import TypeVar

from tablebase.engine.arrays import U64
from tablebase.games.nim.rules import Rules

Stones = TypeVar("Stones", int, U64)

COLUMNS = 6
SLAB_ROWS = 4
MAX_ROWS = 6
SLAB_CELLS = COLUMNS * SLAB_ROWS
SLAB_WORDS = 1 << (SLAB_CELLS - COLUMNS)
SLAB_BYTES = 8 * SLAB_WORDS

_LOWEST_COLUMN = sum(1 << (COLUMNS * row) for row in range(MAX_ROWS))


def frame_of(rules: Rules) -> Rules:
    """The frame in whose table the positions of a board lie.

    Raises `ValueError` if the board is too large.
    """
    if rules.rows > MAX_ROWS or rules.columns > COLUMNS:
        raise ValueError(
            f"board {rules.rows}x{rules.columns}: expected at most {MAX_ROWS}x{COLUMNS}"
        )
    take = min(rules.take, MAX_ROWS)  # no line is longer than this
    return Rules(max(rules.rows, SLAB_ROWS), COLUMNS, take, rules.misere)


def placed(stones: int, rules: Rules) -> int:
    """The stones of a board's position as a mask of its frame."""
    width, row = rules.columns, (1 << rules.columns) - 1
    return sum((stones >> width * r & row) << COLUMNS * r for r in range(rules.rows))


def mirrored(stones: Stones) -> Stones:
    """The mask, or masks, of a frame with left and right exchanged."""
    image = stones ^ stones
    for column in range(COLUMNS):
        image |= (stones >> column & _LOWEST_COLUMN) << (COLUMNS - 1 - column)
    return image


def slab_count(frame: Rules) -> int:
    """Number of slabs of a table."""
    return 1 << (frame.cells - SLAB_CELLS)


def canonical_slabs(frame: Rules) -> list[list[int]]:
    """The numbers of the canonical slabs, in layers by their number of stones.

    A move either takes stones from a slab's number or leaves it as it is, so slabs in the same
    layer do not depend on each other.
    """
    layers: list[list[int]] = [[] for _ in range(frame.cells - SLAB_CELLS + 1)]
    for number in range(slab_count(frame)):
        if number <= mirrored(number):
            layers[number.bit_count()].append(number)
    return layers
