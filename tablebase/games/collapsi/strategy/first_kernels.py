"""The kernel of red's first move: which moves win, and how often strategies make one."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.arrays import I64, U32, U64
from tablebase.engine.kernels import kernel
from tablebase.games.collapsi.path_kernels import ONE, count_bits, lowest
from tablebase.games.collapsi.strategy.feature_kernels import View, bit, count, lay, value
from tablebase.games.collapsi.strategy.kernels import classify, judge
from tablebase.games.collapsi.whole.kernels import code_at

MOST_VALUES = 64
"""Number of counters for a feature's values; the last one also counts all larger values."""

_0 = np.uint64(0)
_3 = np.uint64(3)
_48 = np.uint64(48)


@kernel()
def score_first(
    words: U32,  # the cards of each deal, shape (n,), see `score_kernels.score_words`
    weights: I64,  # how many deals each stands for
    cells: I64,  # the cells of the cards, in the order of the words' letters
    letters: I64,  # the card of each letter
    jokers: I64,  # the cell of red's joker, that of blue's, and the column of blue's
    to: Any,  # the mask of the cells that red can move to
    view: View,  # of the board, its cards to be laid here
    records: U64,  # blue's codes after red's first move, by red's cell, shape (n,)
    terms: I64,
    spans: I64,  # each strategy's first preference, then the number of all preferences
    signed: I64,  # the signed distance of each code
    features: I64,  # the features that moves are counted by
    kept: I64,  # output, (strategies, 1 + cells), see `score_kernels.score_words`
    moves: I64,  # output, (features, MOST_VALUES, 2): moves by value, and those that win
    around: I64,  # output, (cells, 2): deals by aces and twos next to red's joker; red's wins
) -> None:
    """Add up what red's first moves are worth in some deals."""
    size, strategies = view.cards.size, spans.size - 1
    columns, cards, ends, kinds = view.columns, view.cards, view.ends, view.lying.size
    order, classes = np.empty(size, np.int64), np.empty(size, np.uint64)
    keys = np.zeros((size, spans[-1]), np.int64)
    red, blue = jokers[0], jokers[1]
    columns[blue] = jokers[2]
    face_up = bit(blue)
    for cell in cells:
        face_up |= bit(cell)
    for i in range(words.size):
        low = _0
        for place in range(cells.size):
            letter = np.int64(words[i] >> np.uint64(2 * (cells.size - 1 - place)) & _3)
            cell, card = cells[place], letters[letter]
            cards[cell] = card
            columns[cell] = cell * kinds + card - 1
            if card <= 2:
                low |= bit(cell)
        lay(view)
        lost = ~(records[i] >> _48) & to
        number = count(view.near[red] & low)
        around[number, 0] += weights[i]
        around[number, 1] += weights[i] * (lost != _0)
        keys[:] = 0
        waiting = to
        while waiting:
            you = np.int64(lowest(waiting))
            waiting &= waiting - ONE
            wins = np.int64(lost >> np.uint64(you) & ONE)
            ends[you] = signed[code_at(records[i], np.uint64(you))]
            judge(view, face_up, you, blue, terms, keys, you)
            for number in range(features.size):
                found = value(features[number], view, face_up, you, blue)
                found = max(0, min(found, MOST_VALUES - 1))
                moves[number, found, 0] += weights[i]
                moves[number, found, 1] += weights[i] * wins
        if not lost or lost == to:
            continue
        for number in range(strategies):
            classify(keys, spans[number], spans[number + 1], to, order, classes)
            made = classes[0]
            kept[number, 0] += weights[i]
            kept[number, count_bits(made)] += weights[i] * np.int64(count_bits(made & lost))
