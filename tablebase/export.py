"""Tables as plain columns, for people who use the raw data in their own tools."""

from __future__ import annotations

import csv
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tablebase.engine.tables.table import Table
from tablebase.errors import quote
from tablebase.support import extras
from tablebase.support.columns import About, Array, Columns, Named, plain, to_arrow
from tablebase.support.files import new_file, replacing

if TYPE_CHECKING:
    import pyarrow.parquet

ROWS_AT_ONCE = 1 << 16

MOST_TABLES = 127
"""Maximum number of tables in one export."""


def write(tables: Table[Any] | Iterable[Table[Any]], path: Path, *, comment: bool = False) -> int:
    """Write the columns of a table, or of several, to a file, completely or not at all.

    The columns are those of `Table.labelled`. Several tables get another one before them, which
    says which table a row is from. What the table is (`Table.about`) goes into the metadata of a
    Parquet file, and as JSON into the array `about` of an .npz file. With `comment`, it is the
    first line of a CSV file, behind a #.

    Replaces the file if it exists, and returns the number of positions. Raises as `check` and
    `Table.columns`, and `ValueError` if there are no tables, more than `MOST_TABLES`, or tables of
    different games or rules.
    """
    check(path)
    tables = [tables] if isinstance(tables, Table) else list(tables)
    if not 0 < len(tables) <= MOST_TABLES:
        raise ValueError(f"{len(tables)} tables: expected 1 to {MOST_TABLES}")
    first, *others = (table.about() for table in tables)
    kept = {name: fact for name, fact in first.items() if all(o.get(name) == fact for o in others)}
    if any(other.get(name) != first.get(name) for other in others for name in ("game", "rules")):
        raise ValueError(
            "tables of different games or rules: expected one game, or one file for each"
        )
    label = "deal" if "deal" in first else "table"
    names = tuple(str(table.about().get(label, table.game.key)) for table in tables)
    written = 0
    with replacing(path) as temporary:
        writer = _WRITERS[path.suffix](temporary, kept, comment)
        for number, table in enumerate(tables):
            columns = table.labelled()
            rows = np.full(len(columns["dte"]), number, np.int8)
            which = {label: Named(rows, names)} if others else {}
            writer.add({**which, **columns})
            written += rows.size
        writer.close()
    return written


def check(path: Path) -> None:
    """Check that columns can be written to a file, before the work starts.

    Raises `ValueError` if the file's ending is not ``.csv``, ``.parquet`` or ``.npz``,
    `FileNotFoundError` or `FileFormatError` if there is no such folder, or the path is something
    other than a file, and `MissingExtraError` if the file is to be Parquet and pyarrow is not
    installed.
    """
    if path.suffix not in _WRITERS:
        raise ValueError(
            f"{path}: unknown extension {quote(path.suffix)}, expected {' or '.join(_WRITERS)}"
        )
    new_file(path)
    if path.suffix == ".parquet":
        extras.load("pyarrow", "parquet")


def write_columns(
    data: Columns, path: Path, about: About | None = None, *, comment: bool = False
) -> None:
    """Write columns of equal length to a file that passed `check`, completely or not at all.

    The facts in `about` go where those of a table go, see `write`.
    """
    with replacing(path) as temporary:
        writer = _WRITERS[path.suffix](temporary, about or {}, comment)
        writer.add(data)
        writer.close()


class _Writer(ABC):
    """Writes columns to a file, part by part; all parts have the same columns."""

    def __init__(self, path: Path, about: About, comment: bool) -> None:
        self.path, self.about, self.comment = path, about, comment

    @abstractmethod
    def add(self, part: Columns) -> None:
        """Add rows."""

    def close(self) -> None:  # noqa: B027  # only some files have an end
        """Finish the file, after the last part."""


class _Csv(_Writer):
    def __init__(self, *options: Any) -> None:
        super().__init__(*options)
        self.begun = False

    def add(self, part: Columns) -> None:
        data = plain(part)
        number = max(map(len, data.values()))
        with self.path.open("a" if self.begun else "w", newline="") as file:
            if self.comment and not self.begun:
                file.write(f"# {json.dumps(self.about)}\n")
            writer = csv.writer(file)
            if not self.begun:
                writer.writerow(data)
            for first in range(0, number, ROWS_AT_ONCE):
                rows = slice(first, first + ROWS_AT_ONCE)
                cells = (column[rows].tolist() for column in data.values())
                writer.writerows(zip(*cells, strict=True))
        self.begun = True


class _Parquet(_Writer):
    writer: pyarrow.parquet.ParquetWriter | None = None

    def add(self, part: Columns) -> None:
        import pyarrow.parquet

        table = to_arrow(part, self.about)
        if self.writer is None:
            self.writer = pyarrow.parquet.ParquetWriter(self.path, table.schema)
        self.writer.write_table(table)

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()


class _Npz(_Writer):
    def __init__(self, *options: Any) -> None:
        super().__init__(*options)
        self.parts: list[dict[str, Array]] = []

    def add(self, part: Columns) -> None:
        self.parts.append(plain(part))

    def close(self) -> None:
        columns = {name: np.concatenate([p[name] for p in self.parts]) for name in self.parts[0]}
        if self.about:
            columns["about"] = np.array(json.dumps(self.about))
        with self.path.open("wb") as file:
            np.savez_compressed(file, **columns)  # type: ignore[arg-type]


_WRITERS: dict[str, type[_Writer]] = {".csv": _Csv, ".parquet": _Parquet, ".npz": _Npz}
