"""Finished pieces of a long job at the end of a file, each sealed: a kill loses none of them.

A piece is written once, behind all others, after a *seal* with a digest of its place and its bytes.
What a kill cut short, or somebody changed, has no valid seal and is passed over. `tables.writer`
keeps tables in this way, and `study.shelf` the results of a job.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from tablebase.support.files import refused

_SEAL = struct.Struct("<8s32s3Q")
"""A mark, the SHA-256 of place, `number`, `head` and body; size of the body, `head`, `number`."""

SEAL_BYTES = _SEAL.size
"""From the place of a piece to its body."""

_MARK = b"sealed\r\n"


class Piece(NamedTuple):
    """A piece that was found: its body, where that begins, and the numbers that `put` was given."""

    body: bytes
    place: int
    head: int
    number: int

    @property
    def end(self) -> int:
        """Where the next piece may begin."""
        return self.place + len(self.body)


def put(
    file: BinaryIO, place: int, body: list[bytes], number: int, head: int = 0, *, path: Path
) -> int:
    """Write a piece at the end of a file, with two numbers for its reader; return the new end.

    Raises `OSError` if that fails, which names the `path`; the file then ends at `place` again.
    """
    length = sum(map(len, body))
    seal = _SEAL.pack(_MARK, _digest(place, number, head, body), length, head, number)
    try:
        write(file, place, [seal, *body], path)
    except BaseException:
        with suppress(OSError):
            file.truncate(place)
        raise
    return place + SEAL_BYTES + length


def pieces(file: BinaryIO, place: int) -> Iterator[Piece]:
    """The whole pieces of a file from a place on."""
    size = file.seek(0, os.SEEK_END)
    while place + SEAL_BYTES <= size:
        file.seek(place)
        mark, digest, length, head, number = _SEAL.unpack(file.read(SEAL_BYTES))
        first = place + SEAL_BYTES
        if mark != _MARK or first + length > size:
            return
        body = file.read(length)
        if digest == _digest(place, number, head, [body]):
            yield Piece(body, first, head, number)
        place = first + length


def write(
    file: BinaryIO, place: int, parts: Iterable[bytes], path: Path, *, sync: bool = False
) -> None:
    """Write some bytes at a place of a file, in as many writes as it takes.

    With `sync`, returns when they are on the disk, where they survive a power cut. Errors name the
    `path`.
    """
    try:
        file.seek(place)
        for part in parts:
            left = memoryview(part)
            while left:
                left = left[file.write(left) :]
        if sync:
            os.fsync(file.fileno())
    except OSError as error:
        raise refused(error, path) from error


def _digest(place: int, number: int, head: int, body: Iterable[bytes]) -> bytes:
    found = hashlib.sha256(struct.pack("<3Q", place, number, head))
    for part in body:
        found.update(part)
    return found.digest()
