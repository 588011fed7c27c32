"""What The Game brings for browsers: a mode, and an engine that advises as the best strategy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.games.thegame.evaluation import space_for
from tablebase.games.thegame.rules import THE_GAME
from tablebase.games.thegame.strategies import BUILDER
from tablebase.web.data import json_bytes
from tablebase.web.page import Mode, Page


def strategy() -> bytes:
    """The rules, and the strongest strategy as the numbers of `evaluation.Evaluation`, arrays flat.

    Also how it searches, and the size of the arrays that it needs.
    """
    search = BUILDER.search(None)
    evaluation = BUILDER.evaluation(THE_GAME)
    space = space_for(THE_GAME, search)
    data = {
        "rules": THE_GAME.as_dict(),
        "strategy": BUILDER.name,
        **search._asdict(),
        "nodes": space.keys.size,
        "places": space.table.size,
        "evaluation": {name: _number(value) for name, value in evaluation._asdict().items()},
    }
    return json_bytes(data)


def _number(value: Any) -> Any:
    """A number, or an array as a flat list, each in as few digits as tell it apart."""
    return [float(str(number)) for number in np.ravel(value)] if np.ndim(value) else float(value)


PAGE = Page(
    modes=(Mode("thegame", "The Game"),),
    engine="engine/engine.js",
    data={"engine/strategy.json": strategy},
    wasm="tablebase.games.thegame.wasm:MODULES",
)
