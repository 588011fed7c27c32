"""Building the file of a whole game: level by level, resumable, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tablebase.engine.game import Codes
from tablebase.engine.induction import pack, unpack
from tablebase.engine.jobs.resources import check_disk, check_memory
from tablebase.engine.jobs.threads import completed, cores
from tablebase.engine.tables.append import Appender
from tablebase.engine.tables.store import CONTENTS, WHOLE_GAME, StoredTable, TableFile, encode_codes
from tablebase.errors import FileFormatError
from tablebase.games.collapsi.rules import CODING, COLLAPSI, Rules
from tablebase.games.collapsi.whole.file import (
    CHUNK_SIZE,
    WholeFile,
    root_attributes,
    table_attributes,
    table_path,
    tables_of,
)
from tablebase.games.collapsi.whole.geometry import Shape
from tablebase.games.collapsi.whole.plan import Records
from tablebase.games.collapsi.whole.slot import opponents_of, slot_at
from tablebase.games.collapsi.whole.solver import Whole

DEFAULT_LEVEL = 9
"""Zstandard level. On the real board level 1 makes 766 MB, 9 makes 738 in 40 s of one core more,
15 makes 692 in 3 minutes more."""

BITS = 1.3
"""Bits a position to expect in a file, at most."""

MARGIN = 1 << 29
"""Bytes of memory for everything but the records."""

SOLVING = 0.25
"""Share of the work on a level that is solving; the rest is compression."""

LEVELS = 0.8
"""Share of the work that is solving and compressing; the rest is putting the file together."""


@dataclass(frozen=True)
class Built:
    """What `build_whole` did.

    Attributes
    ----------
    positions : int
        Positions in the file, each up to the automorphisms of the board.
    present : bool
        Whether the file was there already, complete.
    recovered : int
        Tables of an interrupted run that were taken up.
    tables : int
        Tables in the file.
    """

    positions: int
    present: bool
    recovered: int
    tables: int


def solve_whole(
    rules: Rules = COLLAPSI,
    progress: Callable[[float], None] | None = None,
    threads: int | None = None,
    *,
    keep: bool = True,
) -> Whole:
    """Solve a whole game in memory.

    Parameters
    ----------
    rules : Rules
        Board and deck.
    progress : callable, optional
        Called with the fraction of the work that is done.
    threads : int, optional
        By default one for each core this process may use.
    keep : bool
        Keep all levels, for look-ups; else only the last, for the deals' first plies.

    Raises
    ------
    MemoryError
        If there is not enough memory free; said before the work starts.
    """
    whole = Whole(rules)
    check_memory(whole.memory(keep=keep) + MARGIN, "solving the whole game in memory")
    weights = _weights(whole)

    def report(level: int, fraction: float) -> None:
        if progress is not None:
            progress(weights[level - 1] + fraction * (weights[level] - weights[level - 1]))

    whole.solve(keep=keep, threads=threads or cores(), progress=report)
    return whole


def build_whole(
    path: str | os.PathLike[str],
    generated_by: str,
    *,
    rules: Rules = COLLAPSI,
    level: int = DEFAULT_LEVEL,
    replace: bool = False,
    progress: Callable[[float], None] | None = None,
    threads: int | None = None,
) -> Built:
    """Solve a whole game and store it in a file.

    Killed at any instant, no file appears, and finished tables wait in ``<path>.parts``: the
    next call solves again, which is quick, and goes on compressing where this one stopped.

    Parameters
    ----------
    path : path-like
        The file.
    generated_by : str
        Name and version of the writing program.
    rules : Rules
        Board and deck.
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
    MemoryError, OSError
        If there is not enough memory or disk free; said before the work starts.
    FileBusyError
        If another process is writing to the file.
    FileFormatError
        If the file exists, is not this whole game, and is not to be replaced.
    """
    path = Path(path)
    whole = Whole(rules)
    geometry = whole.geometry
    tables = [table for m in range(2, geometry.top + 1) for table in tables_of(geometry, m)]
    positions = sum(table_attributes(geometry, *table)["positions"] for table in tables)
    if path.exists() and not replace:
        _check_same(path, rules)
        return Built(positions, True, 0, len(tables))
    check_memory(whole.memory(keep=False) + MARGIN, "solving the whole game")

    def merging(done: float) -> None:
        if progress is not None:
            progress(LEVELS + (1 - LEVELS) * done)

    with Appender(
        path,
        generated_by,
        replace=True,
        contents=WHOLE_GAME,
        root=root_attributes(rules),
        merging=merging,
    ) as out:
        stored = sum(part.stat().st_size for part in out.parts.glob("*.h5"))
        needed = int(2 * positions * BITS / 8) - stored + (1 << 20)  # the parts, then the file
        check_disk(path.resolve().parent, needed, "storing the whole game")
        writer = _Writer(whole, out, level, threads or cores(), progress)
        if not all(out.has(table_path(rules, *table)) for table in tables):
            whole.solve(
                keep=False, threads=writer.threads, progress=writer.solved, visit=writer.store
            )
        return Built(positions, False, out.recovered, len(out))


def _check_same(path: Path, rules: Rules) -> None:
    with TableFile(path) as file:
        if file.attributes().get(CONTENTS) != WHOLE_GAME:
            raise FileFormatError(f"{path} is no file of a whole game")
        if WholeFile(file).rules != rules:
            raise FileFormatError(f"{path} holds the whole game of other rules")


class _Writer:
    """Compresses levels as they are solved, and tells how far the work is."""

    def __init__(
        self,
        whole: Whole,
        out: Appender,
        level: int,
        threads: int,
        progress: Callable[[float], None] | None,
    ) -> None:
        self.threads = threads
        self._whole, self._out, self._level = whole, out, level
        self._progress = progress
        self._weights = _weights(whole)

    def solved(self, level: int, fraction: float) -> None:
        self._report(level, SOLVING * fraction)

    def store(self, level: int, records: Records) -> None:
        rules = self._whole.rules
        todo = [
            table
            for table in tables_of(self._whole.geometry, level)
            if not self._out.has(table_path(rules, *table))
        ]

        def encode(table: tuple[Shape, int]) -> StoredTable:
            return self._encode(*table, records)

        for done, stored in enumerate(completed(encode, todo, self.threads), 1):
            self._out.add(stored)
            self._report(level, SOLVING + (1 - SOLVING) * done / len(todo))

    def _report(self, level: int, fraction: float) -> None:
        before, after = self._weights[level - 1 : level + 1]
        if self._progress is not None:
            self._progress(LEVELS * (before + fraction * (after - before)))

    def _encode(self, shape: Shape, mover: int, records: Records) -> StoredTable:
        whole = self._whole
        packed = table_codes(whole, shape, mover, records)
        return encode_codes(
            table_path(whole.rules, shape, mover),
            table_attributes(whole.geometry, shape, mover),
            packed,
            min(CHUNK_SIZE, packed.size),
            self._level,
        )


def table_codes(whole: Whole, shape: Shape, mover: int, records: Records | None = None) -> Codes:
    """The packed codes of a table: its opponents' slots, one after the other."""
    opponents = opponents_of(whole.geometry, shape, mover)
    parts = [whole.slot_codes(slot_at(shape, mover, q), records) for q in opponents]
    words = whole.geometry.words[shape.level].count
    if words % 2 == 0:
        return np.concatenate(parts)
    return pack(np.concatenate([unpack(part, words, CODING.bits) for part in parts]), CODING.bits)


def _weights(whole: Whole) -> list[float]:
    """Share of the positions in the levels up to each."""
    entries = [whole.geometry.entries(level) for level in range(1, whole.geometry.top + 1)]
    total = sum(entries)
    return [sum(entries[:level]) / total for level in range(len(entries) + 1)]
