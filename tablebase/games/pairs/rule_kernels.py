"""Kernels of the rule's variants: a layer of positions, and the parent of one.

A variant is an array `removals` of rows distance, first, number (see `rules.Removal`). A layer has
all positions with the same number of cards. So a removal of two cards skips a layer.

The rule of the source has kernels of its own in `kernels`, which are faster and run in the browser.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import I64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.path_kernels import ONE
from tablebase.games.pairs.kernels import (
    _PAD,
    MAX_CARDS,
    OFFSET,
    SCORES,
    Masks,
    best_of,
    lay_out,
    match,
    slot_of,
)


@helper()
def find_moves(
    matches: Masks,
    places: npt.NDArray[np.uint8],
    cards: int,
    removals: I64,
    number: int,
    found: Masks,
) -> int:
    """Write the masks of what may be removed, `number` cards at a time; returns their number."""
    starts = np.uint64(0)  # bit i: the cards from place i on
    for row in range(removals.shape[0]):
        distance, first = removals[row, 0], removals[row, 1]
        if removals[row, 2] == number:
            for at in range(cards - distance):
                if match(matches, places[_PAD + at], places[_PAD + at + distance]):
                    starts |= ONE << np.uint64(at + first)
    count = 0
    for at in range(cards):
        if starts >> np.uint64(at) & ONE:
            found[count] = 0
            for card in places[_PAD + at : _PAD + at + number]:
                found[count] |= ONE << np.uint64(card)
            count += 1
    return count


@helper()
def promise(matches: Masks, places: npt.NDArray[np.uint8], cards: int, weights: I64) -> int:
    """How promising a position is: its matching pairs by distance, weighted."""
    score = 2 * OFFSET
    for distance in range(1, weights.size):
        for at in range(_PAD, _PAD + cards - distance):
            score += weights[distance] * match(matches, places[at], places[at + distance])
    return min(max(score, 0), SCORES - 1)


@kernel()
def next_layer(
    layer: Masks, above: Masks, matches: Masks, removals: I64, weights: I64, width: int
) -> tuple[Masks, int]:
    """All positions with a card fewer than those of a layer; only the `width` best if more.

    `above` is the layer with one card more, from which two cards are removed. Returns the masks,
    each once, and 1 if any was left out, else 0.
    """
    slots = 1024
    while slots < 4 * min(width, 2 * MAX_CARDS * max(layer.size, above.size)):
        slots *= 2
    table = np.zeros(slots, np.uint64)
    found = np.empty(slots // 2, np.uint64)
    scores = np.empty(slots // 2, np.uint16)
    places = np.empty(MAX_CARDS + 2 * _PAD, np.uint8)
    removed = np.empty(MAX_CARDS, np.uint64)
    count, over, cut = 0, -1, False
    for number in range(1, 3):
        for mask in layer if number == 1 else above:
            cards = lay_out(mask, places)
            for move in range(find_moves(matches, places, cards, removals, number, removed)):
                child = mask ^ removed[move]
                slot = slot_of(table, child)
                if table[slot] == child:
                    continue
                cards = lay_out(child, places)
                score = promise(matches, places, cards, weights)
                if score <= over:
                    cut = True
                    continue
                table[slot] = child
                found[count], scores[count] = child, score
                count += 1
                if count == found.size:
                    count, over = best_of(found, scores, count, width)
                    cut = True
                    table[:] = 0
                    for kept in found[:count]:
                        table[slot_of(table, kept)] = kept
    kept, _ = best_of(found, scores, count, width)
    return found[:kept].copy(), int(cut or kept < count)


@kernel()
def parent_in(
    layer: Masks, matches: Masks, removals: I64, number: int, child: np.uint64
) -> np.uint64:
    """The first mask of a layer from which `number` cards can be removed to get `child`, or 0."""
    places = np.empty(MAX_CARDS + 2 * _PAD, np.uint8)
    removed = np.empty(MAX_CARDS, np.uint64)
    mask: np.uint64
    for mask in layer:
        if mask & child == child:
            cards = lay_out(mask, places)
            for move in range(find_moves(matches, places, cards, removals, number, removed)):
                if mask ^ removed[move] == child:
                    return mask
    return np.uint64(0)
