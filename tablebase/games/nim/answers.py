"""What 2D Nim answers: at /api/nim/ of a server, and in the same form in the browser."""

from __future__ import annotations

from typing import Annotated, TypedDict

from tablebase.errors import quote
from tablebase.games.nim.pairing import winning
from tablebase.games.nim.position import Position
from tablebase.games.nim.rules import MAX_CELLS as MOST_CELLS
from tablebase.games.nim.rules import Rules
from tablebase.web.endpoints import Query, always, endpoint
from tablebase.web.parameters import Parameter, RequestError, flag, integer, text
from tablebase.web.schemas import Count, OneOf
from tablebase.web.service import Service
from tablebase.web.shown import Move, Value, shown_move, shown_value

MAX_CELLS = 25
"""The largest board that is solved while somebody waits: for about two seconds."""

SMALL_CELLS = 16
"""The largest board that is solved in a few hundredths of a second."""


Cells = Annotated[list[Annotated[str, "a cell, such as b2"]], "the cells of the stones taken"]


class Take(Move):
    """A move: a1-c1 takes the stones from a1 to c1."""

    cells: Cells


class Shown(TypedDict):
    """A position."""

    position: Annotated[str, "rows of 1 (a stone) and 0 (a gap)"]
    take: Annotated[Count, "the largest number of stones that may be taken in a turn"]
    misere: Annotated[bool, "whether the player who takes the last stone loses"]
    stones: Annotated[Count, "stones left"]


class Board(Value, Shown):
    """A position and its value."""

    moves: Annotated[list[Take], "the legal moves, best first"]


class Proven(TypedDict):
    """What is proven."""

    result: Annotated[str | None, OneOf("win", "loss"), "for the side to move; null if not known"]


class ProvenTake(Proven):
    """A move, and what is proven of it."""

    move: Annotated[str, "the move, in notation"]
    position: Annotated[str, "the position after it"]
    cells: Cells


class ProvenBoard(Proven, Shown):
    """A position, and what is proven of it."""

    moves: Annotated[list[ProvenTake], "the legal moves: those that win, not known, and that lose"]


def _position(query: Query, most: int) -> Position:
    """The position that a query names, on a board of no more than `most` cells."""
    given, rules = query["position"], Rules()
    try:
        position = Position.parse(
            given, take=query.get("take", rules.take), misere=query.get("misere", rules.misere)
        )
        if position.rules.cells > most:
            raise ValueError(
                f"{quote(given)}: a board of {position.rules.cells} cells: expected {most} at most"
            )
    except ValueError as error:
        raise RequestError(422, str(error), "position") from None
    return position


def is_heavy(_: Service, query: Query) -> bool:
    """Whether the board takes long to solve."""
    return _position(query, MAX_CELLS).rules.cells > SMALL_CELLS


def _parameters(most: int, example: str) -> tuple[Parameter, ...]:
    """The parameters of a question about boards of up to `most` cells."""
    return (
        text(
            "position",
            f"rows of 1 and 0, or a full board such as 4x4; at most {most} cells",
            required=True,
            example=example,
            pattern=r"^[01x2-9_/\s]+$",
        ),
        integer("take", 1, most, "the most stones that may be taken in a turn; usually 3"),
        flag("misere", "whether the player who takes the last stone loses; usually true"),
    )


EXAMPLE = "1110/1000/0000/0000"


@endpoint(
    *_parameters(MAX_CELLS, EXAMPLE),
    heavy=is_heavy,
    examples=({"position": EXAMPLE},),
    warm=({"position": EXAMPLE},),
)
def probe(service: Service, query: Query) -> Board:
    """The exact value of a position of 2D Nim and of every move."""
    position = _position(query, MAX_CELLS)
    found, rules = service.tables.probe(position), position.rules
    return {
        **_shown(position),
        **shown_value(found),
        "moves": [
            {**shown_move(move), "cells": _cells(move.move.stones, rules)} for move in found.moves
        ],
    }


RESULTS = {True: "win", None: None, False: "loss"}
"""Results by whether a move wins, the best first."""


@endpoint(
    *_parameters(MOST_CELLS, "7x7"),
    heavy=always,
    examples=({"position": "7x7", "misere": "false"},),
)
def decide(_: Service, query: Query) -> ProvenBoard:
    """Who wins a position of 2D Nim of any size, where copying or small parts prove it."""
    position = _position(query, MOST_CELLS)
    rules, known = position.rules, zip(position.legal_moves(), winning(position), strict=True)
    moves: list[ProvenTake] = [
        {
            "move": str(move),
            "result": RESULTS[wins],
            "position": str(position.play(move)),
            "cells": _cells(move.stones, rules),
        }
        for move, wins in known
    ]
    moves.sort(key=lambda move: list(RESULTS.values()).index(move["result"]))
    result = moves[0]["result"] if moves else rules.coding.end.value
    return {**_shown(position), "result": result, "moves": moves}


def _shown(position: Position) -> Shown:
    return {
        "position": str(position),
        "take": position.rules.take,
        "misere": position.rules.misere,
        "stones": position.layer,
    }


def _cells(stones: int, rules: Rules) -> list[str]:
    """The names of some cells, given as a mask."""
    last = rules.cells - 1
    return [rules.cell_name(at) for at in range(rules.cells) if stones >> (last - at) & 1]


ENDPOINTS = (probe, decide)
