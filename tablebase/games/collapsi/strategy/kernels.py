"""Kernels that apply strategies: which moves one prefers, and how often these keep the win.

`terms` are preferences, rows of (number of the preference, number of the feature, weight). The
*classes* of a strategy are masks of the cells to move to: the first holds those that it prefers
to all others, and so on. They depend on the position after the move alone, so all positions with a
move to it share them: of its moves, a strategy makes those in the first class that has any.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.path_kernels import ONE, count_bits, lowest
from tablebase.games.collapsi.strategy.feature_kernels import (
    Int,
    View,
    bit,
    lay,
    replies,
    value,
    view_of,
)
from tablebase.games.collapsi.whole.kernels import code_at

I64: TypeAlias = npt.NDArray[np.int64]
U32: TypeAlias = npt.NDArray[np.uint32]
U64: TypeAlias = npt.NDArray[np.uint64]

ALL, DEALS = 0, 1
"""How positions are weighted: each once, or each by the number of deals that share it."""

_0 = np.uint64(0)
_3 = np.uint64(3)
_48 = np.uint64(48)


@kernel()
def fill_reach(near: U64, steps: Int, jokers: U64, table: Any) -> None:
    """Fill the table of `reach.Reach`, in which a pawn's own cell is face up or not.

    `jokers` are the numbers of steps that each edition allows, bit s - 1 for s. A path of s steps
    is a step to a neighbour, and a path of s - 1 steps from there that avoids the start.
    """
    cells = near.size
    kinds = table.shape[1] // (cells + 1)
    for row in range(table.shape[0]):
        face_up = np.uint64(row)
        for cell in range(cells):
            if face_up & bit(cell):
                without = face_up & ~bit(cell)
                for column in range(cell * kinds, (cell + 1) * kinds):
                    table[row, column] = table[without, column]
        for cell in range(cells):
            if not face_up & bit(cell):
                fill_cell(near[cell] & face_up, cell * kinds, kinds, steps, jokers, table[row])
        for column in range(cells * kinds):
            if count_bits(np.uint64(table[row, column])) <= ONE:
                table[row, cells * kinds + column % kinds] |= bit(column // kinds)


@helper(_nrt=False)
def fill_cell(first: Any, column: Int, kinds: Int, steps: Int, jokers: U64, row: Any) -> None:
    """Fill the columns of a cell, given the cells one step away, whose columns are filled."""
    row[column] = first
    for number in range(1, steps):
        ends = _0
        waiting = first
        while waiting:
            ends |= np.uint64(row[lowest(waiting) * kinds + number - 1])
            waiting &= waiting - ONE
        row[column + number] = ends
    for edition in range(jokers.size):
        ends = _0
        for number in range(steps):
            if jokers[edition] >> np.uint64(number) & ONE:
                ends |= np.uint64(row[column + number])
        row[column + steps + edition] = ends


@helper(forceinline=True, _nrt=False)
def judge(view: View, face_up: Any, you: Int, they: Int, terms: I64, keys: I64, row: Int) -> None:
    """Add the terms of a strategy for one position after a move to a row of `keys`."""
    for term in range(terms.shape[0]):
        found = value(terms[term, 1], view, face_up, you, they)
        keys[row, terms[term, 0]] += terms[term, 2] * found


@kernel()
def feature_values(
    reach: Any,  # the view, see `feature_kernels`
    columns: U64,
    cards: I64,
    near: U64,
    far: I64,
    ends: I64,
    face_up: Int,  # the mask of the face-up cells after the move
    they: Int,
    features: I64,  # their numbers
    found: I64,  # output, (cells, features), for each cell you may stand on
) -> None:
    """The values of some features wherever you may have come to."""
    view = view_of(reach, columns, cards, near, far, ends)
    left = np.uint64(face_up) & ~bit(they)
    while left:
        you = np.int64(lowest(left))
        left &= left - ONE
        for number in range(features.size):
            found[you, number] = value(features[number], view, np.uint64(face_up), you, they)


@kernel()
def move_values(
    reach: Any,  # the view, see `feature_kernels`
    columns: U64,
    cards: I64,
    near: U64,
    far: I64,
    moves: I64,  # rows of: the mask of the face-up cells after the move, you, they
    found: Any,  # output, (moves, n): the first n features, which need no distance to the end
) -> None:
    """The values of some features after some moves."""
    view = view_of(reach, columns, cards, near, far, np.zeros(cards.size, np.int64))
    for move in range(moves.shape[0]):
        face_up, you, they = np.uint64(moves[move, 0]), moves[move, 1], moves[move, 2]
        for feature in range(found.shape[1]):
            found[move, feature] = value(feature, view, face_up, you, they)


@helper(_nrt=False)
def classify(keys: I64, first: Int, last: Int, cells: Any, order: I64, classes: U64) -> None:
    """Sort cells to move to into classes, best first.

    `keys`, shape (cells, preferences), are compared from the `first` to before the `last`
    preference; `order`, shape (cells,), is room to work in.
    """
    found = 0
    while cells:
        cell = np.int64(lowest(cells))
        cells &= cells - ONE
        place = found
        while place and is_better(keys, first, last, cell, order[place - 1]):
            order[place] = order[place - 1]
            place -= 1
        order[place] = cell
        found += 1
    number = -1
    for place in range(found):
        if place and not is_better(keys, first, last, order[place - 1], order[place]):
            classes[number] |= bit(order[place])
        else:
            number += 1
            classes[number] = bit(order[place])


@helper(forceinline=True, _nrt=False)
def is_better(keys: I64, first: Int, last: Int, one: Int, other: Int) -> Any:
    """Whether one cell comes before another."""
    for preference in range(first, last):
        if keys[one, preference] != keys[other, preference]:
            return keys[one, preference] > keys[other, preference]
    return False


@helper(_nrt=False)
def judge_near(
    view: View, kinds: Int, face_up: Any, cells: I64, they: Int, letters: I64, terms: I64, keys: I64
) -> None:
    """The keys of `terms` whose features depend on no cards but the pawns' own.

    Rows are ordered by the letter of their card, your cell, and the letter of your card.
    """
    columns, cards = view[1], view[2]
    kinds_of_card, size = letters.shape[0], cards.size
    for theirs in range(kinds_of_card):
        columns[they] = they * kinds + letters[theirs, 0] - 1
        cards[they] = letters[theirs, 0]
        for you in cells:
            if you == they:
                continue
            for mine in range(kinds_of_card):
                columns[you] = you * kinds + letters[mine, 0] - 1
                cards[you] = letters[mine, 0]
                row = (theirs * size + you) * kinds_of_card + mine
                judge(view, face_up, you, they, terms, keys, row)


@helper(_nrt=False)
def preferred(
    view: View,
    left: Any,
    they: Int,
    moves: Any,
    terms: I64,
    preferences: Int,
    keys: I64,
    order: I64,
    classes: U64,
) -> Any:
    """Those of some moves that a strategy makes, given what is face up after them.

    `keys`, `order` and `classes` are room to work in, see `classify`.
    """
    keys[:] = 0
    waiting = moves
    while waiting:
        you = np.int64(lowest(waiting))
        waiting &= waiting - ONE
        judge(view, left, you, they, terms, keys, you)
    classes[0] = _0
    classify(keys, 0, preferences, moves, order, classes)
    return classes[0]


@kernel()
def make_choices(
    reach: Any,  # the view, see `feature_kernels`
    columns: U64,
    cards: I64,
    near: U64,
    far: I64,
    ends: I64,
    positions: I64,  # rows of: the mask of the face-up cells, the mover's cell, the opponent's
    terms: I64,
    preferences: Int,  # how many a strategy has
    chosen: U64,  # output, shape (positions,): the cells of the moves that it makes
) -> None:
    """The choices of a strategy in positions with the same cards."""
    view = view_of(reach, columns, cards, near, far, ends)
    keys = np.empty((cards.size, preferences), np.int64)
    order = np.empty(cards.size, np.int64)
    classes = np.zeros(cards.size, np.uint64)
    for i in range(positions.shape[0]):
        mover, they = positions[i, 1], positions[i, 2]
        left = np.uint64(positions[i, 0]) & ~bit(mover)
        moves = replies(view, left, they, mover)
        chosen[i] = preferred(view, left, they, moves, terms, preferences, keys, order, classes)


@kernel()
def score_words(
    words: U32,  # the cards on the cells of a shape, shape (n,)
    cells: I64,  # its cells, in the order of the words' letters
    letters: I64,  # rows of: a letter's card, and what it adds to the number of a set of cards
    reach: Any,  # tables of the board, see `feature_kernels`
    kinds: Int,
    near: U64,
    far: I64,
    source: U64,  # records of the shape, shape (n, movers)
    movers: I64,  # rows of: the cell of those to move, their first and last departure
    departures: U64,  # rows of: destinations, what the card left adds to the number, row of `out`
    deals: I64,  # in how many deals a set of cards lies on given cells, by its number
    near_terms: I64,  # those whose features are near, see `features`
    far_terms: I64,  # the others
    spans: I64,  # each strategy's first preference, and the number of all
    signed: I64,  # the signed distance of each code
    out: I64,  # output, (strategies, rows, 2, 1 + cells): critical positions, then by the number of
    # moves that a strategy chooses from the number of these that keep the win; ALL, then DEALS
) -> None:
    """Add up how often strategies keep the win in the positions one ply before some records."""
    strategies, preferences = spans.size - 1, spans[-1]
    size = near.size
    columns = np.arange(0, size * kinds, kinds).astype(np.uint64)
    cards = np.zeros(size, np.int64)
    ends = np.zeros(size, np.int64)
    view = view_of(reach, columns, cards, near, far, ends)
    letter_of = np.zeros(size, np.int64)
    order = np.empty(size, np.int64)
    classes = np.empty((strategies, size), np.uint64)
    keys = np.zeros((size, preferences), np.int64)
    kinds_of_card = letters.shape[0]
    near_rows = kinds_of_card * size * kinds_of_card
    near_keys = np.zeros((movers.shape[0] * near_rows, preferences), np.int64)
    face_up = _0
    for cell in cells:
        face_up |= bit(cell)
    for mover in range(movers.shape[0]):
        own = near_keys[mover * near_rows : (mover + 1) * near_rows]
        judge_near(view, kinds, face_up, cells, movers[mover, 0], letters, near_terms, own)
    for i in range(words.size):
        used = lay_word(words[i], cells, letters, letter_of, view)
        for mover in range(movers.shape[0]):
            they, first, last = movers[mover, 0], movers[mover, 1], movers[mover, 2]
            record = source[i, mover]
            others = face_up & ~bit(they)
            lost = ~(record >> _48) & others
            if not lost or lost == others:
                continue
            known = (mover * kinds_of_card + letter_of[they]) * size * kinds_of_card
            if far_terms.shape[0]:
                set_ends(record, others, signed, ends)
            judge_all(
                view,
                face_up,
                others,
                they,
                letter_of,
                near_keys,
                kinds_of_card,
                known,
                far_terms,
                keys,
            )
            for number in range(strategies):
                classify(keys, spans[number], spans[number + 1], others, order, classes[number])
            for departure in range(first, last):
                to, adds = departures[departure, 0], departures[departure, 1]
                winning = to & lost
                weight = deals[used + np.int64(adds)]
                if winning and winning != to and weight:
                    add_kept(classes, to, lost, weight, out, departures[departure, 2])


@helper(_nrt=False)
def lay_word(word: Any, cells: I64, letters: I64, letter_of: I64, view: View) -> Any:
    """Lay the cards of a word on its cells; gives the number of their set, see `score_words`."""
    columns, cards, kinds = view[1], view[2], view[6].size
    used = 0
    for place in range(cells.size):
        letter = np.int64(word >> np.uint64(2 * (cells.size - 1 - place)) & _3)
        cell, card = cells[place], letters[letter, 0]
        letter_of[cell] = letter
        cards[cell] = card
        columns[cell] = cell * kinds + card - 1
        used += letters[letter, 1]
    lay(view)
    return used


@helper(_nrt=False)
def set_ends(record: Any, others: Any, signed: I64, ends: I64) -> None:
    """Set the distances to the end from where you may stand."""
    while others:
        you = np.int64(lowest(others))
        others &= others - ONE
        ends[you] = signed[code_at(record, np.uint64(you))]


@helper(_nrt=False)
def judge_all(
    view: View,
    face_up: Any,
    others: Any,
    they: Int,
    letter_of: I64,
    near_keys: I64,
    kinds_of_card: Int,
    known: Int,
    terms: I64,
    keys: I64,
) -> None:
    """The keys of all cells where you may stand: near ones from row `known` on, and `terms`."""
    while others:
        you = np.int64(lowest(others))
        others &= others - ONE
        row = known + you * kinds_of_card + letter_of[you]
        for preference in range(keys.shape[1]):
            keys[you, preference] = near_keys[row, preference]
        judge(view, face_up, you, they, terms, keys, you)


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
