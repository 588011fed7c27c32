"""The kernels of 2D Nim for browsers; arguments are explained where the kernels are."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray

from tablebase.engine.values import Coding, Result
from tablebase.games.collapsi.rules import BYTE_CODING
from tablebase.games.nim import kernels as nim_kernels
from tablebase.web.wasm.module import BYTES, INT, INTS, Module

KERNELS = Module("engine/kernels.wasm")

BYTE_REPLIES, MISERE = BYTE_CODING.replies, Coding(8, Result.WIN).replies
NO_ENTRY = np.uint8(255)


@KERNELS.entry(INT, INT, INT, INTS, INT, INT, BYTES)
def solve_nim(
    cells: int, misere: int, n_takes: int, takes: Any, first: int, last: int, codes: Any
) -> int:
    """Solve blocks of 256 positions of 2D Nim, codes of 8 bits; those before have been solved."""
    low = min(8, cells)
    size = 1 << low
    masks = carray(takes, (n_takes,))
    high, crossing = np.empty(n_takes, np.int64), np.empty((n_takes, 2), np.int64)
    starts, after = np.zeros(size + 1, np.int64), np.empty(size * n_takes, np.int64)
    n_high = n_crossing = n_after = 0
    for mask in masks:
        above, below = mask >> low, mask & size - 1
        if above and not below:
            high[n_high] = above
            n_high += 1
        elif above:
            crossing[n_crossing, 0], crossing[n_crossing, 1] = above, below
            n_crossing += 1
    for stones in range(size):
        for mask in masks:
            if not mask >> low and stones & mask == mask:
                after[n_after] = stones ^ mask
                n_after += 1
        starts[stones + 1] = n_after
    found = carray(codes, (1 << cells - low, size))
    for block in range(first, last):
        for stones in range(size):
            found[block, stones] = NO_ENTRY
    nim_kernels.solve_blocks(
        found,
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
