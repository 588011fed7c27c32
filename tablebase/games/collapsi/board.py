"""The board as a graph: a grid of cells, with or without wrap-around and gaps.

For the game it matters only which cells are adjacent. Cells are numbered 0, 1, ... in reading
order; a place without a cell has no number, and no path crosses it. The 4x4 torus is the graph of
the 4-dimensional hypercube: each row and column is a ring of four cells, which is a square, and
the product of two squares is the 4-cube.
"""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase

from tablebase.errors import PositionError, quote
from tablebase.support.lazy import cached_property

CELL, GAP = "#", "_"
"""A place with a cell and a place without one, in pictures; deals show gaps the same way."""

COLUMN_NAMES = ascii_lowercase


@dataclass(frozen=True)
class Board:
    """A grid of cells, which may have gaps.

    It has 1 to 9 rows and columns. `wrap` says whether opposite edges are joined (a torus, as in
    the rules), and `missing` are the places without a cell, counted from 0 in reading order. Raises
    `ValueError` if a side or a missing place is out of range, or the cells are not connected.

    Examples
    --------
    >>> Board(4, 4).neighbours[0]
    (1, 3, 4, 12)
    >>> Board(4, 4).cell_name(6)
    'c2'
    >>> Board(3, 3, wrap=False, missing=(4,)).neighbours[3]
    (0, 5)
    """

    rows: int
    columns: int
    wrap: bool = True
    missing: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not (1 <= self.rows <= 9 and 1 <= self.columns <= 9):
            raise ValueError(
                f"board {self.rows}x{self.columns}: expected 1 to 9 rows and 1 to 9 columns"
            )
        places = range(self.rows * self.columns)
        object.__setattr__(self, "missing", tuple(sorted(set(self.missing))))
        if not set(self.missing) < set(places):
            raise ValueError(
                f"board {self.rows}x{self.columns} without places {quote(self.missing)}: expected "
                f"some of 0 to {len(places) - 1}, not all"
            )
        if len(self._connected()) < self.size:
            raise ValueError(f"board {self}: expected connected cells")

    @classmethod
    def from_picture(cls, picture: str, *, wrap: bool = True) -> Board:
        """The board in a text picture: ``#`` is a cell, ``_`` is a gap.

        Rows are separated by line breaks, blanks or ``/``. Raises `ValueError` unless they have
        the same length.

        Examples
        --------
        >>> Board.from_picture("_#_ ### _#_").size
        5
        """
        rows = picture.replace("/", " ").split()
        if not rows or len({len(row) for row in rows}) > 1 or set("".join(rows)) - {CELL, GAP}:
            raise ValueError(
                f"picture of a board {quote(picture)}: expected rows of equal length, of {CELL} "
                f"for a cell and {GAP} for none"
            )
        missing = (at for at, sign in enumerate("".join(rows)) if sign == GAP)
        return cls(len(rows), len(rows[0]), wrap, tuple(missing))

    def __str__(self) -> str:
        shape = "/".join(self.picture) if self.missing else f"{self.rows}x{self.columns}"
        return shape if self.wrap else f"{shape} without wrap-around"

    @property
    def picture(self) -> tuple[str, ...]:
        """The rows of the board's picture, as `from_picture` reads them."""
        width = self.columns
        signs = "".join(
            GAP if place in self.missing else CELL for place in range(self.rows * width)
        )
        return tuple(signs[at : at + width] for at in range(0, len(signs), width))

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.rows * self.columns - len(self.missing)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The place of each cell in the grid, counted in reading order with the gaps."""
        missing = set(self.missing)
        return tuple(at for at in range(self.rows * self.columns) if at not in missing)

    @cached_property
    def cells(self) -> tuple[int | None, ...]:
        """The cell of each place in the grid; None where there is none."""
        cell_of = {place: cell for cell, place in enumerate(self.places)}
        return tuple(cell_of.get(place) for place in range(self.rows * self.columns))

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Cells one orthogonal step away from each cell, ascending, without repeats."""
        return tuple(tuple(sorted(self._near(cell) - {cell})) for cell in range(self.size))

    def _near(self, cell: int) -> set[int]:
        row, column = divmod(self.places[cell], self.columns)
        found = set()
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            r, c = row + down, column + right
            if self.wrap:
                r, c = r % self.rows, c % self.columns
            if 0 <= r < self.rows and 0 <= c < self.columns:
                near = self.cells[r * self.columns + c]
                if near is not None:
                    found.add(near)
        return found

    def _connected(self) -> set[int]:
        found, waiting = {0}, [0]
        while waiting:
            near = set(self.neighbours[waiting.pop()]) - found
            found |= near
            waiting += near
        return found

    @cached_property
    def neighbour_masks(self) -> tuple[int, ...]:
        """The neighbours of each cell as a bit mask (bit c stands for cell c)."""
        return tuple(sum(1 << n for n in cells) for cells in self.neighbours)

    def cell_name(self, cell: int) -> str:
        """Name of a cell: column letter from the left, row number from the top."""
        row, column = divmod(self.places[cell], self.columns)
        return f"{COLUMN_NAMES[column]}{row + 1}"


@dataclass(frozen=True)
class LooseBoard(Board):
    """Cells anywhere in the plane, perhaps not connected, seen in their outer rectangle.

    Opposite edges are joined. `by_line` says whether they are joined for each line on its own: then
    its outermost cells are adjacent. Otherwise only cells at the edges of the rectangle are, as on
    a board with gaps. A gap between two cells is never crossed. Raises `PositionError` if an outer
    row or column has no cell.

    Examples
    --------
    >>> LooseBoard.from_picture("_### ###_").neighbours[0]
    (1, 2, 4)
    """

    by_line: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "missing", tuple(sorted(set(self.missing))))
        columns = ["".join(column) for column in zip(*self.picture, strict=True)]
        for line in (self.picture[0], self.picture[-1], columns[0], columns[-1]):
            if CELL not in line:
                raise PositionError(f"board {self}: expected a cell in each outer row and column")

    def _near(self, cell: int) -> set[int]:
        if not self.by_line:
            return super()._near(cell)
        row, column = divmod(self.places[cell], self.columns)
        found = set()
        for line in (
            self.cells[row * self.columns : (row + 1) * self.columns],
            self.cells[column :: self.columns],
        ):
            ends = [at for at in line if at is not None]
            here = line.index(cell)
            found |= {at for at in line[max(here - 1, 0) : here + 2] if at is not None}
            if cell in (ends[0], ends[-1]):
                found |= {ends[0], ends[-1]}
        return found
