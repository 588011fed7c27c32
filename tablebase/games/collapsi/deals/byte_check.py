"""The independent check of a table of one byte a position: every entry is derived again.

It shares the rules and the index with the induction, but none of its code or ideas. Each pawn's
simple paths are listed once; an end is legal if all cells of some path to it are face up. Each
code is compared with the codes of its successors, which are looked up by rank.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import U32, Codes
from tablebase.engine.jobs.shards import completed
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.deals.layout import DealLayout
from tablebase.games.collapsi.deals.opening_check import first_bad_opening
from tablebase.games.collapsi.rules import BYTE_CODING
from tablebase.games.collapsi.walks import simple_paths

Word = int | np.uint64

ONE, TWO = np.uint64(1), np.uint64(2)
NO_ENTRY = np.uint8(255)
NONE = np.int64(-1)

MODULUS = np.uint64(37)
PLACES = np.zeros(37, np.uint64)
PLACES[[2**place % 37 for place in range(36)]] = range(36)
"""The place of a bit, by its remainder modulo 37: all powers of 2 below 2**36 differ in it."""


def first_error(layout: DealLayout, codes: Codes) -> int | None:
    """The lowest rank whose code does not follow from its successors; None if all do.

    `codes` has one code a byte, shape ``(index.size,)``.
    """
    index = layout.index

    def check(mover: int) -> np.int64:
        return first_bad_rank(codes, destinations(layout, mover), mover, index.free, index.landing)

    found = [bad for bad in completed(check, range(index.free)) if bad >= 0]
    return int(min(found)) if found else first_bad_opening(layout, codes, BYTE_CODING.no_entry)


def destinations(layout: DealLayout, mover: int) -> U32:
    """Where the paths of the pawn on slot `mover` end, for every face-up set.

    Returns masks of slots, uint32, shape ``(2**(f - 1),)``: one for each set of other face-up
    slots.
    """
    free, ends = layout.free, np.zeros(1 << layout.free - 1, np.uint32)
    for path in simple_paths(layout.neighbours, (mover,), layout.slot_cards[mover]):
        if max(path) < free:
            needed = sum(1 << slot - (slot > mover) for slot in path[1:])
            ends[needed] |= np.uint32(1 << path[-1])
    # Every larger set allows what a set allows: add slots one by one.
    for slot in range(free - 1):
        halves = ends.reshape(-1, 2, 1 << slot)
        halves[:, 1] |= halves[:, 0]
    return ends


@kernel()
def first_bad_rank(codes: Codes, ends: U32, mover: int, n_free: int, landing: bool) -> np.int64:
    """The lowest rank of a mover whose code does not follow from its successors; -1 if none.

    `ends` is from :func:`destinations`; `n_free` is the number of slots.
    """
    for opponent in range(n_free):
        if opponent != mover:
            bad = first_bad_of_pair(codes, ends, mover, opponent, n_free, landing)
            if bad >= 0:
                return bad
    return first_bad_shared(codes, ends, mover, n_free) if landing else NONE


@helper()
def first_bad_of_pair(
    codes: Codes, ends: U32, mover: int, opponent: int, n_free: int, landing: bool
) -> np.int64:
    """The same for the ranks with the pawns on two slots."""
    f, i, j = np.uint64(n_free), np.uint64(mover), np.uint64(opponent)
    # The opponent's place among the slots without the mover's.
    place = j - np.uint64(j > i)
    first = rank_of(np.uint64(0), i, j, f)
    for rest in range(ONE << f - TWO):
        others = with_gap(rest, place) | ONE << place
        below = with_gap(others, i)
        best = NO_ENTRY
        waiting = np.uint64(ends[others])
        while waiting:
            end = place_of(waiting & (~waiting + ONE))
            waiting &= waiting - ONE
            if end != j or landing:
                best = min(best, codes[rank_of(below, j, end, f)])
        if codes[first + rest] != expected(best):
            return np.int64(first + rest)
    return NONE


@helper()
def first_bad_shared(codes: Codes, ends: U32, mover: int, n_free: int) -> np.int64:
    """The same for the ranks with both pawns on a slot, which the mover leaves face up."""
    f, i = np.uint64(n_free), np.uint64(mover)
    first = rank_of(np.uint64(0), i, i, f)
    for others in range(np.uint64(ends.size)):
        face_up = with_gap(others, i) | ONE << i
        best = NO_ENTRY
        waiting = np.uint64(ends[others])
        while waiting:
            best = min(best, codes[rank_of(face_up, i, place_of(waiting & (~waiting + ONE)), f)])
            waiting &= waiting - ONE
        if codes[first + others] != expected(best):
            return np.int64(first + others)
    return NONE


@helper(forceinline=True)
def place_of(bit: Word) -> Word:
    """The slot of a mask with one bit."""
    place: np.uint64 = PLACES[bit % MODULUS]
    return place


@helper(forceinline=True)
def expected(best: np.uint8) -> np.uint8:
    """The code that follows from the smallest code of a successor."""
    return np.uint8(254 - best) if best < 128 else np.uint8(255 - best)


@helper(forceinline=True)
def rank_of(face_up: Word, mover: Word, opponent: Word, f: Word) -> Word:
    """Rank a position as `tablebase.games.collapsi.deals.index` says."""
    if mover == opponent:
        return (f * (f - ONE) << f - TWO) + (mover << f - ONE) + without(face_up, mover)
    pair = mover * (f - ONE) + opponent - np.uint64(opponent > mover)
    low, high = min(mover, opponent), max(mover, opponent)
    return (pair << f - TWO) + without(without(face_up, high), low)


@helper(forceinline=True)
def without(face_up: Word, slot: Word) -> Word:
    """Take a slot out of a set and close the gap."""
    return face_up >> slot + ONE << slot | face_up & (ONE << slot) - ONE


@helper(forceinline=True)
def with_gap(others: Word, slot: Word) -> Word:
    """Open a gap for a slot in a set; the inverse of `without`."""
    return others >> slot << slot + ONE | others & (ONE << slot) - ONE
