"""Writes a tablebase file: each table once, behind the end of the file.

A file is changed in one place only, its superblock, which says where the file ends and where its
root group lies. A table is written behind the end, with a *seal* before it. To *commit* is to write
groups that link to the new tables and to all others, again behind the end, and then the superblock,
48 bytes in one write. Until then readers find the file as it was, and whoever has it open always
does. Tables that a killed writer did not commit are found by their seals.
"""

from __future__ import annotations

import hashlib
import io
import os
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain
from typing import Any, BinaryIO

import h5py
import numpy as np

from tablebase.engine.tables import objects
from tablebase.engine.tables.attributes import CHUNK_CRC, DIGEST
from tablebase.engine.tables.directory import NAME, digest_of
from tablebase.engine.tables.hdf5 import reading
from tablebase.engine.tables.objects import SUPERBLOCK_BYTES, Superblock
from tablebase.engine.tables.store import FORMAT, FORMAT_VERSION, KINDS, StoredTable
from tablebase.errors import CorruptFileError

_SEAL = struct.Struct("<8s32s3Q")
"""Before a table: a mark, the SHA-256 of what follows and of its place, its size, the size of the
table's path, with which it begins, and the address of the table's group."""

_MARK = b"sealed\r\n"

_MOST_HEADER = 4096
"""Most bytes of the header of a group of tables: it has a hundred blocks at most."""


def root_attributes(generated_by: str, root: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The attributes of a tablebase file's root; `root` has more of them.

    `generated_by` is the name and version of the writing program. The date is now, or the time in
    seconds in the environment variable SOURCE_DATE_EPOCH.
    """
    now = os.environ.get("SOURCE_DATE_EPOCH")
    date = datetime.now(UTC) if now is None else datetime.fromtimestamp(int(now), UTC)
    return {
        "format": FORMAT,
        "format-version": FORMAT_VERSION,
        "generated-by": generated_by,
        "creation-date": date.isoformat(timespec="seconds"),
        **(root or {}),
    }


def file_image(
    tables: Iterable[StoredTable],
    generated_by: str,
    root: Mapping[str, Any] | None = None,
    *,
    directory: bool = False,
) -> bytes:
    """The bytes of a new tablebase file with some tables; `root` as in `root_attributes`."""
    return image(tables, root_attributes(generated_by, root), directory=directory)


def image(
    tables: Iterable[StoredTable], attributes: Mapping[str, Any], *, directory: bool = False
) -> bytes:
    """The bytes of a new file with some tables, and exactly these attributes of its root."""
    memory = io.BytesIO()
    writer = Writer(memory)
    for table in tables:
        writer.add(table)
    writer.commit(attributes, directory=directory)
    return memory.getvalue()


@dataclass
class _Group:
    """A group of a file: where its members lie, and which of them are groups that may change."""

    address: int | None = None
    """Where it lies; None before it is written."""
    links: dict[str, int] = field(default_factory=dict)
    groups: dict[str, _Group] = field(default_factory=dict)
    fresh: list[str] = field(default_factory=list)
    """Members that are in no block."""
    blocks: list[tuple[int, int]] = field(default_factory=list)
    """Place and size of each block of links, in a group of tables."""

    @property
    def changed(self) -> bool:
        fresh = self.address is None or bool(self.fresh)
        return fresh or any(group.changed for group in self.groups.values())

    def put(self, name: str, address: int) -> None:
        self.links[name] = address
        self.fresh.append(name)

    def paths(self, above: str = "") -> Iterator[str]:
        """The paths of its tables, and of the tables in its groups."""
        for name in self.links.keys() - self.groups.keys():
            yield f"{above}/{name}"
        for name, group in self.groups.items():
            yield from group.paths(f"{above}/{name}")


class Writer:
    """Adds tables to an open file: a new one, or one that `Writer.of` takes up."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.end = SUPERBLOCK_BYTES
        """Where the next object will lie: the size of the file so far."""
        self._root = _Group(groups={KINDS[0]: _Group()})
        self._chunks: dict[str, tuple[list[tuple[int, int]], list[int]]] = {}
        """Places and CRC-32s of the chunks of each table that is not committed."""

    @classmethod
    def of(cls, file: BinaryIO) -> Writer | None:
        """The writer of a file that holds tables; None if another program has rewritten the file.

        It takes up the tables that a killed writer did not commit. Raises `CorruptFileError` if the
        file is damaged.
        """
        writer = cls(file)
        superblock = Superblock.read(writer._read(0, SUPERBLOCK_BYTES))
        if superblock is None:
            return None
        writer.end = superblock.end
        with reading(file.name), h5py.File(file, "r") as opened:
            root = writer._root = _Group(superblock.root, _links_of(opened))
            for kind in root.links.keys() & KINDS:
                group = root.groups[kind] = _Group(root.links[kind], _links_of(opened[kind]))
                for name, address in group.links.items():
                    tables = group.groups[name] = _Group(address, _links_of(opened[kind][name]))
                    blocks = objects.blocks_of(writer._read(address, _MOST_HEADER))
                    tables.fresh = list(tables.links) if blocks is None else []
                    tables.blocks = blocks or []
        writer._recover()
        return writer

    @property
    def changed(self) -> bool:
        """Whether there is anything to commit."""
        return any(group.changed for group in self._root.groups.values())

    def paths(self) -> list[str]:
        """The paths of all tables, sorted."""
        kinds = (self._root.groups.get(kind, _Group()).paths(f"/{kind}") for kind in KINDS)
        return sorted(chain.from_iterable(kinds))

    def _recover(self) -> None:
        """Take up every whole table behind the end."""
        at, size = self.end, self._file.seek(0, os.SEEK_END)
        while at + _SEAL.size <= size:
            mark, seal, length, named, address = _SEAL.unpack(self._read(at, _SEAL.size))
            first = at + _SEAL.size
            if mark != _MARK or first + length > size:
                break
            body = self._read(first, length)
            if seal == _digest(at, address, [body]):
                chunks = objects.places_of(body[named:])
                crcs = [zlib.crc32(body[place - first :][:size]) for place, size in chunks]
                self._put(body[:named].decode(), address, chunks, crcs)
                self.end = first + length
            at = first + length
        self._file.truncate(self.end)

    def add(self, table: StoredTable) -> None:
        """Write a table that the file lacks; raises `OSError` if that fails."""
        start, path = self.end, table.path.encode()
        size, sizes = table.chunk_size, [len(chunk) for chunk in table.chunks]
        at = start + _SEAL.size + len(path)
        before, after, dataset = objects.chunked(size * len(sizes), size, sizes, at)
        own = objects.attributes({**table.attributes, DIGEST: table.digest()})
        group = objects.group(own, objects.link("codes", dataset))
        address = dataset + len(after)
        body = [path, before, *table.chunks, after, group]
        length = sum(map(len, body))
        seal = _SEAL.pack(_MARK, _digest(start, address, body), length, len(path), address)
        try:
            self._write(start, [seal, *body])
        except BaseException:
            with suppress(OSError):
                self._file.truncate(start)
            raise
        self.end = start + _SEAL.size + length
        self._put(table.path, address, objects.places_of(before), table.attributes[CHUNK_CRC])

    def commit(self, attributes: Mapping[str, Any], *, directory: bool = False) -> None:
        """Make all tables part of the file, and give its root some attributes.

        With `directory`, the file gets one; all its tables must be new.
        """
        if directory:
            rows = np.array(
                [
                    (number, *place, crc)
                    for number, path in enumerate(sorted(self._chunks))
                    for place, crc in zip(*self._chunks[path], strict=True)
                ],
                "<u8",
            ).reshape(-1, 4)
            own = objects.attribute(DIGEST, digest_of(rows))
            self._root.links[NAME] = self._append(objects.rows(rows, own, self.end))
        root = self._write_group(self._root, objects.attributes(attributes))
        self._sync()
        self._write(0, [Superblock(self.end, root).image()])
        self._sync()

    def _put(self, path: str, address: int, chunks: list[tuple[int, int]], crcs: list[int]) -> None:
        *names, last = path.strip("/").split("/")
        group = self._root
        for name in names:
            group = group.groups.setdefault(name, _Group())
        group.put(last, address)
        self._chunks[path] = chunks, crcs

    def _write_group(self, group: _Group, own: bytes = b"") -> int:
        """Write a group behind the end, and those of its groups that have changed."""
        for name, each in group.groups.items():
            if each.changed:
                group.links[name] = self._write_group(each)
        links = b""
        if group.groups or own:  # few, and most of them have changed
            links, group.blocks = _links(group, group.links), []
        elif group.fresh:
            self._write_block(group)
        group.address = self._append(objects.group(own, links, group.blocks))
        group.fresh.clear()
        return group.address

    def _write_block(self, group: _Group) -> None:
        """Write a block of the fresh links, and of those in blocks that are not much larger.

        So a link is written again only when the group has grown by half, and blocks are few.
        """
        links = _links(group, group.fresh)
        while group.blocks and group.blocks[-1][1] <= 2 * len(links):
            place, size = group.blocks.pop()
            older = self._read(place, size)
            if older != objects.block(older[4:-4]):
                raise CorruptFileError(f"{self._file.name} is damaged: a block of links at {place}")
            links = older[4:-4] + links
        block = objects.block(links)
        group.blocks.append((self._append(block), len(block)))

    def _append(self, data: bytes) -> int:
        place = self.end
        self._write(place, [data])
        self.end += len(data)
        return place

    def _read(self, place: int, size: int) -> bytes:
        self._file.seek(place)
        return self._file.read(size)

    def _write(self, place: int, parts: Iterable[bytes]) -> None:
        self._file.seek(place)
        for part in parts:
            left = memoryview(part)
            while left:
                left = left[self._file.write(left) :]

    def _sync(self) -> None:
        if not isinstance(self._file, io.BytesIO):
            os.fsync(self._file.fileno())


def _links_of(group: h5py.Group) -> dict[str, int]:
    """The address of each member."""
    found: dict[str, int] = {}
    links = group.id.links  # in a variable, or h5py forgets the group
    links.iterate(lambda name, info: found.update({name.decode(): info.u}), info=True)
    return found


def _links(group: _Group, names: Iterable[str]) -> bytes:
    return b"".join(objects.link(name, group.links[name]) for name in names)


def _digest(place: int, address: int, body: Iterable[bytes]) -> bytes:
    found = hashlib.sha256(struct.pack("<2Q", place, address))
    for part in body:
        found.update(part)
    return found.digest()
