"""The kernels of The Game for browsers; arguments are explained where the kernels are."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.kernels import helper
from tablebase.games.thegame import kernels as thegame_kernels
from tablebase.games.thegame.evaluation import Evaluation, KernelRules, Space
from tablebase.games.thegame.kernels import PILES
from tablebase.web.wasm.module import Module

KERNELS = Module("engine/kernels.wasm")
CONTEXT = "n_context, context: f64[n_context]"
"""The numbers of `browser.context`."""


@KERNELS.entry("cards, seed: u64, order: i64[cards]")
def shuffle_thegame(seed: Any, order: Any) -> int:
    """Shuffle the deck of the first game of a seed."""
    thegame_kernels.shuffle(seed, 0, order)
    return 0


@helper()
def shape_in(context: Any, minimum: int) -> Any:
    """The rules at the head of a context, with another minimum."""
    n, hand, ups = int(context[0]), int(context[1]), int(context[2])
    return KernelRules(n, hand, ups, int(context[3]), int(context[4]), np.int64(minimum))


@KERNELS.entry(f"{CONTEXT}, card, pile, height")
def advance_thegame(context: Any, card: int, pile: int, height: int) -> int:
    """How far the card of an index takes a pile on, see `advance_of`."""
    return int(thegame_kernels.advance_of(card, pile, height, shape_in(context, 1)))


@KERNELS.entry(
    f"""
    {CONTEXT}, minimum, heights: i64[{PILES}], held, in_deck, order: i64[held + in_deck],
    most, lengths: i64[most], ways: i64[most, held, 3], values: f64[most]
    """
)
def advise_thegame(
    context: Any,
    minimum: int,
    heights: Any,
    held: int,
    in_deck: int,
    order: Any,
    lengths: Any,
    ways: Any,
    values: Any,
) -> int:
    """Fill in the best ways to play a turn, and their values; returns how many there are.

    `order` has the cards in hand, then those in the deck. If the minimum cannot be laid, the only
    way lays as many cards as possible, and its value is not a number.
    """
    shape = shape_in(context, minimum)
    depth, beam, nodes = int(context[6]), int(context[7]), int(context[8])
    places, kind = int(context[9]), int(context[10])
    bridges, reach = context[11] != 0, int(context[12])
    by_hand, scale, symmetric = context[13], context[14], context[15] != 0
    tables = np.empty(context.size - 16, np.float32)
    for at in range(tables.size):
        tables[at] = context[16 + at]
    far, near = tables[PILES : PILES + shape.n + 2], tables[PILES + shape.n + 2 :]
    evaluation = Evaluation(
        kind,
        tables[:PILES],
        far,
        near.reshape(-1, shape.trick + 1, shape.trick + 1),
        bridges,
        reach,
        by_hand,
        scale,
        symmetric,
    )
    width = (shape.n + 15) // 16 * 16
    space = Space(
        np.zeros(nodes, np.uint64),
        np.zeros(nodes, np.float64),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.uint8),
        np.zeros(nodes, np.int32),
        np.zeros(places, np.int32),
        np.zeros(shape.hand + 2, np.int64),
        np.zeros((PILES, shape.n + 1, width), np.float32),
        np.full((PILES, shape.n + 1), -1, np.int64),
        np.zeros(width, np.float32),
        np.zeros((1 << shape.hand, 2, 2), np.uint64),
        np.zeros((1, 2, 2), np.uint64),
        np.zeros(PILES, np.int64),
    )
    thegame_kernels.set_out(order, held, shape, evaluation, space)
    hand = order[:held]
    root = thegame_kernels.key_of(heights, shape, symmetric)
    deepest = int(min(minimum + depth, held))
    best = thegame_kernels.search_turn(root, hand, in_deck, deepest, beam, shape, evaluation, space)
    chosen = np.empty(len(lengths), np.int64)
    if best < 0:
        chosen[0], values[0], count = space.levels[-1] - 1, np.nan, 1
    else:
        count = int(thegame_kernels.compare(best, shape, space, chosen, values))
    for at in range(count):
        key = space.keys[chosen[at]]
        lengths[at] = thegame_kernels.find_way(key, hand, heights, shape, symmetric, ways[at])
        values[at] /= scale
    return count


MODULES = (KERNELS,)
