"""Add tables to a tablebase file so that a kill at any moment loses no finished work.

A tablebase file is never changed in place: readers keep the state they opened. While tables are
being built, finished ones are written in batches to *parts*: small tablebase files in the folder
``<file>.parts``, each written completely or not at all. In the end the old file and the parts are
merged into a new file, which replaces the old one in a single rename. After a kill the last good
file and all parts are still there, and the next writer recovers the parts.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any
from uuid import uuid4

import filelock
import h5py

from tablebase.engine.files import output_file, replacing, writing
from tablebase.engine.rooms import brought
from tablebase.engine.tables.attributes import CONTENTS
from tablebase.engine.tables.directory import write_directory
from tablebase.engine.tables.store import (
    LIBVER,
    StoredTable,
    TableFile,
    file_image,
    write_attributes,
    write_root,
    write_table,
)
from tablebase.errors import FileBusyError, FileFormatError

BATCH_SECONDS = 1.0
"""A part is written at least this often, so a kill loses at most about this much work."""

PART_OF = "part of a "
"""What `contents` begins with in a part."""

BATCH_BYTES = 64 << 20
"""... or as soon as this much is waiting in memory."""


def parts_folder(path: Path) -> Path:
    """The folder of finished parts beside a tablebase file; it exists while one is written."""
    return path.with_name(path.name + ".parts")


def write_part(parts: Path, image: bytes) -> str:
    """Write a tablebase file as a part, completely or not at all; return its name.

    The `Appender` that will merge the parts has made their folder. Parts are merged in the order of
    their names, which is roughly the order of writing. Several machines may write parts of one file
    at the same time.
    """
    name = f"{time.time_ns():020}-{uuid4().hex}"
    with replacing(parts / f"{name}.h5") as temporary:
        temporary.write_bytes(image)
    return f"{name}.h5"


class Appender:
    """Adds tables to a tablebase file, created if need be. A context manager.

    On leaving, even by an exception, every table that was added is in the file. If writing fails
    (`OSError`: no space left, folder not writable, ...), parts that were written stay, for the next
    attempt. Entering raises `FileBusyError` if another process is writing to the same file, and
    `FileFormatError` if `path` exists and is not a tablebase file.

    With `replace`, the new tables replace the file, whatever it holds, instead of joining it.
    `contents` is what the tables form together, such as a whole game; empty for separate tables. If
    given, the file is written only when all tables are there; after an exception they are kept in
    their parts. `generated_by` is the name and version of the writing program, and `root` has more
    attributes of the file's root. `merging` is called at the end with the fraction of the parts
    that have been merged.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        generated_by: str,
        *,
        replace: bool = False,
        contents: str = "",
        root: Mapping[str, Any] | None = None,
        merging: Callable[[float], None] | None = None,
    ) -> None:
        self.path = output_file(path)  # through links: the file itself is replaced
        self.parts = parts_folder(self.path)
        self.generated_by = generated_by
        self._replace = replace
        self._contents = contents
        self._root = dict(root or {})
        self._merging = merging
        self._lock = filelock.FileLock(self.parts / "lock")
        self._waiting: list[StoredTable] = []
        self._last_part = time.monotonic()

    def __enter__(self) -> Appender:
        self._acquire()
        try:
            for temporary in self.parts.glob("*.tmp"):
                temporary.unlink()
            self._present = set(self._file_paths()) if self._keeps_file() else set()
            in_file = len(self._present)
            for part in self._part_files():
                self._present.update(self._part_paths(part))
            self.recovered = len(self._present) - in_file
        except BaseException:
            self._leave()
            raise
        return self

    def _acquire(self) -> None:
        """Take the lock in the folder of parts, which another writer may be removing just now."""
        if self.parts.is_symlink():  # its files would be taken for parts, and removed
            raise FileBusyError(f"{self.parts} is a link: expected a folder, or none")
        for _ in range(100):
            with writing(self.path, self.parts), contextlib.suppress(FileExistsError):
                self.parts.mkdir(exist_ok=True)
            try:
                self._lock.acquire(timeout=0)
            except filelock.Timeout:
                break
            # The last one if the lock and another writer make the folder at the same moment.
            except (FileNotFoundError, NotADirectoryError, FileExistsError):
                time.sleep(0.01)
            else:
                return
        raise FileBusyError(f"{self.path} is being written by another process") from None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._write_part()
            if self._contents:
                merge = error is None
            else:
                merge = bool(self._part_files()) or (self._replace and error is None)
            if merge:
                self._merge()
        finally:
            self._leave()

    recovered: int
    """Finished tables of an interrupted run, found in its parts on entering."""

    def has(self, path: str) -> bool:
        """Whether the table at a path is in the file or a part."""
        return path in self._present

    def __len__(self) -> int:
        return len(self._present)

    def add(self, table: StoredTable) -> None:
        """Add a table; a table that is already there stays as it is."""
        if table.path in self._present:
            return
        self._present.add(table.path)
        self._waiting.append(table)
        size = sum(len(chunk) for waiting in self._waiting for chunk in waiting.chunks)
        if time.monotonic() - self._last_part > BATCH_SECONDS or size > BATCH_BYTES:
            self._write_part()

    def add_part(self, name: str) -> None:
        """Add a part that `write_part` has written, here or on another machine.

        Raises `FileNotFoundError` if this machine cannot find it, and `FileFormatError` if it is
        damaged; the part is then removed.
        """
        part = self.parts / name
        paths = self._part_paths(part)
        if not paths:
            raise FileFormatError(f"{part} is damaged: expected a part that a worker has written")
        self._present.update(paths)

    def _keeps_file(self) -> bool:
        return self.path.exists() and not self._replace

    def _part_files(self) -> list[Path]:
        return sorted(self.parts.glob("*.h5"))

    def _write_part(self) -> None:
        if self._waiting:
            write_part(self.parts, file_image(self._waiting, self.generated_by, self._part_root()))
            self._waiting.clear()
        self._last_part = time.monotonic()

    def _merge(self) -> None:
        """Join the old file and all parts in a new file."""
        parts = self._part_files()
        with replacing(self.path, self.parts) as temporary:
            if self._keeps_file():
                shutil.copyfile(self.path, temporary)
            try:
                self._add_parts(temporary, parts)
            except RuntimeError as error:
                # h5py raises this when a close fails, for example on a full disk.
                raise OSError(f"{self.path} could not be written: {error}") from error
        for part in parts:
            part.unlink()

    def _add_parts(self, temporary: Path, parts: list[Path]) -> None:
        mode = "r+" if self._keeps_file() else "w"
        with h5py.File(temporary, mode, libver=LIBVER, locking=False) as file:
            if "format" not in file.attrs:
                write_root(file, self.generated_by, self._part_root())
            for done, part in enumerate(parts, 1):
                with TableFile(part) as tables:
                    # A kill after the rename leaves parts whose tables are already in the file.
                    for path in [path for path in tables.paths() if path not in file]:
                        write_table(file, tables.codes(path).frames())
                if self._merging is not None:
                    self._merging(done / len(parts))
            if self._contents:
                write_directory(file, sorted(self._present))
                # From here on the file holds the whole.
                write_attributes(file, {CONTENTS: self._contents})

    def _leave(self) -> None:
        """Release the lock, and remove the folder if it is empty."""
        if not self._part_files():
            (self.parts / "lock").unlink(missing_ok=True)
        self._lock.release()
        with contextlib.suppress(OSError):
            self.parts.rmdir()

    def _part_root(self) -> dict[str, Any]:
        """The attributes of a part's root, which never say that the part is a whole."""
        return {**self._root, CONTENTS: PART_OF + self._contents} if self._contents else self._root

    def _file_paths(self) -> list[str]:
        """The tables in the file, if tables can be added to it."""
        with TableFile(self.path) as tables:
            if found := tables.attributes().get(CONTENTS):
                raise FileFormatError(f"{self.path} holds a {found}: expected a file of tables")
            if found := next(filter(tables.names_in, brought("stores")), None):
                raise FileFormatError(f"{self.path} holds {found}: expected a file of tables")
            return tables.paths()

    def _part_paths(self, part: Path) -> list[str]:
        """The tables of a part; a damaged part is removed, and its tables will be built again."""
        try:
            with TableFile(part) as tables:
                root = tables.attributes()
                names = [CONTENTS, *self._root]
                same = [root.get(name) for name in names] == list(map(self._part_root().get, names))
                paths = (
                    [tables.codes(path).frames().path for path in tables.paths()] if same else []
                )
        except FileFormatError:
            part.unlink()
            return []
        if not same:
            raise FileBusyError(
                f"{self.parts} holds parts of another unfinished build, "
                f"{root.get(CONTENTS, 'of tables')}: finish that, or remove the folder"
            )
        return paths
