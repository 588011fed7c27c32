"""What Solo brings for browsers: a mode, and an engine that solves boards of 3x3 and 4x4 cells."""

from __future__ import annotations

from tablebase.games.solo.boards import DECKS, GRADES
from tablebase.games.solo.game import CODING
from tablebase.web.data import json_bytes, loops_coding_of
from tablebase.web.page import Mode, Page


def data() -> bytes:
    """How to decode the codes of values and solve boards with them, what is dealt, and the grades.

    A grade but the last ends at a number of tries at random.
    """
    decks = {str(board): deck for board, deck in DECKS.items()}
    return json_bytes({"coding": loops_coding_of(CODING), "decks": decks, "tries": GRADES})


PAGE = Page(
    modes=(Mode("solo", "Solo"),),
    engine="engine/engine.js",
    data={"engine/room.json": data},
    wasm="tablebase.games.solo.wasm:MODULES",
)
