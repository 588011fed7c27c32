"""The programs of docs/certificate/ as commands, and the files that a stranger might give them."""

from __future__ import annotations

import hashlib
import importlib
import json
import random
import shutil
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import h5py
import numpy as np
import pytest
import zstandard

from support import file_image, hostile
from support.hostile import Change
from support.samples import random_deal
from tablebase import COLLAPSI, load_rules
from tablebase.engine.tables.store import encode_codes
from tablebase.games.collapsi.studies.certificate import Certificate, certify
from tablebase.games.collapsi.whole.file import WholeTable, pieces_of
from tablebase.games.collapsi.whole.solver import Whole

FOLDER = Path(__file__).parents[2] / "docs" / "certificate"


def run(args: Sequence[str]) -> None:
    """Run a program of that folder: its name, then its arguments."""
    sys.path.insert(0, str(FOLDER))
    sys.argv = list(args)
    sys.exit(importlib.import_module(args[0].removesuffix(".py")).main())


@contextmanager
def loaded(*names: str) -> Iterator[list[ModuleType]]:
    """Programs of that folder as modules, which are forgotten afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FOLDER)
        yield [importlib.import_module(name) for name in names]
    for name in (*names, "reading"):
        sys.modules.pop(name)


def result(program: ModuleType, *args: object) -> int:
    """Run a program that is loaded, in this process; returns its exit code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", [f"{program.__name__}.py", *map(str, args)])
        return int(program.main())


def make_winner(path: Path) -> None:
    """Write the certificate of a small opening."""
    start = random_deal(random.Random(1), load_rules("4x5")).start("single")
    certify(start, 1 << 24).save(path, "tests 1")


def make_lowest(path: Path, top: int) -> None:
    """Write a file with the lowest layers of the whole game."""
    whole, table = Whole(), WholeTable(COLLAPSI)
    whole.solve(top=top)
    stored = [
        encode_codes(
            table.path(piece),
            table.attributes(piece),
            whole.packed_codes(table.units(piece)),
            min(table.chunk_size, (table.attributes(piece)["positions"] + 1) // 2),
            level=1,
        )
        for layer in table.layers
        if layer <= top
        for piece in pieces_of(whole.geometry, layer)
    ]
    path.write_bytes(file_image(stored, "tests 1", {"contents": "whole game", **table.root()}))


def accepted(certificate: Certificate) -> str:
    """What the program that checks it has to print."""
    loser = "blue" if certificate.winner == "red" else "red"
    plies = certificate.plies
    return (
        f"Proven: {certificate.winner} wins in at most {plies} plies, and {loser} can last as long."
    )


def forgeries(
    certificate: Certificate, rng: random.Random, moves_: Sequence[int]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Other claims, strategies and deals, each with what was changed; moves are of `moves_`."""
    yield "plies", {"plies": certificate.plies + rng.choice((-2, 2))}
    yield "winner", {"winner": "blue" if certificate.winner == "red" else "red"}
    position = certificate.position
    side = rng.choice([side for side, own in certificate.layers.items() if own])
    own = certificate.layers[side]
    place = rng.randrange(len(own))
    for kind, moves in (
        ("shorter", own[place][:-1]),
        ("longer", np.append(own[place], own[place][:1])),
    ):
        if len(moves):
            changed = (*own[:place], moves, *own[place + 1 :])
            yield kind, {"layers": {**certificate.layers, side: changed}}
    yield "a turn less", {"layers": {**certificate.layers, side: own[:-1]}}
    yield "a turn more", {"layers": {**certificate.layers, side: (*own, own[-1])}}
    for _ in range(4):
        moves = own[place].copy()
        moves[rng.randrange(len(moves))] = rng.choice(moves_)
        changed = (*own[:place], moves, *own[place + 1 :])
        yield "move", {"layers": {**certificate.layers, side: changed}}
    free = [cell for cell in range(len(position.cards)) if position.cards[cell] > 0]
    one, other = rng.sample(free, 2)
    cards = list(position.cards)
    cards[one], cards[other] = cards[other], cards[one]
    yield "deal", {"position": replace(position, cards=tuple(cards))}


class Program(NamedTuple):
    """A program and a good file for it, and what of the file is forged."""

    words: tuple[str, ...]
    make: Callable[[Path], None]
    dataset: str
    attributes: dict[str, tuple[str, ...]]  # by group
    harmless: tuple[str, ...] = ()  # changes that change no value


PROGRAMS = {
    "winner": Program(
        ("winner.py", "FILE"),
        make_winner,
        "/blue/02",
        {"/": ("format", "format-version", "position", "joker-steps", "winner", "plies")},
    ),
    "check": Program(
        ("check.py", "FILE", "--highest", "4"),
        lambda path: make_lowest(path, 4),
        "/whole/collapsi/04.0017.0/codes",
        {
            "/": ("format", "format-version", "contents"),
            "/whole/collapsi/04.0017.0": (
                "face-up", "mover", "opponents", "cells", "chunk-crc32", "positions", "code-dte"
            ),
        },
        ("format-version of /: bool", "mover of /whole/collapsi/04.0017.0: zero"),
    ),
}  # fmt: skip


def forge(good: Path, path: Path, change: Change) -> None:
    """Write a copy of a good file with a change."""
    shutil.copy(good, path)
    with h5py.File(path, "r+", libver=("v110", "v110")) as file:
        change(file)


def changes(program: Program, outside: Path) -> Iterator[tuple[str, Change]]:
    """Each change with its name; `outside` is the folder that links lead to."""
    at = program.dataset
    parts = at.strip("/").split("/")
    places = ["/" + "/".join(parts[:n]) for n in range(1, len(parts) + 1)]
    for place in places:
        for name, change in hostile.link_changes(place, outside):
            yield f"{name} {place}", change
    yield from _datasets(at, outside)
    yield from _frames(at)
    yield from _attributes(program)


def _datasets(at: str, outside: Path) -> Iterator[tuple[str, Change]]:
    """Other datasets in place of one: of other shapes, sizes and layouts, or somewhere else."""

    def create(file: h5py.File, what: str, count: int) -> None:
        folder, _, name = at.rpartition("/")
        chunked = {"dtype": np.uint8, "compression": hostile.ZSTD, "allow_unknown_filter": True}
        huge: dict[str, dict[str, Any]] = {
            "huge": {"shape": (1 << 40,), "chunks": (1 << 20,), **chunked},
            "huge contiguous": {"shape": (1 << 40,), "dtype": np.uint8},
            "huge for one chunk": {"shape": (1 << 40,), "chunks": (count,), **chunked},
            "one huge chunk": {
                "shape": (count,), "maxshape": (None,), "chunks": (1 << 31,), **chunked
            },
        }  # fmt: skip
        if what in huge:
            file.create_dataset(at, **huge[what])
        elif what == "group":
            file.create_group(at)
        else:
            hostile.datasets(count, count, outside / "pipe")[what](file[folder or "/"], name)

    kinds = "huge", "huge contiguous", "huge for one chunk", "one huge chunk", "group"
    for what in (*kinds, *hostile.datasets(1, 1, outside)):

        def replaced(file: h5py.File, what: str = what) -> None:
            count = file[at].shape[0]
            del file[at]
            create(file, what, count)

        yield f"dataset {what}", replaced


def _frames(at: str) -> Iterator[tuple[str, Change]]:
    """Frames that hold more or less than the chunk."""
    for name in (*hostile.wrong_frames(bytes(2)), "padded"):

        def written(file: h5py.File, name: str = name) -> None:
            raw = bytes(file[at].shape[0])
            padded = hostile.framed(raw) + bytes(1 << 23)
            frame = padded if name == "padded" else hostile.wrong_frames(raw)[name]
            file[at].id.write_direct_chunk((0,), frame)

        yield f"frame {name}", written


def _attributes(program: Program) -> Iterator[tuple[str, Change]]:
    """Each attribute missing, or of another type or value."""
    for group, names in program.attributes.items():
        for name in names:
            for what, value in (("missing", None), *hostile.VALUES.items()):

                def put(file: h5py.File, at: str = group, n: str = name, v: Any = value) -> None:
                    del file[at].attrs[n]
                    if v is not None:
                        hostile.put_all(file[at], {n: v})
                    if "sha256" in file[at].attrs:
                        sign(file[at])

                yield f"{name} of {group}: {what}", put


def sign(group: h5py.Group) -> None:
    """Repair a table's digest."""
    del group.attrs["sha256"]
    values = {name: hostile.plain(value) for name, value in group.attrs.items()}
    text = json.dumps(
        {**values, "path": group.name}, sort_keys=True, separators=(",", ":"), default=str
    )
    group.attrs["sha256"] = np.bytes_(hashlib.sha256(text.encode()).hexdigest())


def change_entry(group: h5py.Group, rank: int, rng: random.Random) -> None:
    """Give an entry another code, and repair all checksums."""
    codes = group["codes"]
    number, byte = divmod(rank // 2, codes.chunks[0])
    _, frame = codes.id.read_direct_chunk((number * codes.chunks[0],))
    raw = bytearray(zstandard.ZstdDecompressor().decompress(frame))
    raw[byte] ^= rng.randrange(1, 16) << 4 * (rank % 2)
    frame = zstandard.ZstdCompressor(level=1, write_checksum=True).compress(bytes(raw))
    codes.id.write_direct_chunk((number * codes.chunks[0],), frame)
    checksums = group.attrs["chunk-crc32"]
    checksums[number] = zlib.crc32(frame)
    group.attrs["chunk-crc32"] = checksums
    sign(group)
