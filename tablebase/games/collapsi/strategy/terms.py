"""Terms: the preferences of strategies as the kernels take them.

A preference decides only between moves that are equal by the preferences before it. In a single sum
the second part works in the same way, if the first has a weight larger than any difference in the
second. So the kernels add several preferences up into one sum, as long as it fits 64 bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.games.collapsi.strategy.features import FEATURES, LARGEST, NUMBER
from tablebase.games.collapsi.strategy.preferences import Preference, Strategy

MAX_SUM = 1 << 62
"""No sum of features is larger, either way."""


class Terms(NamedTuple):
    """The preferences of some strategies; `near` and `far` have rows as in `kernels`."""

    near: I64  # terms whose features are not far, shape (n, 3)
    far: I64  # the others
    spans: I64  # each strategy's first preference, then the number of all


def terms_of(strategies: Iterable[Strategy], cards: int) -> Terms:
    """The terms of some strategies in positions with a number of face-up cards."""
    orders = [merged(strategy.order(cards)) for strategy in strategies]
    rows: dict[bool, list[tuple[int, int, int]]] = {True: [], False: []}
    for number, preference in enumerate(chain(*orders)):
        for name, weight in preference.weights:
            feature = NUMBER[name]
            rows[FEATURES[feature].far].append((number, feature, weight))
    near, far = (np.array(rows[kind], np.int64).reshape(-1, 3) for kind in (False, True))
    return Terms(near, far, np.cumsum([0, *map(len, orders)]))


def merged(order: Sequence[Preference]) -> list[Preference]:
    """An order that prefers the same moves with as few preferences as `MAX_SUM` allows."""
    found: list[Preference] = []
    for preference in reversed(order):
        both = _sum(preference, found[-1]) if found else None
        if both is not None and _largest(both) <= MAX_SUM:
            found[-1] = both
        else:
            found.append(preference)
    return found[::-1]


def _sum(first: Preference, then: Preference) -> Preference:
    """The sum that prefers what `first` does, and among equal moves what `then` does."""
    factor = 2 * _largest(then) + 1
    return Preference((*((name, factor * weight) for name, weight in first.weights), *then.weights))


def _largest(preference: Preference) -> int:
    """No sum of a preference is larger, either way."""
    return LARGEST * sum(abs(weight) for _, weight in preference.weights)
