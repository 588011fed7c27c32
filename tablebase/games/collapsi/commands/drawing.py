"""The board as text, with and without colour; and why a pawn cannot go where a person typed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from tablebase.games.collapsi.board import COLUMN_NAMES, Board
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.notation import LETTERS, card_letter
from tablebase.games.collapsi.position import Position

if TYPE_CHECKING:
    from tablebase.games.collapsi.one_pawn import PawnPosition


_PAWN_STYLES = {
    "R": "bold white on red",
    "B": "bold white on blue",
    "RB": "bold white on magenta",
    "G": "bold white on green",
    "Y": "bold black on yellow",
}


def draw(position: Position, ends: Collection[int] = ()) -> Text:
    """The board of a position.

    A pawn is the letter R, B, G or Y after its card, in lower case if its player is out. A
    collapsed card is shaded. The names of the cells `ends` appear in brackets after their cards, or
    after a colon where a pawn stands.
    """
    name = position.board.cell_name

    def draw_cell(text: Text, cell: int) -> None:
        _draw_cell(text, position, cell, name(cell) if cell in ends else "")

    return grid(position.board, draw_cell)


def grid(board: Board, draw_cell: Callable[[Text, int], None]) -> Text:
    """A board whose rows and columns have the names that moves use.

    `draw_cell` appends five characters for a cell.
    """
    line = "─────"
    names = "".join(f"   {name}  " for name in COLUMN_NAMES[: board.columns])
    text = Text(f"  {names}\n  ┌{'┬'.join([line] * board.columns)}┐\n")
    for row in range(board.rows):
        text.append(f"{row + 1:<2}")
        for column in range(board.columns):
            text.append("│")
            cell = board.cells[row * board.columns + column]
            if cell is None:
                text.append("     ")
                continue
            draw_cell(text, cell)
        text.append("│\n")
        if row + 1 < board.rows:
            text.append(f"  ├{'┼'.join([line] * board.columns)}┤\n")
    text.append(f"  └{'┴'.join([line] * board.columns)}┘")
    return text


def draw_one_pawn(position: PawnPosition, ends: Collection[int] = ()) -> Text:
    """A board with one pawn, whose card stands in square brackets; E is the exit, if there is one.

    The names of the cells `ends` appear as in `draw`.
    """
    board = position.rules.board

    def draw_cell(text: Text, cell: int) -> None:
        card = position.cards[cell]
        letter = "E" if card == JOKER and cell != position.home else card_letter(card)
        if not position.face_up >> cell & 1:
            text.append("░░░░░", style="dim")
        elif cell == position.pawn:
            text.append(f" [{letter}] ", style="bold reverse")
        else:
            _draw_face(text, letter, board.cell_name(cell) if cell in ends else "")

    return grid(board, draw_cell)


def _draw_face(text: Text, letter: str, end: str) -> None:
    """Append a card without a pawn, and the cell's name if a move ends on it."""
    if end:
        text.append(letter, style="bold")
        text.append(f"({end})", style="green")
    else:
        text.append(f"  {letter}  ", style="bold")


def _draw_cell(text: Text, position: Position, cell: int, end: str) -> None:
    if not position.face_up >> cell & 1:
        text.append("░░░░░", style="dim")
        return
    card = card_letter(position.cards[cell])
    pawns = _pawns_on(position, cell)
    if pawns:
        face = f"{card}{pawns}:{end}" if end else f" {card} {pawns.ljust(2)}"
        text.append(face, style=_PAWN_STYLES.get(pawns, "bold dim"))
    else:
        _draw_face(text, card, end)


def _pawns_on(position: Position, cell: int) -> str:
    """The letters of the pawns on a cell: capitals, or lower case for players who are out."""
    return "".join(
        letter.upper() if player in position.order else letter
        for player, (letter, at) in enumerate(zip(LETTERS, position.pawns, strict=False))
        if at == cell
    )


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
