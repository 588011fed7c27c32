"""One large table in a file of its own: describe, build, read and check it.

A table too large for one array is cut into *pieces*, each stored as a table of its own. The file
is written completely or not at all. A `LargeTable` says how a game cuts and describes its table,
and a `LargeSolver` makes the pieces. The rest, in this module, is the same for every game.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Generic, Protocol, Self, TypeVar

from tablebase.engine.game import Codes
from tablebase.engine.jobs.machine import check_disk, check_memory, cores
from tablebase.engine.packed import packed_size
from tablebase.engine.rooms import large_of, large_tables
from tablebase.engine.tables.append import Appender
from tablebase.engine.tables.attributes import CONTENTS, difference
from tablebase.engine.tables.chunks import ChunkedCodes, LocatedCodes, Rows
from tablebase.engine.tables.interface import TableCheck
from tablebase.engine.tables.store import (
    FileStore,
    StoredCodes,
    StoredTable,
    TableFile,
    encode_codes,
)
from tablebase.errors import CorruptFileError, FileFormatError, MissingTableError, quote
from tablebase.support.lazy import cached_property

K = TypeVar("K")
"""What a piece is called in its game."""


class LargeTable(ABC, Generic[K]):
    """What a large table's file holds.

    `game` and `contents` are attributes of the file's root; `contents` also names the table in
    messages. `bits` is the width of a code: 1, 4 or 8. A chunk of a piece has `chunk_size` bytes
    before compression, or fewer if the piece is smaller. `level` and `min_match` are as in
    `store.encode_codes`.
    """

    game: str
    contents: str
    level: int
    min_match: int | None = None
    bits: int
    chunk_size: int
    rules: Any
    positions: int
    stored_size: int
    """Most bytes that the file can be expected to have."""

    @classmethod
    @abstractmethod
    def of_root(cls, root: Mapping[str, Any]) -> Self:
        """The table that the attributes of a root describe.

        Attributes that do not describe one may raise `ValueError`, `LookupError`, `TypeError` or
        `AttributeError`.
        """

    @abstractmethod
    def root(self) -> dict[str, Any]:
        """The attributes of the file's root that describe it, except `game` and `contents`."""

    @abstractmethod
    def __str__(self) -> str:
        """Its name in messages, such as "the whole game"."""

    @abstractmethod
    def pieces(self) -> Iterable[K]:
        """Its pieces, in the order in which they are checked."""

    @abstractmethod
    def path(self, piece: K) -> str:
        """The path of a piece in a file."""

    @abstractmethod
    def size(self, piece: K) -> int:
        """Number of positions of a piece."""

    @abstractmethod
    def attributes(self, piece: K) -> dict[str, Any]:
        """A piece's attributes, as far as they are known before the piece is solved."""

    def losses(self, file: TableFile) -> int | None:
        """Number of positions that the side to move loses, if the pieces record it."""
        return None


class LargeFile(FileStore, Generic[K]):
    """A large table in an open file. Picklable; usable after a fork.

    Raises `FileFormatError` if the file holds no table of this kind that this package knows.
    """

    kind: type[LargeTable[K]]
    cached = 32
    """How many pieces stay open; the least recently used is dropped first."""

    def __init__(self, file: TableFile) -> None:
        super().__init__(file)
        self.table = _described(file, self.kind)
        self._pieces: dict[str, ChunkedCodes] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.file,)

    def piece(self, piece: K) -> ChunkedCodes:
        """The codes of a piece; raises `CorruptFileError` if it is damaged or missing."""
        # No lock, because a fork could inherit it held; each step is one dictionary operation.
        path, pieces, directory = self.table.path(piece), self._pieces, self._directory
        stored = pieces.get(path)
        if stored is None and directory is not None:  # without its attributes
            place = self.origin, path, self._layout(piece), directory[path]
            stored = LocatedCodes(*place, lambda: self.file.descriptor, lambda: self.read(piece))
        elif stored is None:
            stored = self.read(piece)
        pieces[path] = pieces.pop(path, stored)  # the most recently used comes last
        for oldest in list(pieces)[: -self.cached]:
            pieces.pop(oldest, None)
        return stored

    def read(self, piece: K) -> StoredCodes:
        """A piece with its attributes, read from the file again and not kept; raises likewise."""
        path, expected = self.table.path(piece), self.table.attributes(piece)
        try:
            stored = self.file.codes(path, expected)
        except MissingTableError as error:
            raise CorruptFileError(f"{self.origin} is damaged: {error}") from error
        if wrong := difference(stored.attributes, expected):
            raise CorruptFileError(f"{self.origin}: {path}: attribute {wrong}")
        stored.expect(*self._layout(piece))
        directory = self._directory
        if directory is not None and directory[path][:, 3].tolist() != list(stored.crcs):
            raise CorruptFileError(f"{self.origin}: {path}: other checksums than in the directory")
        return stored

    @cached_property
    def _directory(self) -> dict[str, Rows] | None:
        return self.file.directory(map(self.table.path, self.table.pieces()))

    def _layout(self, piece: K) -> tuple[int, int, int]:
        """Number of positions of a piece, bits of each, and bytes of a chunk."""
        positions, bits = self.table.size(piece), self.table.bits
        return positions, bits, min(self.table.chunk_size, packed_size(positions, bits))


def _described(file: TableFile, kind: type[LargeTable[K]]) -> LargeTable[K]:
    found = file.attributes()
    if (found.get(CONTENTS), found.get("game")) != (kind.contents, kind.game):
        names = [quote(found.get(name)) for name in (CONTENTS, "game")]
        held = f"a {' of '.join(names)}" if CONTENTS in found else "tables"
        raise FileFormatError(
            f"{file.path} holds {held}, expected a {kind.contents} of {kind.game}"
        )
    try:
        table = kind.of_root(found)
        expected = table.root()
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise FileFormatError(
            f"{file.path} does not describe a {kind.contents}: {error}"
        ) from error
    if wrong := difference(found, expected):
        raise FileFormatError(f"{file.path}: {wrong}")
    return table


class LargeSolver(Protocol[K]):
    """What solves a large table."""

    table: LargeTable[K]

    def memory(self) -> int:
        """Bytes of memory that solving takes."""

    def solve_into(self, out: PieceWriter[K], threads: int) -> None:
        """Solve the table, and add each solved piece that `out` lacks."""


def solver_of(rules: object, *, small: bool = False) -> LargeSolver[Any]:
    """The solver of the large table that some rules choose.

    Raises `ValueError` if their game has none, or none of these rules, or no `small` form that
    leaves out half of the positions.
    """
    if (large := large_of(rules)) is None:
        known = dict.fromkeys(one.game for one in large_tables())
        raise ValueError(f"{rules} have no large table: expected rules of {' or '.join(known)}")
    solver: LargeSolver[Any] = resolve_name(large.solver)(rules, small=small)
    return solver


@dataclass(frozen=True)
class PieceWriter(Generic[K]):
    """Receives the pieces of a large table as they are solved.

    `report` is called with the fraction of the work that is done.
    """

    table: LargeTable[K]
    out: Appender
    level: int
    report: Callable[[float], None]

    def __contains__(self, piece: K) -> bool:
        return self.table.path(piece) in self.out.present

    def encode(self, piece: K, packed: Codes, **attributes: Any) -> StoredTable:
        """Compress a piece, in any thread; `attributes` are those known only after solving."""
        table = self.table
        return encode_codes(
            table.path(piece),
            {**table.attributes(piece), **attributes},
            packed,
            min(table.chunk_size, packed.size),
            self.level,
            min_match=table.min_match,
        )

    def add(self, stored: StoredTable) -> None:
        """Add a piece, in the calling thread."""
        self.out.add(stored)


@dataclass(frozen=True)
class Built:
    """What building a large table did."""

    rules: Any
    """Those of the table, which may be for a larger board than was asked for."""
    positions: int
    """Their number; a game may count symmetric ones once."""
    losses: int | None
    """Number of positions that the side to move loses, if the file records it."""
    present: bool
    """Whether the complete file was already there."""
    recovered: int
    """Pieces recovered from an interrupted run."""
    tables: int
    """Pieces in the file."""


def build(
    path: str | os.PathLike[str],
    solver: LargeSolver[K],
    generated_by: str,
    *,
    level: int | None = None,
    replace: bool = False,
    progress: Callable[[float], None] | None = None,
    threads: int | None = None,
) -> Built:
    """Solve a large table and store it in a file.

    If the process is killed, no file appears, and finished pieces are kept in ``<path>.parts``.
    The next call solves again, which is quick, and compresses only the missing pieces.

    `generated_by` is the name and version of the writing program. `level` is the Zstandard level,
    1 to 22; by default the table's own. `progress` is called with the fraction of the work that is
    done; an exception that it raises ends the work at once. There is one thread for each core that
    this process may use, or `threads`. `replace` replaces the file, whatever it holds.

    Raises `MemoryError` or `OSError`, before the work starts, if there is not enough free memory or
    disk; `FileBusyError` if another process is writing to the file; `FileFormatError` if the file
    exists, does not hold this table, and `replace` is False.
    """
    path, table = Path(path), solver.table
    if path.exists() and not replace:
        return _built(path, table, present=True)

    with Appender(
        path,
        generated_by,
        replace=True,
        contents=table.contents,
        root={"game": table.game, **table.root()},
    ) as out:
        needed = table.stored_size - out.nbytes + (1 << 20)
        check_disk(path.resolve().parent, needed, f"storing {table}")
        writer = PieceWriter(table, out, level or table.level, progress or (lambda _: None))
        if not all(piece in writer for piece in table.pieces()):
            check_memory(solver.memory(), f"solving {table}")
            solver.solve_into(writer, threads or cores())
        recovered = out.recovered
    return _built(path, table, recovered=recovered)


def _built(path: Path, table: LargeTable[K], *, present: bool = False, recovered: int = 0) -> Built:
    with TableFile(path) as file:
        found = _described(file, type(table))
        if (found.rules, str(found)) != (table.rules, str(table)):
            raise FileFormatError(f"{path} holds {found}, not {table}")
        losses, tables = found.losses(file), len(file.paths())
        return Built(found.rules, found.positions, losses, present, recovered, tables)


def check_pieces(
    file: LargeFile[K],
    groups: Iterable[Iterable[K]],
    check: Callable[[K], tuple[int, str]],
    workers: int | None = None,
) -> Iterator[TableCheck]:
    """Check a large table's file: every checksum and attribute, and what its game checks.

    Yields one result for each piece, and one for each table that is not a piece. `check` is called
    in threads for the pieces of a group; the next group starts when they are done. It reads the
    piece, derives positions again, and returns their number and the first error, empty if there is
    none. It raises `FileFormatError` or `LookupError` if the piece is damaged.
    """
    table, known = file.table, set(file.file.paths())

    def checked(piece: K) -> TableCheck:
        path, positions = table.path(piece), table.size(piece)
        try:
            return TableCheck(path, *check(piece), positions)
        except (FileFormatError, LookupError) as error:
            return TableCheck(path, 0, str(error), positions)

    with ThreadPoolExecutor(workers or cores()) as pool:
        for pieces in groups:
            for found in pool.map(checked, pieces):
                known.discard(found.path)
                yield found
    for path in sorted(known):
        yield TableCheck(path, 0, f"{path} is not a table of this {table.contents}")
