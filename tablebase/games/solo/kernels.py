"""Kernels of Solo: every position of one board, and how often random moves clear it.

The board's cards are in *slots* 0, 1, ..., without the jokers. A set of slots is a mask. Codes are
as in `position.CODING`. There is a row for each slot of the pawn, by the mask of the face-up cards,
which includes the pawn's, and one more row for a pawn on the exit.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import U8, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.path_kernels import ONE, count_bits, lowest, walk

F64: TypeAlias = npt.NDArray[np.float64]
Word: TypeAlias = Any

WIN = 128  # the code of a win in 0, as `position.CODING.first_win`


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


@kernel()
def solve(
    neighbours: U64,
    cells: U64,  # of each slot
    steps: U64,  # of each slot's card, a bit as in `ends`
    exit_: Word,
    door: Any,
    any_left: Any,  # whether cards may be left
    codes: U8,  # output, shape (slots + 1, 2**slots)
    chances: F64,  # output, the same shape: that random moves clear the board; or empty
) -> None:
    """Every position after the first move."""
    slots = cells.size
    path = np.empty((2, neighbours.size), np.uint64)
    slot_of = np.full(neighbours.size, slots, np.int64)  # the exit's is the last row
    for slot in range(slots):
        slot_of[cells[slot]] = slot
    for mask in range(codes.shape[1]):
        up, left = np.uint64(0), np.uint64(mask)
        while left:
            up |= ONE << cells[lowest(left)]
            left &= left - ONE
        codes[slots, mask] = WIN if any_left or mask == 0 else 0
        if chances.size:
            chances[slots, mask] = mask == 0
        for slot in range(slots):
            if not mask >> slot & 1:
                continue
            after = mask ^ 1 << slot
            found = ends(
                neighbours, path, up & ~(ONE << cells[slot]), cells[slot], steps[slot],
                exit_, door,
            )  # fmt: skip
            best, total, moves = 0, 0.0, count_bits(found)
            while found:
                to = slot_of[lowest(found)]
                found &= found - ONE
                best = max(best, codes[to, after] + 1)
                if chances.size:
                    total += chances[to, after]
            codes[slot, mask] = best
            if chances.size:
                chances[slot, mask] = total / moves if moves else 0.0
