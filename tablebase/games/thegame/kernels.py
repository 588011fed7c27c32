"""Kernels of The Game: the positions of a turn, their values, shuffles.

Vocabulary
----------
index
    A card's place in the deck, 1 for the lowest, ``n`` for the highest.
height
    How far a pile has come, 0 when empty: the index of its top card, for a pile down the index
    counted from the highest card. In its own count every pile goes up, so there is one rule: index
    ``i`` is playable on height ``t`` if ``i > t`` or ``i == t - trick``.
slot
    A card's place in the hand, whose cards are in ascending order.
node
    A position within a turn, as a *key* of 64 bits: seven bits for the height of each of four
    piles, above them the mask of the slots laid. Nodes of a turn are in *levels*, by the number of
    cards laid; a node that two orders of play lead to is there once.
row
    One factor (or addend) for every card: what a pile with a given height contributes to
    the value. Rows are kept from node to node with a *row key* of all that they depend on.

Values are exact sums of whole numbers, so that no order of summation can change a choice: each
card's term is a product of 32-bit floats from the first pile to the last, cut off to a multiple of
``1 / scale``.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import I64, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.thegame.evaluation import (
    F32,
    F64,
    HEIGHTS,
    PRODUCT,
    Evaluation,
    Int,
    KernelRules,
    Space,
    Word,
)

PILES = 4
HEIGHT_BITS = 7
HEIGHT_MASK = (1 << HEIGHT_BITS) - 1
SLOTS_SHIFT = PILES * HEIGHT_BITS
HEIGHTS_MASK = np.uint64((1 << SLOTS_SHIFT) - 1)
"""The bits of a key that hold heights."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)

EVERY = 1 << 62

LAID, HAND, DECK = 0, 1, 2
"""Where a card is."""


@kernel(inline="always")
def changed(shape: KernelRules, minimum: Int) -> KernelRules:
    """The rules with another minimum of cards to lay."""
    n, hand, ups, piles, trick, _ = shape
    return KernelRules(n, hand, ups, piles, trick, minimum)


@kernel(inline="always")
def height_of(key: Word, pile: Int) -> Int:
    """Read the height of a pile from a key."""
    return np.int64(key >> np.uint64(pile * HEIGHT_BITS)) & HEIGHT_MASK


@kernel(inline="always")
def advance_of(index: Int, pile: Int, height: Int, shape: KernelRules) -> Int:
    """How far a card takes a pile on: less than 0 by a backwards trick, 0 if it is not legal."""
    advance = (index if pile < shape.ups else shape.n + 1 - index) - height
    return advance if advance > 0 or advance == -shape.trick else 0


@kernel(inline="always")
def placed(key: Word, slot: Int, pile: Int, index: Int) -> Word:
    """Make the key after a card is laid."""
    shift = np.uint64(pile * HEIGHT_BITS)
    key &= ~(np.uint64(HEIGHT_MASK) << shift)
    key |= np.uint64(index) << shift
    return key | np.uint64(1) << np.uint64(SLOTS_SHIFT + slot)


@kernel(inline="always")
def sorted_piles(key: Word, ups: Int, piles: Int) -> Word:
    """Sort the heights of the piles up, and of those down, descending; all but one are sorted."""
    for pile in range(1, piles):
        if pile != ups and height_of(key, pile - 1) < height_of(key, pile):
            key = swapped(key, pile - 1)
    for pile in range(piles - 1, 0, -1):
        if pile != ups and height_of(key, pile - 1) < height_of(key, pile):
            key = swapped(key, pile - 1)
    return key


@kernel(inline="always")
def swapped(key: Word, pile: Int) -> Word:
    """Exchange the heights of a pile and the next."""
    low = np.uint64(height_of(key, pile))
    high = np.uint64(height_of(key, pile + 1))
    both = (low ^ high) | (low ^ high) << np.uint64(HEIGHT_BITS)
    return key ^ both << np.uint64(pile * HEIGHT_BITS)


@kernel(inline="always")
def brought_back(key: Word, promised: I64, ups: Int, trick: Int) -> Word:
    """Lower each pile that still has a promised height by the trick distance."""
    for pile in range(PILES):
        if promised[pile]:
            first, last = (0, ups) if pile < ups else (ups, PILES)
            for other in range(first, last):
                if height_of(key, other) == promised[pile]:
                    key -= np.uint64(trick) << np.uint64(other * HEIGHT_BITS)
                    break
    return key


@helper()
def expand(
    first: Int,
    last: Int,
    count: Int,
    least: float,
    most: Int,
    hand: I64,
    shape: KernelRules,
    symmetric: bool,
    space: Space,
) -> Int:
    """Add the nodes that one more card leads to from the nodes ``first`` to ``last - 1``.

    Only nodes of value `least` or better are expanded, and at most `most`. `count` is how many
    nodes there are in all; returns how many there are now. `hand` are the indices of its cards,
    ascending.
    """
    # Fields once, for each use of one counts references.
    keys, values, ancestors, tricks = space.keys, space.values, space.ancestors, space.tricks
    places, table = space.places, space.table
    ups, piles = shape.ups, shape.piles
    last_place = len(table) - 1
    for node in range(first, last):
        if values[node] < least or most == 0:
            continue
        most -= 1
        key = keys[node]
        for slot in range(len(hand)):
            if key >> np.uint64(SLOTS_SHIFT + slot) & np.uint64(1):
                continue
            for pile in range(piles):
                height = height_of(key, pile)
                advance = advance_of(hand[slot], pile, height, shape)
                if advance == 0:
                    continue
                child = placed(key, slot, pile, height + advance)
                if symmetric:
                    child = sorted_piles(child, ups, piles)
                place = np.int64((child * GOLDEN) >> np.uint64(32)) & last_place
                # A place is taken if its node is one of this turn's and points back.
                while table[place] < count and places[table[place]] == place:
                    if keys[table[place]] == child:
                        break
                    place = (place + 1) & last_place
                found = table[place]
                if found >= count or places[found] != place:
                    table[place] = count
                    places[count] = place
                    keys[count] = child
                    tricks[count] = tricks[node] + (advance < 0)
                    ancestors[count] = ancestors[node]
                    count += 1
                elif values[ancestors[node]] > values[ancestors[found]]:
                    ancestors[found] = ancestors[node]
    return count


@kernel(inline="always")
def window(words: U64, row: Int, side: Int, start: Int) -> Word:
    """Read 64 bits of two words from bit `start` on."""
    if start >= 64:
        beyond: Word = words[row, side, 1] >> np.uint64(start - 64)
        return beyond
    low: Word = words[row, side, 0] >> np.uint64(start)
    # In two steps, for a shift by all 64 bits is none.
    high: Word = words[row, side, 1] << np.uint64(1) << np.uint64(63 - start)
    return low | high


@kernel(inline="always")
def pairs_above(
    height: Int, kept: Int, side: Int, words: U64, deck: U64, distance: Int, reach: Int
) -> tuple[Int, Int, Int]:
    """Find what can bring a pile back: the trick card's place, single and double bridges.

    `kept` is the mask of slots not laid, `side` 0 for a pile up and 1 for a pile down; for the
    others see `Space`, `KernelRules` and `Evaluation`.

    Returns `LAID`, `HAND` or `DECK` for the card of index ``height - trick``, and two words, for
    single and for double bridges, with bit ``j`` for the pair ``(x, x - trick)`` with ``x = height
    + 1 + j``.
    """
    one = np.uint64(1)
    mask = np.uint64((2 << (reach - 1)) - 1)
    # Bit 0 of each is the trick card, or the top; the next ones are the pairs'.
    low_hand, low_deck = window(words, kept, side, height), window(deck, 0, side, height)
    high_hand = window(words, kept, side, height + distance)
    high_deck = window(deck, 0, side, height + distance)
    single = ((high_hand & low_deck) | (high_deck & low_hand)) & mask
    double = high_deck & low_deck & mask
    where = np.int64(low_hand & one) * HAND + np.int64(low_deck & one) * DECK
    return where, np.int64(single >> one), np.int64(double >> one)


@helper()
def fill_row(row: F32, pile: Int, height: Int, shape: KernelRules, evaluation: Evaluation) -> None:
    """Compute a pile's row but for the near cards; the rest depends on the height alone.

    The card of index ``i`` is at ``i - 1`` whichever way the pile goes.
    """
    product = evaluation.kind == PRODUCT
    row[:] = 1 if product else 0
    if pile >= shape.piles:
        return
    for index in range(1, shape.n + 1):
        below = height - index
        place = index - 1 if pile < shape.ups else shape.n - index
        if below <= 0 or below == shape.trick:
            row[place] = 1 if product else evaluation.weights[pile]
        elif product:
            row[place] = evaluation.far[below]


@helper()
def fill_near(
    row: F32,
    top: Int,
    step: Int,
    height: Int,
    where: Int,
    single: Int,
    double: Int,
    near: F32,
    distance: Int,
    reach: Int,
) -> None:
    """Compute a row's entries of the unplayable cards that a bridge may help.

    `top` is the index of the pile's top card, `step` 1 for a pile up and -1 for a pile down.
    `where`, `single` and `double` are from `pairs_above`; `near` has the penalties with the deck as
    it is, shape (trick + 1, trick + 1).
    """
    singles: Int = np.int64(where == DECK)
    doubles: Int = 0
    for below in range(distance - 1, 0, -1):
        # The nearer the card, the more bridges lead below it.
        pair = reach - 2 - below
        if pair >= 0:
            singles += single >> pair & 1
            doubles += double >> pair & 1
        if below < height:
            value = np.float32(1) if where == HAND else near[singles, doubles]
            row[top - step * below - 1] = value


@kernel(inline="always")
def product_at(i: Int, rows: F32, tops: tuple[Int, Int, Int, Int]) -> np.float32:
    """Multiply the rows of four piles at one card."""
    one, two, three, four = tops
    product: np.float32 = rows[0, one, i] * rows[1, two, i] * rows[2, three, i] * rows[3, four, i]
    return product


@kernel(inline="always")
def sum_at(i: Int, rows: F32, tops: tuple[Int, Int, Int, Int]) -> np.float32:
    """Add the rows of four piles at one card."""
    one, two, three, four = tops
    total: np.float32 = rows[0, one, i] + rows[1, two, i] + rows[2, three, i] + rows[3, four, i]
    return total


@kernel()
def evaluate(
    first: Int,
    last: Int,
    hand: I64,
    in_deck: Int,
    shape: KernelRules,
    evaluation: Evaluation,
    space: Space,
) -> None:
    """Value the nodes ``first`` to ``last - 1`` in `Space.values`; the greater the better.

    `hand` are the indices of the cards in hand at the turn's start; `in_deck` is the deck's number.
    """
    keys, values, alive = space.keys, space.values, space.alive
    rows, row_keys, words, deck = space.rows, space.row_keys, space.words, space.deck
    kind, bridges, reach = evaluation.kind, evaluation.bridges, evaluation.reach
    weights, near = evaluation.weights, evaluation.near
    n, ups, piles, distance = shape.n, shape.ups, shape.piles, shape.trick
    everything = (1 << len(hand)) - 1
    for node in range(first, last):
        key = brought_back(keys[node], space.promised, ups, distance)
        if kind == HEIGHTS:
            capacity = 0.0
            for pile in range(piles):
                capacity += weights[pile] * (n + 1 - height_of(key, pile))
            values[node] = capacity
            continue
        laid = np.int64(key >> np.uint64(SLOTS_SHIFT))
        kept = everything & ~laid
        for pile in range(PILES):
            height = height_of(key, pile)
            side = 0
            row_key: Int = 0
            where: Int = LAID
            single: Int = 0
            double: Int = 0
            if bridges and pile < piles:
                side = 0 if pile < ups else 1
                where, single, double = pairs_above(
                    height, kept, side, words, deck, distance, reach
                )
                row_key = double << distance | single
                row_key = (row_key << 2 | where) << HEIGHT_BITS | in_deck
            if row_keys[pile, height] == row_key:
                continue
            if row_keys[pile, height] < 0:
                fill_row(rows[pile, height], pile, height, shape, evaluation)
            row_keys[pile, height] = row_key
            if bridges and pile < piles:
                row, start = rows[pile, height], height if side == 0 else n + 1 - height
                fill_near(
                    row,
                    start,
                    1 - 2 * side,
                    height,
                    where,
                    single,
                    double,
                    near[in_deck],
                    distance,
                    reach,
                )
        tops = height_of(key, 0), height_of(key, 1), height_of(key, 2), height_of(key, 3)
        total = np.int64(0)
        if kind == PRODUCT:
            for i in range(len(alive)):
                total -= np.int64(np.int32(alive[i] * product_at(i, rows, tops)))
            for slot in range(len(hand)):
                if laid >> slot & 1:
                    i = hand[slot] - 1
                    total += np.int64(np.int32(alive[i] * product_at(i, rows, tops)))
        else:
            for i in range(len(alive)):
                total += np.int64(np.int32(alive[i] * sum_at(i, rows, tops)))
            for slot in range(len(hand)):
                if laid >> slot & 1:
                    i = hand[slot] - 1
                    total -= np.int64(np.int32(alive[i] * sum_at(i, rows, tops)))
        values[node] = total


@kernel()
def search_turn(
    root: Word,
    hand: I64,
    in_deck: Int,
    deepest: Int,
    beam: Int,
    shape: KernelRules,
    evaluation: Evaluation,
    space: Space,
) -> Int:
    """Find the best node of a turn: the best after `minimum` cards or up to `deepest` in all.

    The ancestor of the node found (`Space.ancestors`) is the position to play. Among nodes of the
    same value the one whose ancestor is better counts, then the one found first. The search goes on
    only from the `beam` best nodes of a level; 0 for all.

    `root` is the key of the position before the turn, with the slots that are laid, if any; `hand`
    are the indices of the cards in hand, ascending. The deck has `in_deck` cards; `Space.alive` and
    `Space.deck` show which. Returns -1 if the minimum cannot be laid; the levels then show how many
    cards can be.
    """
    if evaluation.bridges:
        subsets_of_hand(hand, shape, space.words)
    values, ancestors = space.values, space.ancestors
    space.keys[0] = root
    space.tricks[0] = 0
    ancestors[0] = 0
    values[0] = 0.0
    space.levels[:] = 1
    space.levels[0] = 0
    best = -1
    # Not a constant, for which `evaluate` would be compiled once more.
    count: Int = np.int64(1)
    least: float = -np.inf
    most: Int = EVERY
    for level in range(1, deepest + 1):
        first, last = space.levels[level - 1], count
        if first == last:
            break
        space.levels[level] = last
        count = expand(first, last, count, least, most, hand, shape, evaluation.symmetric, space)
        space.levels[level + 1 :] = count
        if level < shape.minimum:
            continue
        evaluate(last, count, hand, in_deck, shape, evaluation, space)
        if level == shape.minimum:
            for node in range(last, count):
                ancestors[node] = node
        for node in range(last, count):
            better = best < 0 or values[node] > values[best]
            if not better and values[node] == values[best]:
                better = values[ancestors[node]] > values[ancestors[best]]
            if better:
                best = node
        if 0 < beam < count - last:
            least, most = nth_greatest(values[last:count], beam), beam
        else:
            least, most = -np.inf, EVERY
    return best


@kernel()
def key_of(heights: I64, shape: KernelRules, symmetric: bool) -> Word:
    """Write the heights of the piles as a key, no slot laid."""
    key = np.uint64(0)
    for pile in range(shape.piles):
        key |= np.uint64(heights[pile]) << np.uint64(pile * HEIGHT_BITS)
        if symmetric:
            key = sorted_piles(key, shape.ups, pile + 1)
    return key


@kernel()
def find_way(
    key: Word, hand: I64, heights: I64, shape: KernelRules, symmetric: bool, way: I64
) -> Int:
    """Find the first way to a key: lowest cards first, each on the first pile that it fits.

    Fills `way`, shape (cards in hand, 3), with the slot and the pile of each play, and how far the
    pile goes on; returns the number of plays. There must be a way.
    """
    held, left = len(hand), np.int64(key >> np.uint64(SLOTS_SHIFT))
    tops, choices = np.zeros((held + 1, PILES), np.int64), np.zeros(held + 1, np.int64)
    tops[0, : shape.piles] = heights[: shape.piles]
    laid: Int = np.int64(0)
    while left or key_of(tops[laid], shape, symmetric) != key & HEIGHTS_MASK:
        while left == 0 or choices[laid] == held * shape.piles:
            laid -= 1
            left |= 1 << way[laid, 0]
        slot, pile = choices[laid] // shape.piles, choices[laid] % shape.piles
        choices[laid] += 1
        advance = advance_of(hand[slot], pile, tops[laid, pile], shape)
        if left >> slot & 1 and advance:
            way[laid, 0], way[laid, 1], way[laid, 2] = slot, pile, advance
            tops[laid + 1] = tops[laid]
            tops[laid + 1, pile] += advance
            left ^= 1 << slot
            laid += 1
            choices[laid] = 0
    return laid


@kernel()
def compare(best: Int, shape: KernelRules, space: Space, nodes: I64, values: F64) -> Int:
    """Find the best ways to lay the minimum of cards, once `search_turn` has found `best`.

    Fills in the nodes after them, best first, that of `best` first of all, and the values of the
    best nodes behind them. A node that several of them lead to counts for the best of these.
    Returns how many there are.
    """
    start, end = space.levels[shape.minimum], space.levels[len(space.levels) - 1]
    reached = np.full(space.levels[shape.minimum + 1] - start, -np.inf)
    for node in range(start, end):
        at = space.ancestors[node] - start
        reached[at] = max(reached[at], space.values[node])
    count = min(len(nodes), len(reached))
    following: Int = np.int64(space.ancestors[best]) - start
    for place in range(count):
        nodes[place], values[place] = start + following, reached[following]
        reached[following] = -np.inf
        following = np.argmax(reached)
    return count


@helper()
def lay_on(
    key: Word,
    hand: I64,
    in_deck: Int,
    extra: float,
    shape: KernelRules,
    evaluation: Evaluation,
    space: Space,
) -> tuple[Word, Int]:
    """Lay more than the minimum: the best next card, as long as it raises the value enough.

    `key` is that after the minimum of cards, with the slots laid. Each card must raise the value by
    `extra` in the formula's unit; infinity lays no more. The others as in `search_turn`. Returns
    the key after the plays, and how many backwards tricks are among them.
    """
    one = changed(shape, np.int64(1))
    unit = 1.0 if evaluation.kind == HEIGHTS else evaluation.scale
    tricks = np.int64(0)
    while extra < np.inf:
        best = search_turn(key, hand, in_deck, np.int64(1), np.int64(0), one, evaluation, space)
        if best < 0:
            break
        evaluate(np.int64(0), np.int64(1), hand, in_deck, one, evaluation, space)
        if space.values[best] - space.values[0] < extra * unit:
            break
        key = space.keys[best]
        tricks += np.int64(space.tricks[best])
    return key, tricks


@helper()
def kept_of(key: Word, hand: I64) -> I64:
    """The cards of a hand whose slots are not laid, ascending."""
    kept = np.empty(len(hand), np.int64)
    count = 0
    for slot in range(len(hand)):
        if not key >> np.uint64(SLOTS_SHIFT + slot) & np.uint64(1):
            kept[count] = hand[slot]
            count += 1
    return kept[:count]


@helper()
def joined(first: I64, second: I64) -> I64:
    """Two lists of cards as one."""
    both = np.empty(len(first) + len(second), np.int64)
    both[: len(first)] = first
    both[len(first) :] = second
    return both


@helper()
def nth_greatest(values: F64, n: Int) -> float:
    """Find the value that comes at place `n`, from 1, by quickselect."""
    some = values.copy()
    low, high, place = 0, len(some) - 1, len(some) - n
    while low < high:
        pivot = some[(low + high) >> 1]
        left, right = low, high
        while left <= right:
            while some[left] < pivot:
                left += 1
            while some[right] > pivot:
                right -= 1
            if left <= right:
                some[left], some[right] = some[right], some[left]
                left += 1
                right -= 1
        if place <= right:
            high = right
        elif place >= left:
            low = left
        else:
            break
    found: float = some[place]
    return found


@helper()
def subsets_of_hand(hand: I64, shape: KernelRules, words: U64) -> None:
    """Make the words of each subset of the hand, in either direction."""
    words[0, :, :] = 0
    for slot in range(len(hand)):
        for side in range(2):
            index = hand[slot] if side == 0 else shape.n + 1 - hand[slot]
            bit = index + shape.trick
            low = np.uint64(1) << np.uint64(bit) if bit < 64 else np.uint64(0)
            high = np.uint64(1) << np.uint64(bit - 64) if bit >= 64 else np.uint64(0)
            for mask in range(1 << slot):
                words[mask | 1 << slot, side, 0] = words[mask, side, 0] | low
                words[mask | 1 << slot, side, 1] = words[mask, side, 1] | high


@kernel()
def set_out(
    order: I64, drawn: Int, shape: KernelRules, evaluation: Evaluation, space: Space
) -> None:
    """Set `Space.alive` and `Space.deck` for the cards of `order`, by index: those not laid.

    The first `drawn` of them are in hand, the others in the deck.
    """
    space.alive[:] = 0
    space.deck[:] = 0
    for place in range(len(order)):
        space.alive[order[place] - 1] = evaluation.scale
        flip(order[place], shape, space)
        if place < drawn:
            take(order[place], shape, evaluation, space)


@helper()
def take(index: Int, shape: KernelRules, evaluation: Evaluation, space: Space) -> None:
    """Take a card from the deck into the hand."""
    space.alive[index - 1] = evaluation.scale * evaluation.held
    flip(index, shape, space)


@helper()
def flip(index: Int, shape: KernelRules, space: Space) -> None:
    """Put a card into the deck, or out of it."""
    for side in range(2):
        bit = (index if side == 0 else shape.n + 1 - index) + shape.trick
        space.deck[0, side, bit >> 6] ^= np.uint64(1) << np.uint64(bit & 63)


@helper()
def ascending(cards: I64) -> I64:
    """Sort cards; NumPy's sort takes a second to compile."""
    found = cards.copy()
    for place in range(1, len(found)):
        card, free = found[place], place
        while free > 0 and found[free - 1] > card:
            found[free] = found[free - 1]
            free -= 1
        found[free] = card
    return found


@helper()
def mixed(state: Word) -> Word:
    """Output of the generator SplitMix64 (Steele, Lea and Flood 2014) in a state."""
    z = state
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel()
def shuffle(seed: Word, game: Int | Word, order: I64) -> None:
    """Shuffle the deck of one game; the result depends only on seed and game.

    Each game has a SplitMix64 sequence that starts from a hash of both. Places are drawn from 32
    bits by multiplication (Fisher-Yates): uniform up to one part in 40 million.
    """
    n = len(order)
    state = mixed(mixed(np.uint64(seed) + GOLDEN) + np.uint64(game) * GOLDEN)
    for i in range(n):
        order[i] = i + 1
    for i in range(n - 1, 0, -1):
        state += GOLDEN
        j = np.int64(((mixed(state) >> np.uint64(32)) * np.uint64(i + 1)) >> np.uint64(32))
        order[i], order[j] = order[j], order[i]
