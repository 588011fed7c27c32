"""The rules of 2D Nim, as data.

Source: "A 2D Nim Game" (2018), with a 4x4 grid and 1 to 3 stones a turn, where the player who
takes the last stone loses (*misère*). Stones are taken from one row or one column and must be
neighbours there, without a gap between them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablebase.engine.tables.attributes import integer
from tablebase.engine.values import Coding, Result
from tablebase.support.lazy import cached_property

_LETTERS = "abcdefghijklmnopqrstuvwxyz"

MAX_CELLS = 64


@dataclass(frozen=True)
class Rules:
    """A board and how stones are taken from it.

    Cells are numbered in reading order. A set of cells is a bit mask in which the first cell is the
    highest bit, so that it reads as the board does. A player takes up to `take` stones in a turn, 1
    to `MAX_CELLS`. With `misere` the player who takes the last stone loses; else that player wins.
    Raises `ValueError` if there is no such board, or `take` is out of range.

    Examples
    --------
    >>> len(Rules().takes), Rules().cell_name(6)
    (56, 'c2')
    """

    room = "nim"

    rows: int = 4
    columns: int = 4
    take: int = 3
    misere: bool = True

    def __post_init__(self) -> None:
        if self.rows < 1 or not 1 <= self.columns <= len(_LETTERS) or self.cells > MAX_CELLS:
            raise ValueError(
                f"board {self.rows}x{self.columns}: expected at least one row, 1 to "
                f"{len(_LETTERS)} columns and at most {MAX_CELLS} cells"
            )
        if not 1 <= self.take <= MAX_CELLS:
            raise ValueError(f"take {self.take}: expected 1 to {MAX_CELLS} stones")

    @classmethod
    def of_attributes(cls, attributes: Mapping[str, Any]) -> Rules:
        """The board and rules that a file's attributes describe.

        Raises `ValueError` if they describe none.
        """
        rows, columns, take, misere = (
            integer(attributes, name) for name in ("rows", "columns", "take", "misere")
        )
        return cls(rows, columns, take, bool(misere))

    def attributes(self) -> dict[str, int]:
        """What `of_attributes` reads."""
        board = {"rows": self.rows, "columns": self.columns}
        return {**board, "take": self.take, "misere": int(self.misere)}

    @property
    def key(self) -> str:
        """The rules as names of files and tables have them: ``4x4-take3-misere``."""
        play = "misere" if self.misere else "normal"
        return f"{self.rows}x{self.columns}-take{self.take}-{play}"

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.rows * self.columns

    @property
    def full(self) -> int:
        """The mask of all cells."""
        return (1 << self.cells) - 1

    def bit(self, row: int, column: int) -> int:
        """The mask of one cell."""
        return 1 << (self.cells - 1 - row * self.columns - column)

    @cached_property
    def takes(self) -> tuple[tuple[int, str], ...]:
        """Every line of stones that may be taken if all are there: its mask and its name.

        They are in the order of their first cells; from a cell, along the row before down the
        column, and shorter lines first. A line is named by its ends: ``a1``, or ``a1-c1``.
        """
        found = []
        for cell in range(self.cells):
            row, column = divmod(cell, self.columns)
            mask = self.bit(row, column)
            found.append((mask, self.cell_name(cell)))
            for down, right in ((0, 1), (1, 0)):
                found += self._longer_takes(row, column, down, right)
        return tuple(found)

    def _longer_takes(self, row: int, column: int, down: int, right: int) -> list[tuple[int, str]]:
        """The lines of two or more stones from a cell in one direction."""
        found = []
        name, mask = self.cell_name(row * self.columns + column), self.bit(row, column)
        for length in range(1, self.take):
            r, c = row + down * length, column + right * length
            if r >= self.rows or c >= self.columns:
                break
            mask |= self.bit(r, c)
            found.append((mask, f"{name}-{self.cell_name(r * self.columns + c)}"))
        return found

    def cell_name(self, cell: int) -> str:
        """Name of a cell: column letter from the left, row number from the top."""
        row, column = divmod(cell, self.columns)
        return f"{_LETTERS[column]}{row + 1}"

    @cached_property
    def coding(self) -> Coding:
        """The codes of values; a game lasts no more plies than there are stones."""
        end = Result.WIN if self.misere else Result.LOSS
        narrow = Coding(4, end)
        return narrow if self.cells <= narrow.max_dte else Coding(8, end)

    def as_dict(self) -> dict[str, int | bool]:
        """The rules that a board's notation leaves out, as plain data."""
        return {"take": self.take, "misere": self.misere}

    def __str__(self) -> str:
        play = "misère" if self.misere else "normal"
        return f"{self.rows}x{self.columns}, take 1 to {self.take}, {play}"
