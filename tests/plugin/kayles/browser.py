"""Kayles on the page: one mode, and an engine made from its kernels."""

from functools import partial

from kayles.game import Kayles, game_of
from tablebase.web.data import room_data
from tablebase.web.page import Mode, Page

ROWS = [game_of(pins) for pins in range(1, 31)]

PAGE = Page(
    modes=(Mode("kayles", "Kayles"),),
    engine="engine.js",
    data={"room.json": partial(room_data, Kayles.coding, ROWS)},
    wasm="kayles.wasm:MODULES",
)
