"""The kernel of exact scores: how often strategies keep the win in positions before some records.

Features that are not *far* depend on only a few cards: those that the pawns stand on, and those
that they could move to next. Many words have the same letters there, so these features are cached
by those letters, and looked up for the next such word.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.arrays import I64, U32, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.path_kernels import ONE, count_bits, lowest
from tablebase.games.collapsi.strategy.feature_kernels import Int, View, bit, ends_of, lay
from tablebase.games.collapsi.strategy.kernels import classify, judge
from tablebase.games.collapsi.whole.kernels import code_at

ALL, DEALS = 0, 1
"""How positions are weighted: each once, or each by the number of deals that share it."""

SLOTS_BITS = 10
"""Base 2 logarithm of the number of words whose near features are cached for each cell."""

_0 = np.uint64(0)
_3 = np.uint64(3)
_48 = np.uint64(48)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # multiplied with numbers, it spreads them
_SHIFT = np.uint64(64 - SLOTS_BITS)
_NO_WORD = np.uint64(1 << 63)


@kernel()
def score_words(
    words: U32,  # the cards on the cells of a shape, shape (n,)
    cells: I64,  # its cells, in the order of the words' letters
    letters: I64,  # rows of: a letter's card, and what it adds to the number of a set of cards
    view: View,  # of the board, its cards to be laid here
    source: U64,  # records of the shape, shape (n, movers)
    movers: I64,  # rows of: the cell of the player to move, their first and last departure
    departures: U64,  # rows of: destinations, what the card left adds to the number, row of `out`
    deals: I64,  # number of deals in which a set of cards lies on given cells, by the set's number
    near_terms: I64,  # those whose features are not far, see `features`
    far_terms: I64,  # the others
    spans: I64,  # each strategy's first preference, then the number of all preferences
    signed: I64,  # the signed distance of each code
    out: I64,  # output, (strategies, rows, 2, 1 + cells): ALL, then DEALS; first the critical
    # positions, then how many chosen moves keep the win, by the number of moves chosen
) -> None:
    """Add up how often strategies keep the win in the positions one ply before some records."""
    strategies, preferences = spans.size - 1, spans[-1]
    size, ends = view.cards.size, view.ends
    order = np.empty(size, np.int64)
    classes = np.empty((strategies, size), np.uint64)
    keys = np.zeros((size, preferences), np.int64)
    places = np.zeros(size, np.uint64)
    seen = np.zeros((size, letters.shape[0], letters.shape[0]), np.uint64)
    known = np.empty(size << SLOTS_BITS, np.uint64)
    known_keys = np.empty((known.size, preferences), np.int64)
    face_up = _0
    for place in range(cells.size):
        face_up |= bit(cells[place])
        places[cells[place]] = 2 * (cells.size - 1 - place)
    for mover in range(movers.shape[0]):
        they, first, last = movers[mover, 0], movers[mover, 1], movers[mover, 2]
        others = face_up & ~bit(they)
        known[:] = _NO_WORD
        see(view, face_up, cells, they, letters, places, seen)
        for i in range(words.size):
            record = source[i, mover]
            lost = ~(record >> _48) & others
            if not lost or lost == others:
                continue
            used = lay_word(words[i], cells, letters, view)
            if far_terms.shape[0]:
                set_ends(record, others, signed, ends)
            waiting = others
            while waiting:
                you = np.int64(lowest(waiting))
                waiting &= waiting - ONE
                row = row_of(words[i], you, they, places, seen, known)
                if row < 0:
                    row = ~row
                    known_keys[row] = 0
                    judge(view, face_up, you, they, near_terms, known_keys, row)
                for preference in range(preferences):
                    keys[you, preference] = known_keys[row, preference]
                judge(view, face_up, you, they, far_terms, keys, you)
            for number in range(strategies):
                classify(keys, spans[number], spans[number + 1], others, order, classes[number])
            for departure in range(first, last):
                to, adds = departures[departure, 0], departures[departure, 1]
                winning = to & lost
                weight = deals[used + np.int64(adds)]
                if winning and winning != to and weight:
                    add_kept(classes, to, lost, weight, out, departures[departure, 2])


@helper(_nrt=False)
def see(
    view: View, face_up: Any, cells: I64, they: Int, letters: I64, places: U64, seen: U64
) -> None:
    """Set the letters of a word that near features depend on, by your cell and both letters."""
    columns, kinds = view.columns, view.lying.size
    for theirs in range(letters.shape[0]):
        columns[they] = they * kinds + letters[theirs, 0] - 1
        for you in cells:
            if you == they:
                continue
            for mine in range(letters.shape[0]):
                columns[you] = you * kinds + letters[mine, 0] - 1
                near = bit(they) | bit(you) | ends_of(view, face_up, they)
                near |= ends_of(view, face_up, you) | ends_of(view, face_up & ~bit(they), you)
                seen[you, theirs, mine] = _0
                while near:
                    seen[you, theirs, mine] |= _3 << places[lowest(near)]
                    near &= near - ONE


@helper(forceinline=True, _nrt=False)
def row_of(word: Any, you: Int, they: Int, places: U64, seen: U64, known: U64) -> Any:
    """The row where the near keys of a cell are cached; its complement if they are not there."""
    letters = np.uint64(word)
    mine, theirs = letters >> places[you] & _3, letters >> places[they] & _3
    read = letters & seen[you, theirs, mine]
    row = you << SLOTS_BITS | np.int64(read * _SPREAD >> _SHIFT)
    if known[row] == read:
        return row
    known[row] = read
    return ~row


@helper(_nrt=False)
def lay_word(word: Any, cells: I64, letters: I64, view: View) -> Any:
    """Lay the cards of a word on its cells; returns the number of their set, see `score_words`."""
    columns, cards, kinds = view.columns, view.cards, view.lying.size
    used = 0
    for place in range(cells.size):
        letter = word >> np.uint64(2 * (cells.size - 1 - place)) & _3
        cell, card = cells[place], letters[letter, 0]
        cards[cell] = card
        columns[cell] = cell * kinds + card - 1
        used += letters[letter, 1]
    lay(view)
    return used


@helper(_nrt=False)
def set_ends(record: Any, others: Any, signed: I64, ends: I64) -> None:
    """Set the distances to the end for each cell that you may stand on."""
    while others:
        you = np.int64(lowest(others))
        others &= others - ONE
        ends[you] = signed[code_at(record, np.uint64(you))]


@helper(_nrt=False)
def add_kept(classes: U64, to: Any, lost: Any, weight: Int, out: I64, row: Any) -> None:
    """Add whether strategies keep the win, given their classes, in `weight` deals."""
    for number in range(classes.shape[0]):
        place = 0
        while not classes[number, place] & to:
            place += 1
        made = classes[number, place] & to
        kept = np.int64(count_bits(made & lost))
        chosen = count_bits(made)
        out[number, row, ALL, 0] += 1
        out[number, row, ALL, chosen] += kept
        out[number, row, DEALS, 0] += weight
        out[number, row, DEALS, chosen] += weight * kept
