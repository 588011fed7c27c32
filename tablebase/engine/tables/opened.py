"""Opens a tablebase file: tables, or what a game stores in its own way."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pkgutil import resolve_name
from typing import Any

from tablebase.engine.jobs.threads import cores
from tablebase.engine.rooms import brought, is_installed, large_in, large_tables, unknown
from tablebase.engine.tables.attributes import CONTENTS
from tablebase.engine.tables.check import TableCheck, check_without_game
from tablebase.engine.tables.interface import Store
from tablebase.engine.tables.store import TableFile
from tablebase.errors import FileFormatError, UnknownGameError, quote


def open_store(path: str | os.PathLike[str]) -> Store:
    """Open a file: tables, or one large table that a game stores in its own way.

    Raises `FileNotFoundError` if there is no such file, `FileFormatError` if it is not a tablebase
    file, has a newer version, is damaged, or is only a part, and `UnknownGameError` if it holds a
    large table of a game that is not installed.
    """
    file = TableFile(path)
    try:
        return _store_of(file)
    except BaseException:
        file.close()
        raise


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
        return _WithoutGame(path)


class _WithoutGame(TableFile):
    """A large table of a game that is not installed."""

    def verify(self, *, workers: int | None = None, **_: object) -> Iterator[TableCheck]:
        """Check what needs no game: every checksum, and some counts."""
        error = unknown(self.attributes().get("game"))
        with ThreadPoolExecutor(workers or cores()) as pool:
            yield from pool.map(
                lambda path: check_without_game(path, self.codes, error), self.paths()
            )


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
