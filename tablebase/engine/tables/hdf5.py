"""Read groups, attributes and codes from an HDF5 file that a stranger may have made.

HDF5 does whatever a file asks for. It follows links to other files, waits if one is a named pipe,
and takes the shape of a virtual dataset from them. It keeps text of variable length in a heap
without a checksum, and a damaged heap can hang it. So this module opens only what is in the file
itself, behind hard links, and checks its kind before reading it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from math import prod
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from h5py import h5a, h5d, h5g, h5l, h5o, h5t
from h5py._objects import phil

from tablebase.engine.tables.attributes import Value
from tablebase.errors import CorruptFileError, FileFormatError, quote
from tablebase.support.files import check_file

FORMAT = "tablebase"
FORMAT_VERSION = 1
"""The version of files that this package writes, and the only one that it reads."""

ZSTD_FILTER = 32015
MAX_ATTRIBUTE = 1 << 20
"""Maximum size of an attribute, in bytes."""
MOST_KEPT = 10_000
"""Maximum length of somebody else's attribute that is written again, as text."""
WHOLE_CHUNKS = phil
"""h5py's own lock, held while a stored chunk is read or written.

Up to version 3.15, h5py does not take it for this, and two threads corrupt each other's memory.
"""


@contextmanager
def reading(path: str | Path, inside: str = "") -> Iterator[None]:
    """Turn whatever HDF5 raises on damaged bytes into `CorruptFileError`.

    `inside` is the damaged path in the file.
    """
    try:
        yield
    except FileFormatError:
        raise
    except Exception as error:
        # A damaged header can surface as almost any type: OSError, KeyError, RuntimeError,
        # ValueError, TypeError, UnicodeDecodeError, ...
        where = f"{path}: {inside}" if inside else path
        raise CorruptFileError(f"{where} {_state(path)}: {error}") from error


def _state(path: str | Path) -> str:
    """What is wrong with a file that HDF5 cannot read: its writer may not have closed it."""
    with suppress(OSError), Path(path).open("rb") as file:
        *_, version, _, _, flags = file.read(12)
        if version >= 3 and flags & 1:
            return "is being written by another program, or one was killed that wrote to it"
    return "is damaged"


class _Opened(FileIO):
    """A file that closes itself without a warning, as HDF5's do."""

    def __del__(self) -> None:
        self.close()


def open_file(path: Path) -> tuple[h5py.File, FileIO]:
    """Open a file for reading: for HDF5, and the open file that HDF5 reads from.

    Raises `FileNotFoundError` if there is no such file, `FileFormatError` if it is not a tablebase
    file or has a newer version, and `CorruptFileError` if HDF5 cannot open it.
    """
    check_file(path, "a tablebase file")
    # Given a path that is open already, HDF5 would show the file as it was opened first.
    opened, file = _Opened(path), None
    try:
        if not h5py.is_hdf5(path):
            raise FileFormatError(f"{path} is not an HDF5 file: expected a tablebase file")
        with suppress(OSError):
            file = h5py.File(opened, "r")
        if file is None:  # again, as a writer may just have changed the first bytes
            with reading(path):
                file = h5py.File(opened, "r")
        _check_format(path, file)
        return file, opened
    except BaseException:
        if file is not None:
            file.close()
        opened.close()
        raise


def _check_format(path: Path, file: h5py.File) -> None:
    with reading(path):
        found = attributes_of(file)
    kind, version = found.get("format"), found.get("format-version")
    if kind != FORMAT:
        raise FileFormatError(
            f"{path} is an HDF5 file of format {quote(kind)}, expected {FORMAT!r}"
        )
    if not isinstance(version, int) or version < 1:
        shown = "missing" if version is None else quote(version)
        raise CorruptFileError(f"{path}: attribute format-version is {shown}, expected 1 or more")
    if version > FORMAT_VERSION:
        raise FileFormatError(
            f"{path} has format version {version}, this package reads up to {FORMAT_VERSION}: "
            "upgrade collapsi-tablebase"
        )


def group_at(file: h5py.File, path: str) -> h5py.Group | None:
    """The group at a path; None if nothing is there. Raises `ValueError` for anything else."""
    found = file.id
    for name in path.strip("/").split("/"):
        found = _member(found, name, h5g.GroupID)
        if found is None:
            return None
    return h5py.Group(found)


def names_of(group: h5py.Group | None) -> list[str]:
    """The names in a group, sorted; none are ours that are not UTF-8, which h5py gives as bytes."""
    return sorted(name for name in group or () if isinstance(name, str))


def groups_in(file: h5py.File, path: str, of: tuple[str, ...] = ()) -> list[str]:
    """A group's groups, sorted by name; with `of`, those with a member or attribute of such a name.

    Damaged ones are listed too: whoever reads one gets the error. Links to elsewhere are not.
    """
    if (group := group_at(file, path)) is None:
        return []
    found = []
    for name in names_of(group):
        with suppress(Exception):
            if group.id.links.get_info(name.encode()).type != h5l.TYPE_HARD:
                continue
            own = _member(group.id, name, object)
            if not isinstance(own, h5g.GroupID):
                continue
            known = (own.links.exists(one.encode()) or h5a.exists(own, one.encode()) for one in of)
            if of and not any(known):
                continue
        found.append(name)
    return found


def _member(group: Any, name: str, kind: type[Any]) -> Any:
    """A group's member; None if there is none. Raises `ValueError` if it is of another kind."""
    key = name.encode(errors="surrogateescape")
    if not group.links.exists(key):
        return None
    if group.links.get_info(key).type != h5l.TYPE_HARD:
        raise ValueError(f"{quote(name)} is a link to elsewhere, expected data in the file itself")
    found = h5o.open(group, key)
    if not isinstance(found, kind):
        raise ValueError(f"{quote(name)} is a {type(found).__name__}, expected a {kind.__name__}")
    return found


def codes_of(group: h5py.Group) -> tuple[Any, int, int]:
    """The dataset of a table's codes, the bytes of a chunk, and those of all.

    Raises `ValueError` if it is not as specified.
    """
    dataset = _member(group.id, "codes", h5d.DatasetID)
    if dataset is None:
        raise ValueError("codes are missing")
    # The layout comes first: to find the shape of a virtual dataset, HDF5 opens other files.
    plan = dataset.get_create_plist()
    chunked = plan.get_layout() == h5d.CHUNKED
    filters = [plan.get_filter(number)[0] for number in range(plan.get_nfilters())]
    if not (chunked and filters == [ZSTD_FILTER] and dataset.get_type().equal(h5t.STD_U8LE)):
        raise ValueError(
            f"codes are of another kind, expected bytes in chunks, filter {ZSTD_FILTER}"
        )
    (length,), (chunk_size,) = dataset.shape, plan.get_chunk()
    return dataset, chunk_size, length


def rows_of_four(file: h5py.File, name: str) -> h5py.Dataset | None:
    """A dataset of rows of four integers in a file's root; None if there is none.

    Raises `ValueError` if it is of another kind, or lies outside the file.
    """
    dataset = _member(file.id, name, h5d.DatasetID)
    if dataset is None:
        return None
    plan = dataset.get_create_plist()  # comes first, as in `codes_of`
    if not (
        plan.get_layout() == h5d.CONTIGUOUS
        and not plan.get_external_count()
        and dataset.dtype == np.dtype("<u8")
        and dataset.rank == 2
        and dataset.shape[1] == 4
    ):
        raise ValueError(f"{name} is of another kind, expected rows of 4 integers")
    return h5py.Dataset(dataset)


def attributes_of(item: Any) -> dict[str, Value]:
    """The attributes of a group, or of a file's root, of the types that we write.

    They are text of fixed length, integers, or lists of integers. Others are somebody else's.
    """
    found: dict[str, Value] = {}
    for name in item.attrs:
        if isinstance(name, bytes):  # it is not UTF-8
            continue
        stored = h5a.open(item.id, name.encode(errors="surrogateescape"))
        kind, shape = stored.get_type(), stored.shape  # None if it is empty
        text = isinstance(kind, h5t.TypeStringID) and not kind.is_variable_str() and shape == ()
        integers = isinstance(kind, h5t.TypeIntegerID) and shape is not None and len(shape) < 2
        if (text or integers) and kind.get_size() * prod(shape) <= MAX_ATTRIBUTE:
            values = np.zeros(shape, kind.dtype)
            if values.size:
                stored.read(values)
            value = values.tolist()
            with suppress(UnicodeDecodeError):
                found[name] = value.decode() if isinstance(value, bytes) else value
    return found


def rewritable(path: str | Path, group: h5py.Group) -> tuple[dict[str, int], dict[str, Any]]:
    """The address of each member of a group in a file, and its attributes, to be written again.

    Raises `FileFormatError` if that would lose a link to elsewhere, or somebody else's attribute.
    """
    members: dict[str, int] = {}
    links = group.id.links  # in a variable, or h5py forgets the group
    links.iterate(
        lambda name, info: members.update(
            {name.decode(errors="surrogateescape"): info.u * (info.type == h5l.TYPE_HARD)}
        ),
        info=True,
    )
    values: dict[str, Any] = attributes_of(group)
    for name in group.attrs.keys() - values.keys():
        value = group.attrs[name]
        values[name] = value if isinstance(value, str) else np.asarray(value)
    lost = [name for name, address in members.items() if not address]
    for name, value in values.items():
        kind, is_array = np.asarray(value).dtype, isinstance(value, np.ndarray)
        is_text = isinstance(value, str) and value.encode(errors="ignore").decode() == value
        known = is_text or (not kind.hasobject and kind.kind in ("biufcS" if is_array else "if"))
        size = value.nbytes if is_array else len(str(value))
        if not known or isinstance(name, bytes) or size > MOST_KEPT:
            lost.append(str(name))
    if lost:
        raise FileFormatError(
            f"{path}: adding tables would lose {quote(lost[0])} in {group.name}: expected no links "
            "to elsewhere, and attributes that are text or numbers, of moderate length"
        )
    return members, values
