"""What the first version of Collapsi answers, at /api/onepawn/ of a server."""

from __future__ import annotations

from typing import Annotated

from tablebase.engine.values import Result
from tablebase.errors import quote
from tablebase.games.collapsi.board import Board as CellBoard
from tablebase.games.collapsi.notation import split
from tablebase.games.onepawn.game import Position, Rules
from tablebase.web.endpoints import Query, always, endpoint
from tablebase.web.parameters import text
from tablebase.web.schemas import Count, OneOf
from tablebase.web.service import Service
from tablebase.web.shown import Move, Value, shown_move, shown_value

LARGEST = 4
"""Rows and columns of the largest board that is solved while somebody waits."""

EXAMPLE = "A223/4A23/3A23/J3A4"


class Step(Move):
    """A move: the cell where it ends."""

    path: Annotated[
        list[Annotated[str, "a cell, such as b2"]],
        "the cells that the pawn visits, from its own on",
    ]


class Board(Value):
    """A position and its value."""

    position: Annotated[str, "rows of cards"]
    ply: Annotated[Count, "plies played"]
    side_to_move: Annotated[str, OneOf("first", "second"), "who is to move"]
    winner: Annotated[str, OneOf("first", "second"), "who wins with best play"]
    moves: Annotated[list[Step], "the legal moves, best first"]


def _read(given: str) -> Position:
    """Read a position on a board as wide as it is high, and not too large."""
    rows = sum(len(row) > 1 for row in split(given))  # without a side to move
    if rows > LARGEST:
        raise ValueError(f"{quote(given)}: a board of {rows} rows: expected {LARGEST} at most")
    return Position.parse(given, Rules(CellBoard(rows, rows)))


@endpoint(
    text(
        "position",
        f"rows of cards on a square board of up to {LARGEST}x{LARGEST} cells, `r` after "
        "the pawn's card, `x` before those face down",
        required=True,
        parse=_read,
        example=EXAMPLE,
        pattern=r"^[AJaj1-9?xr_/\s]+$",
    ),
    heavy=always,
    examples=({"position": EXAMPLE},),
    warm=({"position": _read(EXAMPLE)},),
)
def probe(service: Service, query: Query) -> Board:
    """The exact value of a position of the first version of Collapsi and of every move."""
    position: Position = query["position"]
    found, cell_name = service.tables.probe(position), position.rules.board.cell_name
    mover, other = position.sides
    return {
        "position": str(position),
        "ply": position.ply,
        "side_to_move": mover,
        **shown_value(found),
        "winner": mover if found.result is Result.WIN else other,
        "moves": [
            {**shown_move(move), "path": [cell_name(cell) for cell in move.move.path]}
            for move in found.moves
        ],
    }


ENDPOINTS = (probe,)
