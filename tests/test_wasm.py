"""The page's kernels are up to date with their sources."""

from __future__ import annotations

import pytest

from tablebase.web.page import pages
from tablebase.web.wasm.module import committed, record, recorded

AGAIN = "run `python -m tablebase.web.wasm`, which needs wasm-ld (Debian's package lld)"
ROOMS = {room.name: room for room in pages() if room.page.wasm}


@pytest.mark.parametrize("name", ROOMS)
def test_the_modules_are_made_from_the_kernels_as_they_are(name):
    room = ROOMS[name]
    assert recorded(room) == record(room, committed(room)), AGAIN


def test_they_are_small():
    modules = [module for room in ROOMS.values() for module in committed(room).values()]
    assert sum(map(len, modules)) < 300_000
