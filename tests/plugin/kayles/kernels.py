"""The moves of Kayles as a kernel, by ranks. `context` are the masks of `game.Kayles.taken`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.kernels import game_kernel


@game_kernel
def successors(rank: int, context: Any, out: Any) -> Any:
    """The ranks of the rows after all moves; written first, and counted if they are legal."""
    row, count = np.uint64(rank), np.uint64(0)
    for pins in context:
        out[count] = np.int64(row ^ pins)
        count += np.uint64(row & pins == pins)
    return np.int64(count)


@game_kernel
def layer(rank: int, context: Any) -> int:
    """The number of pins that stand."""
    standing = 0
    while rank:
        rank &= rank - 1
        standing += 1
    return standing
