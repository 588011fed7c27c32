"""What Solo brings for browsers: a mode, and an engine that solves boards of 4x4 cells."""

from __future__ import annotations

from tablebase.games.solo.boards import GRADES
from tablebase.games.solo.game import CODING
from tablebase.web.data import json_bytes, loops_coding_of
from tablebase.web.page import Mode, Page


def tries() -> bytes:
    """The numbers of tries at random in which the grades but the last end."""
    return json_bytes(GRADES)


def coding() -> bytes:
    """How to decode the codes of values, and what solves the boards with them."""
    return json_bytes(loops_coding_of(CODING))


PAGE = Page(
    modes=(Mode("solo", "Solo"),),
    engine="engine/engine.js",
    data={"engine/tries.json": tries, "engine/coding.json": coding},
    wasm="tablebase.games.solo.wasm:MODULES",
)
