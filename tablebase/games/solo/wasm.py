"""The kernels of Solo for browsers; arguments are explained where the kernels are."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray

from tablebase.games.collapsi.wasm import find_paths
from tablebase.games.solo import kernels as solo_kernels
from tablebase.web.wasm.module import BYTES, INT, REALS, WORDS, Module

KERNELS = Module("engine/kernels.wasm")
KERNELS.entry(INT, WORDS, WORDS, INT, INT, BYTES)(find_paths)


@KERNELS.entry(INT, WORDS, INT, WORDS, WORDS, INT, INT, BYTES, REALS)
def solve_solo(
    n_cells: int,
    neighbours: Any,
    slots: int,
    cells: Any,
    steps: Any,
    way_out: int,
    door: int,
    codes: Any,
    chances: Any,
) -> int:
    """Solve a board of Solo, where any card may be left, with the chances of random moves.

    Fills arrays of shape ``(slots + 1, 2**slots)``.
    """
    shape = (slots + 1, 1 << slots)
    solo_kernels.solve(
        carray(neighbours, (n_cells,)),
        carray(cells, (slots,)),
        carray(steps, (slots,)),
        np.uint64(way_out),
        door != 0,
        True,
        carray(codes, shape),
        carray(chances, shape),
    )
    return 0


MODULES = (KERNELS,)
