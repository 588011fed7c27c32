"""The tablebase file: many tables in one HDF5 file, checked on every read.

docs/format.md specifies the format; this module writes and reads it. Codes are packed and cut
into chunks, each a Zstandard frame. Frames are declared as the registered HDF5 filter 32015 but
written and read directly: no HDF5 plugin is needed here, and any HDF5 tool that has the plugin
reads the same file.

HDF5's own checksums do not tie a chunk to its table. So each table lists its chunks' CRC-32
and carries a SHA-256 digest of its path and all its attributes, that list included. Bytes
that were changed or moved anywhere are noticed before they can become an answer.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import zstandard

from tablebase.engine.game import Codes, Game, Ranks
from tablebase.engine.induction import is_large, packed_size
from tablebase.engine.jobs.threads import completed, cores
from tablebase.engine.tables.attributes import (
    BITS,
    CHUNK_CRC,
    DEFAULT_BITS,
    DIGEST,
    table_attributes,
    table_path,
)
from tablebase.engine.tables.check import GameOf, TableCheck, check_table
from tablebase.engine.tables.interface import Store
from tablebase.engine.tables.table import MemoryCodes, Table
from tablebase.errors import CorruptFileError, FileFormatError, MissingTableError

FORMAT = "tablebase"
FORMAT_VERSION = 1
ZSTD_FILTER = 32015
DEFAULT_LEVEL = 14
LARGE_LEVEL = 9
"""The level for large tables, where a higher one would take longer than the induction itself."""

LIBVER = ("v110", "v110")
"""HDF5 1.10 or later reads what is written."""

CHUNKS_AT_ONCE = 64
KINDS = ("tables", "whole")
"""What a file's tables are: one for each game, or the pieces of one large table."""


@dataclass(frozen=True)
class StoredTable:
    """A table as it lies in a file: attributes and compressed chunks.

    Attributes
    ----------
    path : str
        ``/tables/<game>/<key>``, or ``/whole/<game>/<key>`` in a file of a whole game.
    attributes : mapping
        All attributes but the digest; text, integers and lists of integers.
    chunk_size : int
        Bytes of a chunk before compression.
    chunks : tuple of bytes
        Zstandard frames; the last chunk is filled up with zeros.
    """

    path: str
    attributes: Mapping[str, Any]
    chunk_size: int
    chunks: tuple[bytes, ...]

    def digest(self) -> str:
        """SHA-256 of the path and all attributes, as hexadecimal digits."""
        text = json.dumps(
            {**self.attributes, "path": self.path}, sort_keys=True, separators=(",", ":")
        )
        return hashlib.sha256(text.encode()).hexdigest()


def encode_table(table: Table[Any], level: int | None = None) -> StoredTable:
    """Compress a table, a large one on all cores, and count what its attributes record.

    `level` is the Zstandard level, 1 to 22; by default 14, and 9 for a large table.
    """
    game = table.game
    large = is_large(game)
    return encode_codes(
        table_path(game),
        table_attributes(table),
        table.packed(),
        game.chunk_size,
        level or (LARGE_LEVEL if large else DEFAULT_LEVEL),
        cores() if large else 1,
    )


def encode_codes(
    path: str,
    attributes: Mapping[str, Any],
    packed: Codes,
    chunk_size: int,
    level: int,
    threads: int = 1,
) -> StoredTable:
    """Compress packed codes in chunks of `chunk_size` bytes, to lie at `path` in a file.

    `attributes` include ``positions``, their number, and their width where it is not the default.
    """
    chunks = tuple(_compress(packed, chunk_size, level, threads))
    crcs = [zlib.crc32(chunk) for chunk in chunks]
    return StoredTable(path, {**attributes, CHUNK_CRC: crcs}, chunk_size, chunks)


def _compress(packed: Codes, chunk_size: int, level: int, threads: int) -> Iterator[bytes]:
    """The frames of all chunks, in order."""

    def compress(first: int) -> tuple[int, list[bytes]]:
        compressor = zstandard.ZstdCompressor(level=level, write_checksum=True)
        part = packed[first : first + CHUNKS_AT_ONCE * chunk_size]
        raw = (part[at : at + chunk_size].tobytes() for at in range(0, len(part), chunk_size))
        return first, [compressor.compress(chunk.ljust(chunk_size, b"\0")) for chunk in raw]

    firsts = range(0, len(packed), CHUNKS_AT_ONCE * chunk_size)
    parts = map(compress, firsts) if threads == 1 else completed(compress, firsts, threads)
    for _, frames in sorted(parts):
        yield from frames


def file_image(
    tables: Iterable[StoredTable], generated_by: str, root: Mapping[str, Any] | None = None
) -> bytes:
    """The bytes of a new tablebase file with some tables; `root` as in `write_root`."""
    with new_image() as (file, memory):
        write_root(file, generated_by, root)
        for table in tables:
            write_table(file, table)
    return memory.getvalue()


@contextmanager
def new_image() -> Iterator[tuple[h5py.File, io.BytesIO]]:
    """A new HDF5 file to write to, and the memory that holds its bytes once it is closed.

    HDF5's own image of a file in memory would do, but up to HDF5 1.14 none opens such an image: a
    flag in its first bytes is cleared and their checksum is not.
    """
    memory = io.BytesIO()
    with h5py.File(memory, "w", libver=LIBVER) as file:
        yield file, memory


def write_root(file: h5py.File, generated_by: str, root: Mapping[str, Any] | None = None) -> None:
    """Make an empty HDF5 file a tablebase file without tables.

    `generated_by` is the name and version of the writing program, `root` more attributes.
    """
    now = datetime.now(UTC).isoformat(timespec="seconds")
    write_attributes(
        file,
        {
            "format": FORMAT,
            "format-version": FORMAT_VERSION,
            "generated-by": generated_by,
            "creation-date": now,
            **(root or {}),
        },
    )
    file.create_group("tables")


def write_attributes(group: h5py.Group, attributes: Mapping[str, Any]) -> None:
    """Write attributes, in place of any of the same name."""
    for name, value in attributes.items():
        if isinstance(value, str):
            # Of fixed length, so that it lies in the object header, which has a checksum. Text
            # of variable length lies in a heap that has none; if damaged, it can hang HDF5.
            text = value.encode()
            value = np.array(text, dtype=h5py.string_dtype("utf-8", len(text)))
        group.attrs[name] = value


def write_table(file: h5py.File, table: StoredTable) -> None:
    """Add a table to an open, writable file."""
    group = file.create_group(table.path)
    write_attributes(group, {**table.attributes, DIGEST: table.digest()})
    dataset = group.create_dataset(
        "codes",
        shape=(table.chunk_size * len(table.chunks),),
        chunks=(table.chunk_size,),
        dtype=np.uint8,
        compression=ZSTD_FILTER,
        allow_unknown_filter=True,
    )
    for number, chunk in enumerate(table.chunks):
        dataset.id.write_direct_chunk((number * table.chunk_size,), chunk)


class TableFile(Store):
    """A tablebase file, read lazily.

    Opening reads the root attributes, a table's first use its attributes, a probe the
    chunk it needs. Safe to share between threads; picklable; reopened after a fork.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    FileFormatError
        If it is not a tablebase file, or of a newer version.
    CorruptFileError
        If it is damaged.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._absolute = self.path.absolute()  # to reopen, whatever the working folder is then
        self._open()

    def __reduce__(self) -> tuple[Any, ...]:
        return TableFile, (self._absolute,)

    def __enter__(self) -> TableFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; tables read before stay usable as far as they were read."""
        self._handle.close()

    def _open(self) -> None:
        self._pid = os.getpid()
        self._handle = _open_checked(self._absolute)

    @property
    def file(self) -> h5py.File:
        """The open HDF5 file; in a forked child, a handle of its own.

        Raises `ValueError` if it has been closed.
        """
        if not self._handle:
            raise ValueError(f"{self.path} has been closed")
        if self._pid != os.getpid():
            self._open()
        return self._handle

    def attributes(self) -> dict[str, Any]:
        """The attributes of the file's root."""
        file = self.file
        with _reading(self.path):
            return _plain(file.attrs)

    def paths(self) -> list[str]:
        """The paths of all tables, sorted."""
        file = self.file
        with _reading(self.path):
            return [
                f"/{kind}/{name}/{key}"
                for kind in KINDS
                if kind in file
                for name, keys in file[kind].items()
                for key in keys
            ]

    def names(self) -> list[str]:
        """The names that tables are filed under, sorted; see `Game.name`."""
        file = self.file
        with _reading(self.path):
            return sorted(file["tables"])

    @property
    def origin(self) -> str:
        """The file's name."""
        return str(self.path)

    def find(self, game: Game[Any]) -> StoredCodes:
        """The codes of a game's table; raises as `codes`."""
        return self.codes(table_path(game))

    def verify(
        self, game_of: GameOf, *, workers: int | None = None, full: bool = False
    ) -> Iterator[TableCheck]:
        """Check every checksum, count and entry of every table, in the order of their paths."""
        with ThreadPoolExecutor(workers or cores()) as pool:
            yield from pool.map(lambda path: check_table(path, self.codes, game_of), self.paths())

    def codes(self, path: str) -> StoredCodes:
        """The codes of the table at a path.

        Raises
        ------
        MissingTableError
            If the file does not hold it.
        CorruptFileError
            If the file is damaged.
        """
        file = self.file
        with _reading(self.path):
            found = path in file
        if not found:
            raise MissingTableError(f"{self.path} has no table {path}")
        return StoredCodes(self, path)

    def read(self, path: str) -> StoredTable:
        """A whole table with its compressed chunks, every checksum verified."""
        return self.codes(path).stored()


class StoredCodes:
    """A table's codes in a file, read chunk by chunk as they are needed.

    Raises `CorruptFileError` if the table's attributes do not match their digest or the dataset.
    """

    def __init__(self, file: TableFile, path: str) -> None:
        self.origin = str(file.path)
        self._file, self._path = file, path
        with _reading(file.path):
            group = file.file[path]
            attributes = _plain(group.attrs)
            digest = attributes.pop(DIGEST)
            codes = group["codes"]
            (self._chunk_size,), (length,) = codes.chunks, codes.shape
            self._header = StoredTable(path, attributes, self._chunk_size, ())
            expected = self._header.digest()
        if digest != expected:
            raise CorruptFileError(f"{self.origin}: {path}: attributes do not match their digest")
        self._crcs: list[int] = attributes[CHUNK_CRC]
        self._bits: int = attributes.get(BITS, DEFAULT_BITS)
        needed = packed_size(attributes["positions"], self._bits)
        if length != self._chunk_size * len(self._crcs) or needed > length:
            raise CorruptFileError(
                f"{self.origin}: {path}: {length} bytes of codes for {attributes['positions']} "
                f"positions, expected {len(self._crcs)} chunks of {self._chunk_size}"
            )
        self._packed = np.empty(length, dtype=np.uint8)
        self._loaded = np.zeros(len(self._crcs), dtype=bool)

    @property
    def attributes(self) -> Mapping[str, Any]:
        """The table's attributes, verified against their digest."""
        return self._header.attributes

    @property
    def in_memory(self) -> bool:
        """Whether every chunk has been read."""
        return bool(self._loaded.all())

    @property
    def nbytes(self) -> int:
        """Bytes of memory that it takes, once all of it has been read."""
        return self._packed.nbytes

    def at(self, ranks: Ranks) -> Codes:
        """The codes of some ranks, one a byte; reads the chunks that hold them."""
        touched = np.zeros_like(self._loaded)
        touched[ranks // (8 // self._bits * self._chunk_size)] = True
        self._load(touched)
        return MemoryCodes(self._packed, self._bits).at(ranks)

    def packed(self) -> Codes:
        """All codes, packed."""
        self._load(np.ones_like(self._loaded))
        return self._packed[: packed_size(self.attributes["positions"], self._bits)]

    def stored(self) -> StoredTable:
        """The table as it lies in the file, every checksum verified."""
        self.packed()
        return self.frames()

    def frames(self) -> StoredTable:
        """The same without decompressing: the frames' own checksums are not verified."""
        header = self._header
        dataset = self._dataset()
        chunks = tuple(self._frame(dataset, number) for number in range(len(self._crcs)))
        return StoredTable(header.path, header.attributes, header.chunk_size, chunks)

    def _load(self, wanted: np.ndarray[Any, np.dtype[np.bool_]]) -> None:
        missing = np.flatnonzero(wanted & ~self._loaded)
        dataset = self._dataset() if missing.size else None
        for number in missing:
            start = int(number) * self._chunk_size
            raw = self._decompress(dataset, int(number))
            self._packed[start : start + self._chunk_size] = np.frombuffer(raw, dtype=np.uint8)
            self._loaded[number] = True

    def _dataset(self) -> Any:
        """The dataset of the codes, open."""
        file = self._file.file
        with _reading(self._file.path):
            return file[self._path]["codes"].id

    def _frame(self, dataset: Any, number: int) -> bytes:
        """The compressed bytes of a chunk, as the table's attributes vouch for them."""
        with _reading(self._file.path):
            mask, frame = dataset.read_direct_chunk((number * self._chunk_size,))
        if mask or zlib.crc32(frame) != self._crcs[number]:
            raise CorruptFileError(f"{self.origin}: {self._path}: chunk {number} is damaged")
        return bytes(frame)

    def _decompress(self, dataset: Any, number: int) -> bytes:
        frame = self._frame(dataset, number)
        try:
            raw = zstandard.ZstdDecompressor().decompress(frame, max_output_size=self._chunk_size)
        except zstandard.ZstdError as error:
            raise CorruptFileError(
                f"{self.origin}: {self._path}: chunk {number}: {error}"
            ) from error
        if len(raw) != self._chunk_size:
            raise CorruptFileError(
                f"{self.origin}: {self._path}: chunk {number} has {len(raw)} bytes, "
                f"expected {self._chunk_size}"
            )
        return raw


def _open_checked(path: Path) -> h5py.File:
    """Open a file for reading and check its format and version."""
    if not path.exists():
        raise FileNotFoundError(f"no such file: {path}")
    if path.is_file():
        path.open("rb").close()  # what the system refuses is not a matter of the format
    if not path.is_file() or not h5py.is_hdf5(path):
        raise FileFormatError(f"{path} is not an HDF5 file, expected a tablebase file")
    with _reading(path):
        # Files are replaced whole, never changed in place: there is nothing to lock.
        file = h5py.File(path, "r", locking=False)
    try:
        _check_format(path, file)
    except BaseException:
        file.close()
        raise
    return file


def _check_format(path: Path, file: h5py.File) -> None:
    with _reading(path):
        attributes = _plain(file.attrs)
    found, version = attributes.get("format"), attributes.get("format-version")
    if found != FORMAT or not isinstance(version, int):
        raise FileFormatError(f"{path} is an HDF5 file of format {found!r}, expected {FORMAT!r}")
    if version > FORMAT_VERSION:
        raise FileFormatError(
            f"{path} has format version {version}, this package reads up to {FORMAT_VERSION}: "
            "upgrade collapsi-tablebase"
        )


def _plain(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """HDF5 attributes as text, integers and lists of integers."""
    return {name: _plain_value(value) for name, value in attributes.items()}


def _plain_value(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    return value.decode() if isinstance(value, bytes) else value


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn whatever HDF5 raises on damaged bytes into `CorruptFileError`."""
    try:
        yield
    except Exception as error:
        # A damaged header can surface as almost any type: OSError, KeyError, RuntimeError,
        # ValueError, TypeError, UnicodeDecodeError, ...
        raise CorruptFileError(f"{path} is damaged: {error}") from error
