"""One folder a game; each implements the protocols of `tablebase.engine.game`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tablebase.errors import FileFormatError

if TYPE_CHECKING:
    from tablebase.engine.game import Game
    from tablebase.engine.selftest import Sample
    from tablebase.engine.tablebase import Store

GAMES = {name: f"{__name__}.{name}" for name in ("collapsi", "nim", "pairs")}
"""Name of a game -> its package; modules ``game`` and ``sample`` in it are looked for."""


def from_attributes(attributes: Mapping[str, Any]) -> Game[Any]:
    """The game of a stored table, found by its attribute ``game``.

    Raises
    ------
    FileFormatError
        If this package has no such game, or the attributes do not describe one.
    """
    name = attributes.get("game")
    if name not in GAMES:
        raise FileFormatError(f"unknown game {name!r}, expected {' or '.join(GAMES)}")
    try:
        game: Game[Any] = import_module(f"{GAMES[name]}.game").from_attributes(attributes)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FileFormatError(f"attributes describe no table of {name}: {error}") from error
    return game


def sample_of(name: str) -> Sample[Any]:
    """The small instance of a game that `tablebase.engine.selftest.run` checks.

    Raises
    ------
    ValueError
        If this package has no such game.
    """
    if name not in GAMES:
        raise ValueError(f"unknown game {name!r}, expected {' or '.join(GAMES)}")
    sample: Sample[Any] = import_module(f"{GAMES[name]}.sample").sample()
    return sample


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
