"""What the answers of several games have in common: a value, and a move's."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from tablebase.engine.probe import MoveValue, Probe
from tablebase.web.schemas import Count, OneOf


class Value(TypedDict):
    """A value."""

    result: Annotated[str, OneOf("win", "loss"), "for the side to move"]
    dte: Annotated[Count, "plies until the game is over, with best play"]


class Move(Value):
    """A move."""

    move: Annotated[str, "the move, in notation"]
    keeps_win: Annotated[bool, "whether it wins"]
    is_best: Annotated[bool, "whether no move is better"]
    position: Annotated[str, "the position after it"]


def shown_value(found: Probe[Any]) -> Value:
    """The value of a position."""
    return {"result": found.result.value, "dte": found.dte}


def shown_move(found: MoveValue[Any]) -> Move:
    """A move, its value, and where it leads."""
    return {
        "move": str(found.move),
        "result": found.value.result.value,
        "dte": found.value.dte,
        "keeps_win": found.keeps_win,
        "is_best": found.is_best,
        "position": str(found.position),
    }
