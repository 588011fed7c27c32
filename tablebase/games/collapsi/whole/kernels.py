"""Kernels of the whole game: compiled loops over plain arrays that know nothing of the driver.

A *record* is a 64-bit word of four bit planes: bit ``16 * b + q`` is bit b of the code of the
position with the opponent on cell q. All planes set, code 15, means no entry.

A *word* is the letters on the cells of a shape, two bits each, the first cell's uppermost; a
letter is the number of a card's value among the deck's. Words of n letters are cut into
``n - n // 2`` *high* and ``n // 2`` *low* letters for table look-ups.

All indices are unsigned: signed ones may wrap around, which keeps LLVM from vectorising.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tablebase.engine.arrays import U8, U16, U32, U64
from tablebase.engine.kernels import helper, kernel

Int: TypeAlias = Any  # an int or a numpy integer


BLOCK = 512
"""How many words a kernel takes through all its loops at a time: their buffers fit L1 and L2."""

NO_ENTRIES = np.uint64(0xFFFF_FFFF_FFFF_FFFF)  # the record without any entry

PLANE = np.uint64(0xFFFF)
EVERY_PLANE = np.uint64(0x0001_0001_0001_0001)
_0 = np.uint64(0)
_1 = np.uint64(1)
_2 = np.uint64(2)
_3 = np.uint64(3)
_16 = np.uint64(16)
_32 = np.uint64(32)
_48 = np.uint64(48)
_LOW_32 = np.uint64(0xFFFF_FFFF)


# --- The board and the words -----------------------------------------------------------------


@kernel(inline="always")
def rank_word(word: Int, low_bits: Int, high: U64, low: U16) -> Int:
    """The rank of a word, whose low half has `low_bits`; the look-ups are as in `words.Words`."""
    entry = high[word >> low_bits]
    below = word & ((_1 << low_bits) - _1)
    return (entry & _LOW_32) + low[(entry >> _32 << low_bits) + below]


# --- The step from a layer to the next -------------------------------------------------------


@helper()
def locate(
    words: U32,  # shape (n,)
    cut: Int,  # bits of the words' low half
    high_moves: U32,  # permutations of the letters, for the words' two halves
    low_moves: U32,
    low_bits: Int,  # ranks of the successors' words, see `rank_word`
    high: U64,
    low: U16,
    offset: Int,  # where the successors' shape begins
    stride: Int,  # records for each of its words
    where: U64,  # output, shape (n,)
) -> None:
    """Where the successor records of some words begin."""
    mask = (_1 << cut) - _1
    for i in range(words.size):
        word = np.uint64(words[i])
        moved = np.uint64(high_moves[word >> cut] | low_moves[word & mask])
        where[i] = offset + stride * rank_word(moved, low_bits, high, low)


@helper()
def choose(words: U32, shift: Int, options: U64, chosen: U64) -> None:
    """``options[letter at shift]`` for each word."""
    for i in range(words.size):
        chosen[i] = options[np.uint64(words[i]) >> shift & _3]


@helper()
def fetch(source: U64, where: U64, orbit: Int, records: U64) -> None:
    """Read one record for each word."""
    for i in range(where.size):
        records[i] = source[where[i] + orbit]


@helper()
def accumulate_minimum(records: U64, reach: U64, barred: Int, cell: Int, best: U64) -> None:
    """Put the smallest code in reach into one cell of each word's record.

    `records` hold the opponent's codes after a move, by the mover's destination; `reach` masks the
    destinations; `barred`, the opponent's cell, is not one. `cell` is the opponent's cell in
    `best`, whose bits there must be 0.
    """
    for i in range(records.size):
        record = records[i]
        left = reach[i] & ~barred
        got = _0
        for plane in (3, 2, 1, 0):
            zeros = left & ~(record >> np.uint64(16 * plane))
            if zeros & PLANE == _0:
                got |= _1 << np.uint64(16 * plane)
            else:
                left = zeros
        best[i] |= got << cell


@helper()
def finish(best: U64, cells: Int, target: U64) -> None:
    """Turn the smallest codes of successors into the movers' own, and store them.

    The rule is `values.from_successor`, 14 - s or 15 - s, on bit planes: all bits flip, and if s
    was below 8, the lower three count down by one. (That gives the wrong code for a loss in 14 in
    the successor, which needs more than 16 cards.) The opponent can stand on `cells`; other cells
    get no entry.
    """
    blank = ~(cells * EVERY_PLANE)
    for i in range(best.size):
        p0 = best[i]
        p1 = p0 >> _16
        p2 = p0 >> _32
        p3 = p0 >> _48
        borrow1 = p0 & ~p3
        borrow2 = borrow1 & p1
        code = (p0 ^ p3) & PLANE
        code |= (~p1 ^ borrow1) << _16 & PLANE << _16
        code |= (~p2 ^ borrow2) << _32 & PLANE << _32
        code |= ~p3 << _48
        target[i] = code | blank


@kernel()
def solve_words(
    words: U32,  # shape (n,)
    cut: Int,  # bits of the words' low half
    source: U64,  # records of the layer below, all shapes
    ranks: Any,  # (low_bits, high, low) of the layer below, see `rank_word`
    movers: U64,  # rows of: letter's shift, mask of the opponent's cells, first and last route
    routes: U64,  # rows of: offset and stride of the successors' shape, first and last read
    moves: Any,  # permutations of letters, U32 of shapes (routes, 2**high bits), (routes, 2**cut)
    options: U64,  # (routes, 4): destinations for each letter, as cells of the successors' shape
    reads: U64,  # rows of: number of the record, the opponent's cell there as a mask, and here
    target: U64,  # output, shape (n, movers): the records
) -> None:
    """Solve all positions of one shape for some words."""
    low_bits, high, low = ranks
    where = np.empty(BLOCK, np.uint64)
    reach = np.empty(BLOCK, np.uint64)
    records = np.empty(BLOCK, np.uint64)
    best = np.empty(BLOCK, np.uint64)
    for begin in range(0, words.size, BLOCK):
        here = words[begin : begin + BLOCK]
        n = here.size
        for mover in range(movers.shape[0]):
            shift, cells, first_route, last_route = movers[mover]
            best[:n] = _0
            for route in range(first_route, last_route):
                offset, stride, first_read, last_read = routes[route]
                locate(
                    here, cut, moves[0][route], moves[1][route], low_bits, high, low, offset,
                    stride, where,
                )  # fmt: skip
                choose(here, shift, options[route], reach)
                for read in range(first_read, last_read):
                    orbit, barred, cell = reads[read]
                    fetch(source, where[:n], orbit, records)
                    accumulate_minimum(records[:n], reach, barred, cell, best)
            finish(best[:n], cells, target[begin : begin + n, mover])


# --- Storage ----------------------------------------------------------------------------------


@kernel()
def spread(
    records: U64,  # of a shape, shape (words, movers)
    orbit: Int,  # number of the mover
    opponents: U8,  # shape (n,)
    codes: U8,  # output, shape (n, words)
) -> None:
    """The codes of one mover, by opponent. Memory is read in order, once for all opponents."""
    here = np.empty(BLOCK, np.uint64)
    for begin in range(0, records.shape[0], BLOCK):
        n = min(BLOCK, records.shape[0] - begin)
        for i in range(n):
            here[i] = records[begin + i, orbit]
        for number in range(opponents.size):
            cell = np.uint64(opponents[number])
            for i in range(n):
                codes[number, begin + i] = code_at(here[i], cell)


@kernel()
def arrange(
    codes: U8,  # by rank of the word, letters in the shape's own order
    words: U32,  # all words of the layer, read as letters in the order of storage
    same: Int,  # bits of the last letters, which are the same in both orders
    begins: Any,  # for each high half, whether words with it are stored
    high_moves: U32,  # what becomes of their halves when letters go to the shape's own order
    low_moves: U32,
    low_bits: Int,  # ranks of the layer's words, see `rank_word`
    high: U64,
    low: U16,
    first: Int,  # rank of the first word stored
    packed: U8,  # output: the even rank in the low half
) -> None:
    """Store codes in another order of letters, two a byte.

    Words that differ only in their last letters, which stay where they are, follow one another in
    both orders. This holds within a high half, whose words are all stored or all left out.
    """
    mask = (_1 << low_bits) - _1
    same = min(same, low_bits)
    rank = np.uint64(first)
    run, at = NO_ENTRIES, _0
    for i in range(words.size):
        word = np.uint64(words[i])
        if begins[word >> low_bits]:
            if word >> same == run:
                at += _1
            else:
                run = word >> same
                moved = np.uint64(high_moves[word >> low_bits] | low_moves[word & mask])
                at = rank_word(moved, low_bits, high, low)
            code = codes[at]
            if rank & _1:
                packed[rank >> _1] |= code << np.uint8(4)
            else:
                packed[rank >> _1] = code
            rank += _1


# --- Look-ups ---------------------------------------------------------------------------------


@kernel(inline="always")
def code_at(record: Int, cell: Int) -> Int:
    """The code of one cell of a record."""
    bits = record >> cell & EVERY_PLANE
    bits |= bits >> np.uint64(15)
    return (bits | bits >> np.uint64(30)) & np.uint64(15)


@helper()
def record_number(
    mover: Int,
    letters: Int,
    automorphism: U8,
    inverse: U8,
    shape: U64,
    cells: U8,
    orbits: U8,
    ranks: Any,
) -> Int:
    """Where the record of a position lies; see `probe_many`."""
    start, stride, layer, low_bits, high_start, low_start = shape
    word = _0
    for i in range(layer):
        word = word << _2 | letters >> (_2 * np.uint64(inverse[cells[i]])) & _3
    entry = ranks[0][high_start + (word >> low_bits)]
    below = word & ((_1 << low_bits) - _1)
    rank = (entry & _LOW_32) + ranks[1][low_start + (entry >> _32 << low_bits) + below]
    return start + rank * stride + orbits[automorphism[mover]]


@kernel()
def probe_many(
    face_up: U16,  # masks of the face-up cells, both pawns' among them
    mover: U8,
    opponent: U8,
    letters: U32,  # two bits a cell, cell 0 lowest; those face down do not matter
    records: U64,  # of all layers
    tables: Any,  # as from `lookup.record_tables`
    ranks: Any,  # look-ups of `rank_word` for all layers, one after the other
    codes: U8,  # output
) -> None:
    """The codes of positions, arrays of shape (n,)."""
    leads, shape_of, orbits, automorphisms, inverses, shapes, cells = tables
    numbers = np.empty(BLOCK, np.uint64)
    places = np.empty(BLOCK, np.uint64)
    for begin in range(0, face_up.size, BLOCK):
        n = min(BLOCK, face_up.size - begin)
        for i in range(n):
            at = begin + i
            mask = np.uint64(face_up[at])
            lead = np.uint64(leads[mask, np.uint64(mover[at])])
            shape = np.uint64(shape_of[mask])
            numbers[i] = record_number(
                np.uint64(mover[at]), np.uint64(letters[at]), automorphisms[lead],
                inverses[lead], shapes[shape], cells[shape], orbits[shape], ranks,
            )  # fmt: skip
            places[i] = automorphisms[lead, np.uint64(opponent[at])]
        for i in range(n):
            codes[begin + i] = code_at(records[numbers[i]], places[i])


@kernel()
def read_boards(
    cards: U8, face_up: U16, mover: U8, opponent: U8, letter_of: U8, caps: U8, letters: U32
) -> Int:
    """Layouts of cards, shape (n, cells), as letters of two bits a cell, cell 0 lowest.

    Returns the first row that is not a position after both first moves, -1 if all are. `letter_of`
    is the letter of each of 256 card values, 255 for jokers and for values that are not cards;
    `caps` is how many cards of each letter the deck has.
    """
    limit = np.uint64(0)
    for number in range(caps.size):
        limit |= (np.uint64(caps[number]) | np.uint64(0x80)) << np.uint64(8 * number)
    size = np.uint64(cards.shape[1])
    for i in range(cards.shape[0]):
        mask = np.uint64(face_up[i])
        p, q = np.uint64(mover[i]), np.uint64(opponent[i])
        ok = p < size and q < size and p != q and mask >> p & mask >> q & _1 == _1
        word = used = _0
        for cell in range(cards.shape[1]):
            letter = np.uint64(letter_of[cards[i, cell]])
            up = mask >> np.uint64(cell) & _1
            ok = ok and (up == _0 or letter < np.uint64(caps.size))
            word |= (letter & _3) << np.uint64(2 * cell)
            used += up << (np.uint64(8) * (letter & _3))
        guard = np.uint64(0x8080_8080) & limit
        if not ok or mask >> size != _0 or (limit - used) & guard != guard:
            return i
        letters[i] = word
    return -1
