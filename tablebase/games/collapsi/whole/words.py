"""Words: the ways to lay cards on some cells, ranked by look-ups in two halves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import numpy as np

from tablebase.engine.arrays import I64, U16, U32, U64, Bools
from tablebase.games.collapsi.fast import WHOLE
from tablebase.support.lazy import cached_property

Moves = tuple[U32, U32]
"""What permutations of letters make of the high and low halves, shape (permutations, patterns)."""

Turns = tuple[tuple[int, ...], ...]
"""Ways to read a word's letters in another order: for each place the place that is read."""

MAX_LETTERS = WHOLE.kinds


def _letter_counts(length: int) -> I64:
    """How often each letter occurs in each pattern of letters, eight bits a letter."""
    counts = np.zeros(1, np.int64)
    for _ in range(length):
        counts = np.add.outer(1 << 8 * np.arange(MAX_LETTERS), counts).ravel()
    return counts


def _fits(counts: I64, limit: Any) -> Bools:
    """Whether no letter count is over its limit; both packed as in `_letter_counts`."""
    guard = 0x80808080
    fits: Bools = ((limit | guard) - counts & guard) == guard
    return fits


class Words:
    """The words of one length: the ways to lay the deck's cards on that many cells.

    `caps` is how many cards of each letter the deck has.
    """

    def __init__(self, length: int, caps: tuple[int, ...]) -> None:
        self.length = length
        self.low_letters = length // 2
        self.high_letters = length - self.low_letters
        self._caps = caps
        self._without: dict[Turns, Words] = {}

    @cached_property
    def _halves(self) -> tuple[Any, ...]:
        """The possible high halves, the row of each, and the low halves of each row."""
        limit = sum(cap << 8 * letter for letter, cap in enumerate(self._caps))
        used = _letter_counts(self.high_letters)
        possible = np.flatnonzero(_fits(used, limit))
        left, row = np.unique(limit - used[possible], return_inverse=True)
        fits = _fits(_letter_counts(self.low_letters), left[:, None])
        return possible, row, fits, fits.sum(axis=1)[row]

    @cached_property
    def high(self) -> U64:
        """For each high half, the number of words before the first word with it.

        The upper 32 bits hold the row of `low` for the letters that it leaves.
        """
        possible, row, _, completions = self._halves
        number = np.zeros(4**self.high_letters, np.uint64)
        number[possible] = completions
        high: U64 = np.cumsum(number) - number
        high[possible] |= row.astype(np.uint64) << np.uint64(32)
        return high

    @cached_property
    def low(self) -> U16:
        """For each row and low half, the number of smaller low halves that fit."""
        fits = self._halves[2]
        low: U16 = (np.cumsum(fits, axis=1) - fits).astype(np.uint16).ravel()
        return low

    @cached_property
    def words(self) -> U32:
        """All words in lexicographic order."""
        possible, row, fits, completions = self._halves
        rest = [np.flatnonzero(row_fits) for row_fits in fits]
        upper = possible.repeat(completions) << 2 * self.low_letters
        lower = np.concatenate([rest[r] for r in row])
        words: U32 = (upper | lower).astype(np.uint32)
        return words

    @cached_property
    def count(self) -> int:
        """Number of words."""
        return int(self._halves[3].sum())

    @cached_property
    def begins(self) -> Bools:
        """Whether a word begins with each high half."""
        begins = np.zeros(4**self.high_letters, bool)
        begins[self._halves[0]] = True
        return begins

    def without(self, turns: Turns) -> Words:
        """The words that stand for all, if turning a word makes no difference.

        A word is left out if its high half shows that a turn makes it smaller. The smallest word of
        an orbit always stays.
        """
        if not turns:
            return self
        found = self._without.get(turns)
        if found is None:
            possible, row, fits, completions = self._halves
            stay = ~_shrinks(turns, self.high_letters)[possible]
            found = Words(self.length, self._caps)
            found._halves = possible[stay], row[stay], fits, completions[stay]
            found.low = self.low
            self._without[turns] = found
        return found

    def rank(self, words: Any) -> Any:
        """The rank of a word, or of each of an array of words; ``words[rank]`` is the inverse."""
        words = np.asarray(words, np.uint64)
        entry = self.high[words >> self.low_bits]
        below = words & np.uint64((1 << 2 * self.low_letters) - 1)
        first = entry & np.uint64(0xFFFFFFFF)
        return first + self.low[(entry >> np.uint64(32) << self.low_bits) + below]

    @property
    def low_bits(self) -> np.uint64:
        """Bits of a word's low half."""
        return np.uint64(2 * self.low_letters)

    @property
    def ranks(self) -> tuple[np.uint64, U64, U16]:
        """The look-ups of `kernels.rank_word`."""
        return self.low_bits, self.high, self.low

    def moves(self, shifts: Sequence[Sequence[int]]) -> Moves:
        """Tables of permutations of letters, given each letter's new shift, -1 if it is dropped."""
        high = np.stack([_permutation_table(row[: self.high_letters]) for row in shifts])
        low = np.stack([_permutation_table(row[self.high_letters :]) for row in shifts])
        return high, low


def _shrinks(turns: Turns, length: int) -> Bools:
    """Whether each pattern of a word's first letters shows that a turn makes the word smaller.

    Letters are compared as long as those of the turned word are known.
    """
    patterns, shrinks = np.arange(4**length), np.zeros(4**length, bool)
    for turn in turns:
        known = list(takewhile(lambda place: place < length, turn[:length]))
        turned = np.zeros_like(patterns)
        for place in known:
            turned = turned << 2 | patterns >> 2 * (length - 1 - place) & 3
        shrinks |= turned < patterns >> 2 * (length - len(known))
    return shrinks


def _permutation_table(shifts: Sequence[int]) -> U32:
    """What each pattern of letters becomes when its letters move, shape ``(4**n,)``."""
    table = np.zeros(1, np.uint32)
    letters = np.arange(MAX_LETTERS, dtype=np.uint32)
    for shift in reversed(shifts):
        moved = letters << np.uint32(shift) if shift >= 0 else np.zeros_like(letters)
        table = (moved[:, None] | table).ravel()
    return table
