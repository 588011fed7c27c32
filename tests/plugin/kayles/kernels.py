"""The moves of Kayles as a kernel, by ranks. `context` are the masks of `game.Kayles.taken`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.kernels import game_kernel


@game_kernel
def successors(rank: int, context: Any, out: Any) -> int:
    """The ranks of the rows after all moves."""
    count = 0
    for pins in context:
        if np.uint64(rank) & pins == pins:
            out[count] = np.int64(np.uint64(rank) ^ pins)
            count += 1
    return count


@game_kernel
def layer(rank: int, context: Any) -> int:
    """The number of pins that stand."""
    standing = 0
    while rank:
        rank &= rank - 1
        standing += 1
    return standing
