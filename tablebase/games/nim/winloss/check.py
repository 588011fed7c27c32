"""The independent check of a file of a win/loss table.

It checks every checksum and count of lost positions, and derives every position, or a sample of
each slab, again from its successors. It shares the rules and the layout with the induction, but
none of its code or ideas: here moves are those of `Rules.takes`, played one at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Protocol

import numpy as np

from tablebase.engine.arrays import U64, Bools
from tablebase.engine.kernels import kernel
from tablebase.engine.tables.chunks import ChunkedCodes
from tablebase.engine.tables.store import StoredCodes
from tablebase.games.nim.rules import Rules
from tablebase.games.nim.winloss.layout import COLUMNS, SLAB_CELLS, SLAB_WORDS
from tablebase.games.nim.winloss.lookup import LostLookup

SAMPLE = 1000
"""Positions of each slab that are derived again, unless all are."""

KEPT = 1024
"""Slabs of 2 MiB to keep in memory while every position is derived again. On 6x6 a slab is then
read twice on average, and with a quarter of this memory five times."""

LANES = 1 << COLUMNS
"""Positions in a word."""


class Slabs(LostLookup, Protocol):
    """A win/loss table in a file."""

    def read(self, piece: int) -> StoredCodes:
        """A slab with its attributes, as HDF5 finds it."""

    def piece(self, piece: int) -> ChunkedCodes:
        """A slab as a look-up finds it."""


def check_slab(file: Slabs, number: int, *, full: bool, seed: int) -> tuple[int, str]:
    """Check every position of a slab, or a random sample; return their number and the first error.

    The error is empty if there is none.
    """
    stored = file.read(number)
    stored.frames()  # the chunks that HDF5 finds, beside those that a look-up finds
    losses = stored.attributes.get("losses")
    counted = int(np.bitwise_count(file.piece(number).packed()).sum(dtype=np.int64))
    if counted != losses:
        return 0, f"{counted} positions are lost, not {losses}"
    if full:
        return 1 << SLAB_CELLS, _error_in_slab(file, number)
    rng = np.random.default_rng([seed, number])
    places = rng.integers(1 << SLAB_CELLS, size=SAMPLE, dtype=np.uint64)
    return SAMPLE, _error_among(file, np.uint64(number << SLAB_CELLS) | places)


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
    """The words of a slab, from the positions after each move."""
    wins = np.zeros(SLAB_WORDS, np.uint64)
    if number == 0 and table.frame.misere:
        wins[0] = 1  # no stone is left: the opponent has taken the last one
    for above, takes in _takes_by_slab(table.frame):
        if number & above == above:
            lost = table.slab(number & ~above)
            for taken, low in takes:
                add_wins(lost, taken, low, _without(low), wins)
    return ~wins


def _takes_by_slab(frame: Rules) -> Iterator[tuple[int, list[tuple[np.uint64, np.uint64]]]]:
    """The takes, by the stones that they remove from a slab's number.

    The rest of a take comes in two parts: stones from the number of a word, and from the lowest
    row.
    """
    by_slab: dict[int, list[tuple[np.uint64, np.uint64]]] = {}
    for taken, _ in frame.takes:
        word, low = taken % (1 << SLAB_CELLS) >> COLUMNS, taken % LANES
        by_slab.setdefault(taken >> SLAB_CELLS, []).append((np.uint64(word), np.uint64(low)))
    yield from by_slab.items()


@kernel()
def add_wins(lost: U64, taken: Any, low: Any, without: Any, wins: U64) -> None:
    """Add to the words of a slab the positions that win by taking some stones.

    `lost` are the words of the slab that the move leads to. `taken` are the stones it takes, as
    bits of a word's number; `low` are those it takes from the lowest row, and `without` is the
    lanes without these.
    """
    six, row = np.uint64(6), np.uint64(63)
    upper, second = taken >> six, taken & row
    number, end = upper, np.uint64(wins.size) >> six
    while number < end:
        before, after = number << six, (number ^ upper) << six
        if second == 0:  # the same as below, in a form that the compiler vectorises
            for word in range(np.uint64(64)):
                wins[before | word] |= (lost[after | word] & without) << low
        else:
            word = second
            while word <= row:
                wins[before | word] |= (lost[after | word ^ second] & without) << low
                word = word + np.uint64(1) | second
        number = number + np.uint64(1) | upper


@cache
def _without(stones: np.uint64) -> np.uint64:
    """The lanes that have none of some stones of the lowest row."""
    return np.uint64(sum(1 << lane for lane in range(LANES) if not lane & int(stones)))


def derived(table: LostLookup, stones: U64) -> Bools:
    """Whether the side to move loses, from the positions after each move."""
    frame = table.frame
    # If taking the last stone loses, the side to move has won when no stone is left.
    wins: Bools = (stones == 0) & frame.misere
    for taken, _ in frame.takes:
        mask = np.uint64(taken)
        there = np.flatnonzero(stones & mask == mask)
        wins[there] |= table.lost(stones[there] & ~mask)
    lost: Bools = ~wins
    return lost
