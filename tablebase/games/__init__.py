"""One folder a game; each implements the protocols of `tablebase.engine.game`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from tablebase.engine.game import Game
from tablebase.errors import FileFormatError

_MODULES = {"collapsi": "tablebase.games.collapsi.game"}


def from_attributes(attributes: Mapping[str, Any]) -> Game[Any]:
    """The game of a stored table, found by its attribute ``game``.

    Raises
    ------
    FileFormatError
        If this package has no such game, or the attributes do not describe one.
    """
    name = attributes.get("game")
    if name not in _MODULES:
        raise FileFormatError(f"unknown game {name!r}, expected {' or '.join(_MODULES)}")
    try:
        game: Game[Any] = import_module(_MODULES[name]).from_attributes(attributes)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FileFormatError(f"attributes describe no table of {name}: {error}") from error
    return game
