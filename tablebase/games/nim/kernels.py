"""The induction of 2D Nim: small functions over arrays, without validation.

The table is cut into blocks: positions of a block have the same *high* stones, and the low ones
of a few cells count through a block. Taking only high stones leads from every position of a block
to the same place in another block, so the minimum over such moves is one of whole blocks.
"""

from __future__ import annotations

from tablebase.engine.arrays import I64, U8
from tablebase.engine.kernels import helper, kernel


@kernel()
def solve_blocks(
    codes: U8,
    high: I64,
    crossing: I64,
    low_starts: I64,
    low_after: I64,
    replies: U8,
    first: int,
    last: int,
) -> None:
    """Solve blocks `first` to ``last - 1``; all before them have been solved.

    Parameters
    ----------
    codes : ndarray of uint8, shape (blocks, block)
        Where not yet solved, ``coding.no_entry``.
    high : ndarray of int64
        Masks of the takes of high stones only, by the bits of the block's number.
    crossing : ndarray of int64, shape (n, 2)
        Takes of high and low stones: mask of the high ones, mask of the low ones.
    low_starts, low_after : ndarray of int64
        The places in the block that taking low stones leads to from place x are
        ``low_after[low_starts[x] : low_starts[x + 1]]``.
    replies : ndarray of uint8
        The mover's code by the smallest code among the successors.
    """
    for block in range(first, last):
        row = codes[block]
        for stones in high:
            if block & stones == stones:
                after = codes[block ^ stones]
                for x in range(row.size):
                    row[x] = min(row[x], after[x])
        for n in range(len(crossing)):
            stones = crossing[n, 0]
            if block & stones == stones:
                lower_crossing(row, codes[block ^ stones], crossing[n, 1])
        for x in range(row.size):
            best = row[x]
            for n in range(low_starts[x], low_starts[x + 1]):
                best = min(best, row[low_after[n]])
            row[x] = replies[best]


@helper()
def lower_crossing(row: U8, after: U8, stones: int) -> None:
    """Lower a block's codes to those of the block after a take, where they have its low stones.

    The places that have these stones lie in runs as long as the lowest stone's bit.
    """
    run = stones & -stones
    for start in range(stones, row.size, run):
        if start & stones == stones:
            for x in range(start, start + run):
                row[x] = min(row[x], after[x - stones])
