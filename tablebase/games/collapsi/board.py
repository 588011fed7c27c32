"""The board: a grid of cells, with or without wrap-around, as a graph.

Everything in the game depends on the board only through which cells are adjacent, so
a board is its adjacency. Cells are numbered 0, 1, ... in reading order. The 4x4 torus
is the graph of the 4-dimensional hypercube: each cell has four neighbours, and a ring
of four cells is a square, so two rings are two squares' product, the 4-cube.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablebase.engine.lazy import cached_property


@dataclass(frozen=True)
class Board:
    """A rectangular grid of cells.

    Parameters
    ----------
    rows, columns : int
        Size of the grid, 1 to 9 each.
    wrap : bool
        Whether opposite edges are joined (a torus, as in the rules).

    Raises
    ------
    ValueError
        If a side is out of range.

    Examples
    --------
    >>> Board(4, 4).neighbours[0]
    (1, 3, 4, 12)
    >>> Board(4, 4).cell_name(6)
    'c2'
    """

    rows: int
    columns: int
    wrap: bool = True

    def __post_init__(self) -> None:
        if not (1 <= self.rows <= 9 and 1 <= self.columns <= 9):
            raise ValueError(
                f"board {self.rows}x{self.columns}: expected 1 to 9 rows and 1 to 9 columns"
            )

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.rows * self.columns

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Cells one orthogonal step away from each cell, ascending, without repeats."""
        return tuple(self._neighbours(cell) for cell in range(self.size))

    def _neighbours(self, cell: int) -> tuple[int, ...]:
        row, column = divmod(cell, self.columns)
        found = set()
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            r, c = row + down, column + right
            if self.wrap:
                r, c = r % self.rows, c % self.columns
            if 0 <= r < self.rows and 0 <= c < self.columns:
                found.add(r * self.columns + c)
        return tuple(sorted(found - {cell}))

    @cached_property
    def neighbour_masks(self) -> tuple[int, ...]:
        """The neighbours of each cell as a bit mask (bit c stands for cell c)."""
        return tuple(sum(1 << n for n in cells) for cells in self.neighbours)

    def cell_name(self, cell: int) -> str:
        """Name of a cell: column letter from the left, row number from the top."""
        row, column = divmod(cell, self.columns)
        return f"{'abcdefghi'[column]}{row + 1}"
