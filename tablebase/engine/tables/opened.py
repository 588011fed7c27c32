"""Opens a tablebase file: tables, or what a game stores in its own way."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pkgutil import resolve_name
from threading import Lock
from typing import Any

from tablebase.engine.induction import SAMPLE
from tablebase.engine.jobs.machine import cores
from tablebase.engine.rooms import brought, is_installed, large_in, large_tables, unknown
from tablebase.engine.tables.attributes import CONTENTS
from tablebase.engine.tables.check import check_table
from tablebase.engine.tables.interface import Store, TableCheck
from tablebase.engine.tables.store import TableFile
from tablebase.errors import FileFormatError, UnknownGameError, quote


def open_store(path: str | os.PathLike[str], *, check: bool = False) -> Store:
    """Open a file: tables, or one large table that a game stores in its own way.

    Raises `FileNotFoundError` if there is no such file, `FileFormatError` if it is not a tablebase
    file, has a newer version, is damaged, or is only a part, and `UnknownGameError` if it holds a
    large table of a game that is not installed, which is only needed for more than a `check`.
    """
    file = Tables(path)
    try:
        found = _kind_of(file)
        store: Store = file if found is None else resolve_name(found)(file)
    except BaseException as error:
        if check and isinstance(error, UnknownGameError):
            return file
        file.close()
        raise
    return store


def _kind_of(file: TableFile) -> str | None:
    """The name of what makes the store of a file; None for a file of tables."""
    root = file.attributes()
    if CONTENTS not in root:
        own = (store for group, store in brought("stores").items() if file.names_in(group))
        return next(own, None)
    if (large := large_in(root)) is not None:
        return large.store
    known = (f"a {one.contents} of {one.game}" for one in large_tables())
    kind = FileFormatError if is_installed(root.get("game")) else UnknownGameError
    raise kind(
        f"{file.path} holds a {quote(root[CONTENTS])} of {quote(root.get('game'))}, "
        f"expected tables or {' or '.join(known)}"
    )


class Tables(TableFile):
    """A file of tables, or of a large table whose game is not installed."""

    def verify(
        self, *, workers: int | None = None, seed: int = 0, **_: object
    ) -> Iterator[TableCheck]:
        """Check every checksum, count and entry of every table, in the order of their paths.

        The plain rules also derive some positions of each table, about 1,000 in all tables but at
        least one of each layer; `seed` chooses them. Large tables are read one at a time. If a game
        is not installed, only what needs no rules is checked.
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
    if (large := large_in(root)) is None:
        return ""
    try:
        return str(resolve_name(large.describe)(root))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise FileFormatError(
            f"attributes do not describe a {root['contents']}: {error}"
        ) from error
