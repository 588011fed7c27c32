"""What the search needs to know about a board: its moves, and how symmetries change a row.

A board is searched with at least as many rows as columns, the lowest row in the lowest bits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.games.nim.rules import Rules

MAX_CELLS = 62
"""An entry of the transposition table is a mask and two more bits."""

MAX_COLUMNS = 12
"""The images of all rows are tabulated."""


class Plan(NamedTuple):
    """A board, for the kernel."""

    rows: int
    columns: int
    misere: bool
    centre: int
    """The mask of the stone in the centre, or of the two if one side is even; 0 if both sides
    are."""
    takes: U64
    """The masks of all lines that may be taken, longest first: uint64, shape (n,)."""
    flipped: U64
    """Each row with left and right exchanged: uint64, shape (2**columns,)."""
    spread: U64
    """Each row as the first column of a square board, likewise; empty if it is not square."""


def upright(rules: Rules) -> Rules:
    """The board with at least as many rows as columns."""
    if rules.rows >= rules.columns:
        return rules
    return Rules(rules.columns, rules.rows, rules.take, rules.misere)


def turned(stones: int, rules: Rules) -> int:
    """A position's mask on the upright board."""
    if rules.rows >= rules.columns:
        return stones
    tall = upright(rules)
    return sum(
        tall.bit(column, row)
        for row in range(rules.rows)
        for column in range(rules.columns)
        if stones & rules.bit(row, column)
    )


def plan_of(rules: Rules) -> Plan:
    """The plan of an upright board; raises `ValueError` if it is too large."""
    rows, columns = rules.rows, rules.columns
    if rules.cells > MAX_CELLS or columns > MAX_COLUMNS:
        raise ValueError(
            f"board {rows}x{columns}: expected at most {MAX_CELLS} cells, and one side of at most "
            f"{MAX_COLUMNS}"
        )
    takes = sorted((mask for mask, _ in rules.takes), key=lambda mask: -mask.bit_count())
    return Plan(
        rows,
        columns,
        rules.misere,
        _centre(rules),
        np.array(takes, np.uint64),
        _images(columns, lambda column: 1 << (columns - 1 - column)),
        _images(columns, lambda column: 1 << columns * column) if rows == columns else _NONE,
    )


def _centre(rules: Rules) -> int:
    if rules.rows % 2 == rules.columns % 2 == 0:
        return 0
    rows = {(rules.rows - 1) // 2, rules.rows // 2}
    columns = {(rules.columns - 1) // 2, rules.columns // 2}
    return sum(rules.bit(row, column) for row in rows for column in columns)


_NONE = np.zeros(0, np.uint64)


def _images(columns: int, bit: Callable[[int], int]) -> U64:
    """Each row with its stones moved to other bits."""
    return np.array(
        [
            sum(bit(column) for column in range(columns) if row >> column & 1)
            for row in range(1 << columns)
        ],
        np.uint64,
    )
