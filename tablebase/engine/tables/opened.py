"""Opens a tablebase file: tables, or what a game stores in its own way."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any

from tablebase.engine.rooms import large_in, large_tables, stores
from tablebase.engine.tables.attributes import CONTENTS
from tablebase.engine.tables.interface import Store
from tablebase.engine.tables.store import TableFile
from tablebase.errors import FileFormatError, UnknownGameError, quote


def open_store(path: str | os.PathLike[str]) -> Store:
    """Open a file: tables, or one large table that a game stores in its own way.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    FileFormatError
        If it is not a tablebase file, has a newer version, is damaged, or is only a part.
    UnknownGameError
        If it holds a large table of a game that is not installed.
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
        own = (store for group, store in stores().items() if file.names_in(group))
        found = next(own, None)
    else:
        large = large_in(root)
        if large is None:
            known = (f"a {one.contents} of {one.game}" for one in large_tables())
            raise UnknownGameError(
                f"{file.path} holds a {quote(root[CONTENTS])} of {quote(root.get('game'))}, "
                f"expected tables or {' or '.join(known)}"
            )
        found = large.store
    store: Store = file if found is None else resolve_name(found)(file)
    return store


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
