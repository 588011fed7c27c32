"""The directory of a large table's file: where all its chunks lie, in one dataset.

To open thousands of pieces with HDF5 takes longer than to read them. The directory is read once,
and chunks are then read from the file directly. Each is checked against its CRC-32; if it does not
lie where the directory says, because a tool has rewritten the file, HDF5 finds it.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tablebase.engine.tables.attributes import DIGEST
from tablebase.engine.tables.chunks import ChunkedCodes, most_compressed
from tablebase.engine.tables.hdf5 import attributes_of, plain_integers, reading
from tablebase.errors import CorruptFileError

if TYPE_CHECKING:
    from tablebase.engine.tables.store import StoredCodes, TableFile

NAME = "directory"

Rows = npt.NDArray[np.uint64]
"""A row for each chunk: the number of its table, its offset and size in the file, its CRC-32."""


def digest_of(rows: Rows) -> str:
    """The SHA-256 of a directory's bytes."""
    return hashlib.sha256(rows.astype("<u8", copy=False).tobytes()).hexdigest()


def directory_of(file: TableFile, paths: Iterable[str]) -> dict[str, Rows] | None:
    """The rows of the tables at some paths of a file, in order; None if it has no directory.

    Raises `CorruptFileError` if the directory is damaged.
    """
    with reading(f"{file.path}: {NAME}"):
        dataset = plain_integers(file.file, NAME, "<u8", 4)
        if dataset is None:
            return None
        digest, rows = attributes_of(dataset).get(DIGEST), dataset[:]
        size = os.fstat(file.descriptor).st_size
        if digest != digest_of(rows):
            raise ValueError("its rows do not match their digest")
        if (rows[1:, 0] < rows[:-1, 0]).any() or rows[:, 1].max(initial=0) > size:
            raise ValueError("a row is not in order, or lies behind the end")
    paths = sorted(paths)
    starts = np.searchsorted(rows[:, 0], np.arange(len(paths) + 1, dtype=np.uint64)).tolist()
    return {path: rows[slice(*starts[at : at + 2])] for at, path in enumerate(paths)}


class LocatedCodes(ChunkedCodes):
    """A table's codes, found by the rows of its chunks; `stored` opens them with HDF5.

    Raises `CorruptFileError` if the rows are not those of as many chunks as the codes have.
    """

    def __init__(
        self,
        file: TableFile,
        path: str,
        layout: tuple[int, int, int],
        rows: Rows,
        stored: Callable[[], StoredCodes],
    ) -> None:
        super().__init__(str(file.path), path, *layout)
        if len(rows) != self._loaded.size:
            raise CorruptFileError(
                f"{self._where}: {len(rows)} chunks in the {NAME}, expected {self._loaded.size}"
            )
        self._file, self._rows, self._stored = file, rows, stored

    def frames_of(self, numbers: Sequence[int]) -> Iterator[bytes]:
        """The compressed bytes of some chunks, checked against their CRC-32."""
        file = self._file.descriptor
        for number, row in zip(numbers, self._rows[numbers].tolist(), strict=True):
            _, offset, size, crc = row
            frame = os.pread(file, min(size, most_compressed(self._chunk_size)), offset)
            if zlib.crc32(frame) == crc:
                yield frame
            else:
                yield from self._stored().frames_of([number])
