"""Moves: the one rule of movement.

Source: rule sheet "Collapsi" by Mark S. Ball, versions 1.1 and 1.2. A move of s steps is a simple
path of exactly s orthogonal steps over face-up cards: it enters no cell twice and never returns to
its start; it may pass through another pawn's card but not end on it. Then the starting card
collapses: face down, impassable for good.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from tablebase.errors import IllegalMoveError
from tablebase.games.collapsi.board import Board


@dataclass(frozen=True)
class Move:
    """A legal move, named by its destination.

    Parameters
    ----------
    destination : int
        The cell the pawn ends on.
    path : tuple of int
        One path that leads there, from the starting cell to the destination; moves that
        differ in the path alone are equal.
    name : str
        Name of the destination, such as ``c2``: column from the left, row from the top.
    """

    destination: int
    path: tuple[int, ...] = field(compare=False)
    name: str = field(compare=False)

    def __str__(self) -> str:
        return self.name


def legal_moves(
    board: Board, face_up: int, pawn: int, steps: Iterable[int], taken: Collection[int]
) -> tuple[Move, ...]:
    """The moves of a pawn, by ascending destination.

    Parameters
    ----------
    board : Board
        The board.
    face_up : int
        Bit mask of the face-up cards.
    pawn : int
        The pawn's cell.
    steps : iterable of int
        The allowed numbers of steps, each at least 1.
    taken : collection of int
        Cells on which no move may end.
    """
    found = paths(board, face_up, pawn, steps)
    return tuple(
        Move(cell, found[cell], board.cell_name(cell))
        for cell in sorted(found)
        if cell not in taken
    )


def chosen(move: Move | str | int, legal: Sequence[Move], position: object) -> Move:
    """The legal move that `move` is or names, by its own name or by its destination's cell.

    Raises
    ------
    IllegalMoveError
        If there is none; `position` is for the message.
    """
    for each in legal:
        if move in (each, each.name, each.destination):
            return each
    names = ", ".join(map(str, legal))
    raise IllegalMoveError(
        f"{str(move)!r} is not legal in {position}: expected {names or 'no move, the game is over'}"
    )


def paths(
    board: Board, face_up: int, start: int, steps: Iterable[int]
) -> dict[int, tuple[int, ...]]:
    """One path to each cell that a pawn on `start` can end on.

    Parameters
    ----------
    board : Board
        The board.
    face_up : int
        Bit mask of the face-up cards.
    start : int
        The pawn's cell.
    steps : iterable of int
        The allowed numbers of steps, each at least 1.

    Returns
    -------
    dict
        End cell -> a shortest allowed path ``(start, ..., end)``. Other pawns' cells
        are not excluded: `legal_moves` does that.
    """
    found: dict[int, tuple[int, ...]] = {}
    layer: list[tuple[int, ...]] = [(start,)]
    wanted = set(steps)
    for length in range(1, max(wanted) + 1):
        layer = [
            (*path, cell)
            for path in layer
            for cell in board.neighbours[path[-1]]
            if face_up >> cell & 1 and cell not in path
        ]
        if length in wanted:
            for path in layer:
                found.setdefault(path[-1], path)
    return found
