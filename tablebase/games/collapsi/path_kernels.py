"""Kernels on sets of cells as bit masks, and the ends of all paths from a cell.

The inductions of duels and of the whole game, and the forward search, use these; the independent
checks use `walks`.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import U8, U16, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.engine.tables import masks

Word = np.uint64

ONE = np.uint64(1)


@helper(forceinline=True)
def count_bits(mask: Word) -> Word:
    """Count the bits of a mask; LLVM turns this loop into one instruction."""
    count = np.uint64(0)
    while mask:
        mask &= mask - ONE
        count += ONE
    return count


@helper(forceinline=True)
def lowest(mask: Word) -> Word:
    """Get the index of the lowest bit of a mask that is not empty."""
    return count_bits((mask & (~mask + ONE)) - ONE)


squeeze = helper(forceinline=True)(masks.squeeze)
spread = helper(forceinline=True)(masks.spread)


@helper(forceinline=True)
def walk(neighbours: U64, allowed: Word, path: U64, mask: Word, cell: Word) -> Word:
    """Find the ends of all simple paths from a cell, of every allowed number of steps.

    Bit ``s - 1`` of `allowed` stands for ``s`` steps. At each depth the rows of `path` hold the
    cells still to be entered and the cells not yet on the path. The last step is taken to all free
    neighbours at once.
    """
    ends = np.uint64(0)
    depth = np.uint64(0)
    path[0, 0] = neighbours[cell] & mask
    path[1, 0] = mask
    if allowed & ONE:
        ends |= path[0, 0]
    while True:
        waiting = path[0, depth]
        if waiting and allowed >> depth > ONE:
            bit = waiting & (~waiting + ONE)
            path[0, depth] = waiting ^ bit
            free = path[1, depth] ^ bit
            following = neighbours[lowest(bit)] & free
            depth += ONE
            path[0, depth] = following
            path[1, depth] = free
            if allowed >> depth & ONE:
                ends |= following
        elif depth:
            depth -= ONE
        else:
            return ends


@kernel()
def all_ends(neighbours: U64, face_up: U16, movers: U8, steps: U16, ends: U16) -> None:
    """Where the movers of some positions can go, ignoring other pawns; arrays of shape (n,).

    `face_up` are masks; so are `ends`, the output. Bit ``s - 1`` of `steps` stands for ``s`` steps.
    """
    path = np.empty((2, neighbours.size), np.uint64)
    for i in range(face_up.size):
        cell = np.uint64(movers[i])
        others = np.uint64(face_up[i]) & ~(ONE << cell)
        ends[i] = walk(neighbours, np.uint64(steps[i]), path, others, cell)
