"""The kernel of one ply: where each of many movers can go."""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import U8, U16, U64
from tablebase.engine.kernels import kernel
from tablebase.games.collapsi.path_kernels import ONE, walk


@kernel()
def all_ends(neighbours: U64, face_up: U16, movers: U8, steps: U8, ends: U16) -> None:
    """Where the movers of some positions can go, ignoring other pawns; arrays of shape (n,).

    `face_up` are masks that include the mover's cell; so are `ends`, the output.
    """
    path = np.empty((2, neighbours.size), np.uint64)
    for i in range(face_up.size):
        cell = np.uint64(movers[i])
        free = np.uint64(face_up[i]) & ~(ONE << cell)
        allowed = ONE << (np.uint64(steps[i]) - ONE)
        ends[i] = walk(neighbours, allowed, path, free, cell)
