"""Finished pieces of a long job at the end of a file, each sealed: a kill loses none of them.

A piece is written once, behind all others, after a *seal* with a digest of its place and its bytes.
What a kill cut short, or somebody changed, has no valid seal and is passed over. `tables.writer`
keeps tables in this way, and a `Shelf` the results of a job.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from tablebase._version import __version__
from tablebase.errors import FileFormatError
from tablebase.support.files import locked, refused, replacing

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


class Shelf:
    """An open file of the results of a job, by number; `shelf_of` opens it."""

    def __init__(self, path: Path, file: BinaryIO, description: Mapping[str, Any]) -> None:
        self._path, self._file = path, file
        self._end = self._first = _end_of_description(path, file, description)
        self.finished: dict[int, bytes] = {}
        """The results that the file held when it was opened."""
        for piece in pieces(file, self._first):
            self.finished[piece.number] = piece.body
            self._end = piece.end

    def __bool__(self) -> bool:
        return self._end > self._first

    def put(self, number: int, result: bytes) -> None:
        """Keep a result."""
        self._end = put(self._file, self._end, [result], number, path=self._path)


@contextmanager
def shelf_of(path: Path, description: Mapping[str, Any]) -> Iterator[Shelf]:
    """Open the shelf of a job, or make it; no other process can open it at the same time.

    On a normal exit the job is done, and the file is removed. After an exception it stays if it
    holds a result. `description` is everything that the results depend on, as plain data for JSON;
    this package's version is added.

    Raises `FileBusyError` if another process has it open, and `FileFormatError` if it is not the
    shelf of this job.
    """
    if path.is_symlink() or path.is_dir():  # a link may lead to anybody's file
        raise FileFormatError(f"{path} is a link or a folder: expected a file of shards, or none")
    text = json.dumps({**description, "version": __version__})
    done = False
    with locked(path):
        if not path.exists():
            with replacing(path) as new, new.open("rb+") as file:
                put(file, 0, [text.encode()], 0, path=path)
        with path.open("rb+", buffering=0) as file:
            shelf = Shelf(path, file, json.loads(text))
            try:
                yield shelf
                done = True
            finally:
                if done or not shelf:
                    path.unlink()


def _end_of_description(path: Path, file: BinaryIO, mine: Mapping[str, Any]) -> int:
    """The end of the first piece, which describes the job; raises unless that is `mine`."""
    first = next(pieces(file, 0), None)
    try:
        if first is None or first.place != SEAL_BYTES:
            raise ValueError("it does not begin with a description")
        found = dict(json.loads(first.body))
    except (ValueError, TypeError) as error:
        raise FileFormatError(
            f"{path} is not a file of shards: {error}; remove it to start again"
        ) from None
    names = sorted(name for name in {*found, *mine} if found.get(name) != mine.get(name))
    if names:
        wrong = ", ".join(f"{name} {found.get(name)} instead of {mine.get(name)}" for name in names)
        raise FileFormatError(
            f"{path} holds shards of another job, {wrong}: finish that, or remove the file"
        )
    return first.end
