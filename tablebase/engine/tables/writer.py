"""Writes a tablebase file: each table once, behind the end of the file.

A file is changed in one place only, its superblock, which says where the file ends and where its
root group lies. A table is written behind the end as a sealed piece (`support.pieces`). To *commit*
is to write groups that link to the new tables and to all others, again behind the end, and then the
superblock, 48 bytes in one write. Until then readers find the file as it was, and whoever has it
open always does. Tables that a killed writer did not commit are found by their seals.
"""

from __future__ import annotations

import io
import os
import zlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import h5py
import numpy as np

from tablebase.engine.tables import objects
from tablebase.engine.tables.attributes import CHUNK_CRC, DIGEST
from tablebase.engine.tables.chunks import DIRECTORY, digest_of
from tablebase.engine.tables.hdf5 import FORMAT, FORMAT_VERSION, groups_in, reading, rewritable
from tablebase.engine.tables.objects import SUPERBLOCK_BYTES, Group, Superblock
from tablebase.engine.tables.store import KINDS, StoredTable
from tablebase.errors import CorruptFileError, quote
from tablebase.support import pieces

_MOST_HEADER = 4096
"""Most bytes of the header of a group of tables: it has a hundred blocks at most."""


def root_attributes(generated_by: str, root: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The attributes of a tablebase file's root; `root` has more of them.

    `generated_by` is the name and version of the writing program. The date is now, or the time in
    seconds in the environment variable SOURCE_DATE_EPOCH.
    """
    now = os.environ.get("SOURCE_DATE_EPOCH")
    try:
        date = datetime.now(UTC) if now is None else datetime.fromtimestamp(int(now), UTC)
    except (ValueError, OverflowError, OSError):
        what = f"SOURCE_DATE_EPOCH is {quote(now)}, expected a time in seconds since 1970"
        raise ValueError(what) from None
    return {
        "format": FORMAT,
        "format-version": FORMAT_VERSION,
        "generated-by": generated_by,
        "creation-date": date.isoformat(timespec="seconds"),
        **(root or {}),
    }


def file_image(
    tables: Iterable[StoredTable], root: Mapping[str, Any], *, directory: bool = False
) -> bytes:
    """The bytes of a new file with some tables; `root` has all attributes of its root."""
    memory = io.BytesIO()
    writer = Writer(memory, Path())
    for table in tables:
        writer.add(table)
    writer.commit(root, directory=directory)
    return memory.getvalue()


def root_of(opened: h5py.File, path: Path) -> Group:
    """The members and attributes of a file's root; raises as `hdf5.rewritable`."""
    with reading(path):
        return Group(0, *rewritable(path, opened))


class Writer:
    """Adds tables to an open file: a new one, or one that `Writer.of` takes up.

    Errors of the system name the `path`.
    """

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file, self._path = file, path
        self.end = SUPERBLOCK_BYTES
        """Where the next object will lie: the size of the file so far."""
        self._root = Group(groups={KINDS[0]: Group()})
        self._new: dict[str, tuple[list[tuple[int, int]], list[int]]] = {}
        """Places and CRC-32s of the chunks of each table that is not committed."""

    @classmethod
    def of(cls, file: BinaryIO, path: Path, opened: h5py.File, root: Group) -> Writer | None:
        """The writer of a file of tables; None if another program has rewritten the file.

        It takes up the tables that a killed writer did not commit. `opened` is the same file,
        opened for reading, and `root` what `root_of` finds in it. Raises `CorruptFileError` if it
        is damaged.
        """
        writer = cls(file, path)
        superblock = Superblock.read(writer._read(0, SUPERBLOCK_BYTES))
        if superblock is None:
            return None
        writer.end, writer._root = superblock.end, root
        root.address = superblock.root
        with reading(file.name):
            taken = partial(rewritable, file.name)
            for kind in root.links.keys() & KINDS:
                group = root.groups[kind] = Group(root.links[kind], *taken(opened[kind]))
                for name in groups_in(opened, kind):
                    tables = Group(group.links[name], *taken(opened[kind][name]))
                    group.groups[name] = tables
                    blocks = objects.blocks_of(writer._read(tables.address, _MOST_HEADER))
                    tables.fresh = list(tables.links) if blocks is None else []
                    tables.blocks = blocks or []
        writer._recover()
        return writer

    @property
    def new(self) -> int:
        """Number of tables that are not committed."""
        return len(self._new)

    def paths(self) -> set[str]:
        """The paths of all tables."""
        return {
            f"/{kind}/{name}/{key}"
            for kind in self._root.groups.keys() & KINDS
            for name, tables in self._root.groups[kind].groups.items()
            for key in tables.links
        }

    def _recover(self) -> None:
        """Take up every whole table behind the end."""
        for body, place, named, address in pieces.pieces(self._file, self.end):
            chunks = objects.places_of(body[named:])
            crcs = [zlib.crc32(body[at - place :][:size]) for at, size in chunks]
            path = body[:named].decode()
            self._root.put(path, address)
            self._new[path] = chunks, crcs
            self.end = place + len(body)
        self._file.truncate(self.end)

    def add(self, table: StoredTable) -> None:
        """Write a table that the file lacks; raises `OSError` if that fails."""
        path, sizes = table.path.encode(), [*map(len, table.chunks)]
        values = {**table.attributes, DIGEST: table.digest()}
        at = self.end + pieces.SEAL_BYTES + len(path)
        before, after, address, chunks = objects.table(values, table.chunk_size, sizes, at)
        body = [path, before, *table.chunks, after]
        self.end = pieces.put(self._file, self.end, body, address, len(path), path=self._path)
        self._root.put(table.path, address)
        self._new[table.path] = chunks, table.attributes[CHUNK_CRC]

    def commit(self, attributes: Mapping[str, Any], *, directory: bool = False) -> None:
        """Make all tables part of the file, and give its root some attributes.

        With `directory`, the file gets one; all its tables must be new.
        """
        data = b""
        if directory:
            rows = np.array(
                [
                    (number, *place, crc)
                    for number, path in enumerate(sorted(self._new))
                    for place, crc in zip(*self._new[path], strict=True)
                ],
                "<u8",
            ).reshape(-1, 4)
            self._root.links[DIRECTORY] = self.end
            data = objects.rows(rows, {DIGEST: digest_of(rows)}, self.end)
        self._root.values = attributes
        data += self._root.image(self.end + len(data), self._read_block)
        end = self.end + len(data)
        superblock = Superblock(end, self._root.address).image()
        sync = not isinstance(self._file, io.BytesIO)
        pieces.write(self._file, self.end, [data], self._path, sync=sync)
        self.end = end
        pieces.write(self._file, 0, [superblock], self._path, sync=sync)
        self._new.clear()

    def _read(self, place: int, size: int) -> bytes:
        self._file.seek(place)
        return self._file.read(size)

    def _read_block(self, place: int, size: int) -> bytes:
        block = self._read(place, size)
        if block != objects.sealed(block[:-4]):
            raise CorruptFileError(f"{self._file.name} is damaged: a block of links at {place}")
        return block
