"""The kernels of 2D Nim for browsers; arguments are explained where the kernels are."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.values import Coding, Result
from tablebase.games.collapsi.rules import BYTE_CODING
from tablebase.games.nim import kernels as nim_kernels
from tablebase.web.wasm.module import Module

KERNELS = Module("engine/kernels.wasm")

BYTE_REPLIES, MISERE = BYTE_CODING.replies, Coding(8, Result.WIN).replies
NO_ENTRY = np.uint8(255)


@KERNELS.entry(
    "cells, misere, n_takes, takes: i32[n_takes], first, last, "
    "codes: u8[1 << cells - min(8, cells), 1 << min(8, cells)]"
)
def solve_nim(
    cells: int, misere: int, n_takes: int, takes: Any, first: int, last: int, codes: Any
) -> int:
    """Solve blocks of 256 positions of 2D Nim, codes of 8 bits; those before have been solved."""
    low = min(8, cells)
    size = 1 << low
    high, crossing = np.empty(n_takes, np.int64), np.empty((n_takes, 2), np.int64)
    starts, after = np.zeros(size + 1, np.int64), np.empty(size * n_takes, np.int64)
    n_high = n_crossing = n_after = 0
    for mask in takes:
        above, below = mask >> low, mask & size - 1
        if above and not below:
            high[n_high] = above
            n_high += 1
        elif above:
            crossing[n_crossing, 0], crossing[n_crossing, 1] = above, below
            n_crossing += 1
    for stones in range(size):
        for mask in takes:
            if not mask >> low and stones & mask == mask:
                after[n_after] = stones ^ mask
                n_after += 1
        starts[stones + 1] = n_after
    for block in range(first, last):
        for stones in range(size):
            codes[block, stones] = NO_ENTRY
    nim_kernels.solve_blocks(
        codes,
        high[:n_high],
        crossing[:n_crossing],
        starts,
        after,
        MISERE if misere else BYTE_REPLIES,
        first,
        last,
    )
    return 0


MODULES = (KERNELS,)
