"""Tablebase files as a stranger might forge them, and the commands that read them.

A forged file is a good one with one thing changed, and every checksum and digest made right again:
`cases` lists the changes.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import h5py
import numpy as np
import zstandard

from support import DEAL, of_all
from support.kinds import Kind, filled

BOMB = 3 << 29
"""The size that some frames claim to have, in bytes."""

ZSTD = 32015

# --- Good files ------------------------------------------------------------------------------


def collapsi(deal: str, rules: tuple[str, ...]) -> Kind:
    read = (deal, *rules, "--in", "FILE")
    return Kind(
        ("build", deal, *rules, "--level", "1", "-o", "FILE"),
        (("probe", *read, "--build"), ("export", *read, "-o", "FOLDER/out.npz", "--force")),
    )


RULES = {
    "mini": 'board = "3x3"\ndeck = "JJAAA2223"',
    "landing": 'board = "3x3"\ndeck = "JJAAA2223"\nlanding = true',
    "three": 'board = "2x4"\ndeck = "JJJAA223"\nplayers = 3',
}
MINI = ("--rules", "FOLDER/mini.toml")
KINDS = {
    "deal": collapsi(DEAL, ()),
    "small": collapsi("JAA/2J2/A32", MINI),
    "landing": collapsi("JAA/2J2/A32", ("--rules", "FOLDER/landing.toml")),
    "large": collapsi("JAA/A22/2J2/333/344/4A3", ("--board", "6x3")),
    "three": collapsi("JA2J/A3J2", ("--rules", "FOLDER/three.toml")),
    "whole": Kind((), (("probe", "JAA/2J2/A32", *MINI, "--in", "FILE"),)),
    "openings": Kind((), (("probe", DEAL, "--in", "FILE"),)),
}
OF_GAMES: dict[str, Kind] = dict(of_all("hostile", "KINDS"))
KINDS |= OF_GAMES


def make(kind: str, path: Path) -> None:
    """Make a good file of a kind."""
    import tablebase
    import tablebase_cli

    for name, rules in RULES.items():
        (path.parent / f"{name}.toml").write_text(rules)
    if kind == "openings":
        path.write_bytes(tablebase.Book().path.read_bytes())
    elif kind == "whole":
        from tablebase.games.collapsi.rules_file import load_rules

        tablebase.build_large(path, load_rules(path.parent / "mini.toml"))
    else:
        with suppress(SystemExit):
            tablebase_cli.main(filled(KINDS[kind].build, path))
    assert path.exists(), kind


# --- Forging ---------------------------------------------------------------------------------


class Text(NamedTuple):
    """Text of variable length."""

    text: str


@dataclass(frozen=True)
class Forged:
    """One table of a file: its attributes, and what takes the place of its codes.

    `codes` makes the dataset in the table's group; by default one of `chunks`.
    """

    path: str
    attributes: dict[str, Any]
    chunk_size: int
    chunks: tuple[bytes, ...]
    crcs: bool = True
    shape: tuple[int, ...] | None = None
    codes: Callable[[h5py.Group], None] | None = None


@dataclass(frozen=True)
class Content:
    """A file: its root's attributes, its tables; `finish` changes what has been written."""

    root: dict[str, Any]
    tables: tuple[Forged, ...]
    finish: Callable[[h5py.File], None] | None = None

    def first(self, **changes: Any) -> Content:
        """The same with the first table changed."""
        return replace(self, tables=(replace(self.tables[0], **changes), *self.tables[1:]))


def read(path: Path) -> Content:
    """A good file's content; the table that the commands ask for comes first."""
    tables: list[Forged] = []

    def visit(name: str, item: Any) -> None:
        if name.endswith("/codes"):  # a file is as good without its directory of chunks
            codes, size = item.id, item.chunks[0]
            chunks = [codes.read_direct_chunk((at,))[1] for at in range(0, item.shape[0], size)]
            attributes = {key: plain(value) for key, value in item.parent.attrs.items()}
            del attributes["sha256"]
            tables.append(Forged("/" + name.removesuffix("/codes"), attributes, size, (*chunks,)))

    with h5py.File(path) as file:
        file.visititems(visit)
        return Content({key: plain(value) for key, value in file.attrs.items()}, (*tables,))


def plain(value: Any) -> Any:
    """A value in the form that digests are computed from."""
    value = value.tolist() if hasattr(value, "tolist") else value
    value = value.text if isinstance(value, Text) else value
    return value.decode(errors="replace") if isinstance(value, bytes) else value


def write(path: Path, content: Content) -> None:
    """Write a file, all its checksums and digests valid."""
    with h5py.File(path, "w", libver=("v110", "v110")) as file:
        put_all(file, content.root)
        file.create_group("tables")
        for table in content.tables:
            group, attributes = file.create_group(table.path), dict(table.attributes)
            if table.crcs:
                attributes["chunk-crc32"] = [zlib.crc32(chunk) for chunk in table.chunks]
            plainly = {name: plain(value) for name, value in attributes.items()}
            text = json.dumps(
                {**plainly, "path": table.path}, sort_keys=True, separators=(",", ":"), default=str
            )
            put_all(group, {"sha256": hashlib.sha256(text.encode()).hexdigest(), **attributes})
            (table.codes or dataset_of(table))(group)
        if content.finish is not None:
            content.finish(file)


def put_all(group: h5py.Group, attributes: dict[str, Any]) -> None:
    for name, value in attributes.items():
        if isinstance(value, Text):
            group.attrs.create(name, value.text, dtype=h5py.string_dtype())
        elif isinstance(value, str):
            data = value.encode()
            group.attrs[name] = np.array(data, h5py.string_dtype("utf-8", max(1, len(data))))
        else:
            group.attrs[name] = value


def dataset_of(table: Forged) -> Callable[[h5py.Group], None]:
    def create(group: h5py.Group) -> None:
        dataset = group.create_dataset(
            "codes",
            shape=table.shape or (table.chunk_size * len(table.chunks),),
            maxshape=(None,),
            chunks=(table.chunk_size,),
            dtype=np.uint8,
            compression=ZSTD,
            allow_unknown_filter=True,
        )
        for number, chunk in enumerate(table.chunks[: -(-dataset.shape[0] // table.chunk_size)]):
            dataset.id.write_direct_chunk((number * table.chunk_size,), chunk)

    return create


# --- The cases -------------------------------------------------------------------------------

VALUES: dict[str, Any] = {
    "zero": 0,
    "minus four": -4,
    "huge": 2**62,
    "unsigned": np.uint64(2**64 - 1),
    "float": 3.0,
    "not a number": np.nan,
    "bool": np.bool_(True),
    "word": "word",
    "variable text": Text("word"),
    "bytes": np.bytes_(b"\xff\xfe\x80"),
    "long": "x" * 60_000,
    "brackets": "[" * 60_000,
    "numeral": "9" * 5000,
    "escape": "\x1b[2J\x1b]0;title\x07\x9b31m[red][/blue]",
    "list": [1, 2, 3],
    "huge list": [2**62, -(2**62)],
    "empty list": np.zeros(0, np.int64),
    "square": np.ones((2, 2), np.int64),
    "floats": [0.5, 1.5],
    "texts": np.array([b"a", b"b"]),
    "nothing": h5py.Empty("i8"),
    "complex": 1j,
    "structure": np.zeros(1, [("a", "i4"), ("b", "f8")])[0],
}
RULES_TEXTS = {
    "array": "[]",
    "floats": '{"name": "collapsi", "rows": 4.0, "columns": 4.0, "wrap": true, "deck": [0]}',
    "nested": '{"name": ' + "[" * 5000 + "]" * 5000 + "}",
    "million": '{"name": "m", "rows": 4, "columns": 4, "wrap": true, "deck": [0], '
    '"editions": {"wild": [' + "1," * 9000 + "1]}}",
    "escape": '{"name": "\\u001b[2J", "rows": 4, "columns": 4, "wrap": true, "deck": [0, 0, 1, 1, '
    '1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4], "editions": {"wild": [1]}}',
    "types": '{"name": 7, "rows": "4", "columns": null, "wrap": [], "deck": {}, "editions": 1}',
}


HARMLESS = re.compile(r"root (without )?(generated-by|creation-date|more)")
"""Names of cases that change nothing that is checked."""


class Case(NamedTuple):
    """A forged file: its name, and its content. A `harmless` one is valid after all."""

    kind: str
    name: str
    content: Content
    harmless: bool = False


def cases(kind: str, good: Content, outside: Path) -> Iterator[Case]:
    """The forged files of a kind; `outside` is the folder that links lead to."""
    for name, content in (
        *attribute_cases(kind, good),
        *link_cases(good, outside),
        *codes_cases(good, outside),
        *frame_cases(good),
    ):
        yield Case(kind, name, content, bool(HARMLESS.match(name)))


def attribute_cases(kind: str, good: Content) -> Iterator[tuple[str, Content]]:
    """Each attribute missing, or of another type or value: two values each, all of them in turn."""
    values = cycle(VALUES.items())
    for _ in range(7 * list(KINDS).index(kind)):
        next(values)  # so that kinds differ
    table = good.tables[0].attributes
    for name in table:
        rest = {key: value for key, value in table.items() if key != name}
        crcs = name != "chunk-crc32"
        yield f"without {name}", good.first(attributes=rest, crcs=crcs)
        for _ in range(2):
            what, value = next(values)
            yield f"{name}: {what}", good.first(attributes={**table, name: value}, crcs=crcs)
    for name in (*good.root, "more"):
        rest = {key: value for key, value in good.root.items() if key != name}
        yield f"root without {name}", replace(good, root=rest)
        what, value = next(values)
        yield f"root {name}: {what}", replace(good, root={**good.root, name: value})
    if "rules" in table:
        for what, text in RULES_TEXTS.items():
            yield f"rules: {what}", good.first(attributes={**table, "rules": text})
    if "rules" in good.root:
        for what, text in RULES_TEXTS.items():
            yield f"root rules: {what}", replace(good, root={**good.root, "rules": text})
    other = 4 if table.get("bits") == 8 else 8
    for what, bits in (("no", 0), ("negative", -4), ("text", "four"), ("other", other), ("odd", 3)):
        yield f"{what} bits", good.first(attributes={**table, "bits": bits})
    for name, what in (
        ("rules", "brackets"), ("deal", "minus four"), ("game", "list"), ("rows", "float"),
        ("positions", "huge"), ("deal", "escape"), ("losses", "float"),
    ):  # fmt: skip
        if name in table:
            changed = {**table, name: VALUES[what]}
            yield f"{name} that is {what}", good.first(attributes=changed)
    yield "crc of a scalar", good.first(attributes={**table, "chunk-crc32": 7}, crcs=False)
    yield "more positions", good.first(attributes={**table, "positions": table["positions"] + 2})
    yield "most positions", good.first(attributes={**table, "positions": 2**40})


def link_cases(good: Content, outside: Path) -> Iterator[tuple[str, Content]]:
    """Groups and codes that are somewhere else, or are something else."""
    path = good.tables[0].path
    parts = path.strip("/").split("/")
    places = ["/" + "/".join(parts[:n]) for n in range(1, len(parts) + 1)] + [f"{path}/codes"]
    for at in places:
        short = at.count("/")
        for name, change in link_changes(at, outside):
            yield f"{name} {short}", replace(good, finish=change)

        def dataset(file: h5py.File, at: str = at) -> None:
            del file[at]
            file.create_dataset(at, (2**40,), np.uint8, chunks=(1 << 20,))

        yield f"huge dataset {short}", replace(good, finish=dataset)
    yield "escape in a name", good.first(path=path + "\x1b[2J[red][/x]")

    def circle(file: h5py.File) -> None:
        file[f"{path}/codes2"] = file["/"]

    yield "root more: a circle of hard links", replace(good, finish=circle)


Change = Callable[[h5py.File], None]


def link_changes(at: str, outside: Path) -> Iterator[tuple[str, Change]]:
    """What is at a path of a file is somewhere else, or another thing, or not there."""
    links = {
        "soft link": h5py.SoftLink("/aside"),
        "link to itself": h5py.SoftLink(at),
        **{
            f"link to {target}": h5py.ExternalLink(str(outside / target), at)
            for target in ("pipe", "good.h5", "nothing")
        },
        "type": np.dtype("f8"),
    }
    for name, link in links.items():

        def linked(file: h5py.File, link: Any = link) -> None:
            file.move(at, "/aside")
            file[at] = link

        yield name, linked

    def nothing(file: h5py.File) -> None:
        del file[at]

    yield "nothing", nothing


def codes_cases(good: Content, outside: Path) -> Iterator[tuple[str, Content]]:
    """Datasets of other shapes, types, sizes and layouts."""
    table = good.tables[0]
    length = table.chunk_size * len(table.chunks)
    chunk = table.chunk_size
    made: dict[str, Callable[[h5py.Group, str], Any]] = {
        **datasets(length, chunk, outside / "pipe"),
        "words": lambda g, n: filtered(g, n, (length,), (chunk,), np.int16),
        "signed": lambda g, n: filtered(g, n, (length,), (chunk,), np.int8),
        "text": lambda g, n: filtered(g, n, (length,), (chunk,), h5py.string_dtype()),
        "another filter": lambda g, n: g.create_dataset(
            n, (length,), np.uint8, chunks=(chunk,), compression="gzip"
        ),
        "no filter": lambda g, n: g.create_dataset(n, (length,), np.uint8, chunks=(chunk,)),
    }
    for name, create in made.items():
        yield f"codes {name}", good.first(codes=lambda g, create=create: create(g, "codes"))
    for name, shape in (("longer", length + 1), ("shorter", length - 1), ("huge", 2**40)):
        yield f"codes {name}", good.first(shape=(shape,))
    whole = b"".join(zstandard.ZstdDecompressor().decompress(chunk) for chunk in table.chunks)
    for size in (1 << 30, 2 * length, 7):
        parts = [whole[at : at + size] for at in range(0, min(length, 64 * size), size)]
        chunks = tuple(framed(part.ljust(min(size, 1 << 22), b"\0")) for part in parts)
        yield f"chunks of {size}", good.first(chunk_size=size, chunks=chunks)


def datasets(length: int, chunk: int, pipe: Path) -> dict[str, Callable[[h5py.Group, str], Any]]:
    """What makes datasets of other shapes and layouts, or that are somewhere else."""
    return {
        "contiguous": lambda g, n: g.create_dataset(n, (length,), np.uint8),
        "scalar": lambda g, n: g.create_dataset(n, (), np.uint8),
        "empty": lambda g, n: g.create_dataset(n, data=h5py.Empty("u1")),
        "square": lambda g, n: filtered(g, n, (length, 2), (chunk, 1)),
        "no chunk": lambda g, n: filtered(g, n, (length,), (chunk,)),
        "external": lambda g, n: g.create_dataset(
            n, (length,), np.uint8, external=[(str(pipe), 0, length)]
        ),
        "virtual": lambda g, n: virtual(g, n, pipe),
    }


def filtered(group: h5py.Group, name: str, shape: Any, chunks: Any, dtype: Any = np.uint8) -> None:
    group.create_dataset(
        name, shape, dtype, chunks=chunks, compression=ZSTD, allow_unknown_filter=True
    )


def virtual(group: h5py.Group, name: str, source: Path) -> None:
    """A dataset that takes its shape, and not just its data, from one in another file."""
    endless = h5py.h5s.UNLIMITED
    layout = h5py.VirtualLayout((8,), np.uint8, (None,))
    found = h5py.VirtualSource(str(source), "codes", (8,), np.uint8, (None,))
    layout[0:endless:1] = found[0:endless:1]
    group.create_virtual_dataset(name, layout)


def frame_cases(good: Content) -> Iterator[tuple[str, Content]]:
    """Frames that hold more or less than a chunk, or something else; and wrong entries."""
    table = good.tables[0]
    first = table.chunks[0]
    raw = zstandard.ZstdDecompressor().decompress(first)
    changed = bytes([raw[0] ^ 0x55]) + raw[1:]
    frames = {
        **wrong_frames(raw),
        "uncounted": zstandard.ZstdCompressor(write_content_size=False).compress(raw),
        "twice": first + first,
        "cut": first[:-1],
        "changed": framed(changed),
        "zeros": framed(bytes(table.chunk_size)),
    }
    if not any(raw):
        del frames["zeros"]
    for name, frame in frames.items():
        yield f"frame {name}", good.first(chunks=(frame, *table.chunks[1:]))


def wrong_frames(raw: bytes) -> dict[str, bytes]:
    """Frames instead of that of some codes."""
    return {
        "bomb": bomb(),
        "uncounted bomb": bomb(counted=False),
        "long": framed(raw + b"\0"),
        "short": framed(raw[:-1]),
        "skipped": b"\x50\x2a\x4d\x18" + (1 << 30).to_bytes(4, "little") + raw[:64],
        "empty": b"\0",
        "noise": np.random.default_rng(1).bytes(64),
        "no codes": framed(b"\xff" * len(raw)),
    }


def framed(raw: bytes) -> bytes:
    return zstandard.ZstdCompressor(level=1, write_checksum=True).compress(raw)


_BOMBS: dict[bool, bytes] = {}


def bomb(*, counted: bool = True) -> bytes:
    """A small frame of `BOMB` zeros."""
    if counted not in _BOMBS:
        compressor = zstandard.ZstdCompressor(level=1).compressobj(size=BOMB if counted else -1)
        part = bytes(1 << 24)
        parts = [compressor.compress(part) for _ in range(BOMB >> 24)]
        _BOMBS[counted] = b"".join([*parts, compressor.flush()])
    return _BOMBS[counted]
