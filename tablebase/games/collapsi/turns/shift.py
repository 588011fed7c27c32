"""Shift: after a move, the row or column that it ends on may or must shift by one cell.

What leaves at one end comes back at the other; cards, face up or down, and pawns ride along. The
cells and which of them are adjacent stay as they are, so a shift renames the line's cells. A shift
is always possible, so nobody loses for lack of one.

Source: a player's proposal for Mark S. Ball's Collapsi Shift, whose published rule is in `pushed`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.moves import Move
from tablebase.games.collapsi.symmetry import Automorphism, automorphisms, inverse
from tablebase.games.collapsi.turns.turn import BasePosition, P, Turn

DIRECTIONS: Mapping[str, tuple[int, int]] = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}
"""By how many rows and columns a shift to the left, right, up or down moves a cell's content."""


@lru_cache(maxsize=4096)
def shifts(board: Board, cell: int) -> Mapping[str, Automorphism]:
    """The shifts of a cell's row and column, by their letter in `DIRECTIONS`.

    Shifts with the same effect, such as both shifts of a column of two cells, are listed once.

    Examples
    --------
    >>> shifts(Board(2, 3), 0)
    {'L': (2, 0, 1, 3, 4, 5), 'R': (1, 2, 0, 3, 4, 5), 'U': (3, 1, 2, 0, 4, 5)}
    """
    found: dict[str, Automorphism] = {}
    row, column = divmod(cell, board.columns)
    for name, (down, right) in DIRECTIONS.items():
        images = list(range(board.size))
        for at in range(board.size):
            r, c = divmod(at, board.columns)
            if r == row if right else c == column:
                images[at] = (r + down) % board.rows * board.columns + (c + right) % board.columns
        if tuple(images) not in found.values():
            found[name] = tuple(images)
    return found


@lru_cache(maxsize=64)
def keeping_lines(board: Board) -> tuple[Automorphism, ...]:
    """The automorphisms that turn every shift of a line into a shift of a line, in the same order.

    They keep values where lines are shifted. On the 4x4 torus there are 128: those that map rows
    and columns to rows and columns.
    """
    lines = {images for cell in range(board.size) for images in shifts(board, cell).values()}
    return tuple(
        g
        for g in automorphisms(board)
        if all(tuple(g[shift[cell]] for cell in inverse(g)) in lines for shift in lines)
    )


@dataclass(frozen=True)
class Shift(Turn):
    """A turn of two players that ends with a shift; with `may_stay` also without."""

    may_stay: bool

    lines_move = True
    group = keeping_lines
    near = "adjacent"

    @property
    def words(self) -> tuple[str, ...]:
        """Whether players may or must shift, and where the end of the line goes."""
        return "may shift" if self.may_stay else "must shift", "comes back"

    @property
    def followed_by(self) -> Sequence[str]:
        """The letters of shifts, and ``""`` if none need follow."""
        return (*[""] * self.may_stay, *DIRECTIONS)

    def legal_moves(
        self, position: BasePosition, board: Board, joker_steps: tuple[int, ...]
    ) -> tuple[Move, ...]:
        """Each move with every shift that may follow."""
        return tuple(
            Move(move.destination, move.path, move.name + letter, letter)
            for move in super().legal_moves(position, board, joker_steps)
            for letter in (*[""] * self.may_stay, *self.letters(board, move.destination))
        )

    def letters(self, board: Board, cell: int) -> Iterable[str]:
        """The letters of the shifts after a move to a cell, those of the same effect once."""
        return shifts(board, cell)

    def after(self, position: P, board: Board, move: Move) -> P:
        """The position after a legal move and its shift."""
        after = super().after(position, board, move)
        return after.image(shifts(board, move.destination)[move.shift]) if move.shift else after
