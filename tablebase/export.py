"""Tables as plain columns, for people who use the raw data in their own tools."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from tablebase.engine.tables.table import Table
from tablebase.errors import quote
from tablebase.support import extras
from tablebase.support.columns import About, Columns, Named, plain, to_arrow
from tablebase.support.files import new_file, replacing

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
    sizes: list[int] = []

    def parts() -> Iterator[Columns]:
        for number, table in enumerate(tables):
            columns = table.labelled()
            sizes.append(len(columns["dte"]))
            which = {label: Named(np.full(sizes[-1], number, np.int8), names)} if others else {}
            yield {**which, **columns}

    _write(parts(), path, kept, comment)
    return sum(sizes)


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
    _write([data], path, about or {}, comment)


def _write(parts: Iterable[Columns], path: Path, about: About, comment: bool) -> None:
    """Write columns to a file part by part; all parts have the same columns."""
    with replacing(path) as temporary:
        _WRITERS[path.suffix](parts, temporary, about, comment)


def _write_csv(parts: Iterable[Columns], path: Path, about: About, comment: bool) -> None:
    with path.open("w", newline="") as file:
        if comment:
            file.write(f"# {json.dumps(about)}\n")
        writer = csv.writer(file)
        for at, part in enumerate(parts):
            data = plain(part)
            if at == 0:
                writer.writerow(data)
            for first in range(0, max(map(len, data.values())), ROWS_AT_ONCE):
                rows = slice(first, first + ROWS_AT_ONCE)
                cells = (column[rows].tolist() for column in data.values())
                writer.writerows(zip(*cells, strict=True))


def _write_parquet(parts: Iterable[Columns], path: Path, about: About, _: bool) -> None:
    import pyarrow.parquet

    with ExitStack() as opened:
        writer = None
        for part in parts:
            table = to_arrow(part, about)
            if writer is None:
                writer = opened.enter_context(pyarrow.parquet.ParquetWriter(path, table.schema))
            writer.write_table(table)


def _write_npz(parts: Iterable[Columns], path: Path, about: About, _: bool) -> None:
    kept = [plain(part) for part in parts]
    columns = {name: np.concatenate([part[name] for part in kept]) for name in kept[0]}
    if about:
        columns["about"] = np.array(json.dumps(about))
    with path.open("wb") as file:
        np.savez_compressed(file, **columns)  # type: ignore[arg-type]


_WRITERS = {".csv": _write_csv, ".parquet": _write_parquet, ".npz": _write_npz}
