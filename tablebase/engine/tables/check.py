"""The check of a stored table: every count and every entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from tablebase.engine.rooms import from_attributes
from tablebase.engine.tables.attributes import table_attributes, table_path
from tablebase.engine.tables.table import CodeSource, Table
from tablebase.errors import FileFormatError, quote


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


class Stored(CodeSource, Protocol):
    """Stored codes and their attributes."""

    @property
    def attributes(self) -> Mapping[str, Any]:
        """The table's attributes."""

    def expect(self, positions: int, bits: int, chunk_size: int) -> None:
        """Raise `CorruptFileError` unless the number of codes and their chunks fit a game's."""


def check_table(path: str, read: Callable[[str], Stored]) -> TableCheck:
    """Check the table at a path of a file: checksums, attributes, and every entry derived again."""
    positions = 0
    try:
        codes = read(path)
        game = from_attributes(codes.attributes)
        codes.expect(game.size, game.coding.bits, game.chunk_size)
        positions = game.size
        error = _first_error(Table(game, codes), path, codes.attributes)
        return TableCheck(path, positions, error, positions)
    except (FileFormatError, ValueError, LookupError) as error:
        return TableCheck(path, positions, str(error), positions)


def _first_error(table: Table[Any], path: str, attributes: Mapping[str, Any]) -> str:
    """The first error in a table that can be read; empty if there is none."""
    if table_path(table.game) != path:
        return f"{path} holds the table {table_path(table.game)}"
    codes = table.codes()
    rank = table.game.first_error(codes)
    if rank is not None:
        position = table.game.unrank(rank)
        return f"rank {rank}, {position}: code {codes[rank]} does not follow from its moves"
    for name, expected in table_attributes(table).items():
        if attributes.get(name) != expected:
            return f"attribute {name} is {quote(attributes.get(name))}, expected {quote(expected)}"
    return ""
