"""The kernels of The Game for browsers; arguments are explained where the kernels are."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.games.thegame import kernels as thegame_kernels
from tablebase.games.thegame.evaluation import Evaluation, KernelRules, Space
from tablebase.web.wasm.module import Module

KERNELS = Module("engine/kernels.wasm")


@KERNELS.entry("cards, seed: u64, order: i64[cards]")
def shuffle_thegame(seed: Any, order: Any) -> int:
    """Shuffle the deck of the first game of a seed."""
    thegame_kernels.shuffle(seed, 0, order)
    return 0


@KERNELS.entry(
    """
    cards, full, ups, piles, trick, minimum, kind, weights: f32[piles], heights, far: f32[heights],
    near: f32[cards + 1, trick + 1, trick + 1], bridges, reach, factors: f64[2], symmetric,
    root: u64, held, in_deck, order: i64[held + in_deck], deepest, beam, nodes, places,
    keys: u64[nodes], values: f64[nodes], ancestors: i32[nodes], levels: i64[full + 2]
    """
)
def advise_thegame(
    cards: int,
    full: int,
    ups: int,
    piles: int,
    trick: int,
    minimum: int,
    kind: int,
    weights: Any,
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
    evaluation = Evaluation(
        kind,
        weights,
        far,
        near,
        bridges != 0,
        reach,
        factors[0],
        factors[1],
        symmetric != 0,
    )
    width = (cards + 15) // 16 * 16
    space = Space(
        keys,
        values,
        ancestors,
        np.zeros(nodes, np.uint8),
        np.zeros(nodes, np.int32),
        np.zeros(places, np.int32),
        levels,
        np.zeros((4, cards + 1, width), np.float32),
        np.full((4, cards + 1), -1, np.int64),
        np.zeros(width, np.float32),
        np.zeros((1 << full, 2, 2), np.uint64),
        np.zeros((1, 2, 2), np.uint64),
        np.zeros(4, np.int64),
    )
    thegame_kernels.set_out(order, held, shape, evaluation, space)
    return int(
        thegame_kernels.search_turn(
            root, order[:held], in_deck, deepest, beam, shape, evaluation, space
        )
    )


MODULES = (KERNELS,)
