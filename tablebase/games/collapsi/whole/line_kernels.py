"""Kernels of Collapsi Shift: the best shift after each move, on records as in `kernels`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.arrays import U32, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.whole.kernels import (
    BLOCK,
    EVERY_PLANE,
    NO_ENTRIES,
    PLANE,
    Int,
    fetch,
    locate,
)

_0 = np.uint64(0)
_16 = np.uint64(16)
_32 = np.uint64(32)
_48 = np.uint64(48)


@helper()
def carry(records: U64, there: Int, here: Int, moved: U64) -> None:
    """Put the code of one cell of each record into a cell of `moved` that is still 0."""
    for i in range(records.size):
        moved[i] |= (records[i] >> there & EVERY_PLANE) << here


@helper()
def keep_smaller(moved: U64, blank: Int, best: U64) -> None:
    """Keep the smaller code of each cell; `moved` has no entry where `blank` has bits."""
    for i in range(best.size):
        old, new = best[i], moved[i] | blank
        differ, less = old ^ new, ~old & new
        # The highest plane in which two codes differ decides; `less` are those with 0 in the old.
        keep = less
        keep = less >> _16 | ~(differ >> _16) & keep
        keep = less >> _32 | ~(differ >> _32) & keep
        keep = (less >> _48 | ~(differ >> _48) & keep) & PLANE
        keep |= keep << _16
        keep |= keep << _32
        best[i] = old & keep | new & ~keep


@kernel()
def best_shifts(
    words: U32,  # shape (n,)
    cut: Int,  # bits of the words' low half
    source: U64,  # records before the opponent's move, all shapes
    ranks: Any,  # (low_bits, high, low) of the words, see `kernels.rank_word`
    passes: U64,  # rows of: first and last route; lines in the same pass share no cell
    routes: U64,  # rows of: offset and stride of the shape after the shift, first and last read
    moves: Any,  # permutations of letters, U32 of shapes (routes, 2**high bits), (routes, 2**cut)
    reads: U64,  # rows of: number of the record there and here, first and last pair
    pairs: U64,  # rows of: a cell there and here
    blanks: U64,  # cells that no pass fills, by the record's number here: no entries
    target: U64,  # output, shape (n, records): codes after the best shift
) -> None:
    """Find, for each word, pawn and opponent's cell, the smallest code that a shift leads to.

    The opponent has just moved to the cell and shifts a line through it.
    """
    low_bits, high, low = ranks
    slots = blanks.size
    where = np.empty(BLOCK, np.uint64)
    records = np.empty(BLOCK, np.uint64)
    moved = np.empty((slots, BLOCK), np.uint64)
    best = np.empty((slots, BLOCK), np.uint64)
    for begin in range(0, words.size, BLOCK):
        here = words[begin : begin + BLOCK]
        n = here.size
        best[:] = NO_ENTRIES
        for turn in range(passes.shape[0]):
            moved[:] = _0
            for route in range(passes[turn, 0], passes[turn, 1]):
                offset, stride, first_read, last_read = routes[route]
                locate(
                    here, cut, moves[0][route], moves[1][route], low_bits, high, low, offset,
                    stride, where,
                )  # fmt: skip
                for read in range(first_read, last_read):
                    number, slot, first_pair, last_pair = reads[read]
                    fetch(source, where[:n], number, records)
                    for pair in range(first_pair, last_pair):
                        carry(records[:n], pairs[pair, 0], pairs[pair, 1], moved[slot])
            for slot in range(slots):
                keep_smaller(moved[slot, :n], blanks[slot], best[slot, :n])
        for slot in range(slots):
            for i in range(n):
                target[begin + i, slot] = best[slot, i]
