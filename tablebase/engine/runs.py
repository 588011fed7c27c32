"""Files that keep what a long run has finished, as JSON, so that another call continues it."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from tablebase.engine.files import locked, output_file, read_small, replacing
from tablebase.errors import FileFormatError, quote

T = TypeVar("T")


class Kind(NamedTuple):
    """A kind of file, with `most` bytes at most.

    Errors call its content `what`, 'a study of stacks', or in a word `name`, 'study'.
    """

    what: str
    name: str
    most: int


@contextlib.contextmanager
def continued(
    file: str | os.PathLike[str] | None,
    kind: Kind,
    run: dict[str, Any],
    none: T,
    load: Callable[[dict[str, Any]], T],
    dump: Callable[[T], dict[str, Any]],
) -> Iterator[tuple[T, Callable[[T], None]]]:
    """Read what a run's file holds, and get a function that saves more; locks the file.

    Without a file nothing is kept. `run` has the parameters of the run, as JSON reads them; the
    file must have the same. A run begins with `none`. `load` and `dump` turn the file's data into
    what is kept, and back; `load` may raise ValueError and other errors of wrong data.

    Raises `FileFormatError` if the file is of another kind or another run, and `FileBusyError` if
    another process writes to it.
    """
    if file is None:
        yield none, lambda kept: None
        return
    path = output_file(file)

    def save(kept: T) -> None:
        with replacing(path) as temporary:
            temporary.write_text(json.dumps({**run, **dump(kept)}) + "\n")

    with locked(path):
        kept = none
        if path.exists():
            try:
                data = json.loads(read_small(path, kind.most))
                theirs = {name: data[name] for name in run}
                kept = load(data)
            except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError) as error:
                raise FileFormatError(f"{path} is not {kind.what}: {error}") from None
            for name, value in run.items():
                if theirs[name] != value:
                    raise FileFormatError(
                        f"{path} belongs to another {kind.name}: {name} {quote(theirs[name])}, "
                        f"expected {value}"
                    )
        yield kept, save
