"""The kernels of Solo for browsers; arguments are explained where the kernels are."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.games.collapsi.wasm import FIRST
from tablebase.games.solo import kernels as solo_kernels
from tablebase.web.wasm.module import Module

KERNELS = Module("engine/kernels.wasm")
KERNELS.entries["find_paths"] = FIRST.entries["find_paths"]


@KERNELS.entry(
    """
    n_cells, neighbours: u64[n_cells], slots, cells: u64[slots], steps: u64[slots], way_out, door,
    codes: u8[slots + 1, 1 << slots], chances: f64[slots + 1, 1 << slots]
    """
)
def solve_solo(
    neighbours: Any, cells: Any, steps: Any, way_out: int, door: int, codes: Any, chances: Any
) -> int:
    """Solve a board of Solo, where any card may be left, with the chances of random moves."""
    solo_kernels.solve(
        neighbours, cells, steps, np.uint64(way_out), door != 0, True, codes, chances
    )
    return 0


MODULES = (KERNELS,)
