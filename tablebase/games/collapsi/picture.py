"""Positions as SVG, for notebooks, sheets and pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from tablebase.engine.probe import MoveValue
from tablebase.games.collapsi.board import COLUMN_NAMES, Board
from tablebase.games.collapsi.notation import LETTERS, card_letter
from tablebase.games.collapsi.turns import BasePosition

SIZE, MARGIN = 64, 18
"""Pixels of a cell, and of the margin with the names of rows and columns."""

INK, QUIET, CARD, EDGE, GONE = "#222222", "#5A6167", "#FBF5E6", "#9A8F78", "#EEEEEE"

# Okabe and Ito's colours, distinct with any kind of colour vision.
PAWNS = ("#D55E00", "#0072B2", "#009E73", "#E69F00")
WIN, LOSS = "#009E73", "#CC79A7"


def svg(
    position: BasePosition,
    board: Board,
    moves: Iterable[MoveValue[Any]],
    notes: Mapping[int, str] | None = None,
    chosen: Collection[int] = (),
) -> str:
    """A position, with a frame where each of some moves ends and what the move is worth.

    Collapsed cards are empty and dashed. A winning move's frame is a full line, a losing one's
    dashed. `notes` say something else of the moves that end on a cell; frames of cells that are
    `chosen` are thick.
    """
    width, height = MARGIN + SIZE * board.columns, MARGIN + SIZE * board.rows
    parts = [*_names(board), *_cards(position, board), *_frames(board, moves, notes or {}, chosen)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" text-anchor="middle">'
        f"<title>{position}</title>{''.join(parts)}</svg>"
    )


def _names(board: Board) -> Iterator[str]:
    for column in range(board.columns):
        yield _text(MARGIN + SIZE * (column + 0.5), 13, 12, QUIET, COLUMN_NAMES[column])
    for row in range(board.rows):
        yield _text(9, MARGIN + SIZE * (row + 0.5) + 4, 12, QUIET, str(row + 1))


def _cards(position: BasePosition, board: Board) -> Iterator[str]:
    for cell, card in enumerate(position.cards):
        x, y = _corner(board, cell)
        up = position.face_up >> cell & 1
        style = f'fill="{CARD}"' if up else f'fill="{GONE}" stroke-dasharray="4 4"'
        yield _rect(x, y, 6, f'rx="8" stroke="{EDGE}" {style}')
        players = [player for player, pawn in enumerate(position.pawns) if pawn == cell]
        for player in players[:1]:
            yield (
                f'<circle cx="{x + SIZE / 2}" cy="{y + SIZE / 2 - 3}" r="19" '
                f'fill="{PAWNS[player]}" stroke="{INK}"/>'
            )
        if players:
            names = "".join(LETTERS[player].upper() for player in players)
            yield _text(x + SIZE - 15, y + 18, 10, INK, names)
        if up:
            ink = "white" if players else INK
            yield _text(x + SIZE / 2, y + SIZE / 2 + 5, 22, ink, card_letter(card))


def _frames(
    board: Board, moves: Iterable[MoveValue[Any]], notes: Mapping[int, str], chosen: Collection[int]
) -> Iterator[str]:
    best: dict[int, MoveValue[Any]] = {}
    for move in moves:  # best first; where lines are shifted, several end on a cell
        best.setdefault(move.move.destination, move)
    for cell, move in best.items():
        x, y = _corner(board, cell)
        colour, dashes = (WIN, "") if move.keeps_win else (LOSS, ' stroke-dasharray="7 4"')
        wide = 6 if cell in chosen else 3
        style = f'rx="10" fill="none" stroke="{colour}" stroke-width="{wide}"{dashes}'
        yield _rect(x, y, 2, style)
        words = f"{'wins' if move.keeps_win else 'loses'} in {move.value.dte}"
        size = 12 if cell in notes else 9
        yield _text(x + SIZE / 2, y + SIZE - 10, size, INK, notes.get(cell, words))


def _corner(board: Board, cell: int) -> tuple[int, int]:
    row, column = divmod(board.places[cell], board.columns)
    return MARGIN + SIZE * column, MARGIN + SIZE * row


def _rect(x: int, y: int, inside: int, style: str) -> str:
    size = SIZE - 2 * inside
    return f'<rect x="{x + inside}" y="{y + inside}" width="{size}" height="{size}" {style}/>'


def _text(x: float, y: float, size: int, colour: str, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}">{text}</text>'
