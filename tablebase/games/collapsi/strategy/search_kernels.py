"""Kernels of the search for strategies: narrow down moves, and count how often the win is kept.

The moves of position p are ``first[p]`` to ``first[p + 1] - 1``. `left` marks those that are equal
so far, and so equally likely. Sums are by number of face-up cards, and weighted both ways, see
`decisions`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.arrays import F64, I64, Bools
from tablebase.engine.kernels import kernel


@kernel()
def narrow(first: I64, left: Bools, keys: I64, narrowed: Bools) -> None:
    """Of the moves left so far, keep those with the largest key of their position."""
    for position in range(first.size - 1):
        moves = range(first[position], first[position + 1])
        best, found = 0, False
        for move in moves:
            if left[move] and (not found or keys[move] > best):
                best, found = keys[move], True
        for move in moves:
            narrowed[move] = left[move] and keys[move] == best


@kernel()
def keep(first: I64, wins: Bools, left: Bools, cards: I64, weights: F64, kept: F64) -> None:
    """Add up how often the moves left keep the win; `kept` has the shape (cards, 2)."""
    for position in range(cards.size):
        equal, winning = 0, 0
        for move in range(first[position], first[position + 1]):
            equal += left[move]
            winning += left[move] and wins[move]
        for weighting in range(2):
            kept[cards[position], weighting] += winning / equal * weights[weighting, position]


@kernel()
def extend(
    first: I64, wins: Bools, left: Bools, values: Any, cards: I64, weights: F64, kept: F64
) -> None:
    """Add up how often the win is kept with one more preference, for every feature.

    `values` has shape (moves, features), and `kept` has shape (features, 2, cards, 2): first for
    preferring the most of a feature, then for preferring the least.
    """
    equal, winning = np.zeros(2, np.int64), np.zeros(2, np.int64)
    most = np.zeros(2, np.int64)
    for position in range(cards.size):
        moves = range(first[position], first[position + 1])
        for feature in range(values.shape[1]):
            equal[:] = 0
            for move in moves:
                if left[move]:
                    for way in range(2):
                        key = np.int64(values[move, feature]) * (1 - 2 * way)
                        if equal[way] == 0 or key > most[way]:
                            most[way], equal[way], winning[way] = key, 0, 0
                        if key == most[way]:
                            equal[way] += 1
                            winning[way] += wins[move]
            for way in range(2):
                share = winning[way] / equal[way]
                for weighting in range(2):
                    kept[feature, way, cards[position], weighting] += (
                        share * weights[weighting, position]
                    )
