"""The transposition tables of a search: bounds of scores that have been proven.

A search either shares a small table with all others of its thread, or has one of its own.

The *shared* table is never cleared: each search has its own number, a *generation*, and ignores
other entries. A place has two entries, each of a word that says which cards are face up, and of
generation, pawns and bounds.

A search's *own* table has no generation, and one word an entry, for billions of positions on boards
of up to 42 cells. A position's *key* is its face-up cells and both pawns' cells: 12 bits more than
the board has cells. The key is scrambled by steps that can be undone. Its low bits then say where
an entry lies, and the entry itself holds only the others, with how long its proof took and the
bounds of the score. So an entry stands for one position exactly, and an empty place is 0. Entries
whose proof took most work are kept.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.engine.kernels import helper
from tablebase.games.collapsi.path_kernels import ONE, Word, count_bits

Here: TypeAlias = tuple[Word, Word, Word]
"""A position: the face-up cells, the mover's cell and the opponent's."""

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)

# An entry of the shared table has a byte each for the bounds.
BYTE = np.uint64(255)
SHARED_ZERO = 128
"""The score 0 in such an entry."""

PAWN = np.uint64(6)
"""Bits of a cell in a key."""

BOUND, WORK = np.uint64(7), np.uint64(6)
"""Bits of a bound in an entry of a search's own table, and of the logarithm of the work."""

BESIDES = np.uint64(20)
"""Bits of such an entry besides its part of the key."""

ZERO = 64
"""The score 0 in such an entry."""

SLOTS = 4
"""Words at one place of either table: half a line of the processor's cache."""

LEAST_MEMORY = 1 << 16
"""Bytes of a search's own table, at least: 2,048 places. Of the keys of 54 bits of the largest
board, `fast.WINNER.most`, 11 say the place in it, and the others are in the entry."""


@helper(forceinline=True)
def probe(
    known: U64, generation: int | None, cells: Word, here: Here, lower: int, upper: int
) -> tuple[int, int]:
    """Get the bounds known of a position's score, else those given."""
    if generation is None:
        entry = entry_of(known, cells, here)
        if entry:
            lower = int(entry >> BOUND & ((ONE << BOUND) - ONE)) - ZERO
            upper = upper_and_work(entry)[0]
        return lower, upper
    place, tag = place_of(known, here), tag_of(generation, here)
    for slot in range(2):
        entry = known[place, np.uint64(2 * slot + 1)]
        if known[place, np.uint64(2 * slot)] == here[0] and (entry ^ tag) >> np.uint64(16) == 0:
            return int(entry >> np.uint64(8) & BYTE) - SHARED_ZERO, int(entry & BYTE) - SHARED_ZERO
    return lower, upper


@helper(forceinline=True)
def store(
    known: U64, generation: int | None, cells: Word, here: Here, lower: int, upper: int, work: int
) -> None:
    """Keep the bounds of a position's score, whose proof took `work` positions.

    The first of the two entries at a shared table's place is kept for the position with more
    face-up cards: its proof took longer. The second takes any. In a search's own table the entry
    that took the least work is replaced.
    """
    up = here[0]
    if generation is None:
        place, rest = place_and_rest(known, cells, here)
        slot, least = np.uint64(0), ONE << BESIDES
        for number in range(SLOTS):
            there = np.uint64(number)
            entry = known[place, there]
            if entry >> BESIDES == rest:
                slot = there
                break
            worth = upper_and_work(entry)[1]
            if worth < least:
                slot, least = there, worth
        known[place, slot] = (
            rest << BESIDES
            | logarithm(np.uint64(work)) << (BOUND + BOUND)
            | np.uint64(lower + ZERO) << BOUND
            | np.uint64(upper + ZERO)
        )
    else:
        place, tag = place_of(known, here), tag_of(generation, here)
        first, old = known[place, 0], known[place, 1]
        slot = np.uint64(0)
        if old >> np.uint64(32) == tag >> np.uint64(32) and not (
            first == up and (old ^ tag) >> np.uint64(16) == 0
        ):
            if count_bits(first) > count_bits(up):
                slot = np.uint64(2)
            else:
                known[place, 2], known[place, 3] = first, old
        known[place, slot] = up
        known[place, slot + ONE] = (
            tag | np.uint64(lower + SHARED_ZERO) << np.uint64(8) | np.uint64(upper + SHARED_ZERO)
        )


@helper(forceinline=True)
def place_of(known: U64, here: Here) -> Word:
    """Get the place of a position's two entries in a shared table."""
    up, mover, opponent = here
    mixed = (up ^ mover << np.uint64(57) ^ opponent << np.uint64(51)) * MULTIPLIER
    mixed ^= mixed >> np.uint64(29)
    mixed *= MULTIPLIER
    return (mixed >> np.uint64(24)) & np.uint64(known.shape[0] - 1)


@helper(forceinline=True)
def tag_of(generation: int, here: Here) -> Word:
    """Get what such an entry must hold besides the face-up cards: generation and pawns."""
    _, mover, opponent = here
    return (
        np.uint64(generation) << np.uint64(32) | mover << np.uint64(24) | opponent << np.uint64(16)
    )


@helper(forceinline=True)
def key_of(here: Here) -> Word:
    """Get the key of a position."""
    up, mover, opponent = here
    return np.uint64(up << PAWN + PAWN | mover << PAWN | opponent)


@helper(forceinline=True)
def scrambled(key: Word, bits: Word) -> Word:
    """Get a number of `bits` bits that belongs to no other key."""
    mask = (ONE << bits) - ONE
    half = bits >> ONE
    key = (key * MULTIPLIER) & mask
    key ^= key >> half
    key = (key * MULTIPLIER) & mask
    return np.uint64(key ^ key >> half)


@helper(forceinline=True)
def place_and_rest(known: U64, cells: Word, here: Here) -> tuple[Word, Word]:
    """Get the place of a position in a table of a power of two of places, and the rest of its key.

    The rest is never 0.
    """
    key = scrambled(key_of(here), cells + PAWN + PAWN)
    places = np.uint64(known.shape[0])
    return key & (places - ONE), (key >> count_bits(places - ONE)) + ONE


@helper(forceinline=True)
def entry_of(known: U64, cells: Word, here: Here) -> Word:
    """Get the entry of a position in a search's own table, 0 if there is none."""
    place, rest = place_and_rest(known, cells, here)
    for slot in range(SLOTS):
        entry = known[place, np.uint64(slot)]
        if entry >> BESIDES == rest:
            return np.uint64(entry)
    return np.uint64(0)


@helper(forceinline=True)
def upper_and_work(entry: Word) -> tuple[int, Word]:
    """Get the upper bound of the score in an entry, and the logarithm of the work."""
    upper = int(entry & ((ONE << BOUND) - ONE)) - ZERO
    return upper, entry >> (BOUND + BOUND) & ((ONE << WORK) - ONE)


@helper(forceinline=True)
def logarithm(number: Word) -> Word:
    """Get how many bits a number has."""
    for shift in (1, 2, 4, 8, 16, 32):
        number |= number >> np.uint64(shift)
    return count_bits(number)
