"""Tables as plain columns, for people who use the raw data in their own tools."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine import extras
from tablebase.engine.files import output_file, replacing
from tablebase.engine.tables.table import Table
from tablebase.errors import quote

ROWS_AT_ONCE = 1 << 16

Columns = dict[str, npt.NDArray[Any]]


def write(table: Table[Any], path: Path) -> None:
    """Write a table's columns to a file, completely or not at all.

    Replaces the file if it exists. Raises as `check` and `Table.columns`.
    """
    check(path)
    write_columns(table.columns(), path)


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
    output_file(path)
    if path.suffix == ".parquet":
        extras.load("pyarrow", "parquet")


def write_columns(data: Columns, path: Path) -> None:
    """Write arrays of equal length to a file that passed `check`, completely or not at all."""
    with replacing(path) as temporary:
        _WRITERS[path.suffix](data, temporary)


def _write_csv(data: Columns, path: Path) -> None:
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(data)
        number = max(map(len, data.values()))
        for first in range(0, number, ROWS_AT_ONCE):
            rows = slice(first, first + ROWS_AT_ONCE)
            writer.writerows(zip(*(column[rows].tolist() for column in data.values()), strict=True))


def _write_parquet(data: Columns, path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    pyarrow.parquet.write_table(pyarrow.table(data), path)


def _write_npz(data: Columns, path: Path) -> None:
    with path.open("wb") as file:
        np.savez_compressed(file, **data)  # type: ignore[arg-type]


_WRITERS: dict[str, Callable[[Columns, Path], None]] = {
    ".csv": _write_csv,
    ".parquet": _write_parquet,
    ".npz": _write_npz,
}
