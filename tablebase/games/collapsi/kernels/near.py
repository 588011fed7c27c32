"""Where one step leads, as kernels read it: what a turn whose moves have a kernel names as `near`.

Plain functions on whole numbers, which `play` compiles. `board` is a context, an array of signed
words of 64 bits laid out as below; sets of cells are masks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Near = Callable[[Any, int, int], int]
"""``near(board, up, cell)``: the mask of cells to which one step from a cell leads.

`up` are the face-up cells. Whether a cell is face up, or on the path already, the walk asks itself.
"""

CELLS, PLAYERS, ROWS, COLUMNS, WRAP, FLAGS, NEAR, ABSENT = range(8)
"""At the start of a context: the board, what the turn says of itself as bits (`play`), the number
of its `near`, and the players who are not there."""

NEIGHBOURS = 8
"""Here the mask of each cell's neighbours begins, for 64 cells."""

STEPS = NEIGHBOURS + 64
"""The masks of the numbers of steps that a joker and the cards from the ace on allow: bit ``s - 1``
for ``s``."""

PLACES = STEPS + 10
"""The place of each cell in the grid."""

AT = PLACES + 64
"""One more than the cell at each of up to 81 places, 0 for none."""

DECK = AT + 81
"""How many of each card there are, jokers first."""

WORDS = DECK + 10


def adjacent(board: Any, up: int, cell: int) -> int:
    """The cells beside a cell: the step of the published game."""
    near: int = board[NEIGHBOURS + cell]
    return near


def there(board: Any, cell: int, down: int, right: int) -> int:
    """The mask of the cell so many rows below and columns to the right; 0 if there is none."""
    rows, columns, place = board[ROWS], board[COLUMNS], board[PLACES + cell]
    row, column = place // columns + down, place % columns + right
    if board[WRAP]:
        row, column = row % rows, column % columns
    if row < 0 or row >= rows or column < 0 or column >= columns:
        return 0
    found = board[AT + row * columns + column]
    return 1 << found - 1 if found else 0


NEARS: dict[str, Near] = {"adjacent": adjacent}
"""All of them by name, in the order of the numbers that a context has."""
