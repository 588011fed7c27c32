"""One folder for each game; each implements the protocols of `tablebase.engine.game`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from tablebase.errors import CorruptFileError, FileFormatError, quote

if TYPE_CHECKING:
    from tablebase.engine.game import Game
    from tablebase.engine.tables.interface import Store
    from tablebase.engine.tables.large_file import LargeSolver
    from tablebase.engine.tables.selftest import Sample
    from tablebase.engine.tables.store import TableFile

GAMES = {
    **{name: f"{__name__}.{name}" for name in ("collapsi", "nim", "onepawn", "pairs", "solo")},
    "collapsi-players": f"{__name__}.collapsi.duels",
}
"""Name of a game -> its folder, with modules ``game`` and ``sample``, or its only module."""


@cache
def _module(package: str, part: str) -> ModuleType:
    """The module `part` in a game's folder; or the game's only module."""
    found = import_module(package)
    return import_module(f"{package}.{part}") if hasattr(found, "__path__") else found


def game_of(name: str, *what: Any) -> Game[Any]:
    """The game that a position belongs to, made by the module ``game`` of the named game.

    Positions find their game through this function: the game imports them, so they cannot import
    it.
    """
    game: Game[Any] = _module(GAMES[name], "game").game_of(*what)
    return game


def from_attributes(attributes: Mapping[str, Any]) -> Game[Any]:
    """The game of a stored table, found by its attribute ``game``.

    Raises
    ------
    FileFormatError
        If this package has no such game.
    CorruptFileError
        If the attributes do not describe one.
    """
    name = attributes.get("game")
    if not isinstance(name, str) or name not in GAMES:
        raise FileFormatError(f"unknown game {quote(name)}: expected {' or '.join(GAMES)}")
    try:
        game: Game[Any] = _module(GAMES[name], "game").from_attributes(attributes)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise CorruptFileError(f"attributes do not describe a table of {name}: {error}") from error
    return game


def sample_of(name: str) -> Sample[Any]:
    """The small instance of a game that `tablebase.engine.tables.selftest.run` checks.

    Raises `ValueError` if this package has no such game, or the game has no sample.
    """
    if name not in GAMES:
        raise ValueError(f"unknown game {quote(name)}: expected {' or '.join(GAMES)}")
    module = _module(GAMES[name], "sample")
    if not hasattr(module, "sample"):
        raise ValueError(f"{module.__name__} has no function sample(), which a self-test needs")
    sample: Sample[Any] = module.sample()
    called = sample.game.attributes().get("game")
    if called != name:
        raise ValueError(
            f"attributes of {name} name the game {called!r}: expected {name!r}, by which files "
            "find it"
        )
    return sample


_LARGE = {
    ("whole game", "collapsi"): f"{__name__}.collapsi.whole",
    ("win/loss table", "nim"): f"{__name__}.nim.winloss",
}
"""The attributes ``contents`` and ``game`` of a file's root -> the package of that large table,
with modules ``store`` and ``build``."""


OPENINGS = "/openings"
"""The path of an opening book in its file."""


class HasLargeTable(Protocol):
    """The rules of a game that has a large table: Collapsi, or 2D Nim.

    `game_name` is the game's name, as in `GAMES`.
    """

    game_name: ClassVar[str]


def large_solver(rules: HasLargeTable, *, small: bool = False) -> LargeSolver[Any]:
    """The solver of a large table: the whole game, or who wins.

    Raises `ValueError` if the board is too large, the game has no large table, or its large table
    has no `small` form that leaves out half of the positions.
    """
    packages = {game: package for (_, game), package in _LARGE.items()}
    name = getattr(rules, "game_name", None)
    if name not in packages:
        raise ValueError(f"{rules} have no large table: expected rules of {' or '.join(packages)}")
    if small and name != "collapsi":
        raise ValueError(f"{rules} have no small table: expected rules of collapsi")
    options = {"small": small} if small else {}
    solver: LargeSolver[Any] = import_module(f"{packages[name]}.build").solver(rules, **options)
    return solver


def open_store(path: str | os.PathLike[str]) -> Store:
    """Open a file: tables, or one large table that a game stores in its own way.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    FileFormatError
        If it is not a tablebase file, has a newer version, is damaged, or is only a part.
    """
    # Imported here: every module of every game imports this package, and HDF5 is heavy.
    from tablebase.engine.tables.attributes import CONTENTS
    from tablebase.engine.tables.store import TableFile

    file = TableFile(path)
    try:
        attributes = file.attributes()
        contents = attributes.get(CONTENTS)
        if contents is None:
            return _openings(file) if file.names_in(OPENINGS) else file
        module = _module_of(attributes)
        if module is None:
            known = (f"a {contents} of {name}" for contents, name in _LARGE)
            raise FileFormatError(
                f"{path} holds a {quote(contents)} of {quote(attributes.get('game'))}, "
                f"expected tables or {' or '.join(known)}"
            )
        store: Store = import_module(module).open_file(file)
    except BaseException:
        file.close()
        raise
    return store


def _openings(file: TableFile) -> Store:
    """The store of an open file of openings."""
    store: Store = import_module(f"{__name__}.collapsi.studies.book_store").BookStore(file)
    return store


def describe(root: Mapping[str, Any]) -> str:
    """A file's large table in words, by its root's attributes; empty for any other file.

    Raises `FileFormatError` if the attributes describe no such table.
    """
    module = _module_of(root)
    if module is None:
        return ""
    try:
        return str(import_module(module).describe(root))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise FileFormatError(
            f"attributes do not describe a {root['contents']}: {error}"
        ) from error


def _module_of(root: Mapping[str, Any]) -> str | None:
    """The module that opens a file of one large table."""
    package = _LARGE.get((str(root.get("contents")), str(root.get("game"))))
    return None if package is None else f"{package}.store"
