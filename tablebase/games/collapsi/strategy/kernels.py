"""Kernels that apply strategies: features, and the moves that a strategy prefers.

`terms` are preferences, rows of (number of the preference, number of the feature, weight). The
*classes* of a strategy are masks of the cells to move to: the first holds those that it prefers
to all others, and so on. They depend on the position after the move alone, so all positions with a
move to it share them: of its moves, a strategy makes those in the first class that has any.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.arrays import I64, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.path_kernels import ONE, count_bits, lowest
from tablebase.games.collapsi.strategy.feature_kernels import (
    Int,
    View,
    bit,
    replies,
    value,
)

_0 = np.uint64(0)


@kernel()
def fill_reach(near: U64, steps: Int, jokers: U64, table: Any) -> None:
    """Fill the table of `reach.MoveTable`, in which a pawn's own cell is face up or not.

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
    view: View,
    face_up: Int,  # the mask of the face-up cells after the move
    they: Int,
    features: I64,  # their numbers
    found: I64,  # output, (cells, features), for each cell you may stand on
) -> None:
    """The values of some features for each cell that you may stand on."""
    left = np.uint64(face_up) & ~bit(they)
    while left:
        you = np.int64(lowest(left))
        left &= left - ONE
        for number in range(features.size):
            found[you, number] = value(features[number], view, np.uint64(face_up), you, they)


@kernel()
def move_values(
    view: View,
    moves: I64,  # rows of: the mask of the face-up cells after the move, you, they
    found: Any,  # output, (moves, n): the first n features, which need no distance to the end
) -> None:
    """The values of some features after some moves."""
    for move in range(moves.shape[0]):
        face_up, you, they = np.uint64(moves[move, 0]), moves[move, 1], moves[move, 2]
        for feature in range(found.shape[1]):
            found[move, feature] = value(feature, view, face_up, you, they)


@helper(_nrt=False)
def classify(keys: I64, first: Int, last: Int, cells: Any, order: I64, classes: U64) -> None:
    """Sort cells to move to into classes, best first.

    `keys`, shape (cells, preferences), are compared from the `first` to before the `last`
    preference; `order`, shape (cells,), is scratch space.
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

    `keys`, `order` and `classes` are scratch space, see `classify`.
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
    view: View,
    positions: I64,  # rows of: the mask of the face-up cells, the mover's cell, the opponent's
    terms: I64,
    preferences: Int,  # how many a strategy has
    chosen: U64,  # output, shape (positions,): the cells of the moves that it makes
) -> None:
    """The choices of a strategy in positions with the same cards."""
    size = view.cards.size
    keys = np.empty((size, preferences), np.int64)
    order, classes = np.empty(size, np.int64), np.zeros(size, np.uint64)
    for i in range(positions.shape[0]):
        mover, they = positions[i, 1], positions[i, 2]
        left = np.uint64(positions[i, 0]) & ~bit(mover)
        moves = replies(view, left, they, mover)
        chosen[i] = preferred(view, left, they, moves, terms, preferences, keys, order, classes)
