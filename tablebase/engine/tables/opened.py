"""Opens a tablebase file: tables, or what a game stores in its own way."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from pkgutil import resolve_name
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Codes, Game
from tablebase.engine.induction import SAMPLE
from tablebase.engine.jobs.threads import cores
from tablebase.engine.rooms import brought, is_installed, large_in, large_tables, unknown
from tablebase.engine.tables.attributes import CONTENTS
from tablebase.engine.tables.check import check_table
from tablebase.engine.tables.interface import Store, TableCheck
from tablebase.engine.tables.store import TableFile
from tablebase.engine.tables.table import CodeSource
from tablebase.errors import FileFormatError, MissingTableError, UnknownGameError, quote
from tablebase.support.lazy import cached_property


def open_store(path: str | os.PathLike[str]) -> Store:
    """Open a file: tables, or one large table that a game stores in its own way.

    Raises `FileNotFoundError` if there is no such file, `FileFormatError` if it is not a tablebase
    file, has a newer version, is damaged, or is only a part, and `UnknownGameError` if it holds a
    large table of a game that is not installed.
    """
    file = Tables(path)
    try:
        return _store_of(file)
    except BaseException:
        file.close()
        raise


def open_all(paths: Sequence[Path]) -> Store | None:
    """Open files as one store, see `Chain`; None if there are none. Raises as `open_store`."""
    if not paths:
        return None
    first = open_store(paths[0])
    return Chain(first, paths[1:]) if len(paths) > 1 else first


class Chain(Store):
    """A store, and files with the tables that it and the files before do not have.

    A file is opened when the first table is missing in the store. Arrays of positions go to the
    store.
    """

    def __init__(self, first: Store, files: Sequence[Path]) -> None:
        self._first, self._files = first, files

    @cached_property
    def _others(self) -> list[Store]:
        return [open_store(path) for path in self._files]

    @property
    def origin(self) -> str:
        """The store's."""
        return self._first.origin

    def names(self) -> list[str]:
        """The names of the games whose tables any of them holds, sorted."""
        return sorted({name for store in (self._first, *self._others) for name in store.names()})

    def find(self, game: Game[Any]) -> CodeSource:
        """The codes of a game's table, from the first that has it."""
        with suppress(MissingTableError):
            return self._first.find(game)
        for store in self._others[:-1]:
            with suppress(MissingTableError):
                return store.find(game)
        return self._others[-1].find(game)

    def whole_of(self, game: Game[Any]) -> CodeSource | None:
        """As the store."""
        return self._first.whole_of(game)

    def probe_many(
        self, positions: npt.NDArray[Any], progress: Callable[[], object] | None = None
    ) -> Codes:
        """As the store."""
        return self._first.probe_many(positions, progress)

    def dte_of(self, codes: Codes) -> npt.NDArray[np.signedinteger]:
        """As the store."""
        return self._first.dte_of(codes)

    def close(self) -> None:
        """Close all of them."""
        for store in (self._first, *vars(self).get("_others", ())):
            store.close()


def _store_of(file: TableFile) -> Store:
    root = file.attributes()
    if CONTENTS not in root:
        own = (store for group, store in brought("stores").items() if file.names_in(group))
        found = next(own, None)
    else:
        large = large_in(root)
        if large is None:
            known = (f"a {one.contents} of {one.game}" for one in large_tables())
            kind = FileFormatError if is_installed(root.get("game")) else UnknownGameError
            raise kind(
                f"{file.path} holds a {quote(root[CONTENTS])} of {quote(root.get('game'))}, "
                f"expected tables or {' or '.join(known)}"
            )
        found = large.store
    store: Store = file if found is None else resolve_name(found)(file)
    return store


def open_to_check(path: str | os.PathLike[str]) -> Store:
    """Open a file as `open_store` does, to verify it; its game need not be installed."""
    try:
        return open_store(path)
    except UnknownGameError:
        return Tables(path)


class Tables(TableFile):
    """A file of tables, or of a large table whose game is not installed."""

    def verify(
        self, *, workers: int | None = None, seed: int = 0, **_: object
    ) -> Iterator[TableCheck]:
        """Check every checksum, count and entry of every table, in the order of their paths.

        About 1,000 positions in all, at least one of each layer of a table, are also derived by the
        plain rules; `seed` chooses them. Large tables are read one at a time. If a game is not
        installed, only what needs no rules is checked.
        """
        root, alone = self.attributes(), Lock()
        error = unknown(root.get("game")) if CONTENTS in root else None
        with ThreadPoolExecutor(workers or cores()) as pool:
            paths = list(self.paths())
            sample = seed, max(1, SAMPLE // max(1, len(paths)))
            yield from pool.map(lambda path: check_table(self, path, alone, sample, error), paths)


def describe(root: Mapping[str, Any]) -> str:
    """A file's large table in words, by its root's attributes; empty for any other file.

    Raises `FileFormatError` if the attributes describe no such table.
    """
    large = large_in(root)
    if large is None:
        return ""
    try:
        return str(resolve_name(large.describe)(root))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise FileFormatError(
            f"attributes do not describe a {root['contents']}: {error}"
        ) from error
