"""A transposition table of one word an entry, for searches of billions of positions.

A position's *key* is its face-up cells and both pawns' cells: 12 bits more than the board has
cells. The key is scrambled by steps that can be undone. Its low bits then say where an entry lies,
and the entry itself holds only the others, with how long its proof took and the bounds of the
score. So an entry stands for one position exactly, and an empty place is 0.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.engine.kernels import helper
from tablebase.games.collapsi.path_kernels import ONE, Word, count_bits

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
PAWN = np.uint64(6)
"""Bits of a cell."""

BOUND, WORK = np.uint64(7), np.uint64(6)
"""Bits of a bound and of the logarithm of the work."""

BESIDES = np.uint64(20)
"""Bits of an entry besides its part of the key."""

ZERO = 64
"""The score 0 in an entry."""

SLOTS = 4
"""Entries at one place: half a line of the processor's cache."""

LEAST_MEMORY = 1 << 16
"""Bytes of a table, at least: 2,048 places. Of the keys of 54 bits of the largest board,
`fast.WINNER.most`, 11 say the place in it, and the others are in the entry."""


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
def place_and_rest(
    known: U64, cells: Word, up: Word, mover: Word, opponent: Word
) -> tuple[Word, Word]:
    """Get the place of a position in a table of a power of two of places, and the rest of its key.

    The rest is never 0.
    """
    bits = cells + PAWN + PAWN
    key = scrambled(up << PAWN + PAWN | mover << PAWN | opponent, bits)
    places = np.uint64(known.shape[0])
    return key & (places - ONE), (key >> count_bits(places - ONE)) + ONE


@helper(forceinline=True)
def entry_of(known: U64, cells: Word, up: Word, mover: Word, opponent: Word) -> Word:
    """Get the entry of a position, 0 if there is none."""
    place, rest = place_and_rest(known, cells, up, mover, opponent)
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
def probe(
    known: U64, cells: Word, up: Word, mover: Word, opponent: Word, lower: int, upper: int
) -> tuple[int, int]:
    """Get the bounds known of a position's score, else those given."""
    entry = entry_of(known, cells, up, mover, opponent)
    if not entry:
        return lower, upper
    return int(entry >> BOUND & ((ONE << BOUND) - ONE)) - ZERO, upper_and_work(entry)[0]


@helper(forceinline=True)
def store(
    known: U64,
    cells: Word,
    up: Word,
    mover: Word,
    opponent: Word,
    lower: int,
    upper: int,
    work: int,
) -> None:
    """Keep the bounds of a position's score, in place of the entry that took the least work."""
    place, rest = place_and_rest(known, cells, up, mover, opponent)
    slot, least = np.uint64(0), ONE << BESIDES
    for number in range(SLOTS):
        there = np.uint64(number)
        entry = known[place, there]
        if entry >> BESIDES == rest:
            slot = there
            break
        worth = entry >> (BOUND + BOUND) & ((ONE << WORK) - ONE)
        if worth < least:
            slot, least = there, worth
    known[place, slot] = (
        rest << BESIDES
        | logarithm(np.uint64(work)) << (BOUND + BOUND)
        | np.uint64(lower + ZERO) << BOUND
        | np.uint64(upper + ZERO)
    )


@helper(forceinline=True)
def logarithm(number: Word) -> Word:
    """Get how many bits a number has."""
    for shift in (1, 2, 4, 8, 16, 32):
        number |= number >> np.uint64(shift)
    return count_bits(number)
