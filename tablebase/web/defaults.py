"""What a server answers for a game whose room brings no answers: `probe` and `line`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pkgutil import resolve_name
from typing import Annotated, Any, TypedDict

from tablebase.engine.game import Game
from tablebase.engine.probe import Probe
from tablebase.engine.rooms import Installed, game_of
from tablebase.web.endpoints import Endpoint, Query, always
from tablebase.web.parameters import text
from tablebase.web.service import Service
from tablebase.web.shown import Move, Value, shown_move, shown_value

BY_KERNELS, BY_RULES = 1 << 20, 1 << 14
"""Positions of the largest table that is built while somebody waits: about a second."""


class Probed(Value):
    """A position and its value."""

    position: Annotated[str, "the position, in notation"]
    moves: Annotated[list[Move], "the legal moves, best first"]


class Line(TypedDict):
    """A line of best play."""

    line: Annotated[list[Probed], "the positions, from the one asked about to the end of the game"]


def answers_of(one: Installed) -> tuple[Endpoint, ...]:
    """The default answers of a game; none without a sample whose notation can be read back."""
    if not (one.room.items and one.room.samples):
        return ()
    game = resolve_name(next(iter(one.room.samples.values())))().game

    def read(given: str) -> Any:
        position = one.read(given)
        game = game_of(position)
        most = BY_RULES if game.compiled is None else BY_KERNELS
        if game.size > most:
            raise ValueError(f"a table of {game.size:,} positions: expected at most {most:,}")
        return position

    if not (example := _example(game, read)):
        return ()
    position = text("position", "a position", parse=read, required=True, example=example)
    return (
        Endpoint("probe", _PROBE, probe, [position], heavy=always),
        Endpoint("line", _LINE, line, [position], heavy=always),
    )


RANKS = 1000
"""How many ranks are tried for an example."""


def _example(game: Game[Any], read: Callable[[str], Any]) -> str:
    """The position of the highest rank that has one and can be read; empty if there is none."""
    for rank in islice(reversed(range(game.size)), RANKS):
        with suppress(IndexError, ValueError):
            read(found := str(game.unrank(rank)))
            return found
    return ""


_PROBE = "The value of a position and of every move, best first."
_LINE = "Best play from a position to the end of the game."


def probe(service: Service, query: Query) -> Probed:
    """The value of a position and of every move."""
    return _shown(service.tables.probe(query["position"]))


def line(service: Service, query: Query) -> Line:
    """Best play from a position to the end."""
    return {"line": [_shown(found) for found in service.tables.line(query["position"])]}


def _shown(found: Probe[Any]) -> Probed:
    moves = [shown_move(move) for move in found.moves]
    return {"position": str(found.position), **shown_value(found), "moves": moves}
