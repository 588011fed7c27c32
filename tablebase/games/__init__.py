"""One folder a game; each implements the protocols of `tablebase.engine.game`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tablebase.errors import FileFormatError

if TYPE_CHECKING:
    from tablebase.engine.game import Game
    from tablebase.engine.tablebase import Store

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


_WHOLE = {"collapsi": "tablebase.games.collapsi.whole.store"}


def open_store(path: str | os.PathLike[str]) -> Store:
    """The tables of a file, whether it holds tables or a whole game.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    FileFormatError
        If it is not a tablebase file, is of a newer version, is damaged, or is but a part.
    """
    # Here, for every module of every game imports this package, and HDF5 is heavy.
    from tablebase.engine.store import CONTENTS, WHOLE_GAME, TableFile

    file = TableFile(path)
    try:
        attributes = file.attributes()
        contents = attributes.get(CONTENTS)
        if contents is None:
            return file
        name = attributes.get("game")
        if contents != WHOLE_GAME or name not in _WHOLE:
            raise FileFormatError(
                f"{path} holds a {contents} of {name}, expected tables or a {WHOLE_GAME} of "
                f"{' or '.join(_WHOLE)}"
            )
        store: Store = import_module(_WHOLE[name]).open_file(file)
    except BaseException:
        file.close()
        raise
    return store
