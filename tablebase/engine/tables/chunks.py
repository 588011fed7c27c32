"""Codes in chunks of a file, each a Zstandard frame: read and decompressed as they are needed.

To open thousands of pieces with HDF5 takes longer than to read them. So the file of a large table
has a *directory*, one dataset that says where all its chunks lie. It is read once, and chunks are
then read from the file directly. Each is checked against its CRC-32; if it does not lie where the
directory says, because a tool has rewritten the file, HDF5 finds it.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt
import zstandard

from tablebase.engine.game import Codes, Ranks
from tablebase.engine.jobs.machine import cores
from tablebase.engine.packed import packed_size
from tablebase.engine.tables.table import MemoryCodes, Ranked
from tablebase.errors import CorruptFileError

DIRECTORY = "directory"

Rows = npt.NDArray[np.uint64]
"""A row for each chunk: the number of its table, its offset and size in the file, its CRC-32."""

CHUNKS_AT_ONCE = 64
"""Most chunks that are read or decompressed in one call."""

CHUNKS_OF_A_THREAD = 8
"""Fewer chunks are decompressed in less time than a thread takes to start."""


class ChunkedCodes(Ranked, ABC):
    """A table's codes in a file, chunk by chunk: `positions` of `bits` bits each, packed.

    Every chunk has `chunk_size` bytes before compression. `origin` is the file's name.
    """

    def __init__(self, origin: str, path: str, positions: int, bits: int, chunk_size: int) -> None:
        self.origin = origin
        self._where = f"{self.origin}: {path}"
        self._positions, self._bits, self._chunk_size = positions, bits, chunk_size
        chunks = -(-packed_size(positions, bits) // chunk_size)
        self._length = chunks * chunk_size
        self._loaded = np.zeros(chunks, dtype=bool)

    @abstractmethod
    def frames_of(self, numbers: Sequence[int]) -> Iterator[bytes]:
        """The compressed bytes of some chunks, checked against their CRC-32."""

    @property
    def in_memory(self) -> bool:
        """Whether every chunk has been read."""
        return bool(self._loaded.all())

    @property
    def nbytes(self) -> int:
        """Bytes of memory that it takes, once all of it has been read."""
        return self._length

    def at(self, ranks: Ranks) -> Codes:
        """The codes of some ranks, one a byte; reads the chunks that hold them."""
        touched = np.zeros_like(self._loaded)
        touched[ranks // (8 // self._bits * self._chunk_size)] = True
        return MemoryCodes(self._load(touched), self._bits).at(ranks)

    def packed(self) -> Codes:
        """All codes, packed."""
        codes = self._load(np.ones_like(self._loaded))
        return codes[: packed_size(self._positions, self._bits)]

    def _load(self, wanted: npt.NDArray[np.bool_]) -> Codes:
        """Read the chunks that are wanted and missing; return all, the others empty."""
        codes: Codes | None = self.__dict__.get("_codes")
        if codes is None:  # in one step, as other threads may be doing the same
            codes = self.__dict__.setdefault("_codes", np.empty(self._length, dtype=np.uint8))
        missing = np.flatnonzero(wanted & ~self._loaded)
        rows = codes.reshape(-1, self._chunk_size)
        for first in range(0, missing.size, CHUNKS_AT_ONCE):
            numbers = missing[first : first + CHUNKS_AT_ONCE].tolist()
            frames = list(self.frames_of(numbers))
            threads = min(cores(), len(numbers) // CHUNKS_OF_A_THREAD)
            if threads > 1:
                with ThreadPoolExecutor(threads) as pool:
                    chunks = list(pool.map(self._decompressed, frames, numbers))
            else:
                chunks = [*map(self._decompressed, frames, numbers)]
            for number, chunk in zip(numbers, chunks, strict=True):
                rows[number] = np.frombuffer(chunk, dtype=np.uint8)
            self._loaded[numbers] = True
        return codes

    def _decompressed(self, frame: bytes, number: int) -> bytes:
        """The bytes of a chunk, which is one frame and nothing else."""
        try:
            length = zstandard.frame_content_size(frame)
            # A frame that states its length makes Zstandard take that much memory, past any limit.
            if length == self._chunk_size:
                return zstandard.ZstdDecompressor().decompress(frame, allow_extra_data=False)
        except zstandard.ZstdError as error:
            raise CorruptFileError(f"{self._where}: chunk {number}: {error}") from error
        size = f"has {length} bytes" if length >= 0 else "does not declare its size"
        raise CorruptFileError(
            f"{self._where}: chunk {number} {size}, expected {self._chunk_size} bytes"
        )


class LocatedCodes(ChunkedCodes):
    """A table's codes, found by its rows of the directory; `stored` opens them with HDF5.

    `descriptor` is the system's number of the open file. Raises `CorruptFileError` if the rows are
    not those of as many chunks as the codes have.
    """

    def __init__(
        self,
        origin: str,
        path: str,
        layout: tuple[int, int, int],
        rows: Rows,
        descriptor: Callable[[], int],
        stored: Callable[[], ChunkedCodes],
    ) -> None:
        super().__init__(origin, path, *layout)
        if len(rows) != self._loaded.size:
            raise CorruptFileError(
                f"{self._where}: {len(rows)} chunks in the directory, expected {self._loaded.size}"
            )
        self._rows, self._descriptor, self._stored = rows, descriptor, stored

    def frames_of(self, numbers: Sequence[int]) -> Iterator[bytes]:
        """The compressed bytes of some chunks, checked against their CRC-32."""
        file = self._descriptor()
        for number, row in zip(numbers, self._rows[numbers].tolist(), strict=True):
            _, offset, size, crc = row
            frame = os.pread(file, min(size, most_compressed(self._chunk_size)), offset)
            if zlib.crc32(frame) == crc:
                yield frame
            else:
                yield from self._stored().frames_of([number])


def digest_of(rows: Rows) -> str:
    """The SHA-256 of a directory's bytes."""
    return hashlib.sha256(rows.astype("<u8", copy=False).tobytes()).hexdigest()


def most_compressed(size: int) -> int:
    """More bytes than Zstandard can make from a chunk of this size."""
    return size + (size >> 7) + 1024
