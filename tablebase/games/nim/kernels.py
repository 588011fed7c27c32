"""The moves of 2D Nim, and its induction: small functions over arrays, without validation.

The induction does not use the moves.

The table is cut into blocks: positions of a block have the same *high* stones, and the low ones
of a few cells count through a block. Taking only high stones leads from every position of a block
to the same place in another block, so the minimum over such moves is one of whole blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tablebase.engine.arrays import I64, U8, U64
from tablebase.engine.kernels import game_kernel, helper, kernel
from tablebase.engine.position import CompiledRules
from tablebase.games.collapsi.path_kernels import count_bits

if TYPE_CHECKING:
    from tablebase.games.nim.rules import Rules


def rules_of(rules: Rules) -> CompiledRules:
    """The rules of a board for the common engine."""
    takes = np.array([mask for mask, _ in rules.takes], np.uint64)
    return CompiledRules(
        successors, layer, len(takes), takes, moves, lambda position: [position.stones]
    )


@game_kernel
def moves(state: U64, context: U64, out: U64) -> int:
    """The masks of stones after all moves; `context` are the masks of the takes, in their order."""
    count = 0
    for taken in context:
        if state[0] & taken == taken:
            out[count, 0] = state[0] ^ taken
            count += 1
    return count


@game_kernel
def successors(rank: int, context: U64, out: I64) -> Any:
    """The ranks after all moves, which are masks: `moves` for a board that has a table."""
    stones, count = np.uint64(rank), np.uint64(0)
    for taken in context:
        # Not a branch, which a processor would often guess wrong.
        out[count] = np.int64(stones ^ taken)
        count += np.uint64(stones & taken == taken)
    return np.int64(count)


@game_kernel
def layer(rank: int, context: U64) -> Any:
    """The number of stones left."""
    return np.int64(count_bits(np.uint64(rank)))


@kernel()
def solve_blocks(codes: U8, takes: I64, replies: U8, first: int, last: int) -> None:
    """Solve blocks `first` to ``last - 1``; all before them have been solved.

    `codes` has shape (blocks, block), and ``coding.no_entry`` where not yet solved. `takes` are the
    masks of all lines that may be taken, and `replies` is the mover's code by the smallest code
    among the successors.
    """
    # Takes of high stones only; of both, as masks of each; and the places that others lead to.
    size = codes.shape[1]
    high, crossing = np.empty(takes.size, np.int64), np.empty((takes.size, 2), np.int64)
    low_starts, low_after = np.zeros(size + 1, np.int64), np.empty(size * takes.size, np.int64)
    n_high = n_crossing = n_after = 0
    for mask in takes:
        above, below = mask // size, mask & size - 1
        if above and not below:
            high[n_high] = above
            n_high += 1
        elif above:
            crossing[n_crossing, 0], crossing[n_crossing, 1] = above, below
            n_crossing += 1
    for stones in range(size):
        for mask in takes:
            if mask < size and stones & mask == mask:
                low_after[n_after] = stones ^ mask
                n_after += 1
        low_starts[stones + 1] = n_after
    solve_cut(
        codes, high[:n_high], crossing[:n_crossing], low_starts, low_after, replies, first, last
    )


@helper()
def solve_cut(
    codes: U8,
    high: I64,
    crossing: I64,
    low_starts: I64,
    low_after: I64,
    replies: U8,
    first: int,
    last: int,
) -> None:
    """Solve blocks with the takes cut; low ones lead from place x to those from its start on."""
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
