"""Read a stranger's HDF5 file: the programs beside this file trust it with nothing.

A link or a dataset can lead to other files, also to ones that never end, and a small file can claim
to hold any number of bytes. So only what is certain to lie in the file is opened, and nothing is
read or unpacked before the file claims exactly the size that the caller has worked out.
"""

import argparse
import contextlib
import hashlib
import json
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import zstandard

LARGEST = 1 << 16  # bytes of an attribute


def show(text: str) -> None:
    """Print a line. If that fails, end the program: it is no fault of the file."""
    try:
        if sys.stdout is None:
            raise OSError("it is closed")
        print(text, flush=True)
    except OSError as error:
        sys.stdout = None  # print nothing more, not even at the end
        has_left = isinstance(error, BrokenPipeError)  # as with `| head`
        sys.exit(141 if has_left else f"standard output: {error.strerror or error}")


class Parser(argparse.ArgumentParser):
    """Reads the command line."""

    def print_help(self, _: Any = None) -> None:
        """Print the help; also here a failure ends the program."""
        show(self.format_help().rstrip())


@contextlib.contextmanager
def opened(path: str) -> Iterator[h5py.File]:
    """Open a file, which may not be a pipe or a device."""
    if not Path(path).is_file():
        raise ValueError(f"{path}: expected a regular file")
    with h5py.File(path) as file:
        yield file


def part(group: h5py.Group, name: str, kind: type) -> Any:
    """Return a member of a group. Only a hard link is certain to stay in this file."""
    link = group.get(name, getlink=True)
    found = group[name] if isinstance(link, h5py.HardLink) else link
    if not isinstance(found, kind):
        raise ValueError(f"{name} in {group.name}: {type(found).__name__}, no {kind.__name__}")
    return found


def attributes(group: h5py.Group) -> dict[str, Any]:
    """Return a group's attributes as JSON has them."""
    if any(group.attrs.get_id(name).get_storage_size() > LARGEST for name in group.attrs):
        raise ValueError(f"{group.name}: expected attributes of up to {LARGEST:,} bytes")
    found = {name: np.asarray(value).tolist() for name, value in group.attrs.items()}
    return {n: value.decode() if isinstance(value, bytes) else value for n, value in found.items()}


def signed(group: h5py.Group) -> dict[str, Any]:
    """Return the attributes of a table of the package; they must match their digest."""
    found = attributes(group)
    digest = found.pop("sha256")
    text = json.dumps(found | {"path": group.name}, sort_keys=True, separators=(",", ":"))
    if hashlib.sha256(text.encode()).hexdigest() != digest:
        raise ValueError(f"{group.name}: attributes do not match their digest")
    return found


def frames(group: h5py.Group, name: str, size: int, count: int = 1) -> Iterator[bytes]:
    """Yield the Zstandard frames of a dataset of bytes that has `count` chunks of `size` bytes."""
    dataset = part(group, name, h5py.Dataset)
    if dataset.chunks != (size,) or dataset.shape != (size * count,):
        raise ValueError(f"{dataset.name}: expected {size:,} bytes in each of {count:,} chunks")
    for place in range(0, size * count, size):
        with h5py._objects.phil:  # its lock, which h5py before 3.16 does not take for this
            if dataset.id.get_chunk_info_by_coord((place,)).size > size + size // 128 + 1024:
                raise ValueError(f"{dataset.name}: expected a frame smaller than {size:,} bytes")
            _, frame = dataset.id.read_direct_chunk((place,))
        if zstandard.frame_content_size(frame) != size:
            raise ValueError(f"{dataset.name}: expected a frame of {size:,} bytes")
        yield frame


def unpacked(frame: bytes) -> bytes:
    """Return what a frame holds."""
    return zstandard.ZstdDecompressor().decompress(frame)


def codes_of(group: h5py.Group, checksums: list[int], needed: int) -> Any:
    """Return a table's packed codes, an array; each chunk must match its checksum."""
    parts, codes = [], part(group, "codes", h5py.Dataset)
    (size,) = codes.chunks or (0,)
    if not 0 < size <= needed or len(checksums) != -(-needed // size):
        raise ValueError(f"{group.name}: not {needed} bytes in {len(checksums)} chunks")
    frame_of = frames(group, "codes", size, len(checksums))
    for number, (frame, checksum) in enumerate(zip(frame_of, checksums, strict=True)):
        if zlib.crc32(frame) != checksum:
            raise ValueError(f"{group.name}: chunk {number} does not match its CRC-32")
        parts.append(unpacked(frame))
    return np.frombuffer(b"".join(parts), np.uint8)
