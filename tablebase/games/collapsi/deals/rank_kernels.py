"""The moves of a deal's positions by their ranks, for the common engine.

Cells are numbered as slots: the free ones as in `index`, then the two jokers. Moves are listed by
their destination's place in the deal itself, as `Position.legal_moves` does. The solvers of deals
share only the ranks, so that the engine's tables can be compared with theirs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.arrays import I64, U8, U16, U32, U64
from tablebase.engine.kernels import game_kernel, helper, kernel
from tablebase.engine.position import CompiledRules
from tablebase.games.collapsi.deals import index
from tablebase.games.collapsi.deals.layout import DealLayout
from tablebase.games.collapsi.deck import steps_mask
from tablebase.games.collapsi.path_kernels import ONE, count_bits, walk

Masks = U16 | U32

FREE, LANDING, OPENINGS = range(3)
"""At the start of `context`. Behind these: for each slot its neighbours, the steps of its card, and
the slots in the order of the deal's cells; then the steps of jokers in each edition."""

HEAD = 3


def rules_of(layout: DealLayout) -> CompiledRules:
    """The rules of a deal for the common engine."""
    rules = layout.rules
    context = [
        layout.free, layout.index.landing, layout.index.openings,
        *layout.adjacent,
        *layout.slot_steps, 0, 0,
        *layout.slots,
        *(steps_mask(edition.joker_steps) for edition in rules.editions),
    ]  # fmt: skip
    return CompiledRules(successors, layer, 3 * len(layout.cells), np.array(context, np.uint64))


ranked = helper(forceinline=True)(index.ranked)
unranked = helper(forceinline=True)(index.unranked)


@game_kernel
def successors(rank: int, context: U64, out: I64) -> Any:
    """The ranks after all moves, see `CompiledRules`."""
    free, landing = np.int64(context[FREE]), context[LANDING]
    size = free + 2
    neighbours, steps = context[HEAD:], context[HEAD + size :]
    path = out[size:].view(np.uint64).reshape((2, size))
    if rank >= np.int64(context[OPENINGS]):
        return first_moves(rank, context, path, out)
    face_up, mover, opponent = unranked(rank, free)
    others = face_up ^ 1 << mover
    allowed: Any = steps[mover]
    ends: Any = walk(neighbours, allowed, path, np.uint64(others), np.uint64(mover))
    left = face_up if mover == opponent else others
    if not landing:
        ends &= ~(ONE << np.uint64(opponent))
    count: Any = 0
    for end in context[HEAD + 2 * size : HEAD + 3 * size]:
        # Not a branch, which a processor would often guess wrong.
        out[count] = np.int64(end)
        count += np.int64(ends >> end & ONE)
    for place in range(count):
        out[place] = ranked(left, opponent, out[place], free)
    return np.int64(count)


@helper()
def first_moves(rank: int, context: U64, path: U64, out: I64) -> int:
    """The moves of a position with a joker face up."""
    free, landing = np.int64(context[FREE]), np.int64(context[LANDING])
    openings, size = np.int64(context[OPENINGS]), free + 2
    neighbours, order = context[HEAD:], context[HEAD + 2 * size :]
    # Of the edition and red's joker, and what red has done: nothing, or gone to a slot.
    block, red = divmod(rank - openings, 1 + free + landing)
    joker = block % 2
    mover = free + (1 - joker if red else joker)
    slots = (1 << free) - 1
    up = slots if red else slots | 1 << free + 1 - joker
    ends = walk(neighbours, order[size + block // 2], path, np.uint64(up), np.uint64(mover))
    if red and not landing:
        ends &= ~(ONE << np.uint64(red - 1))
    elif not landing:
        ends &= np.uint64(slots)
    count = 0
    for place in range(size):
        end = np.int64(order[place])
        if ends >> order[place] & ONE:
            if red == 0 or red > free:
                out[count] = openings + block * (1 + free + landing) + 1 + min(end, free)
            else:
                out[count] = ranked(slots, red - 1, end, free)
            count += 1
    return count


@game_kernel
def layer(rank: int, context: U64) -> Any:
    """The layer of a rank, see `CompiledRules`: as `Position.layer`."""
    free, landing = np.int64(context[FREE]), np.int64(context[LANDING])
    openings = np.int64(context[OPENINGS])
    if rank >= openings:
        red = (rank - openings) % (1 + free + landing)
        plies, both = np.int64(red > 0), red > free
    else:
        face_up, mover, opponent = unranked(rank, free)
        plies, both = free + 2 - np.int64(count_bits(np.uint64(face_up))), mover == opponent
    if not landing:
        return np.int64(free - plies)
    return np.int64(2 * (free + 1 - plies) + both)


@kernel()
def rank_positions(
    face_up: Masks, mover: U8, opponent: U8, cells: U8, landing: bool, ranks: U32
) -> int:
    """Rank positions, shape ``(n,)``; return the first row that is not one, else -1.

    Rows with more cards face up than there are slots are left out: a joker is face up. `face_up`
    are masks of cells; `mover` and `opponent` are cells, and `cells` has the cell of each slot.
    """
    f = cells.size
    free = 0
    for cell in cells:
        free |= 1 << cell
    for n in range(face_up.size):
        mask = np.int64(face_up[n])
        up = 0
        i = j = f
        for slot in range(f):
            cell = cells[slot]
            up |= (mask >> cell & 1) << slot
            if cell == mover[n]:
                i = slot
            if cell == opponent[n]:
                j = slot
        pawns = 1 << mover[n] | 1 << opponent[n]
        if mask & ~free or i == f or j == f or ~mask & pawns or (i == j and not landing):
            if count_bits(np.uint64(mask)) <= f:
                return n
        else:
            ranks[n] = ranked(up, i, j, f)
    return -1


@kernel()
def unrank_positions(
    ranks: U32, openings: int, cells: U8, face_up: Masks, mover: U8, opponent: U8
) -> None:
    """Fill in the positions of ranks below `openings`; the arrays are as in `rank_positions`."""
    for n in range(ranks.size):
        if ranks[n] < openings:
            up, i, j = unranked(np.int64(ranks[n]), cells.size)
            mask = 0
            for slot in range(cells.size):
                mask |= (up >> slot & 1) << cells[slot]
            face_up[n], mover[n], opponent[n] = mask, cells[i], cells[j]
