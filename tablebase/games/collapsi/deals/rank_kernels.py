"""The moves of a deal's positions by their ranks, for the common engine.

Cells are numbered as slots: the free ones as in `index`, then the two jokers. Moves are listed by
their destination's place in the deal itself, as `Position.legal_moves` does. The solvers of deals
share none of this, so that the engine's tables can be compared with theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tablebase.engine.arrays import I64, U64
from tablebase.engine.compiled.rules import CompiledRules
from tablebase.engine.kernels import game_kernel, helper
from tablebase.games.collapsi.deck import steps_mask
from tablebase.games.collapsi.path_kernels import (
    ONE,
    Word,
    count_bits,
    walk,
    with_gap,
    without,
)

if TYPE_CHECKING:
    from tablebase.games.collapsi.deals.layout import DealLayout

TWO = np.uint64(2)

FREE, LANDING, OPENINGS = range(3)
"""At the start of `context`. Behind these: for each slot its neighbours, the steps of its card, and
the slots in the order of the deal's cells; then the steps of jokers in each edition."""

HEAD = np.uint64(3)


def rules_of(layout: DealLayout) -> CompiledRules:
    """The rules of a deal for the common engine."""
    rules, index = layout.rules, layout.index
    context = [
        index.free, index.landing, index.openings,
        *layout.adjacent,
        *layout.slot_steps, 0, 0,
        *layout.slots,
        *(steps_mask(edition.joker_steps) for edition in rules.editions),
    ]  # fmt: skip
    return CompiledRules(successors, layer, 3 * len(layout.cells), np.array(context, np.uint64))


@game_kernel
def successors(rank: int, context: U64, out: I64) -> Any:
    """The ranks after all moves, see `CompiledRules`."""
    free, landing = context[FREE], context[LANDING]
    size = free + TWO
    neighbours, steps = context[HEAD:], context[HEAD + size :]
    path = out[size:].view(np.uint64).reshape((2, np.int64(size)))
    number = np.uint64(rank)
    if number >= context[OPENINGS]:
        return first_moves(number - context[OPENINGS], context, path, out)
    face_up, mover, opponent = unranked(number, free)
    others = face_up ^ ONE << mover
    ends = walk(neighbours, steps[mover], path, others, mover)
    left = face_up if mover == opponent else others
    if not landing:
        ends &= ~(ONE << opponent)
    count = np.uint64(0)
    for end in context[HEAD + TWO * size : HEAD + TWO * size + size]:
        # Not a branch, which a processor would often guess wrong.
        out[count] = np.int64(end)
        count += ends >> end & ONE
    for place in range(count):
        out[place] = np.int64(ranked(left, opponent, np.uint64(out[place]), free))
    return np.int64(count)


@helper()
def first_moves(number: Word, context: U64, path: U64, out: I64) -> int:
    """The moves of a position with a joker face up, by its number among these."""
    free, landing, openings = context[FREE], context[LANDING], context[OPENINGS]
    size = free + TWO
    neighbours, order = context[HEAD:], context[HEAD + TWO * size :]
    block = ONE + free + landing
    first, red = number // block * block, number % block
    joker = number // block & ONE
    mover = free + (ONE - joker if red else joker)
    slots = (ONE << free) - ONE
    up = slots | ONE << (free + ONE - joker) if red == 0 else slots
    allowed = order[size + (number // block >> ONE)]
    ends = walk(neighbours, allowed, path, up, mover)
    if red and not landing:
        ends &= ~(ONE << red - ONE)
    elif not landing:
        ends &= slots
    count = 0
    for place in range(size):
        end = order[place]
        if ends >> end & ONE:
            if red == 0 or red > free:
                after = openings + first + ONE + min(end, free)
            else:
                after = ranked(slots, red - ONE, end, free)
            out[count] = np.int64(after)
            count += 1
    return count


@helper(forceinline=True)
def unranked(rank: Word, free: Word) -> tuple[Word, Word, Word]:
    """The face-up slots, the mover's and the opponent's slot, as `DealIndex.unrank`."""
    masks = free - TWO
    shared = free * (free - ONE) << masks
    if rank >= shared:
        mover = (rank - shared) >> masks + ONE
        return with_gap((rank - shared) & (TWO << masks) - ONE, mover) | ONE << mover, mover, mover
    pair = rank >> masks
    mover = pair // (free - ONE)
    opponent = pair - mover * (free - ONE)
    opponent += np.uint64(opponent >= mover)
    low, high = min(mover, opponent), max(mover, opponent)
    others = with_gap(with_gap(rank & (ONE << masks) - ONE, low), high)
    return others | ONE << mover | ONE << opponent, mover, opponent


@helper(forceinline=True)
def ranked(face_up: Word, mover: Word, opponent: Word, free: Word) -> Word:
    """The rank of a position, as `DealIndex.rank`."""
    masks = free - TWO
    if mover == opponent:
        return (free * (free - ONE) << masks) + (mover << masks + ONE) + without(face_up, mover)
    pair = mover * (free - ONE) + opponent - np.uint64(opponent > mover)
    low, high = min(mover, opponent), max(mover, opponent)
    return (pair << masks) + without(without(face_up, high), low)


@game_kernel
def layer(rank: int, context: U64) -> Any:
    """The layer of a rank, see `CompiledRules`: as `Position.layer`."""
    free, landing = context[FREE], context[LANDING]
    number = np.uint64(rank)
    plies, both = ONE, False
    if number >= context[OPENINGS]:
        red = (number - context[OPENINGS]) % (ONE + free + landing)
        plies, both = np.uint64(red > 0), red > free
    else:
        face_up, mover, opponent = unranked(number, free)
        plies, both = free + TWO - count_bits(face_up), mover == opponent
    if not landing:
        return np.int64(free - plies)
    return np.int64(TWO * (free + ONE - plies)) + np.int64(both)
