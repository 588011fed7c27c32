"""Kernels for certificates: moves for a layer of positions, and the next layer.

A layer is the positions with the player to move that can arise when the player follows the moves
chosen in the layers before and the other side does anything. A position is one number, its *key*
(`transpositions`).
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import U8, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.path_kernels import ONE, Word, count_bits, lowest, walk
from tablebase.games.collapsi.search.ordered import can_block
from tablebase.games.collapsi.search.transpositions import (
    PAWN,
    Here,
    entry_of,
    key_of,
    upper_and_work,
)

NO_MOVE = np.uint8(255)
"""Of a position in which no move is proven yet."""

CELL = (ONE << PAWN) - ONE


@helper(forceinline=True)
def position_of(key: Word) -> Here:
    """Get the position of a key."""
    return key >> PAWN + PAWN, key >> PAWN & CELL, key & CELL


@kernel()
def choose(
    neighbours: U64, steps: U64, path: U64, known: U64, keys: U64, asked: int, moves: U8
) -> int:
    """Choose proven moves for positions, as far as the transposition table knows any.

    A move is proven if the table shows a score of `asked` or more after it. Of several, the one
    whose proof took least work is chosen, and then the one with fewest replies. Fills `moves` with
    cells, or `NO_MOVE`. Gives the number of positions that are left without a move.

    In each position the mover can move, but has no win in one.

    Parameters
    ----------
    neighbours, steps, path : ndarray of uint64
        See `destinations.arrays_of`.
    known : ndarray of uint64, shape (a power of two, SLOTS)
        The search's own transposition table, see `transpositions`.
    """
    cells = np.uint64(neighbours.size)
    missing = 0
    for number in range(keys.size):
        up, mover, opponent = position_of(keys[number])
        after = up & ~(ONE << mover)
        rest = after & ~(ONE << opponent)
        waiting = walk(neighbours, steps[mover], path, after, mover) & ~(ONE << opponent)
        replies = walk(neighbours, steps[opponent], path, rest, opponent)
        left = int(np.int64(count_bits(up)))
        chosen, least = NO_MOVE, ~np.uint64(0)
        while waiting:
            end = lowest(waiting)
            bit = ONE << end
            waiting ^= bit
            entry = entry_of(known, cells, (after, opponent, end))
            if entry:
                upper, work = upper_and_work(entry)
            elif asked <= 4 - left:
                # The other side wins in one, or in three at the soonest.
                future = walk(neighbours, steps[end], path, rest ^ bit, end)
                upper, work = left - 4, np.uint64(0)
                if can_block(future, replies & ~bit):
                    upper = left - 2
            else:
                continue
            if -upper < asked:
                continue
            worth = work << PAWN | count_bits(replies & ~bit)
            if worth < least:
                chosen, least = np.uint8(end), worth
        moves[number] = chosen
        missing += chosen == NO_MOVE
    return missing


@kernel()
def spread(
    neighbours: U64, steps: U64, path: U64, keys: U64, first: int, after: U64
) -> tuple[int, int]:
    """Find the positions after all moves of those from number `first` on.

    Leaves out those in which the side to move has a win in one: a move after which the other side
    has none. Fills `after` with keys, some of them repeatedly, until there may be no room for the
    next position's. Gives the number of positions done, from the beginning, and of keys.
    """
    count = 0
    for number in range(first, keys.size):
        if count + neighbours.size > after.size:
            return number, count
        up, mover, opponent = position_of(keys[number])
        rest = up & ~(ONE << mover)
        waiting = walk(neighbours, steps[mover], path, rest, mover) & ~(ONE << opponent)
        free = rest & ~(ONE << opponent)
        moves = walk(neighbours, steps[opponent], path, free, opponent)
        while waiting:
            end = lowest(waiting)
            bit = ONE << end
            waiting ^= bit
            replies = walk(neighbours, steps[end], path, free & ~bit, end)
            if not (moves & ~bit and can_block(replies, moves & ~bit)):
                after[count] = key_of((rest, opponent, end))
                count += 1
    return keys.size, count
