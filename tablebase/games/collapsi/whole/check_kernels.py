"""The kernel of the check of a whole game: each entry against its successors' entries.

All codes of a layer lie in one array, packed as in the file. An *entry* is the number of a code
there, and a *word* the letters of a position's face-up cards; see docs/format.md. A *route* leads
from all positions with some face-up cells and pawns to those after one move: the letters are put
into another order, and one is dropped.

All indices are unsigned: mixed with signed ones they would become floating-point numbers.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tablebase.engine.arrays import U8, U16, U32, U64
from tablebase.engine.kernels import helper, kernel

Int: TypeAlias = Any
"""An int or a numpy integer."""


BLOCK = 4096
"""How many words take all routes at a time, so that their codes stay in the nearest cache."""

DROPPED = 63
"""Replaces a letter's new shift if the letter is not in the successor's word."""

NONE = np.int64(-1)

_0 = np.uint64(0)
_1 = np.uint64(1)
_2 = np.uint64(2)
_3 = np.uint64(3)
_15 = np.uint64(15)
_32 = np.uint64(32)
_LOW_32 = np.uint64(0xFFFF_FFFF)


@kernel()
def derive(
    words: U32,  # shape (n,)
    below: U8,  # codes of the layer after a move
    mover: Int,  # shift of the mover's letter in a word
    tables: U64,  # (routes,): where the codes of the successors begin
    letters: U64,  # (routes,): mask of the mover's letters with which the move is legal
    shifts: U64,  # (routes, letters of a word): where each goes, or DROPPED; the first letter first
    rank: Any,  # of the successors' words, see `check_index.Words.rank`
    derived: U8,  # output, shape (n,)
) -> None:
    """The codes of some words that follow from those after each move."""
    cut = _2 * np.uint64(shifts.shape[1] // 2)  # bits of a word's lower half
    lower, heads, numbers = rank
    upper_moved = permutations(shifts[:, : shifts.shape[1] - shifts.shape[1] // 2])
    lower_moved = permutations(shifts[:, shifts.shape[1] - shifts.shape[1] // 2 :])
    best = np.empty(BLOCK, np.uint8)
    begin = 0
    while begin < words.size:
        here = words[begin : end_of_run(words, begin, mover)]
        best[:] = 15
        for route in range(tables.size):
            if letters[route] >> (np.uint64(here[0]) >> mover & _3) & _1:
                take_smaller(
                    here, cut, upper_moved[route], lower_moved[route], below, tables[route],
                    lower, heads, numbers, best,
                )  # fmt: skip
        for i in range(here.size):
            derived[begin + i] = implied(np.uint64(best[i]))
        begin += here.size


@kernel()
def first_difference(derived: U8, codes: U8, entries: U64) -> np.int64:
    """The first of some codes that differs from its entry in a layer; -1 if there is none."""
    for i in range(entries.size):
        if code_at(codes, entries[i]) != derived[i]:
            return np.int64(i)
    return NONE


@kernel()
def put_all(derived: U8, codes: U8, begin: Int) -> None:
    """Write codes into a layer, one after the other, starting at an entry."""
    for i in range(derived.size):
        put(codes, begin + np.uint64(i), derived[i])


@kernel()
def expand(
    words: U32,  # all words
    held: U32,  # numbers of those that the file holds, ascending
    stored: U8,  # their codes, packed
    first: Int,  # number of the first one's code there
    turns: U64,  # (turns, letters of a word): where each goes, the first letter first
    rank: Any,  # of the words that the file holds
    codes: U8,  # output: of all words, packed
    begin: Int,  # number of the first one's code there
) -> None:
    """The codes of all words: a word that the file does not hold gets that of a turned word.

    A word that it holds gets its own code, even if a turned word is smaller and looked up instead.
    So every stored code is checked.
    """
    lower, heads, numbers = rank
    cut = _2 * np.uint64(turns.shape[1] // 2)
    upper_moved = permutations(turns[:, : turns.shape[1] - turns.shape[1] // 2])
    lower_moved = permutations(turns[:, turns.shape[1] - turns.shape[1] // 2 :])
    mask, lower_mask = (_1 << cut) - _1, (_1 << lower) - _1
    found = np.uint64(0)
    next_held = np.uint64(0)
    for i in range(words.size):
        if next_held < held.size and held[next_held] == i:
            found = next_held
            next_held += _1
        else:
            smallest = np.uint64(words[i])
            for turn in range(turns.shape[0]):
                turned = upper_moved[turn, words[i] >> cut] | lower_moved[turn, words[i] & mask]
                smallest = min(smallest, np.uint64(turned))
            head = heads[smallest >> lower]
            found = (head & _LOW_32) + np.uint64(numbers[(head >> _32) + (smallest & lower_mask)])
        put(codes, begin + np.uint64(i), code_at(stored, first + found))


@helper()
def end_of_run(words: U32, begin: Int, shift: Int) -> Int:
    """The end of a run of words, at most a block, that differ only in letters below a shift."""
    most = min(begin + BLOCK, words.size)
    end = begin + 1
    while end < most and words[end] >> shift == words[begin] >> shift:
        end += 1
    return end


@helper()
def permutations(shifts: U64) -> U32:
    """What each row of new shifts makes of each pattern of letters, the first letter uppermost."""
    moved = np.zeros((shifts.shape[0], 1 << 2 * shifts.shape[1]), np.uint32)
    for row in range(shifts.shape[0]):
        done = 1
        for place in range(shifts.shape[1] - 1, -1, -1):
            shift = shifts[row, place]
            for letter in range(1, 4 if shift != DROPPED else 1):
                for pattern in range(done):
                    moved[row, letter * done + pattern] = np.uint64(letter) << shift | np.uint64(
                        moved[row, pattern]
                    )
            if shift == DROPPED:
                for pattern in range(done, 4 * done):
                    moved[row, pattern] = moved[row, pattern % done]
            done *= 4
    return moved


@helper()
def take_smaller(
    words: U32, cut: Int, upper_moved: U32, lower_moved: U32, below: U8, table: Int,
    lower: Int, heads: U64, numbers: U16, best: U8,
) -> None:  # fmt: skip
    """Put the codes after a move where they are smaller than the best so far."""
    mask, lower_mask = (_1 << cut) - _1, (_1 << lower) - _1
    for i in range(words.size):
        word = np.uint64(words[i])
        after = np.uint64(upper_moved[word >> cut] | lower_moved[word & mask])
        head = heads[after >> lower]
        rank = (head & _LOW_32) + np.uint64(numbers[(head >> _32) + (after & lower_mask)])
        best[i] = min(best[i], np.uint8(code_at(below, table + rank)))


@helper(forceinline=True)
def code_at(codes: U8, entry: Int) -> Int:
    """The code of an entry."""
    return np.uint64(codes[entry >> _1]) >> ((entry & _1) << _2) & _15


@helper(forceinline=True)
def put(codes: U8, entry: Int, code: Int) -> None:
    """Write the code of an entry; the entry before it must have been written."""
    shifted = np.uint8(np.uint64(code) << ((entry & _1) << _2))
    codes[entry >> _1] = shifted if entry & _1 == _0 else codes[entry >> _1] | shifted


@helper(forceinline=True)
def implied(best: Int) -> Int:
    """The code that follows from the smallest code after a move; 15 if there is no move."""
    return np.uint64(14) - best if best < np.uint64(8) else _15 - best
