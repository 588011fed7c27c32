"""What Solo brings for browsers: a mode, and an engine that solves boards of 4x4 cells."""

from __future__ import annotations

from tablebase.games.solo.boards import GRADES
from tablebase.web.data import json_bytes
from tablebase.web.page import Mode, Page


def tries() -> bytes:
    """The numbers of tries at random in which the grades but the last end."""
    return json_bytes(GRADES)


PAGE = Page(
    modes=(Mode("solo", "Solo"),),
    engine="engine/engine.js",
    data={"engine/tries.json": tries},
    wasm="tablebase.games.solo.wasm:MODULES",
)
