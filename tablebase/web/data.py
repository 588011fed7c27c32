"""Data that Python writes down for the page's engine; `static/engine/data.ts` reads it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from tablebase.engine.game import Game
from tablebase.engine.values import Coding


def json_bytes(data: Any) -> bytes:
    """Data as a file of JSON, in UTF-8."""
    return json.dumps(data, separators=(",", ":")).encode()


def coding_of(coding: Coding) -> dict[str, Any]:
    """The value of each code, and the mover's code by the smallest among the successors."""
    values = [coding.decode(code) for code in range(coding.no_entry)]
    return {
        "values": [{"result": value.result.value, "dte": value.dte} for value in values],
        "replies": coding.replies.tolist(),
    }


def loops_coding_of(coding: Coding) -> dict[str, Any]:
    """`coding_of`, and what the library's loops need in the browser to solve and to search.

    That is the mover's code by that of a successor in which the same side moves again, and the code
    of an end by its layer; the last one is that of all layers from there on.
    """
    ends = [coding.at_end(layer) for layer in range(256)]
    while ends[-2:] == ends[-1:] * 2:
        ends.pop()
    again = coding.replies_again[: coding.no_entry].tolist()
    return {**coding_of(coding), "again": again, "ends": ends}


def room_data(coding: Coding, games: Iterable[Game[Any]]) -> bytes:
    """What `static/engine/room.ts` needs of games whose rules are kernels, by their keys."""
    found = {}
    for game in games:
        if (rules := game.compiled) is None:
            raise ValueError(f"{game.name} {game.key} has no kernels")
        found[game.key] = {
            "context": [str(word) for word in rules.context.tolist()],
            "maxMoves": rules.max_moves,
            "size": game.size,
            "layers": game.layers,
        }
    return json_bytes({"coding": loops_coding_of(coding), "games": found})
