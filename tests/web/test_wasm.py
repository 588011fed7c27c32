"""The page's kernels are up to date with their sources."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from numba import cfunc

from tablebase.engine.kernels import helper
from tablebase.web.page import pages
from tablebase.web.wasm import sources
from tablebase.web.wasm.module import committed
from tablebase.web.wasm.record import record, recorded
from tablebase.web.wasm.signature import Scratch, entry_of

AGAIN = "run `python -m tablebase.web.wasm`, which needs wasm-ld (Debian's package lld)"
ROOMS = {room.name: room for room in pages() if room.page.wasm}


@pytest.mark.parametrize("name", ROOMS)
def test_the_modules_are_made_from_the_kernels_as_they_are(name):
    room = ROOMS[name]
    assert recorded(room) == record(room, committed(room)), AGAIN


def test_they_are_small_and_hold_no_path():
    modules = [module for room in ROOMS.values() for module in committed(room).values()]
    assert sum(map(len, modules)) < 300_000
    assert not any(b".py" in module for module in modules)


HELD = """
LIMIT = 3  # a kernel uses it
OTHER = 4
TABLE = [0] * LIMIT
TABLE[1] = 7

def helper(x):
    "Say something."
    return x + TABLE[1]
"""
USES = """
from held.consts import LIMIT as most
from held import consts
from held.calls import called, forward

forward(called, factor=2)

def entry(x: int) -> int:
    return consts.helper(x) + most
"""

CALLS = """
def called(x):
    return x

def forward(kernel, factor):
    return kernel

def uncalled(x):
    return x
"""


@pytest.fixture
def depends(tmp_path, monkeypatch):
    """What the code of a package of two modules depends on, with some text replaced."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "held").mkdir()

    def written(old="", new=""):
        assert old in HELD + USES
        modules = {"__init__": "", "consts": HELD, "calls": CALLS, "wasm": USES}
        for name, text in modules.items():
            (tmp_path / f"held/{name}.py").write_text(text.replace(old, new) if old else text)
        sources._read.cache_clear()
        return sources.dependencies("held.wasm")

    yield written
    sources._read.cache_clear()


def test_what_kernels_depend_on(depends):
    used = depends()
    names = {name for _, name in used}
    assert names == {"", "entry", "LIMIT", "TABLE", "helper", "called", "forward"}
    for old, new in (
        ("# a kernel uses it", "# some kernels use it"),
        ("Say something.", "Say it."),
        ("x: int", "x: float"),
        ("OTHER = 4", "OTHER = 5"),
    ):
        assert depends(old, new) == used
    for old, new in (
        ("LIMIT = 3", "LIMIT = 4"),
        ("= 7", "= 8"),
        ("x + TABLE", "x - TABLE"),
        ("factor=2", "factor=3"),
    ):
        assert depends(old, new) != used


def test_constants_of_the_rules_count():
    used = sources.dependencies("tablebase.games.collapsi.wasm")
    assert ("tablebase.games.collapsi.deck", "JOKER") in used
    assert ("tablebase.engine.compiled.walks", "HIGHEST") in used
    assert ("tablebase.games.collapsi.search.ordered", "run") in used
    assert ("tablebase.games.collapsi.rules", "Rules") not in used


class Pair(NamedTuple):
    a: object
    b: object


@helper()
def fill(out, pair, room, factor, seed) -> None:
    room[:] = seed
    for row in range(out.shape[0]):
        for column in range(out.shape[1]):
            out[row, column] = factor * pair.a[row] + pair.b + room[column]


def test_an_entry_passes_on_what_its_signature_says():
    """By name, in the order of the kernel, with arrays in shape."""
    signature = "b, rows, a: i32[rows], seed: u64, out: i64[rows, 3]"
    given = {"pair": Pair, "room": Scratch("i64", "3"), "factor": 10}
    function, kind = entry_of(signature, fill, given)
    call = cfunc(kind)(function).ctypes
    a, seed, out = (
        np.array([1, 2], np.int32),
        np.array([100], np.uint64),
        np.zeros((2, 3), np.int64),
    )
    pointers = [
        array.ctypes.data_as(call.argtypes[at]) for at, array in ((2, a), (3, seed), (4, out))
    ]
    assert call(5, 2, *pointers) == 0
    assert out.tolist() == [[115] * 3, [125] * 3]
