"""Kernels of Solo: the moves of a board's positions, by the ranks of `game.SoloGame`.

The board's cards are in *slots* 0, 1, ..., without the jokers. A set of slots is a mask.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tablebase.engine.arrays import I64, U64
from tablebase.engine.kernels import game_kernel, helper
from tablebase.games.collapsi.path_kernels import (
    ONE,
    count_bits,
    lowest,
    spread,
    squeeze,
    walk,
)

Word: TypeAlias = Any

TWO = np.uint64(2)

EXIT, START, DOOR, ANY_LEFT = range(4)
"""What is at the end of `context`, behind each cell's neighbours and its card's steps: the cells of
the jokers, and two readings of the rules."""

TAIL = 4


@helper()
def ends(
    neighbours: U64, path: U64, up: Word, cell: Word, allowed: Word, exit_: Word, door: Any
) -> Word:
    """The cells that a pawn can end on, as a mask.

    `up` are the face-up cells but the pawn's and the exit, as a mask; bit s - 1 of `allowed` stands
    for s steps.
    """
    out = ONE << exit_
    if not door:
        return walk(neighbours, allowed, path, up | out, cell)
    most = ONE  # every number of steps up to the largest that is allowed
    while most < allowed:
        most = most << ONE | ONE
    through = walk(neighbours, most, path, up | out, cell) & out
    return walk(neighbours, allowed, path, up, cell) | through


@game_kernel
def successors(rank: int, context: U64, out: I64) -> int:
    """The ranks of `game.SoloGame` after all moves; `context` is that of the game."""
    size = np.uint64(context.size - TAIL) >> ONE
    tail = context[2 * size :]
    way_out, start, door = tail[EXIT], tail[START], tail[DOOR] != 0
    low, high = min(way_out, start), max(way_out, start)
    slots = size - TWO
    half, on_exit = ONE << slots - ONE, slots << slots - ONE
    left = np.uint64(rank) - on_exit
    if np.uint64(rank) < on_exit:
        slot = np.uint64(rank) >> slots - ONE
        left = spread(np.uint64(rank) & half - ONE, slot)
        pawn = lowest(spread(spread(ONE << slot, low), high))
    elif left == ONE << slots:
        left -= ONE
        pawn = start
    else:
        return 0
    path = out[size:].view(np.uint64).reshape((2, np.int64(size)))
    up = spread(spread(left, low), high)
    found = ends(context, path, up, pawn, context[size + pawn], way_out, door)
    count = 0
    while found:
        cell = lowest(found)
        found &= found - ONE
        if cell == way_out:
            out[count] = np.int64(on_exit + left)
        else:
            slot = cell - np.uint64(cell > low) - np.uint64(cell > high)
            out[count] = np.int64(slot * half + squeeze(left, slot))
        count += 1
    return count


@game_kernel
def layer(rank: int, context: U64) -> Any:
    """The layer of a rank: cards face up, or 0 on the exit if any may be left."""
    slots = np.uint64(context.size - TAIL - 4) >> ONE
    left = np.uint64(rank) - (slots << slots - ONE)
    if rank < np.int64(slots << slots - ONE):
        return np.int64(count_bits(np.uint64(rank) & (ONE << slots - ONE) - ONE)) + 1
    if left == ONE << slots:
        return np.int64(slots) + 1
    return 0 if context[context.size - TAIL + ANY_LEFT] else np.int64(count_bits(left))
