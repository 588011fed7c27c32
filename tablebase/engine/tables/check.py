"""The check of a stored table: every count and every entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tablebase.engine.induction import first_error, is_large
from tablebase.engine.packed import unpack
from tablebase.engine.rooms import from_attributes
from tablebase.engine.tables.attributes import (
    difference,
    integer,
    integers,
    table_attributes,
    table_path,
)
from tablebase.engine.tables.table import CodeSource, Table
from tablebase.errors import FileFormatError, UnknownGameError

CANNOT_CHECK = "cannot check: "
"""How the error begins if the game of a table is not installed."""


class TableCheck(NamedTuple):
    """The result of checking one table.

    Attributes
    ----------
    path : str
        The table's path in the file, or what else was checked.
    positions : int
        Number of positions derived again.
    error : str
        The first error; empty if there is none.
    of : int
        Number of positions in the table, or in the column of a book; 0 for any other check.
    kind : str
        What messages call it: a table, or a column.
    """

    path: str
    positions: int
    error: str = ""
    of: int = 0
    kind: str = "table"

    @property
    def unknown(self) -> bool:
        """Whether the game is not installed: only checksums and counts were checked."""
        return self.error.startswith(CANNOT_CHECK)


class Stored(CodeSource, Protocol):
    """A table in a file, as `store.StoredCodes`."""

    @property
    def attributes(self) -> Mapping[str, Any]:
        """The table's attributes, verified against their digest."""

    def expect(self, positions: int, bits: int, chunk_size: int) -> None:
        """Raise `CorruptFileError` unless the file holds as much as a game's table has."""

    def counts(self) -> npt.NDArray[np.int64]:
        """Number of positions with each code."""


def check_table(
    path: str, read: Callable[[str], Stored], alone: AbstractContextManager[Any]
) -> TableCheck:
    """Check the table at a path of a file: checksums, attributes, and every entry derived again.

    A large table is read within `alone`.
    """
    positions = 0
    try:
        codes = read(path)
        game = from_attributes(codes.attributes)
        codes.expect(game.size, game.coding.bits, game.chunk_size)
        positions = game.size
        with alone if is_large(game) else nullcontext():
            error = _first_error(Table(game, codes), path, codes.attributes)
        return TableCheck(path, positions, error, positions)
    except UnknownGameError as unknown:
        return check_without_game(path, read, unknown)
    except (FileFormatError, ValueError, LookupError) as error:
        return TableCheck(path, positions, str(error), positions)


def check_without_game(
    path: str, read: Callable[[str], Stored], unknown: UnknownGameError
) -> TableCheck:
    """Check a table of a game that is not installed: checksums, and counts that need no rules."""
    try:
        codes = read(path)
        error = _first_wrong_count(codes) or f"{CANNOT_CHECK}{unknown}"
        return TableCheck(path, 0, error, integer(codes.attributes, "positions"))
    except (FileFormatError, ValueError, LookupError) as damage:
        return TableCheck(path, 0, str(damage))


def _first_wrong_count(codes: Stored) -> str:
    """The first count that the codes contradict; empty if there is none, or codes have no dte."""
    attributes, counts = codes.attributes, codes.counts()
    if "code-dte" not in attributes:
        return ""
    dte, counts = integers(attributes, "code-dte"), counts[:-1]  # the last is no position's
    used = np.flatnonzero(counts)
    if used[-1] >= len(dte):
        return f"code {used[-1]} has no distance, expected codes below {len(dte)}"
    both = integer(attributes, "wins") + integer(attributes, "losses")
    for name, found, expected in (
        ("wins and losses", both, int(counts.sum())),
        ("longest-dte", integer(attributes, "longest-dte"), max(abs(dte[code]) for code in used)),
    ):
        if found != expected:
            return f"{name}: {found}, expected {expected}"
    return ""


def _first_error(table: Table[Any], path: str, attributes: Mapping[str, Any]) -> str:
    """The first error in a table that can be read; empty if there is none."""
    if table_path(table.game) != path:
        return f"{path} holds the table {table_path(table.game)}"
    codes = unpack(table.packed(), table.game.size, table.game.coding.bits)
    rank = first_error(table.game, codes)
    if rank is not None:
        position = table.game.unrank(rank)
        return f"rank {rank}, {position}: code {codes[rank]} does not follow from its moves"
    wrong = difference(attributes, table_attributes(table))
    return wrong and f"attribute {wrong}"
