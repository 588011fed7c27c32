"""Kernels that compare the best plays of a turn by what may be drawn after them.

The draws are random, but depend on the position alone: a player asked twice says the same, and a
game is the same with any number of workers. All plays get the same draws, so that a play is not
better by luck.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.thegame.evaluation import (
    F64,
    Evaluation,
    Foresight,
    Int,
    KernelRules,
    Lookahead,
    Space,
    Word,
)
from tablebase.games.thegame.kernels import (
    GOLDEN,
    HEIGHTS_MASK,
    ascending,
    height_of,
    joined,
    kept_of,
    mixed,
    search_turn,
    set_out,
)


@kernel()
def choose(
    root: Word,
    hand: I64,
    cards: I64,
    search: Lookahead,
    foresight: Foresight | None,
    shape: KernelRules,
    evaluation: Evaluation,
    space: Space,
    beyond: Space,
) -> tuple[Int, float]:
    """Choose the position to play to, among those after the minimum of cards.

    `root` is the key of the position before the turn, no slot laid; `hand` and `cards` are the
    indices of the cards in hand, ascending, and in the deck, in any order, as in `Space.deck`.
    Without foresight the value alone decides, and the rest of the kernel is not compiled. `beyond`
    is a space for the next turns that are tried, for ``foresight.ahead``; or any.

    Returns a node of `space`, or -1 if the minimum cannot be laid (the levels then show how many
    cards can be); and the best value found, or with foresight the chance of winning.
    """
    deepest = min(shape.minimum + search.depth, len(hand))
    best = search_turn(root, hand, len(cards), deepest, search.beam, shape, evaluation, space)
    if best < 0:
        return np.int64(-1), 0.0
    if foresight is None:
        return np.int64(space.ancestors[best]), space.values[best]
    if len(cards) == 0:
        chance = chance_of(space.values[best], 0, evaluation.scale, foresight)
        return np.int64(space.ancestors[best]), chance
    nodes = most_promising(foresight.plays, shape, space)
    deck = ascending(cards)
    state = seed_of(root, hand, deck)
    at: Int = len(deck)
    tried: Int = 0
    sums = np.zeros(len(nodes))
    while True:
        for _ in range(foresight.samples):
            if at + shape.minimum > len(deck):
                state = reshuffle(deck, state)
                at = 0
            for place in range(len(nodes)):
                key = space.keys[nodes[place]]
                sums[place] += drawn_worth(
                    key, hand, deck, at, foresight, shape, evaluation, beyond
                )
            at += shape.minimum
        tried += foresight.samples
        places = greatest(sums, (len(nodes) + 1) // 2)
        nodes, sums = nodes[places], sums[places]
        if len(nodes) == 1:
            return nodes[0], sums[0] / tried


@helper()
def most_promising(plays: Int, shape: KernelRules, space: Space) -> I64:
    """The nodes after the minimum from which the best values can be reached, best first."""
    first, last = space.levels[shape.minimum], space.levels[shape.minimum + 1]
    promise = space.values[first:last].copy()
    for node in range(last, space.levels[-1]):
        place = space.ancestors[node] - first
        promise[place] = max(promise[place], space.values[node])
    nodes: I64 = first + greatest(promise, plays)
    return nodes


@helper()
def greatest(values: F64, most: Int) -> I64:
    """The places of the greatest values, the greatest first; of equal ones the first."""
    left = values.copy()
    places = np.empty(min(most, len(values)), np.int64)
    for rank in range(len(places)):
        best: Int = 0
        for place in range(len(left)):
            if left[place] > left[best]:
                best = place
        places[rank] = best
        left[best] = -np.inf
    return places


@helper()
def seed_of(root: Word, hand: I64, deck: I64) -> Word:
    """A hash of a position: its heights, and its cards in ascending order."""
    state = mixed(GOLDEN)
    for pile in range(4):
        state = mixed(state + np.uint64(height_of(root, pile)) * GOLDEN)
    for cards in (hand, deck):
        for index in cards:
            state = mixed(state + np.uint64(index) * GOLDEN)
    return state


@helper()
def reshuffle(deck: I64, state: Word) -> Word:
    """Shuffle the deck, and return the generator's next state; places are drawn as in `shuffle`."""
    for i in range(len(deck) - 1, 0, -1):
        state += GOLDEN
        j = np.int64(((mixed(state) >> np.uint64(32)) * np.uint64(i + 1)) >> np.uint64(32))
        deck[i], deck[j] = deck[j], deck[i]
    return state


@helper()
def drawn_worth(
    key: Word,
    hand: I64,
    deck: I64,
    at: Int,
    foresight: Foresight,
    shape: KernelRules,
    evaluation: Evaluation,
    beyond: Space,
) -> float:
    """The chance of winning from a node if the deck's cards from place `at` on are drawn."""
    order = joined(kept_of(key, hand), joined(deck[at:], deck[:at]))
    count = len(order)
    held = min(shape.hand, count)
    set_out(order, held, shape, evaluation, beyond)
    heights = key & HEIGHTS_MASK
    deepest = min(shape.minimum + foresight.ahead.depth, held)
    best = search_turn(
        heights,
        ascending(order[:held]),
        count - held,
        deepest,
        foresight.ahead.beam,
        shape,
        evaluation,
        beyond,
    )
    if best < 0:
        # Fewer cards than the minimum may be left, and be laid.
        all_laid = count == held and beyond.levels[held + 1] > beyond.levels[held]
        return 1.0 if all_laid else 0.0
    return chance_of(beyond.values[best], count - held, evaluation.scale, foresight)


@helper()
def chance_of(value: float, in_deck: Int, scale: float, foresight: Foresight) -> float:
    """The chance of winning when the best position of a turn has this value; see `Foresight`."""
    if value >= 0:
        return 1.0
    a, b, c, e, f, g = foresight.chance
    d = in_deck / 100
    exponent = a + d * (b + d * c) - (e + d * (f + d * g)) * np.log(-value / scale)
    chance: float = 1.0 / (1.0 + np.exp(-exponent))
    return chance
