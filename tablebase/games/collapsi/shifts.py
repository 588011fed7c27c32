"""Shifts: a row or a column moves by one cell; what leaves at one end comes back at the other.

Everything in the line rides along: cards, face up or down, and pawns. The cells themselves and
which of them are adjacent stay as they are, so a shift is a renaming of the line's cells.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablebase.games.collapsi.board import Board

Images = tuple[int, ...]
"""Where the content of each cell goes: from cell ``c`` to cell ``images[c]``."""

DIRECTIONS: Mapping[str, tuple[int, int]] = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}
"""By how many rows and columns a shift to the left, right, up or down moves a cell's content."""


@lru_cache(maxsize=4096)
def shifts(board: Board, cell: int) -> Mapping[str, Images]:
    """The shifts of a cell's row and column, by their letter in `DIRECTIONS`.

    Shifts with the same effect, such as both shifts of a column of two cells, are listed once.

    Examples
    --------
    >>> from tablebase import Board
    >>> shifts(Board(2, 3), 0)
    {'L': (2, 0, 1, 3, 4, 5), 'R': (1, 2, 0, 3, 4, 5), 'U': (3, 1, 2, 0, 4, 5)}
    """
    found: dict[str, Images] = {}
    for name, (down, right) in DIRECTIONS.items():
        images = _shift(board, cell, down, right)
        if images not in found.values():
            found[name] = images
    return found


def _shift(board: Board, cell: int, down: int, right: int) -> Images:
    row, column = divmod(cell, board.columns)
    images = list(range(board.size))
    for at in range(board.size):
        r, c = divmod(at, board.columns)
        if r == row if right else c == column:
            images[at] = (r + down) % board.rows * board.columns + (c + right) % board.columns
    return tuple(images)


@lru_cache(maxsize=64)
def all_shifts(board: Board) -> frozenset[Images]:
    """The shifts of all rows and columns."""
    return frozenset(
        images for cell in range(board.size) for images in shifts(board, cell).values()
    )
