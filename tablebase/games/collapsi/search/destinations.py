"""Where a pawn can end: looked up on boards of up to 16 cells, found by walking on larger ones.

On a small board the end cells for every card, cell and set of face-up cells are one table, made
once for all deals. On a larger one they are found from all simple paths each time.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from tablebase.engine.arrays import U16, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.deck import steps_mask
from tablebase.games.collapsi.path_kernels import ONE, Word, walk
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import SMALL_CELLS


def arrays_of(position: Position) -> tuple[U16 | None, U64, U64, U64]:
    """What kernels take to find where the cards of a position lead.

    Returns
    -------
    table : ndarray of uint16, shape (sets of steps * n * 2**n,), or None
        The end cells for each set of steps, cell and mask of face-up cells; None on a board of
        more than `SMALL_CELLS` cells.
    neighbours : ndarray of uint64, shape (n,)
        The cells adjacent to each cell, as a bit mask.
    steps : ndarray of uint64, shape (n,)
        Where the part of `table` for each cell and its card begins; without a table the numbers
        of steps that the card allows: bit ``s - 1`` for ``s`` steps.
    path : ndarray of uint64, shape (2, n)
        Scratch space.
    """
    rules = position.rules
    n, cards = rules.board.size, position.cards
    # The sets of steps of the cards 1, 2, ..., and last that of the joker. By the card: `JOKER` is
    # the first, and `UNKNOWN` the last, whose steps do not matter.
    kinds = [*((card,) for card in range(1, rules.max_steps + 1)), position.edition.joker_steps]
    number = [rules.max_steps, *range(rules.max_steps), 0]
    kind_of = [number[card] for card in cards]
    table, neighbours = _of_board(rules.board, tuple(kinds), n <= SMALL_CELLS)
    if table is None:
        steps = [steps_mask(kinds[kind]) for kind in kind_of]
    else:
        steps = [(kind * n + cell) << n for cell, kind in enumerate(kind_of)]
    return table, neighbours, np.array(steps, np.uint64), np.empty((2, n), np.uint64)


@lru_cache(maxsize=4)
def _of_board(
    board: Board, kinds: tuple[tuple[int, ...], ...], tabled: bool
) -> tuple[U16 | None, U64]:
    neighbours = np.array(board.neighbour_masks, np.uint64)
    if not tabled:
        return None, neighbours
    tables = destination_table(neighbours.astype(np.uint16), max(map(max, kinds)))
    of_kinds = [np.bitwise_or.reduce([tables[step - 1] for step in steps]) for steps in kinds]
    return np.concatenate(of_kinds, axis=None), neighbours


@kernel()
def destination_table(neighbours: U16, max_step: int) -> U16:
    """Find the end cells of all simple paths of up to `max_step` steps on a board.

    `neighbours`, shape ``(n,)``, are masks of the cells adjacent to each cell. Gives an array of
    shape ``(max_step, n, 2**n)``: at ``[s - 1, cell, mask]`` the cells where a path of exactly
    ``s`` steps from `cell` over the cells of `mask` can end. The bit of `cell` itself in `mask` is
    ignored.
    """
    n = neighbours.size
    size = 1 << n
    table = np.empty((max_step, n, size), np.uint16)
    for cell in range(n):
        # Without the cell's own bit: no path returns to its start.
        first = neighbours[cell]
        for mask in range(size):
            table[0, cell, mask] = first & mask
    for step in range(1, max_step):
        for cell in range(n):
            _extend_paths(table[step - 1], neighbours[cell], cell, table[step, cell])
    return table


@helper()
def _extend_paths(shorter: U16, neighbours: int, cell: int, longer: U16) -> None:
    """Find the ends of the paths from `cell` from those, one step shorter, of its neighbours."""
    size = longer.size
    keep = size - 1 - (1 << cell)
    longer[:] = 0
    for following in range(shorter.shape[0]):
        if neighbours >> following & 1:
            ends = shorter[following]
            bit = 1 << following
            for mask in range(size):
                if mask & bit:
                    longer[mask] |= ends[mask & keep]


@helper(forceinline=True)
def ends_of(
    table: U16 | None, neighbours: U64, steps: U64, path: U64, mask: Word, cell: Word
) -> Word:
    """Get the cells where a pawn on `cell` can end, without regard to the other pawn.

    The arrays are those of `arrays_of`; `mask` is the face-up cells, with or without `cell` itself.
    """
    if table is None:
        return walk(neighbours, steps[cell], path, mask & ~(ONE << cell), cell)
    return np.uint64(table[steps[cell] | mask])
