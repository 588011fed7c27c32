"""Add tables to a tablebase file so that a kill at any moment loses no finished work.

Each finished table is written once, with a seal, behind the end of the file that will hold it
(`writer`): the old file, which readers find as it was until all are committed; or a new file in the
folder ``<file>.parts``, which replaces the old one in a single rename. After a kill the old file is
still good, and the next writer takes up what is sealed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack, closing, nullcontext, suppress
from itertools import chain
from pathlib import Path
from typing import Any

from tablebase.engine.rooms import brought
from tablebase.engine.tables.attributes import CONTENTS, DIGEST, difference
from tablebase.engine.tables.chunks import DIRECTORY
from tablebase.engine.tables.store import KINDS, StoredTable, TableFile
from tablebase.engine.tables.writer import Writer, root_attributes, root_of
from tablebase.errors import FileBusyError, FileFormatError, quote
from tablebase.support.files import install, locked, output_file, writing

PART_OF = "part of a "
"""What `contents` begins with while a file is unfinished."""


def parts_folder(path: Path) -> Path:
    """The folder beside a tablebase file that holds a new one; it exists while that is written."""
    return path.with_name(path.name + ".parts")


class Appender:
    """Adds tables to a tablebase file, created if need be. A context manager.

    On leaving, even by an exception, every table that was added is in the file. If writing fails
    (`OSError`: no space left, folder not writable, ...), finished tables are kept for the next
    attempt. Entering raises `FileBusyError` if another process is writing to the same file, and
    `FileFormatError` if `path` exists and is not a tablebase file.

    With `replace`, the new tables replace the file, whatever it holds, instead of joining it.
    `contents` is what the tables form together, such as a whole game; empty for separate tables. If
    given, the file appears only when all tables are there; after an exception they are kept beside
    it. `generated_by` is the name and version of the writing program, and `root` has more
    attributes of the file's root.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        generated_by: str,
        *,
        replace: bool = False,
        contents: str = "",
        root: Mapping[str, Any] | None = None,
    ) -> None:
        self.path = output_file(path)  # through links: the file itself is replaced
        self.parts = parts_folder(self.path)
        self.generated_by = generated_by
        self._new = self.parts / "new.h5"
        self._replace = replace
        self._contents = contents
        self._root = root or {}
        self._replaces = False  # until the file is open
        self.present: set[str] = set()
        """The paths of its tables."""

    _writer: Writer
    _attributes: Mapping[str, Any] | None = None
    """Of the root of the file, if tables are added to it."""

    recovered: int
    """Finished tables of an interrupted run, found on entering."""

    def __enter__(self) -> Appender:
        if self.parts.is_symlink():  # its files would be taken for parts, and removed
            raise FileBusyError(f"{self.parts} is a link: expected a folder, or none")
        with ExitStack() as stack:
            stack.enter_context(locked(self.path))
            stack.callback(self._leave)
            with writing(self.path, self.parts, self._new):
                self._open(stack)
            self._entered = stack.pop_all()
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        with self._entered:
            if error is None or (self.present and not self._contents):
                self._finish()

    @property
    def nbytes(self) -> int:
        """Size of the file so far, with the tables of an interrupted run."""
        return self._writer.end

    def add(self, table: StoredTable) -> None:
        """Add a table; a table that is already there stays as it is."""
        if table.path not in self.present:
            self._writer.add(table)
            self.present.add(table.path)

    def _open(self, stack: ExitStack) -> None:
        """Open what is written to, and take up what an interrupted run has left."""
        keeps = self.path.exists() and not self._replace
        with closing(TableFile(self.path)) if keeps else nullcontext() as old:
            writer = None if old is None else self._writer_of_old(old, stack)
            unfinished = self._unfinished(stack) if self._new.exists() else None
            if writer is not None and unfinished is not None and unfinished.new:
                unfinished.commit(self._root_of(""))  # to be read below
            self._replaces = writer is None
            self._writer = writer or unfinished or self._begun(stack)
            new = self._writer.new
            self.present = self._writer.paths()
            kept = 0 if writer is None else len(self.present) - new
            if old is not None and writer is None:  # another program has rewritten the file
                kept = self._copy(old)
        if self._new.exists() and not self._replaces:
            with suppress(FileFormatError), TableFile(self._new) as tables:
                self._copy(tables)
        self.recovered = len(self.present) - kept

    def _writer_of_old(self, old: TableFile, stack: ExitStack) -> Writer | None:
        """The writer of the file, if tables can be added to it; keeps its root's attributes."""
        opened = old.file
        root = root_of(opened, self.path)
        self._attributes = root.values
        whole = [f"a {root.values[CONTENTS]}"] if CONTENTS in root.values else []
        members = {f"/{name}" for name in root.links}
        for found in chain(whole, members & brought("stores").keys()):
            raise FileFormatError(f"{self.path} holds {found}: expected a file of tables")
        file = stack.enter_context(self.path.open("rb+", buffering=0))
        writer = Writer.of(file, self.path, opened, root)
        others = sorted(root.links.keys() - {*KINDS, DIRECTORY})
        if writer is None and (others := others or self._added_inside(old)):
            raise FileFormatError(
                f"{self.path} has been rewritten by another program, and adding tables would lose "
                f"{quote(others[0])}: expected a file with nothing but tables"
            )
        return writer

    def _added_inside(self, old: TableFile) -> list[str]:
        """What somebody has added to the groups of tables, which copies of the tables lack."""
        found: set[str] = set()
        for path in old.paths():
            own, group = old.codes(path).header.attributes, old.file[path]
            found |= {*group.parent.parent.attrs, *group.parent.attrs}
            found |= (group.attrs.keys() - {*own, DIGEST}) | (group.keys() - {"codes"})
        return sorted(found)

    def _unfinished(self, stack: ExitStack) -> Writer | None:
        """The writer of the new file of an interrupted run; None if that is damaged."""
        try:
            with TableFile(self._new) as tables:
                self._check_unfinished(tables)
                file = stack.enter_context(self._new.open("rb+", buffering=0))
                root = root_of(tables.file, self._new)
                return Writer.of(file, self.path, tables.file, root)
        except FileFormatError:
            self._new.unlink()
            return None

    def _begun(self, stack: ExitStack) -> Writer:
        """The writer of a new file."""
        self.parts.mkdir(exist_ok=True)
        try:
            self._new.touch(0o600 if self.path.exists() else 0o666)  # as `install` leaves it
            file = stack.enter_context(self._new.open("rb+", buffering=0))
            attributes = self._root_of(self._contents and PART_OF + self._contents)
            writer = Writer(file, self.path)
            writer.commit(attributes)
        except BaseException:
            self._new.unlink(missing_ok=True)
            raise
        return writer

    def _root_of(self, contents: str) -> dict[str, Any]:
        own = {CONTENTS: contents} if contents else {}
        return root_attributes(self.generated_by, {**self._root, **own})

    def _copy(self, tables: TableFile) -> int:
        """Add the tables of a file, one at a time, and return their number."""
        paths = tables.paths()
        for path in paths:
            self.add(tables.codes(path).frames())
        return len(paths)

    def _check_unfinished(self, tables: TableFile) -> None:
        """Raise `FileBusyError` if an unfinished file belongs to another build."""
        root = tables.attributes()
        # A kill just before it was renamed leaves a finished file.
        known = self._contents, PART_OF + self._contents
        same = root[CONTENTS] in known if CONTENTS in root else not self._contents
        if not same or difference(root, self._root):
            raise FileBusyError(
                f"{self.parts} holds another unfinished build, "
                f"{root.get(CONTENTS, 'of tables')}: finish that, or move the folder away"
            )

    def _finish(self) -> None:
        attributes = self._attributes or self._root_of(self._contents)
        if self._writer.new:
            self._writer.commit(attributes, directory=bool(self._contents))
        if self._replaces and (self.present or self._replace):
            install(self._new, self.path)
        if not self._replaces:  # its tables have been copied
            self._new.unlink(missing_ok=True)

    def _leave(self) -> None:
        """Remove what is not needed, before the lock is released."""
        if self._replaces and not self.present:
            self._new.unlink(missing_ok=True)
        with suppress(OSError):
            self.parts.rmdir()
