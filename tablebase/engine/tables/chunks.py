"""Codes in chunks of a file, each a Zstandard frame: read and decompressed as they are needed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import zstandard

from tablebase.engine.game import Codes, Ranks
from tablebase.engine.jobs.threads import cores
from tablebase.engine.packed import packed_size
from tablebase.engine.tables.table import MemoryCodes, Ranked
from tablebase.errors import CorruptFileError

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
            raw = self._decompressed(list(self.frames_of(numbers)), numbers)
            for number, chunk in zip(numbers, raw, strict=True):
                rows[number] = np.frombuffer(chunk, dtype=np.uint8)
            self._loaded[numbers] = True
        return codes

    def _decompressed(self, frames: list[Any], numbers: Sequence[int]) -> Any:
        """The bytes of some chunks, a sequence, decompressed in threads if there are many."""
        for frame, number in zip(frames, numbers, strict=True):
            self._expect_size(frame, number)
        threads = max(1, len(frames) // CHUNKS_OF_A_THREAD)
        try:
            return zstandard.ZstdDecompressor().multi_decompress_to_buffer(
                frames, threads=threads if threads == 1 else min(cores(), threads)
            )
        except zstandard.ZstdError as error:
            raise CorruptFileError(f"{self._where}: chunks {numbers}: {error}") from error

    def _expect_size(self, frame: bytes, number: int) -> None:
        # A frame that states its length makes Zstandard take that much memory, past any limit.
        try:
            length = zstandard.frame_content_size(frame)
        except zstandard.ZstdError as error:
            raise CorruptFileError(f"{self._where}: chunk {number}: {error}") from error
        if length != self._chunk_size:
            size = f"has {length} bytes" if length >= 0 else "does not declare its size"
            raise CorruptFileError(
                f"{self._where}: chunk {number} {size}, expected {self._chunk_size} bytes"
            )


def most_compressed(size: int) -> int:
    """More bytes than Zstandard can make from a chunk of this size."""
    return size + (size >> 7) + 1024
