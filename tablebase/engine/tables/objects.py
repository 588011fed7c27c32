"""HDF5 objects as bytes: everything that a tablebase file is made of.

Written here, and not by the HDF5 library, they lie where we put them: new ones behind the end of a
file, so that none is changed that a reader may have found. Their bytes depend only on what they
say. Kinds of messages are numbered as in the HDF5 File Format Specification, version 3.0.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from h5py import h5t

from tablebase.engine.tables.attributes import Value
from tablebase.engine.tables.hdf5 import ZSTD_FILTER

UNDEFINED = (1 << 64) - 1
"""The address of what is not there."""

MOST_MESSAGE = (1 << 16) - 1
"""Most bytes of a message, and so of an attribute."""

_SUPERBLOCK = struct.Struct("<8s4B4Q")
SUPERBLOCK_BYTES = _SUPERBLOCK.size + 4
_SIGNATURE = b"\x89HDF\r\n\x1a\n", 3, 8, 8, 0  # version 3, addresses and lengths of 8 bytes
_ARRAY = struct.Struct("<4s4B2Q")
_ARRAY_BYTES = _ARRAY.size + 4
_BLOCK_HEAD = struct.Struct("<4sBBQ")

_LINKS = b"\0\0" + struct.pack("<2Q", UNDEFINED, UNDEFINED)  # in the header, not in a heap
_SCALAR = b"\2\0\0\0"
_FILTER = struct.pack("<BB4H5s", 2, 1, ZSTD_FILTER, 5, 1, 0, b"zstd\0")
"""With a name: HDF5 2.0 crashes when it copies a nameless filter that a program has registered."""
_CONSTANT = 1  # the flag of a message that never changes


def checksum(data: bytes) -> bytes:
    """HDF5's checksum of its own structures: Bob Jenkins' lookup3."""
    most = 0xFFFFFFFF
    a = b = c = (0xDEADBEEF + len(data)) & most
    words = struct.unpack(
        f"<{-(-len(data) // 12) * 3}I", data.ljust(-(-len(data) // 12) * 12, b"\0")
    )
    for at in range(0, len(words) - 3, 3):
        a, b, c = a + words[at], b + words[at + 1], (c + words[at + 2]) & most
        for turn in (4, 6, 8, 16, 19, 4):
            a = (a - c ^ (c << turn | c >> 32 - turn)) & most
            a, b, c = b, (c + b) & most, a
    a, b, c = (a + words[-3]) & most, (b + words[-2]) & most, (c + words[-1]) & most
    for turn in (14, 11, 25, 16, 4, 14, 24):
        c = ((c ^ b) - (b << turn | b >> 32 - turn)) & most
        a, b, c = b, c, a
    found: bytes = b.to_bytes(4, "little")
    return found


def sealed(data: bytes) -> bytes:
    """An object's bytes, and their checksum."""
    return data + checksum(data)


class Superblock(NamedTuple):
    """The first bytes of a file: where its objects end, and where the root group lies."""

    end: int
    root: int

    def image(self) -> bytes:
        """Its bytes."""
        return sealed(_SUPERBLOCK.pack(*_SIGNATURE, 0, UNDEFINED, *self))

    @classmethod
    def read(cls, data: bytes) -> Superblock | None:
        """The superblock that a file begins with; None if it is not one of ours."""
        if len(data) < SUPERBLOCK_BYTES:
            return None
        found = cls(*_SUPERBLOCK.unpack_from(data)[-2:])
        return found if data[:SUPERBLOCK_BYTES] == found.image() else None


def _message(kind: int, body: bytes, flags: int = 0) -> bytes:
    if len(body) > MOST_MESSAGE:
        raise ValueError(f"a message of {len(body)} bytes: expected at most {MOST_MESSAGE}")
    return struct.pack("<BHB", kind, len(body), flags) + body


def _header(*messages: bytes) -> bytes:
    body = b"".join(messages)
    return sealed(struct.pack("<4sBBI", b"OHDR", 2, 2, len(body)) + body)


def _integers(size: int, *, signed: bool = False) -> bytes:
    return struct.pack("<4BIHH", 0x10, 8 * signed, 0, 0, size, 0, 8 * size)


def _space(*shape: int) -> bytes:
    return struct.pack(f"<4B{len(shape)}Q", 2, len(shape), 0, 1, *shape)


def attributes(values: Mapping[str, Value]) -> bytes:
    """Several attributes; raises `ValueError` if a list is too long."""
    return b"".join(_attribute(name, value) for name, value in values.items())


def _attribute(name: str, value: Any) -> bytes:
    """An attribute: text of fixed length, an integer, a list of integers, or somebody's array."""
    space = _SCALAR
    if isinstance(value, str):
        # Text of variable length would lie in a heap, which has no checksum.
        data = value.encode() or b"\0"
        kind = struct.pack("<4BI", 0x13, 0x11, 0, 0, len(data))
    elif isinstance(value, np.ndarray):
        data, kind = value.tobytes(), h5t.py_create(value.dtype, logical=True).encode()[2:]
        space = _space(*value.shape) if value.shape else _SCALAR
    else:
        # CRC-32s of many chunks fit only as integers of 32 bits.
        wide = np.size(value) <= MOST_MESSAGE // 10
        data = np.asarray(value, "<i8" if wide else "<u4").tobytes()
        kind = _integers(8 if wide else 4, signed=wide)
        space = _SCALAR if isinstance(value, int | np.integer) else _space(len(value))
    key = name.encode() + b"\0"
    sizes = struct.pack("<BBHHHB", 3, 0, len(key), len(kind), len(space), not name.isascii())
    return _message(12, sizes + key + kind + space + data)


def _link(name: str, address: int) -> bytes:
    key = name.encode(errors="surrogateescape")
    head = struct.pack("<BBBH", 1, 0x11, 1, len(key))
    return _message(6, head + key + address.to_bytes(8, "little"))


def _group(own: bytes, links: bytes, blocks: Iterable[tuple[int, int]] = ()) -> bytes:
    """A group with its `own` attributes, some links, and the `blocks` of others: place and size."""
    more = (_message(16, struct.pack("<2Q", *place)) for place in blocks)
    return _header(own, _message(2, _LINKS), _message(10, b"\0\0"), links, *more)


@dataclass
class Group:
    """A group of a file: where its members lie, and which of them are groups that may change."""

    address: int = 0
    """Where it lies; 0 before it is written."""
    links: dict[str, int] = field(default_factory=dict)
    values: Mapping[str, Value] = field(default_factory=dict)
    """Its attributes."""
    groups: dict[str, Group] = field(default_factory=dict)
    fresh: list[str] = field(default_factory=list)
    """Members that are in no block."""
    blocks: list[tuple[int, int]] = field(default_factory=list)
    """Place and size of each block of links, in a group of tables; the links lie there."""

    @property
    def changed(self) -> bool:
        """Whether the file does not have it as it is."""
        fresh = not self.address or bool(self.fresh)
        return fresh or any(group.changed for group in self.groups.values())

    def put(self, path: str, address: int) -> None:
        """Add an object, and the groups on its path that are missing."""
        *names, last = path.strip("/").split("/")
        group = self
        for name in names:
            group = group.groups.setdefault(name, Group())
        group.links[last] = address
        group.fresh.append(last)

    def image(self, at: int, read: Callable[[int, int], bytes]) -> bytes:
        """The bytes of it and of its groups that have changed, all to be written at a place.

        `read` reads a block of the file, given its place and size.
        """
        data = b""
        for name, group in self.groups.items():
            if group.changed:
                data += group.image(at + len(data), read)
                self.links[name] = group.address
        links = b""
        if self.groups:  # few, and most of them have changed
            links = b"".join(_link(*each) for each in self.links.items())
        elif self.fresh:
            block = self._block(read)
            self.blocks.append((at + len(data), len(block)))
            data += block
        self.address = at + len(data)
        self.fresh.clear()
        return data + _group(attributes(self.values), links, self.blocks)

    def _block(self, read: Callable[[int, int], bytes]) -> bytes:
        """A block of the fresh links, and of those in blocks that are not much larger.

        So a link is written again only when the group has grown by half, and blocks are few.
        """
        links = b"".join(_link(name, self.links[name]) for name in self.fresh)
        while self.blocks and self.blocks[-1][1] <= 2 * len(links):
            links = read(*self.blocks.pop())[4:-4] + links
        return sealed(b"OCHK" + links)


def blocks_of(header: bytes) -> list[tuple[int, int]] | None:
    """The blocks of a group without attributes, given bytes that begin with its header.

    None if it is of another form, in which we write none with blocks.
    """
    first = len(_group(b"", b"")) - 4
    count, left = divmod(int.from_bytes(header[6:10], "little") + 10 - first, 20)
    if left or count < 0 or first + 20 * count > len(header):
        return None
    found = [struct.unpack_from("<2Q", header, first + 20 * n + 4) for n in range(count)]
    return found if header.startswith(_group(b"", b"", found)) else None


def table(
    values: Mapping[str, Value], chunk_size: int, sizes: Sequence[int], at: int
) -> tuple[bytes, bytes, int, list[tuple[int, int]]]:
    """The objects of a table whose chunks have some `sizes` in the file, all from `at` on.

    Returns the bytes before the chunks and after them, the address of the table's group, which has
    the attributes `values`, and place and size of each chunk.
    """
    count, bits = len(sizes), max(10, len(sizes).bit_length())  # of one page
    width = min(8, 1 + (chunk_size.bit_length() + 7) // 8)
    head = len(_BLOCK_HEAD.pack(b"", 0, 0, 0)) + count * (width + 12) + 4
    first = at + _ARRAY_BYTES
    *starts, end = np.cumsum([first + head, *sizes]).tolist()
    places = list(zip(starts, sizes, strict=True))
    entries = [
        place.to_bytes(8, "little") + size.to_bytes(width, "little") + bytes(4)
        for place, size in places
    ]
    before = sealed(_ARRAY.pack(b"FAHD", 0, 1, width + 12, bits, count, first)) + sealed(
        _BLOCK_HEAD.pack(b"FADB", 0, 1, at) + b"".join(entries)
    )
    length = (chunk_size.bit_length() + 7) // 8
    edge = chunk_size.to_bytes(length, "little") + (1).to_bytes(length, "little")
    dataset = _header(
        _message(1, _space(count * chunk_size), _CONSTANT),
        _message(3, _integers(1), _CONSTANT),
        _message(5, b"\3\x0b", _CONSTANT),  # room for a chunk is made when the chunk is written
        _message(11, _FILTER, _CONSTANT),
        _message(
            8,
            struct.pack("<5B", 4, 2, 0, 2, len(edge) // 2)
            + edge
            + bytes([3, bits])
            + at.to_bytes(8, "little"),
        ),
    )
    group = _group(attributes(values), _link("codes", end))
    return before, dataset + group, end + len(dataset), places


def places_of(objects: bytes) -> list[tuple[int, int]]:
    """Place and size of each chunk, given bytes that begin with what `table` puts before them."""
    *_, width, _, count, _ = _ARRAY.unpack_from(objects)
    first = _ARRAY_BYTES + _BLOCK_HEAD.size
    entries = (objects[first + n * width :][: width - 4] for n in range(count))
    return [(int.from_bytes(e[:8], "little"), int.from_bytes(e[8:], "little")) for e in entries]


def rows(
    numbers: np.ndarray[Any, np.dtype[np.uint64]], values: Mapping[str, Value], at: int
) -> bytes:
    """A dataset of rows of integers, whose header lies right before them, with its attributes."""

    def header(place: int) -> bytes:
        return _header(
            _message(1, _space(*numbers.shape), _CONSTANT),
            _message(3, _integers(8), _CONSTANT),
            _message(5, b"\3\x0a", _CONSTANT),
            _message(8, struct.pack("<BBQQ", 3, 1, place, numbers.nbytes)),
            attributes(values),
        )

    return header(at + len(header(at))) + numbers.astype("<u8", copy=False).tobytes()
