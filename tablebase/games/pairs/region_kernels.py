"""The kernel of an exhaustive search: all positions after those of a layer.

Removals far apart can be made in any order, so it is enough to follow one. An *entry* of a layer is
the mask of a position and, above it, its *last* card: the one whose removal led there; of several,
the first in the stack. From a position only those cards are removed that are before its last card,
and the two after it. So most positions are generated once, not once for each card that can have
been removed last.

No position is left out. Of the cards whose removal leads to a position q from one that can be
reached, let c be the first. Suppose that c is not removed from q + c, because the last card d of
q + c is further up. Then two or more cards of q are between d and c. So neither removal changes
which cards are two places away from the other card, and from q + c + d, which can be reached, c can
be removed before d. So q follows from q + d by removing d, which is before c: a contradiction.

Layers are in the order of a product of the mask, and so are the slots of the hash table. If two
positions lose the same card, their products change by the same number. So for each card, the
positions without it go into the table in its order, not at random, which would miss the cache.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.path_kernels import ONE
from tablebase.games.pairs.kernels import (
    _PAD,
    MAX_CARDS,
    NO_CARD,
    Masks,
    lay_out,
    removable,
)

LAST = np.uint64(58)
"""The bit of an entry at which its last card begins."""
CARDS = (ONE << LAST) - ONE
"""The bits of an entry that hold the mask."""
START = np.uint64(NO_CARD) << LAST
"""What an entry holds above the mask if there is no last card; any card may be removed then."""

FIRST_SLOTS = 1024
BYTES_PER_SLOT = 14
"""8 bytes a slot for a table, plus the table it replaces or the copy of what it holds."""

HALF = np.uint64(32)


@helper()
def slot_for(table: Masks, mask: np.uint64) -> np.int64:
    """Where a mask's entry is in a hash table with linear probing, or where it belongs."""
    mixed = mask * np.uint64(0x9E3779B97F4A7C15)  # Fibonacci hashing (Knuth, volume 3, 6.4)
    slot = np.int64((mixed >> HALF) * np.uint64(table.size) >> HALF)
    while table[slot] != 0 and table[slot] & CARDS != mask:
        slot = (slot + 1) & (table.size - 1)
    return slot


@helper()
def grown(table: Masks) -> Masks:
    """A hash table with the same entries and twice the slots."""
    larger = np.zeros(2 * table.size, np.uint64)
    for entry in table:
        if entry != 0:
            larger[slot_for(larger, entry & CARDS)] = entry
    return larger


@helper()
def filled(table: Masks, count: int) -> Masks:
    """The `count` entries of a hash table."""
    found = np.empty(count, np.uint64)
    at = 0
    for entry in table:
        if entry != 0:
            found[at] = entry
            at += 1
    return found


@helper()
def without_two(mask: np.uint64) -> np.uint64:
    """A mask without its first two cards."""
    mask &= mask - ONE
    return mask & (mask - ONE)


@kernel()
def spread(layer: Masks, matches: Masks, slots: int) -> tuple[Masks, np.uint64, bool]:
    """All positions one removal after those of a layer, as entries.

    Returns the entries, one for each position, and the cards that were removed. The flag is true if
    a hash table of `slots` slots was too small; then the entries are not complete.
    """
    room = FIRST_SLOTS
    while room < 2 * layer.size and 2 * room <= slots:
        room *= 2
    table = np.zeros(room, np.uint64)
    places = np.empty(MAX_CARDS + 2 * _PAD, np.uint8)
    count, removed = 0, np.uint64(0)
    for entry in layer:
        mask = entry & CARDS
        beyond = without_two(mask & ~((ONE << (entry >> LAST)) - ONE))
        cards = lay_out(mask ^ without_two(beyond), places)
        for at in range(_PAD, _PAD + cards):
            card = ONE << np.uint64(places[at])
            if beyond & card:
                break
            if not removable(matches, places, at):
                continue
            removed |= card
            new = mask ^ card | np.uint64(places[at]) << LAST
            slot = slot_for(table, mask ^ card)
            if table[slot] == 0:
                table[slot] = new
                count += 1
                if 3 * count > 2 * table.size:
                    if 2 * table.size > slots:
                        return table[:0].copy(), removed, True
                    table = grown(table)
            else:
                table[slot] = min(table[slot], new)
    return filled(table, count), removed, False
