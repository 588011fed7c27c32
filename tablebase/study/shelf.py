"""The finished shards of a job, kept in a file: a kill loses none of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from tablebase._version import __version__
from tablebase.errors import FileFormatError
from tablebase.support.files import locked, replacing
from tablebase.support.pieces import SEAL_BYTES, pieces, put


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
            f"{path} is not a file of shards: {error}; move it away to start again"
        ) from None
    names = sorted(name for name in {*found, *mine} if found.get(name) != mine.get(name))
    if names:
        wrong = ", ".join(f"{name} {found.get(name)} instead of {mine.get(name)}" for name in names)
        raise FileFormatError(
            f"{path} holds shards of another job, {wrong}: finish that, or move the file away"
        )
    return first.end
