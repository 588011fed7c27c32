"""The independent check of a file of a win/loss table.

It checks every checksum and count of lost positions, and derives a sample of each slab anew from
its successors, or every position. That shares the rules and where a position lies with the
induction, but none of its code or ideas: here moves are those of `Rules.takes`, played one at a
time, in plain numpy.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from tablebase.engine.tables.check import TableCheck
from tablebase.engine.tables.large_file import check_pieces
from tablebase.engine.tables.store import StoredCodes
from tablebase.games.nim.winloss.file import WinLossFile
from tablebase.games.nim.winloss.layout import COLUMNS, SLAB_CELLS, U64
from tablebase.games.nim.winloss.lookup import LostLookup

SAMPLE = 1000
"""Positions of each slab that are derived anew unless all are."""

LANES = 1 << COLUMNS
"""Positions in a word."""


def check(
    table: WinLossFile, *, full: bool = False, seed: int = 0, sample: int = SAMPLE
) -> Iterator[TableCheck]:
    """Check a file, every position or a random sample of each slab; yields as `check_pieces`."""
    rng = np.random.default_rng(seed)

    def check_slab(number: int, stored: StoredCodes) -> tuple[int, str]:
        counted = int(np.bitwise_count(stored.packed()).sum(dtype=np.int64))
        if counted != stored.attributes.get("losses"):
            return 0, f"{counted} positions are lost, not {stored.attributes.get('losses')}"
        if full:
            return 1 << SLAB_CELLS, _error_in_slab(table, number)
        places = rng.integers(1 << SLAB_CELLS, size=sample, dtype=np.uint64)
        return sample, _error_among(table, np.uint64(number << SLAB_CELLS) | places)

    return check_pieces(table, check_slab)


def _error_in_slab(table: LostLookup, number: int) -> str:
    """The first error in a slab; empty if there is none."""
    differ = table.slab(number) ^ derived_slab(table, number)
    words = np.flatnonzero(differ)
    if not words.size:
        return ""
    word = int(words[0])
    lane = (int(differ[word]) & -int(differ[word])).bit_length() - 1
    return _wrong(number << SLAB_CELLS | word << COLUMNS | lane)


def _error_among(table: LostLookup, stones: U64) -> str:
    """The first error among some positions; empty if there is none."""
    wrong = np.flatnonzero(table.lost(stones) != derived(table, stones))
    return _wrong(int(stones[wrong[0]])) if wrong.size else ""


def _wrong(stones: int) -> str:
    return f"position {stones:#x} does not follow from its moves"


def derived_slab(table: LostLookup, number: int) -> U64:
    """The words of a slab, from the positions after each move.

    Each take is one operation on all words that have its stones. The stones of a word, those of all
    rows but the lowest, are its number: an axis of length two for each. Those of the lowest row
    are the lane.
    """
    axes = (2,) * (SLAB_CELLS - COLUMNS)
    wins = np.zeros(axes, np.uint64)
    if number == 0 and table.frame.misere:
        wins.flat[0] = 1  # no stone is left: the opponent has taken the last one
    for taken, _ in table.frame.takes:
        above, low = taken >> SLAB_CELLS, taken & LANES - 1
        if number & above == above:
            here = taken >> COLUMNS
            bits = [here >> bit & 1 for bit in reversed(range(len(axes)))]
            before, after = (tuple(n if bit else slice(None) for bit in bits) for n in (1, 0))
            lost = table.slab(number & ~above).reshape(axes)[after]
            wins[before] |= (lost & _without(low)) << np.uint64(low) if low else lost
    return ~wins.reshape(-1)


def _without(stones: int) -> np.uint64:
    """The lanes that have none of some stones of the lowest row."""
    return np.uint64(sum(1 << lane for lane in range(LANES) if not lane & stones))


def derived(table: LostLookup, stones: U64) -> npt.NDArray[np.bool_]:
    """Whether the side to move loses, from the positions after each move."""
    frame = table.frame
    # If taking the last stone loses, the side to move when none is left has won.
    wins: npt.NDArray[np.bool_] = (stones == 0) & frame.misere
    for taken, _ in frame.takes:
        mask = np.uint64(taken)
        there = np.flatnonzero(stones & mask == mask)
        wins[there] |= table.lost(stones[there] & ~mask)
    lost: npt.NDArray[np.bool_] = ~wins
    return lost
