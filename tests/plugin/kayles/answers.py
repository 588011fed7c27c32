"""What `tablebase serve` answers at /api/kayles/."""

from __future__ import annotations

from typing import Annotated, TypedDict

from kayles.position import Pins
from tablebase.web.endpoints import Endpoint, Query
from tablebase.web.parameters import text
from tablebase.web.schemas import Count, OneOf
from tablebase.web.service import Service

MOST_PINS = 20


def row(given: str) -> Pins:
    """Read a row that is not too long to be solved while somebody waits."""
    pins = Pins.parse(given)
    if len(given) > MOST_PINS:
        raise ValueError(f"a row of {len(given)} pins: expected at most {MOST_PINS}")
    return pins


class Value(TypedDict):
    """A value."""

    result: Annotated[str, OneOf("win", "loss"), "for the side to move"]
    dte: Annotated[Count, "plies until the game is over"]
    position: Annotated[str, "the row; of a move, the row after it"]


class Move(Value):
    """A move."""

    move: Annotated[str, "a pin, such as 3, or two neighbours, such as 3-4"]
    keeps_win: Annotated[bool, "whether it wins"]
    is_best: Annotated[bool, "whether no move is better"]


class Row(Value):
    """A row."""

    moves: Annotated[list[Move], "the legal moves"]


def probe(service: Service, query: Query) -> Row:
    """The value of a row and of every move."""
    found = service.tables.probe(query["position"])
    return {
        "position": str(found.position),
        "result": found.result.value,
        "dte": found.dte,
        "moves": [move.as_dict() for move in found.moves],
    }


ENDPOINTS = [
    Endpoint(
        "probe",
        "The value of a row of pins and of every move, best first.",
        probe,
        [text("position", "a row of pins", parse=row, required=True, example="1101")],
    )
]
