"""Kernels that count the games that follow from every position of a deal.

A position after both first moves is a mask of face-up slots with the mover on slot p and the
opponent on slot q. The number of games from it is the sum over the mover's ends d of the number
from the mask without p, with q to move and the opponent on d; without an end it is 1. Masks are
taken in ascending order, so what a position needs is there.

For one mask and one p, the sums for all 14 opponents are taken side by side: a row is 7 words of
64 bits, each with the counts of two opponents. A count stays far below 2**32, so none carries into
its neighbour. Rows are stored the way they are read, at ``[mask, opponent, mover]``.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import U16, U32, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.fast import GAMES
from tablebase.games.collapsi.path_kernels import ONE, Word, lowest

SLOTS = GAMES.most - 2
"""The most free cells of a board: each has a lane in a row."""

LOW = np.uint64(0xFFFF_FFFF)
HALF = np.uint64(32)


@kernel()
def count(reach: U16, kinds: U16, first: int, rows: U64, lanes: U32) -> None:
    """Count the games from every position of a deal, after both first moves.

    Parameters
    ----------
    reach : ndarray of uint16, shape (kinds of cards, n, 2**n)
        The end slots for each kind of card, slot and mask of other face-up slots.
    kinds : ndarray of uint16, shape (n,)
        The kind of each slot's card.
    first : int
        The first mask to count; those below it are there already.
    rows, lanes : ndarray of uint64 and of uint32, shape (2**n, 14, 7) and (2**n, 14, 14)
        The same memory, zero at first: the counts at ``lanes[mask, opponent, mover]``.
    """
    for mask in range(first, len(lanes)):
        out = lanes[mask]
        left = np.uint64(mask)
        while left:
            p = lowest(left)
            left &= left - ONE
            rest = np.uint64(mask) ^ ONE << p
            ends = np.uint64(reach[kinds[p], p, rest])
            if ends == 0:
                for q in range(SLOTS):
                    out[q, p] = 1
            else:
                _add(rows[rest], ends, p, out)
                if ends & ends - ONE == 0:  # the only end is no end for an opponent on it
                    out[lowest(ends), p] = 1
            out[p, p] = 0


@helper(forceinline=True)
def _add(rows: U64, ends: Word, p: Word, out: U32) -> None:
    """Add the rows of all ends, and write the sums to column `p` of `out`."""
    s0 = s1 = s2 = s3 = s4 = s5 = s6 = np.uint64(0)
    while ends:
        row = rows[lowest(ends)]
        ends &= ends - ONE
        s0 += row[0]
        s1 += row[1]
        s2 += row[2]
        s3 += row[3]
        s4 += row[4]
        s5 += row[5]
        s6 += row[6]
    out[0, p], out[1, p] = s0 & LOW, s0 >> HALF
    out[2, p], out[3, p] = s1 & LOW, s1 >> HALF
    out[4, p], out[5, p] = s2 & LOW, s2 >> HALF
    out[6, p], out[7, p] = s3 & LOW, s3 >> HALF
    out[8, p], out[9, p] = s4 & LOW, s4 >> HALF
    out[10, p], out[11, p] = s5 & LOW, s5 >> HALF
    out[12, p], out[13, p] = s6 & LOW, s6 >> HALF


@kernel()
def count_words(reach: U16, words: U32, openings: U16, rows: U64, lanes: U32, totals: U64) -> None:
    """Count the games of deals that have their jokers on the same cells.

    Masks of slots whose cards the deal before has too are not counted again.

    Parameters
    ----------
    words : ndarray of uint32, shape (deals,)
        The deals as `census` writes them, two bits a card, the first slot's uppermost; the fewer
        change from deal to deal, the better.
    openings : ndarray of uint16, shape (starts, 14)
        For each start, and each slot where the player who moves first can be after their first
        move, the slots where the other can be after theirs.
    totals : ndarray of uint64, shape (deals, starts)
        Filled with the numbers of games.
    """
    n = reach.shape[1]
    kinds = np.zeros(n, np.uint16)
    for at in range(words.size):
        same = 0
        for slot in range(n):
            kind = np.uint16(words[at] >> np.uint32(2 * (n - 1 - slot)) & np.uint32(3))
            if at and same == slot and kinds[slot] == kind:
                same += 1
            kinds[slot] = kind
        count(reach, kinds, 1 << same, rows, lanes)
        for start in range(len(openings)):
            total = np.uint64(0)
            for p in range(n):
                for q in range(n):
                    if openings[start, p] >> q & 1:
                        total += np.uint64(lanes[-1, q, p])
            totals[at, start] = total
