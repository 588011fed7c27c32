"""Building the file of a win/loss table: slab by slab, resumable, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tablebase.engine.jobs.resources import check_disk
from tablebase.engine.tables.append import Appender
from tablebase.engine.tables.store import StoredTable, TableFile, encode_codes
from tablebase.errors import FileFormatError
from tablebase.games.nim.rules import Rules
from tablebase.games.nim.winloss.file import (
    WIN_LOSS,
    WinLossFile,
    root_attributes,
    slab_attributes,
    slab_path,
)
from tablebase.games.nim.winloss.layout import SLAB_BYTES, U64, canonical_slabs
from tablebase.games.nim.winloss.solver import WinLoss

DEFAULT_LEVEL = 1
"""Zstandard level. On slabs of 6x6 level 1 leaves 34 %, 3 leaves 33 % and 9 leaves 32 %, at about
half and a seventh of the speed."""

CHUNK_SIZE = 128 << 10

RATIO = 0.45
"""Compressed size to expect, at most, of what is compressed."""

SOLVING = 0.9
"""Share of the work that is solving and compressing; the rest is putting the file together."""


@dataclass(frozen=True)
class Built:
    """What `build` did.

    Attributes
    ----------
    frame : Rules
        The board of the table.
    positions : int
        Number of its positions.
    losses : int
        Number of those that the side to move loses.
    present : bool
        Whether the file was there already, complete.
    recovered : int
        Slabs of an interrupted run that were taken up.
    tables : int
        Slabs in the file.
    """

    frame: Rules
    positions: int
    losses: int
    present: bool
    recovered: int
    tables: int


def build(
    path: str | os.PathLike[str],
    rules: Rules,
    generated_by: str,
    *,
    level: int = DEFAULT_LEVEL,
    replace: bool = False,
    progress: Callable[[float], None] | None = None,
    threads: int | None = None,
) -> Built:
    """Solve a board and store who wins each position in a file.

    Killed at any instant, no file appears, and finished slabs wait in ``<path>.parts``: the next
    call solves again, which is quick, and goes on compressing where this one stopped.

    Parameters
    ----------
    path : path-like
        The file.
    rules : Rules
        The board, at most 6x6, and how stones are taken.
    generated_by : str
        Name and version of the writing program.
    level : int
        Zstandard level, 1 to 22.
    replace : bool
        Replace the file, whatever it is.
    progress : callable, optional
        Called with the fraction of the work that is done. An exception that it raises ends
        the work at once.
    threads : int, optional
        By default one for each core this process may use.

    Raises
    ------
    ValueError
        If the board is too large.
    MemoryError, OSError
        If there is not enough memory or disk free; said before the work starts.
    FileBusyError
        If another process is writing to the file.
    FileFormatError
        If the file exists, is not this table, and is not to be replaced.
    """
    path, table = Path(path), WinLoss(rules)
    frame = table.frame
    slabs = sum(map(len, canonical_slabs(frame)))
    if path.exists() and not replace:
        return _built(path, frame, present=True)

    def report(done: float) -> None:
        if progress is not None:
            progress(done)

    with Appender(
        path,
        generated_by,
        replace=True,
        contents=WIN_LOSS,
        root=root_attributes(frame),
        merging=lambda done: report(SOLVING + (1 - SOLVING) * done),
    ) as out:
        stored = sum(part.stat().st_size for part in out.parts.glob("*.h5"))
        needed = int(2 * RATIO * slabs * SLAB_BYTES) - stored + (1 << 20)  # parts, then the file
        check_disk(path.resolve().parent, needed, f"storing the table of {frame}")

        def encode(number: int, words: U64) -> StoredTable | None:
            where = slab_path(frame, number)
            return None if out.has(where) else encode_slab(where, number, words, level)

        if len(out) < slabs:
            for done, slab in enumerate(table.solving(encode, threads), 1):
                if slab is not None:
                    out.add(slab)
                report(SOLVING * done / slabs)
            table.close()
        recovered = out.recovered
    return _built(path, frame, recovered=recovered)


def _built(path: Path, frame: Rules, *, present: bool = False, recovered: int = 0) -> Built:
    with TableFile(path) as file:
        table = WinLossFile(file)
        if table.frame != frame:
            raise FileFormatError(f"{path} holds the table of {table.frame}, not of {frame}")
        return Built(frame, 1 << frame.cells, table.losses(), present, recovered, len(file.paths()))


def encode_slab(path: str, number: int, words: U64, level: int) -> StoredTable:
    """Compress a slab."""
    lost = int(np.bitwise_count(words).sum(dtype=np.int64))
    attributes = {**slab_attributes(number), "losses": lost}
    packed = words.astype("<u8", copy=False).view(np.uint8)
    return encode_codes(path, attributes, packed, CHUNK_SIZE, level)
