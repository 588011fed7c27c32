"""The transposition tables of a search: bounds of scores that have been proven.

A search either shares a small table with all others of its thread, or has one of its own.

The shared table is never cleared: each search has its own number, a *generation*, and ignores other
entries. A place has two entries, each of a word that says which cards are face up, and of
generation, pawns and bounds.

A table for one search alone (`packed`) has no generation. It holds twice as many positions in the
same memory, on boards of up to 42 cells, and keeps those whose proof took most work.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.engine.kernels import helper
from tablebase.games.collapsi.path_kernels import ONE, Word, count_bits
from tablebase.games.collapsi.search import packed

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
BYTE = np.uint64(255)
ZERO = 128
"""The score 0 in an entry."""


@helper(forceinline=True)
def probe(
    known: U64,
    generation: int | None,
    cells: Word,
    up: Word,
    mover: Word,
    opponent: Word,
    lower: int,
    upper: int,
) -> tuple[int, int]:
    """Get the bounds known of a position's score, else those given."""
    if generation is None:
        return packed.probe(known, cells, up, mover, opponent, lower, upper)
    place, tag = place_of(known, up, mover, opponent), tag_of(generation, mover, opponent)
    for slot in range(2):
        entry = known[place, np.uint64(2 * slot + 1)]
        if known[place, np.uint64(2 * slot)] == up and (entry ^ tag) >> np.uint64(16) == 0:
            return int(entry >> np.uint64(8) & BYTE) - ZERO, int(entry & BYTE) - ZERO
    return lower, upper


@helper(forceinline=True)
def store(
    known: U64,
    generation: int | None,
    cells: Word,
    up: Word,
    mover: Word,
    opponent: Word,
    lower: int,
    upper: int,
    work: int,
) -> None:
    """Keep the bounds of a position's score, whose proof took `work` positions.

    The first of the two entries at a shared table's place is kept for the position with more
    face-up cards: its proof took longer. The second takes any.
    """
    if generation is None:
        packed.store(known, cells, up, mover, opponent, lower, upper, work)
    else:
        place, tag = place_of(known, up, mover, opponent), tag_of(generation, mover, opponent)
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
            tag | np.uint64(lower + ZERO) << np.uint64(8) | np.uint64(upper + ZERO)
        )


@helper(forceinline=True)
def place_of(known: U64, up: Word, mover: Word, opponent: Word) -> Word:
    """Get the place of a position's two entries."""
    mixed = (up ^ mover << np.uint64(57) ^ opponent << np.uint64(51)) * MULTIPLIER
    mixed ^= mixed >> np.uint64(29)
    mixed *= MULTIPLIER
    return (mixed >> np.uint64(24)) & np.uint64(known.shape[0] - 1)


@helper(forceinline=True)
def tag_of(generation: int, mover: Word, opponent: Word) -> Word:
    """Get what an entry must hold besides the face-up cards: generation and pawns."""
    return (
        np.uint64(generation) << np.uint64(32) | mover << np.uint64(24) | opponent << np.uint64(16)
    )
