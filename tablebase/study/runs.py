"""Files that keep what a long run has finished, as JSON, so that another call continues it.

Each has the SHA-256 of its content, which is checked before the content is used.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from tablebase.errors import CorruptFileError, FileFormatError, quote
from tablebase.support.files import locked, output_file, read_small, replacing

T = TypeVar("T")

DIGEST = "sha256"
"""The key of the digest in a file."""

WRONG_DATA = (
    ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError,
)  # fmt: skip
"""What may be raised by a function that turns a file's data into what is kept."""


class FileKind(NamedTuple):
    """A kind of file, with `most` bytes at most.

    Errors call its content `what`, 'a study of stacks', or in a word `name`, 'study'.
    """

    what: str
    name: str
    most: int


def save(path: Path, data: Mapping[str, Any], indent: int | None = None) -> None:
    """Write data as JSON with its digest, completely or not at all; keys are strings."""
    with replacing(path) as temporary:
        temporary.write_text(json.dumps({**data, DIGEST: _digest(data)}, indent=indent) + "\n")


def saved(path: Path, kind: FileKind, load: Callable[[dict[str, Any]], T]) -> T:
    """What `load` makes of the data that `save` wrote; it may raise errors of wrong data.

    Raises `FileFormatError` if the file is of another kind, or has no digest, and
    `CorruptFileError` if its content does not match the digest.
    """
    try:
        data = json.loads(read_small(path, kind.most))
        if not isinstance(data, dict):
            raise TypeError(f"it holds {quote(data)}")
        digest = data.pop(DIGEST, None)
        if digest == _digest(data):
            return load(data)
    except WRONG_DATA as error:
        raise FileFormatError(f"{path} is not {kind.what}: {error}") from None
    if digest is None:
        raise FileFormatError(
            f"{path} is not {kind.what} with a digest, as this version writes it: "
            "name another file to start again"
        )
    raise CorruptFileError(
        f"{path} is damaged, or somebody has changed it: its content does not match its SHA-256: "
        "name another file to start again"
    )


def _digest(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read_counts(data: Any, shape: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """An array of counts from lists of integers; raises `ValueError` for anything else."""
    found = np.array(data)
    if found.shape != shape or found.dtype != np.int64 or (found < 0).any():
        raise ValueError(f"{found.dtype} of shape {found.shape}: expected counts, {shape}")
    return found


@contextlib.contextmanager
def continued(
    file: str | os.PathLike[str] | None,
    kind: FileKind,
    run: dict[str, Any],
    none: T,
    load: Callable[[dict[str, Any]], T],
    dump: Callable[[T], dict[str, Any]],
) -> Iterator[tuple[T, Callable[[T], None]]]:
    """Read what a run's file holds, and get a function that saves more; locks the file.

    Without a file nothing is kept. `run` has the parameters of the run, as JSON reads them; the
    file must have the same. A run begins with `none`. `load` and `dump` turn the file's data into
    what is kept, and back.

    Raises what `saved` raises, `FileFormatError` if the file is of another run, and `FileBusyError`
    if another process writes to it.
    """
    if file is None:
        yield none, lambda kept: None
        return
    path = output_file(file)

    def keep(kept: T) -> None:
        save(path, {**run, **dump(kept)})

    def load_run(data: dict[str, Any]) -> tuple[dict[str, Any], T]:
        return {name: data[name] for name in run}, load(data)

    with locked(path):
        kept = none
        if path.exists():
            theirs, kept = saved(path, kind, load_run)
            for name, value in run.items():
                if theirs[name] != value:
                    raise FileFormatError(
                        f"{path} belongs to another {kind.name}: {name} {quote(theirs[name])}, "
                        f"expected {value}"
                    )
        yield kept, keep
