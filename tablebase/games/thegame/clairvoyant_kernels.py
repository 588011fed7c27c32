"""Kernels that play The Game with the order of the deck known, by beam search.

Vocabulary
----------
index, height
    As in `kernels`.
step
    One card laid. After step ``k`` there are ``k`` cards on the piles, in any game.
state
    A position after a step, as two words. Word 0 has the cards 1 to 64 that are laid. Word 1 has
    the others, above them the heights of the piles (as in `kernels`, sorted) and the *phase*.
phase
    Cards laid this turn before the last draw; 0 if the hand is full, or if the deck is empty.
    Steps and phase say how many cards have been drawn, and so which ones.
reach
    The lowest height to which a pile can be brought back by the cards not laid, if each could be
    laid whenever it helps. A card that no pile can reach is never laid, so the game is lost.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tablebase.engine.arrays import I64, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.thegame.evaluation import F32, I32, Int, KernelRules, Word
from tablebase.games.thegame.kernels import (
    GOLDEN,
    HEIGHTS_MASK,
    PILES,
    SLOTS_SHIFT,
    height_of,
    mixed,
    placed,
    sorted_piles,
)

LOW = 64
HIGH = 34
HIGH_MASK = np.uint64((1 << HIGH) - 1)
PHASE_SHIFT = HIGH + SLOTS_SHIFT

LOST = np.float32(-np.inf)
"""The value of a state that cannot be won."""


class Steps(NamedTuple):
    """The states of every step, to be filled, and space for those that the next step can have."""

    states: U64  # shape (n + 1, width, 2)
    parents: I32  # shape (n + 1, width), numbers of states of the step before
    sizes: I64  # shape (n + 1,), how many states a step has
    children: U64  # shape (width * hand * piles * 2, 2)
    values: F32  # of each child
    origins: I32  # the parent of each child
    table: I32  # child at each place of a hash table, or -1


@helper()
def ones(word: Word) -> Int:
    """Count the bits that are set."""
    x = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@helper()
def has(low: Word, high: Word, index: Int) -> bool:
    """Whether a set of cards, as two words, has a card."""
    word = low if index <= LOW else high
    return bool(word >> np.uint64((index - 1) & (LOW - 1)) & np.uint64(1))


@helper()
def up_to(low: Word, high: Word, index: Int) -> Int:
    """Count the cards of a set from 1 to an index."""
    if index <= 0:
        return 0
    if index < LOW:
        return ones(low & ((np.uint64(1) << np.uint64(index)) - np.uint64(1)))
    return ones(low) + ones(high & ((np.uint64(1) << np.uint64(index - LOW)) - np.uint64(1)))


@helper()
def reach_of(low: Word, high: Word, top: Int, step: Int, n: Int, trick: Int) -> Int:
    """Find how far a pile can be brought back by the cards not laid, as the index of a card.

    `top` is the index of the pile's top card, `step` 1 for a pile up and -1 for a pile down.
    """
    found = True
    while found:
        found = False
        # The top itself, or a card above it, may be 10 above a card below it.
        for beyond in range(trick):
            over, under = top + step * beyond, top + step * (beyond - trick)
            if not (1 <= under <= n) or not has(low, high, under):
                continue
            if beyond == 0 or (1 <= over <= n and has(low, high, over)):
                top, found = under, True
                break
    return top


@helper()
def worth(low: Word, high: Word, heights: Word, shape: KernelRules, prices: F32) -> np.float32:
    """Value a state: minus the sum over the cards not laid of a product over the piles.

    `prices` are a pile's factor for a card that it has passed but can come back to, and for one
    that it cannot reach again; a card that is playable has 1.
    """
    n, ups, trick = shape.n, shape.ups, shape.trick
    # The cards that each pile has passed but can come back to, and where the factors change.
    first, last = np.zeros(PILES, np.int64), np.zeros(PILES, np.int64)
    edges = np.empty(2 * shape.piles + 1, np.int64)
    edges[-1] = n
    lowest: Int = n + 1
    highest: Int = 0
    for pile in range(shape.piles):
        height = height_of(heights, pile)
        if pile < ups:
            first[pile], last[pile] = reach_of(low, high, height, 1, n, trick), height
            lowest = min(lowest, first[pile])
        else:
            top = n + 1 - height
            first[pile], last[pile] = top, reach_of(low, high, top, -1, n, trick)
            highest = max(highest, last[pile])
        edges[2 * pile], edges[2 * pile + 1] = first[pile] - 1, last[pile]
    if up_to(low, high, lowest - 1) > up_to(low, high, highest):
        return LOST
    edges.sort()
    total = np.float32(0)
    counted: Int = 0
    for edge in edges:
        now = up_to(low, high, min(int(edge), n))
        if now > counted:
            price = price_at(edge, first, last, prices, shape)
            total -= price * np.float32(now - counted)
            counted = now
    return total


@helper()
def price_at(index: Int, first: I64, last: I64, prices: F32, shape: KernelRules) -> np.float32:
    """Multiply the piles' factors of a card; see `worth`."""
    price = np.float32(1)
    for pile in range(shape.piles):
        up = pile < shape.ups
        if index > last[pile] if up else index < first[pile]:
            continue
        passed = index >= first[pile] if up else index <= last[pile]
        price *= prices[0] if passed else prices[1]
    return price


@kernel()
def search(order: I64, longest: Int, prices: F32, shape: KernelRules, steps: Steps) -> bool:
    """Search a game whose deck is known, step by step, from the best states of each step.

    `order` are the indices of the cards: the hand, then the deck from the top. `longest` is how
    many cards a turn may lay: ``minimum``, or ``2 minimum - 1``, because a longer turn can be
    divided. For `prices` see `worth`. Returns whether states were left out, so that not to win
    proves nothing.
    """
    n, sizes = shape.n, steps.sizes
    drawn_cards = np.zeros((n + 1, 2), np.uint64)
    for k in range(n):
        place = order[k] - 1
        drawn_cards[k + 1] = drawn_cards[k]
        drawn_cards[k + 1, place // LOW] |= np.uint64(1) << np.uint64(place % LOW)
    steps.states[0, 0] = 0
    sizes[:] = 0
    sizes[0] = 1
    cut = False
    for step in range(n):
        steps.table[:] = -1
        count: Int = 0
        for state in range(sizes[step]):
            count = expand(state, count, step, drawn_cards, longest, prices, shape, steps)
        sizes[step + 1] = keep(count, step + 1, steps)
        cut |= count > sizes[step + 1]
        if count == 0:
            break
    return cut


@helper()
def expand(
    state: Int,
    count: Int,
    step: Int,
    drawn_cards: U64,
    longest: Int,
    prices: F32,
    shape: KernelRules,
    steps: Steps,
) -> Int:
    """Add the children of a state but for those that are lost; returns how many there are now.

    `count` is how many children of this step's states there are. `drawn_cards` are the cards drawn,
    by their number, shape (n + 1, 2). `longest` and `prices` are as in `search`.
    """
    n, ups = shape.n, shape.ups
    low, packed = steps.states[step, state]
    high = packed & HIGH_MASK
    heights = (packed >> np.uint64(HIGH)) & HEIGHTS_MASK
    phase = np.int64(packed >> np.uint64(PHASE_SHIFT))
    drawn = min(n, int(shape.hand + step - phase))
    laid = phase + 1
    for index in range(1, n + 1):
        if not has(drawn_cards[drawn, 0] & ~low, drawn_cards[drawn, 1] & ~high, index):
            continue
        one = np.uint64(1) << np.uint64((index - 1) % LOW)
        new_low, new_high = (low | one, high) if index <= LOW else (low, high | one)
        for pile in range(shape.piles):
            height = height_of(heights, pile)
            own = index if pile < ups else n + 1 - index
            if own <= height and own != height - shape.trick:
                continue
            after = sorted_piles(placed(heights, 0, pile, own) & HEIGHTS_MASK, ups, shape.piles)
            rest_low, rest_high = drawn_cards[n, 0] & ~new_low, drawn_cards[n, 1] & ~new_high
            value = worth(rest_low, rest_high, after, shape, prices)
            if value == LOST:
                continue
            child = new_high | after << np.uint64(HIGH)
            if drawn == n or laid >= shape.minimum:
                count = add(new_low, child, value, state, count, steps)
            if drawn < n and laid < longest:
                child |= np.uint64(laid) << np.uint64(PHASE_SHIFT)
                count = add(new_low, child, value, state, count, steps)
    return count


@helper()
def add(low: Word, high: Word, value: np.float32, parent: Int, count: Int, steps: Steps) -> Int:
    """Add a child, given as two words, unless it is there; returns how many there are."""
    table, children = steps.table, steps.children
    last = len(table) - 1
    place = np.int64(mixed(low * GOLDEN + high) >> np.uint64(32)) & last
    while table[place] >= 0:
        known = table[place]
        if children[known, 0] == low and children[known, 1] == high:
            return count
        place = (place + 1) & last
    table[place] = count
    children[count, 0] = low
    children[count, 1] = high
    steps.values[count] = value
    steps.origins[count] = parent
    return count + 1


@helper()
def keep(count: Int, step: Int, steps: Steps) -> Int:
    """Make the best of the children the states of a step; returns how many."""
    values, width = steps.values, steps.states.shape[1]
    least = LOST
    ties: Int = 0
    if count > width:
        least = np.partition(values[:count], count - width)[count - width]
        ties = width - np.sum(values[:count] > least)
    kept: Int = 0
    for child in range(count):
        if values[child] == least:
            if ties == 0:
                continue
            ties -= 1
        if values[child] >= least:
            steps.states[step, kept] = steps.children[child]
            steps.parents[step, kept] = steps.origins[child]
            kept += 1
    return kept
