"""What 2D Nim brings for browsers: a mode, and an engine that solves boards of up to 25 cells.

On larger boards the engine says what `pairing` decides.
"""

from __future__ import annotations

from tablebase.engine.values import Coding, Result
from tablebase.games.collapsi.rules import BYTE_CODING
from tablebase.web.data import coding_of, json_bytes
from tablebase.web.page import Mode, Page


def codings() -> bytes:
    """How to decode the codes of the normal and of the misere game."""
    misere = Coding(8, Result.WIN)
    return json_bytes({"normal": coding_of(BYTE_CODING), "misere": coding_of(misere)})


PAGE = Page(
    modes=(Mode("nim", "2D Nim"),),
    engine="engine/engine.js",
    data={"engine/codings.json": codings},
    wasm="tablebase.games.nim.wasm:MODULES",
)
