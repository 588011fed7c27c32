"""What `tablebase serve` answers at /api/kayles/."""

from __future__ import annotations

from typing import Any

from kayles.position import Pins
from tablebase.web.endpoints import Endpoint, Query
from tablebase.web.parameters import text
from tablebase.web.schemas import flag, listing, number, record, word
from tablebase.web.service import Service

MOST_PINS = 20


def row(given: str) -> Pins:
    """Read a row that is not too long to be solved while somebody waits."""
    pins = Pins.parse(given)
    if len(given) > MOST_PINS:
        raise ValueError(f"a row of {len(given)} pins: expected at most {MOST_PINS}")
    return pins


def probe(service: Service, query: Query) -> dict[str, Any]:
    """The value of a row and of every move."""
    found = service.tables.probe(query["position"])
    return {
        "position": str(found.position),
        "result": found.result.value,
        "dte": found.dte,
        "moves": [move.as_dict() for move in found.moves],
    }


VALUE = {
    "result": word("for the side to move", "win", "loss"),
    "dte": number("plies until the game is over"),
    "position": word("the row; of a move, the row after it"),
}
MOVE = record(
    "a move",
    move=word("a pin, such as 3, or two neighbours, such as 3-4"),
    keeps_win=flag("whether it wins"),
    is_best=flag("whether no move is better"),
    **VALUE,
)
ENDPOINTS = [
    Endpoint(
        "probe",
        "The value of a row of pins and of every move, best first.",
        probe,
        record("a row", moves=listing(MOVE, "the legal moves"), **VALUE),
        [text("position", "a row of pins", parse=row, required=True, example="1101")],
    )
]
