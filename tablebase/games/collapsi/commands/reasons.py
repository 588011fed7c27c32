"""Why a pawn cannot go where a person typed, in a sentence."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tablebase.games.collapsi.board import Board


def why_not_there(
    board: Board,
    word: str,
    face_up: int,
    pawn: int,
    taken: Collection[int],
    steps: Sequence[int],
) -> str | None:
    """Why no move ends on the cell that a word names; None if it names no cell.

    `face_up` is a mask of cells, `taken` are the cells of other pawns, and `steps` the numbers of
    steps that are allowed.
    """
    cells = {board.cell_name(cell): cell for cell in range(board.size)}
    if word not in cells:
        return None
    cell = cells[word]
    if not face_up >> cell & 1:
        return f"the card on {word} has collapsed"
    if cell == pawn:
        return f"your pawn is on {word} already"
    if cell in taken:
        return f"another pawn is on {word}"
    number = " or ".join(map(str, steps))
    return f"{word} is not {number} step{'' if number == '1' else 's'} away over open cards"
