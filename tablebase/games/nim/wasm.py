"""The kernels of 2D Nim for browsers; arguments are explained where the kernels are."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.games.collapsi.path_kernels import ONE
from tablebase.games.nim import kernels as nim_kernels
from tablebase.games.nim.pairing import SMALL
from tablebase.games.nim.pairing_kernels import judge
from tablebase.web.wasm.module import Module
from tablebase.web.wasm.rules import add_moves

KERNELS = Module("engine/kernels.wasm")
add_moves(KERNELS, nim_kernels.successors)
KERNELS.forward(
    "judge",
    judge,
    "stones: u64, n_takes, takes: u64[n_takes], columns, take, misere, found: u8[n_takes + 1]",
    small=SMALL,
)


@KERNELS.entry("rows, columns, take, takes: u64[rows * columns * (rows + columns)]")
def list_takes(rows: int, columns: int, take: int, takes: Any) -> int:
    """Fill in the masks of `Rules.takes`, in their order; returns their number."""
    count = 0
    for cell in range(rows * columns):
        alone = ONE << np.uint64(rows * columns - 1 - cell)
        takes[count] = alone
        count += 1
        for down in range(2):
            left = rows - cell // columns if down else columns - cell % columns
            mask = alone
            for _ in range(1, min(take, left)):
                mask |= mask >> np.uint64(columns if down else 1)
                takes[count] = mask
                count += 1
    return count


@KERNELS.entry(
    "cells, n_takes, takes: u64[n_takes], replies: u8[256], no_entry, first, last, "
    "codes: u8[1 << cells - min(8, cells), 1 << min(8, cells)]"
)
def solve_nim(
    n_takes: int, takes: Any, replies: Any, no_entry: int, first: int, last: int, codes: Any
) -> int:
    """Solve blocks of 256 positions of 2D Nim, codes of 8 bits; those before have been solved."""
    for block in range(first, last):
        for stones in range(codes.shape[1]):
            codes[block, stones] = no_entry
    masks = np.empty(n_takes, np.int64)
    for at in range(n_takes):
        masks[at] = np.int64(takes[at])
    nim_kernels.solve_blocks(codes, masks, replies, first, last)
    return 0


MODULES = (KERNELS,)
