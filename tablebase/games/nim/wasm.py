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
    for block in range(first, last):
        for stones in range(codes.shape[1]):
            codes[block, stones] = NO_ENTRY
    replies = MISERE if misere else BYTE_REPLIES
    nim_kernels.solve_blocks(codes, takes, replies, first, last)
    return 0


MODULES = (KERNELS,)
