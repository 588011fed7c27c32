"""Kayles on the page: one mode, with an engine of its own."""

from kayles.game import Kayles
from tablebase.web.data import json_bytes, loops_coding_of
from tablebase.web.page import Mode, Page


def coding() -> bytes:
    """How to decode the codes of values, and what solves rows with them."""
    return json_bytes(loops_coding_of(Kayles.coding))


PAGE = Page(
    modes=(Mode("kayles", "Kayles"),),
    engine="engine.js",
    data={"coding.json": coding},
    wasm="kayles.wasm:MODULES",
)
