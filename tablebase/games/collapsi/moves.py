"""Moves: the one rule of movement.

Source: rule sheet "Collapsi" by Mark S. Ball, versions 1.1 and 1.2. A move of s steps is a simple
path of exactly s orthogonal steps over face-up cards. It enters no cell twice and never returns to
its start. It may pass through another pawn's card but not end on it. Then the starting card
collapses: it is face down, and impassable for the rest of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from tablebase.errors import IllegalMoveError, expected, quote
from tablebase.games.collapsi.board import Board


@dataclass(frozen=True)
class Move:
    """A legal move, named by its destination: ``c2`` is the third column, second row from the top.

    `path` is one path from the starting cell to the destination. Moves that differ only in their
    paths are equal. Where lines are shifted, `shift` is the letter of the shift that follows, as in
    `shifts.DIRECTIONS`, and ends the name: after ``c2L`` row 2 moves to the left.
    """

    destination: int
    path: tuple[int, ...] = field(compare=False)
    name: str = field(compare=False)
    shift: str = ""

    def __str__(self) -> str:
        return self.name


def legal_moves(
    board: Board, face_up: int, pawn: int, steps: Iterable[int], taken: Collection[int]
) -> tuple[Move, ...]:
    """The moves of a pawn, by ascending destination.

    `face_up` is a mask of cells, `steps` the allowed numbers of steps, each at least 1. No move
    ends on a cell in `taken`.
    """
    found = paths(board, face_up, pawn, steps)
    return tuple(
        Move(cell, found[cell], board.cell_name(cell))
        for cell in sorted(found)
        if cell not in taken
    )


def chosen(move: Move | str | int, legal: Sequence[Move], position: object) -> Move:
    """The legal move given by `move`: a move, its name, or its destination's cell.

    A cell alone stands for the move without a shift. Raises `IllegalMoveError` if there is none;
    `position` is only for the message.
    """
    for each in legal:
        if move in (each, each.name) or (move == each.destination and not each.shift):
            return each
    raise IllegalMoveError(f"{quote(str(move))} is not legal in {position}: {expected(legal)}")


def paths(
    board: Board, face_up: int, start: int, steps: Iterable[int]
) -> dict[int, tuple[int, ...]]:
    """A shortest legal path ``(start, ..., end)`` to each cell that a pawn on `start` can end on.

    Parameters as for `legal_moves`. Cells with other pawns are included.
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
