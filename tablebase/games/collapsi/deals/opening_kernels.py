"""The kernel of the first plies of a deal, while a joker is face up; see `openings`."""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import I64, U8, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.path_kernels import ONE, walk


@kernel()
def solve_openings(
    neighbours: U64, cells: I64, jokers: I64, steps: U64, third: U8, replies: U8, codes: U8
) -> None:
    """Find the codes of the positions with a joker face up.

    Parameters
    ----------
    neighbours : ndarray of uint64, shape (n,)
        The cells adjacent to each cell, as a bit mask.
    cells, jokers : ndarray of int64, shape (f,) and (2,)
        The cells of the slots and of the jokers, ascending.
    steps : ndarray of uint64, shape (editions,)
        How far a joker leads: bit ``s - 1`` for ``s`` steps.
    third : ndarray of uint8, shape (f, f)
        At ``[mover, opponent]`` the codes of the positions with all free cards face up.
    replies : ndarray of uint8
        The mover's code by the smallest code among the successors; the last is that of none.
    codes : ndarray of uint8, shape (editions, 2, 1 + f), with landing (editions, 2, 2 + f)
        Filled: for each edition and for each joker that may be red's the start; red on each slot;
        with landing, red on blue's joker.
    """
    free = cells.size
    landing = codes.shape[2] > 1 + free
    path = np.empty((2, neighbours.size), np.uint64)
    everything = np.uint64(0)
    for cell in range(neighbours.size):
        everything |= ONE << np.uint64(cell)
    for edition in range(steps.size):
        for joker in range(2):
            red, blue = jokers[joker], jokers[1 - joker]
            found = codes[edition, joker]
            up = everything & ~(ONE << np.uint64(red) | ONE << np.uint64(blue))
            ends = walk(neighbours, steps[edition], path, up, np.uint64(blue))
            for slot in range(free):
                # The other pawn is on the slot, this one moves from the joker.
                least = replies.size - 1
                for end in range(free):
                    if ends >> np.uint64(cells[end]) & ONE:
                        least = min(least, third[slot, end])
                found[1 + slot] = replies[least]
            if landing:
                # A pawn that leaves a shared joker leaves it up: the other still stands on it.
                found[1 + free] = replies[least_of(found, cells, ends, replies.size - 1)]
            up = everything & ~(ONE << np.uint64(red))
            ends = walk(neighbours, steps[edition], path, up, np.uint64(red))
            least = least_of(found, cells, ends, replies.size - 1)
            if landing and ends >> np.uint64(blue) & ONE:
                least = min(least, found[1 + free])
            found[0] = replies[least]


@helper()
def least_of(found: U8, cells: I64, ends: np.uint64, none: int) -> int:
    """Get the smallest code of red on one of some cells; `none` if there is no slot among them."""
    least = none
    for slot in range(cells.size):
        if ends >> np.uint64(cells[slot]) & ONE:
            least = min(least, found[1 + slot])
    return least
