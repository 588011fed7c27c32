"""What The Game brings for browsers: a mode, and an engine that advises as the best strategy."""

from __future__ import annotations

from tablebase.games.thegame.evaluation import shape_of, space_for
from tablebase.games.thegame.rules import THE_GAME
from tablebase.games.thegame.strategies import BUILDER
from tablebase.web.data import json_bytes
from tablebase.web.page import Mode, Page


def strategy() -> bytes:
    """The rules, and the strongest strategy: its name, and what its kernel needs."""
    return json_bytes({"rules": THE_GAME.as_dict(), "strategy": BUILDER.name, "context": context()})


def context() -> list[float]:
    """The rules, how the strategy searches and values, and the size of the arrays that it needs.

    Each number in as few digits as tell it apart.
    """
    search, value = BUILDER.search(None), BUILDER.evaluation(THE_GAME)
    space = space_for(THE_GAME, search)
    numbers = (
        *shape_of(THE_GAME), *search, space.keys.size, space.table.size,
        value.kind, value.bridges, value.reach, value.held, value.scale, value.symmetric,
        *value.weights, *value.far, *value.near.ravel(),
    )  # fmt: skip
    return [float(str(number + 0)) for number in numbers]


PAGE = Page(
    modes=(Mode("thegame", "The Game"),),
    engine="engine/engine.js",
    data={"engine/strategy.json": strategy},
    wasm="tablebase.games.thegame.wasm:MODULES",
)
