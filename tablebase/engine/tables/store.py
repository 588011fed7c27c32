"""The tablebase file: many tables in one HDF5 file, checked on every read.

docs/format.md specifies the format; this module encodes tables and reads them, and `writer` writes
them. Codes are packed and cut into chunks, each a Zstandard frame. Frames are declared as the
registered HDF5 filter 32015 but written and read directly: no HDF5 plugin is needed here, and any
HDF5 tool that has the plugin reads the same file.

HDF5's own checksums do not tie a chunk to its table. So each table lists the CRC-32 of its chunks,
and has a SHA-256 digest of its path and all its attributes, that list included. Bytes that were
changed or moved are noticed before they can become an answer.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import numpy.typing as npt
import zstandard

from tablebase.engine.game import Codes, Game
from tablebase.engine.induction import is_large
from tablebase.engine.jobs.machine import cores
from tablebase.engine.jobs.shards import completed
from tablebase.engine.packed import count_codes, packed_size
from tablebase.engine.rooms import from_attributes
from tablebase.engine.tables import hdf5
from tablebase.engine.tables.attributes import (
    BITS,
    CHUNK_CRC,
    COUNTS,
    DEFAULT_BITS,
    DIGEST,
    Value,
    game_attributes,
    integer,
    integers,
    table_attributes,
    table_path,
    text,
)
from tablebase.engine.tables.chunks import (
    CHUNKS_AT_ONCE,
    DIRECTORY,
    ChunkedCodes,
    Rows,
    digest_of,
    most_compressed,
)
from tablebase.engine.tables.hdf5 import WHOLE_CHUNKS, reading
from tablebase.engine.tables.interface import Store
from tablebase.engine.tables.table import Table
from tablebase.errors import CorruptFileError, MissingTableError

DEFAULT_LEVEL = 9
"""Level 14 makes a deal's table a twelfth smaller, and takes four times as long."""

LARGEST_CHUNK = 1 << 26
"""Most bytes of a chunk that is read without a game to say how many it should have."""

WIDTHS = (1, 4, 8)
"""Bits of a code."""

KINDS = ("tables", "whole")
"""The tables of a file: one for each game, or the pieces of one large table."""


@dataclass(frozen=True)
class StoredTable:
    """A table as a file stores it: attributes and compressed chunks."""

    path: str
    """``/tables/<game>/<key>``, or ``/whole/<game>/<key>`` in a file of a whole game."""
    attributes: Mapping[str, Any]
    """All attributes except the digest: text, integers and lists of integers."""
    chunk_size: int
    """Bytes of a chunk before compression."""
    chunks: tuple[bytes, ...]
    """Zstandard frames; the last chunk is padded with zeros."""

    def digest(self) -> str:
        """SHA-256 of the path and all attributes, as hexadecimal digits."""
        text = json.dumps(
            {**self.attributes, "path": self.path}, sort_keys=True, separators=(",", ":")
        )
        return hashlib.sha256(text.encode()).hexdigest()


def encode_table(table: Table[Any], level: int | None = None) -> StoredTable:
    """Compress a table, a large one on all cores, and count what its attributes record.

    `level` is the Zstandard level, 1 to 22; by default 9.
    """
    game = table.game
    large = is_large(game)
    return encode_codes(
        table_path(game),
        table_attributes(table),
        table.packed(),
        game.chunk_size,
        level or DEFAULT_LEVEL,
        cores() if large else 1,
    )


def encode_codes(
    path: str,
    attributes: Mapping[str, Any],
    packed: Codes,
    chunk_size: int,
    level: int,
    threads: int = 1,
    min_match: int | None = None,
) -> StoredTable:
    """Compress packed codes in chunks of `chunk_size` bytes, as a table at `path` in a file.

    `attributes` include ``positions``, their number, and their width if it is not the default.
    `min_match` is the shortest repetition that Zstandard looks for; by default the level's own.
    """
    own = {} if min_match is None else {"min_match": min_match}
    settings = zstandard.ZstdCompressionParameters.from_level(
        level, source_size=chunk_size, write_checksum=True, **own
    )

    def compress(first: int) -> list[bytes]:
        compressor = zstandard.ZstdCompressor(compression_params=settings)
        part = packed[first : first + CHUNKS_AT_ONCE * chunk_size]
        raw = (part[at : at + chunk_size].tobytes() for at in range(0, len(part), chunk_size))
        return [compressor.compress(chunk.ljust(chunk_size, b"\0")) for chunk in raw]

    firsts = range(0, len(packed), CHUNKS_AT_ONCE * chunk_size)
    chunks = tuple(chain.from_iterable(completed(compress, firsts, threads)))
    crcs = [zlib.crc32(chunk) for chunk in chunks]
    return StoredTable(path, {**attributes, CHUNK_CRC: crcs}, chunk_size, chunks)


class TableFile(Store):
    """A tablebase file, read lazily.

    Opening the file reads the root attributes; the first use of a table reads the table's
    attributes; a probe reads the chunk it needs. Safe to share between threads; picklable;
    reopened after a fork.

    Raises `FileNotFoundError` if there is no such file, `FileFormatError` if it is not a tablebase
    file, or has a newer version, and `CorruptFileError` if it is damaged.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._absolute = self.path.absolute()  # to reopen it from any working folder
        self._open()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._absolute,)

    def close(self) -> None:
        """Close the file; the parts of tables that were read stay usable."""
        self._handle.close()
        self._opened.close()

    def _open(self) -> None:
        self._pid = os.getpid()
        self._handle, self._opened = hdf5.open_file(self._absolute)

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

    @property
    def descriptor(self) -> int:
        """The system's number of the open file; raises as `file`."""
        _ = self.file  # opens it again in a forked child
        return self._opened.fileno()

    def attributes(self) -> dict[str, Value]:
        """The attributes of the file's root."""
        file = self.file
        with reading(self.path):
            return hdf5.attributes_of(file)

    def paths(self) -> list[str]:
        """The paths of all tables, sorted; what somebody else has put beside them is left out."""
        file = self.file
        with reading(self.path):
            return [
                f"/{kind}/{name}/{key}"
                for kind in KINDS
                for name in hdf5.groups_in(file, kind)
                for key in hdf5.groups_in(file, f"{kind}/{name}", of=("codes", DIGEST))
            ]

    def games(self) -> Iterator[Game[Any]]:
        """The games of all tables, in the order of `paths`.

        Raises `UnknownGameError` if one is not installed, and `CorruptFileError` if the file is
        damaged.
        """
        return (from_attributes(self.codes(path).attributes) for path in self.paths())

    def names(self) -> list[str]:
        """The names that tables are filed under, sorted; see `Game.name`."""
        return self.names_in("/tables")

    def names_in(self, path: str) -> list[str]:
        """The names in a group, sorted; empty if there is no such group."""
        file = self.file
        with reading(self.path):
            return hdf5.names_of(hdf5.group_at(file, path))

    @property
    def origin(self) -> str:
        """The file's name."""
        return str(self.path)

    def find(self, game: Game[Any]) -> StoredCodes:
        """The codes of a game's table; raises as `codes`."""
        codes = self.codes(table_path(game))
        codes.expect(game.size, game.coding.bits, game.chunk_size)
        return codes

    def codes(self, path: str, known: Iterable[str] = ()) -> StoredCodes:
        """The codes of the table at a path.

        `known` are the names of its attributes besides `COUNTS`, by default those of its game.
        Raises `MissingTableError` if the file does not hold it, and `CorruptFileError` if the file
        is damaged.
        """
        return StoredCodes(self, path, known)

    def directory(self, paths: Iterable[str]) -> dict[str, Rows] | None:
        """The rows of the tables at some paths, in order; None if the file has no directory.

        Raises `CorruptFileError` if the directory is damaged.
        """
        with reading(self.path, DIRECTORY):
            dataset = hdf5.rows_of_four(self.file, DIRECTORY)
            if dataset is None:
                return None
            digest, rows = hdf5.attributes_of(dataset).get(DIGEST), dataset[:]
            size = os.fstat(self.descriptor).st_size
            if digest != digest_of(rows):
                raise ValueError("its rows do not match their digest")
            if (rows[1:, 0] < rows[:-1, 0]).any() or rows[:, 1].max(initial=0) > size:
                raise ValueError("a row is not in order, or lies behind the end")
        paths = sorted(paths)
        starts = np.searchsorted(rows[:, 0], np.arange(len(paths) + 1, dtype=np.uint64)).tolist()
        return {path: rows[slice(*starts[at : at + 2])] for at, path in enumerate(paths)}


class FileStore(Store):
    """A store that answers from an open file in its own way."""

    def __init__(self, file: TableFile) -> None:
        self.file = file

    @property
    def origin(self) -> str:
        """The file's name."""
        return self.file.origin

    def close(self) -> None:
        """Close the file."""
        self.file.close()


class StoredCodes(ChunkedCodes):
    """A table's codes in a file, read chunk by chunk as they are needed.

    Raises `MissingTableError` if the file does not hold them, `CorruptFileError` if the table's
    attributes do not match their digest or the dataset.
    """

    def __init__(self, file: TableFile, path: str, known: Iterable[str] = ()) -> None:
        group = _group(file, path)
        with reading(file.path, path):
            attributes = hdf5.attributes_of(group)
            digest = text(attributes, DIGEST)
            del attributes[DIGEST]
            _, chunk_size, length = hdf5.codes_of(group)
            self.header = StoredTable(path, attributes, chunk_size, ())
        if digest != self.header.digest():  # somebody may have added attributes
            with suppress(ValueError, LookupError, TypeError, OSError):
                own = {*COUNTS, *(known or game_attributes(from_attributes(attributes)))}
                attributes = {name: attributes[name] for name in attributes if name in own}
                self.header = replace(self.header, attributes=attributes)
        if digest != self.header.digest():
            raise CorruptFileError(f"{file.path}: {path}: attributes do not match their digest")
        with reading(file.path, path):
            self.crcs = integers(attributes, CHUNK_CRC)
            positions = integer(attributes, "positions")
            bits = integer(attributes, BITS) if BITS in attributes else DEFAULT_BITS
            _check_layout(positions, bits, chunk_size, length, len(self.crcs))
        super().__init__(str(file.path), path, positions, bits, chunk_size)
        self._file, self._path = file, path

    def expect(self, positions: int, bits: int, chunk_size: int) -> None:
        """Raise `CorruptFileError` unless the number of codes and their chunks fit a game's.

        They may be read only after this check: a file can claim to hold more than memory does.
        """
        found = (self._positions, self._bits, self._chunk_size)
        if found != (positions, bits, chunk_size):
            layout = "{} positions of {} bits in chunks of {} bytes"
            raise CorruptFileError(
                f"{self._where}: {layout.format(*found)}, "
                f"expected {layout.format(positions, bits, chunk_size)}"
            )

    @property
    def attributes(self) -> Mapping[str, Any]:
        """The table's attributes, verified against their digest."""
        return self.header.attributes

    def counts(self) -> npt.NDArray[np.int64]:
        """Number of positions with each code; reads every chunk, one at a time.

        Raises `CorruptFileError` if a chunk is larger than `LARGEST_CHUNK`.
        """
        if self._chunk_size > LARGEST_CHUNK:
            raise CorruptFileError(
                f"{self._where}: chunks of {self._chunk_size} bytes, expected at most "
                f"{LARGEST_CHUNK}"
            )
        found = np.zeros(1 << self._bits, dtype=np.int64)
        left = self._positions
        for number, frame in enumerate(self.frames_of(range(len(self.crcs)))):
            raw = np.frombuffer(self._decompressed(frame, number), dtype=np.uint8)
            here = min(left, raw.size * (8 // self._bits))
            found += count_codes(raw, here, self._bits)
            left -= here
        return found

    def frames(self) -> StoredTable:
        """The table as the file stores it; the checksums inside the frames are not verified."""
        return replace(self.header, chunks=tuple(self.frames_of(range(len(self.crcs)))))

    def frames_of(self, numbers: Sequence[int]) -> Iterator[bytes]:
        """The compressed bytes of some chunks, checked against the table's attributes."""
        if not numbers:
            return
        group = _group(self._file, self._path)
        with reading(self.origin, self._path):
            dataset, *_ = hdf5.codes_of(group)
        for first in range(0, len(numbers), CHUNKS_AT_ONCE):
            some = numbers[first : first + CHUNKS_AT_ONCE]
            with reading(self.origin, self._path), WHOLE_CHUNKS:
                read = [self._read(dataset, number * self._chunk_size) for number in some]
            for number, (size, mask, frame) in zip(some, read, strict=True):
                if frame is None:
                    raise CorruptFileError(
                        f"{self._where}: chunk {number} has {size} compressed bytes, "
                        f"expected at most {most_compressed(self._chunk_size)}"
                    )
                if mask or zlib.crc32(frame) != self.crcs[number]:
                    raise CorruptFileError(f"{self._where}: chunk {number} is damaged")
                yield frame

    def _read(self, dataset: Any, start: int) -> tuple[int, int, bytes | None]:
        """A chunk's compressed size, its filter mask, and its bytes unless there are too many."""
        size: int = dataset.get_chunk_info_by_coord((start,)).size
        if size > most_compressed(self._chunk_size):
            return size, 0, None
        mask, frame = dataset.read_direct_chunk((start,))
        return size, mask, bytes(frame)


def _group(file: TableFile, path: str) -> h5py.Group:
    opened = file.file
    with reading(file.path):
        group = hdf5.group_at(opened, path)
    if group is None:
        raise MissingTableError(f"{file.path} has no table {path}")
    return group


def _check_layout(positions: int, bits: int, size: int, length: int, crcs: int) -> None:
    """Raise `ValueError` unless the chunks hold this number of positions."""
    if bits not in WIDTHS or positions < 1:
        raise ValueError(
            f"{positions} positions of {bits} bits, expected one or more, of "
            f"{' or '.join(map(str, WIDTHS))} bits"
        )
    needed = packed_size(positions, bits)
    chunks = -(-needed // size)
    if size > needed or length != chunks * size or crcs != chunks:
        raise ValueError(
            f"{length} bytes of codes for {positions} positions, "
            f"{crcs} checksums: expected {chunks} chunks of {size}"
        )
