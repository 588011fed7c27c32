"""The kernels of The Game for browsers; arguments are explained where the kernels are."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray

from tablebase.games.thegame import kernels as thegame_kernels
from tablebase.games.thegame.evaluation import Evaluation, KernelRules, Space
from tablebase.web.wasm.module import (
    FLOATS,
    INT,
    INTS,
    LONGS,
    REALS,
    WORDS,
    Module,
)

KERNELS = Module("engine/kernels.wasm")


@KERNELS.entry(INT, WORDS, LONGS)
def shuffle_thegame(cards: int, seed: Any, order: Any) -> int:
    """Shuffle the deck of the first game of a seed."""
    thegame_kernels.shuffle(carray(seed, (1,))[0], 0, carray(order, (cards,)))
    return 0


@KERNELS.entry(INT, INT, INT, INT, INT, INT, INT, FLOATS, INT, FLOATS, FLOATS, INT, INT,
               REALS, INT, WORDS, INT, INT, LONGS, INT, INT, INT, INT,
               WORDS, REALS, INTS, LONGS)  # fmt: skip
def advise_thegame(
    cards: int,
    full: int,
    ups: int,
    piles: int,
    trick: int,
    minimum: int,
    kind: int,
    weights: Any,
    heights: int,
    far: Any,
    near: Any,
    bridges: int,
    reach: int,
    factors: Any,
    symmetric: int,
    root: Any,
    held: int,
    in_deck: int,
    order: Any,
    deepest: int,
    beam: int,
    nodes: int,
    places: int,
    keys: Any,
    values: Any,
    ancestors: Any,
    levels: Any,
) -> int:
    """Search a turn, see `search_turn`; `order` has the cards in hand, then those in the deck.

    `factors` are those of cards in hand and of all, `places` those of the hash table.
    """
    shape = KernelRules(cards, full, ups, piles, trick, minimum)
    each = carray(factors, (2,))
    evaluation = Evaluation(
        kind,
        carray(weights, (piles,)),
        carray(far, (heights,)),
        carray(near, (cards + 1, trick + 1, trick + 1)),
        bridges != 0,
        reach,
        False,
        np.zeros((1, 3), np.float32),
        False,
        each[0],
        each[1],
        symmetric != 0,
    )
    width = (cards + 15) // 16 * 16
    space = Space(
        carray(keys, (nodes,)),
        carray(values, (nodes,)),
        carray(ancestors, (nodes,)),
        np.zeros(nodes, np.uint8),
        np.zeros(nodes, np.int32),
        np.zeros(places, np.int32),
        carray(levels, (full + 2,)),
        np.zeros((4, cards + 1, width), np.float32),
        np.full((4, cards + 1), -1, np.int64),
        np.zeros(width, np.float32),
        np.zeros((1 << full, 2, 2), np.uint64),
        np.zeros((1, 2, 2), np.uint64),
    )
    left = carray(order, (held + in_deck,))
    thegame_kernels.set_out(left, held, shape, evaluation, space)
    key = carray(root, (1,))[0]
    return int(
        thegame_kernels.search_turn(
            key, left[:held], in_deck, deepest, beam, shape, evaluation, space
        )
    )


MODULES = (KERNELS,)
