"""Weights of features, fitted to decisions: the best strategy that is one sum in each phase.

The moves of a position are chosen with probabilities proportional to the exponential of their sum,
and the weights are those that make it most likely that the win is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from tablebase.engine.arrays import F64
from tablebase.games.collapsi.strategy.decisions import Decisions
from tablebase.games.collapsi.strategy.features import NUMBER
from tablebase.games.collapsi.strategy.preferences import Phase, Preference, Strategy

STARTS = (14, 13, 11, 0)
"""The smallest number of face-up cards in each phase."""

TERMS = 10
"""Features in a phase: those that matter most when all are fitted."""

STEPS = 200
LARGEST_WEIGHT = 1000
_LARGEST_VALUE = 20.0  # replaces NO_REPLY, which is not a count


def fit(
    decisions: Decisions,
    features: Sequence[str],
    weighting: int,
    *,
    progress: Callable[[float], None] = lambda share: None,
) -> Strategy:
    """The strategy with the best weights of at most `TERMS` features in each phase of `STARTS`.

    `weighting` is `kernels.ALL` or `kernels.DEALS`; `progress` is called with the share done.
    """
    phases = []
    before = 1 << 16
    for number, start in enumerate(STARTS):
        cards = decisions.cards
        part = decisions.of(np.flatnonzero((cards >= start) & (cards < before)))
        names = list(features)
        for chosen in (len(names), TERMS):
            weights, importance = _fit(part, names, part.weights[weighting])
            best = np.sort(np.argsort(-importance, kind="stable")[:TERMS])
            if chosen > TERMS:
                names = [names[place] for place in best]
        scaled = np.rint(weights * (LARGEST_WEIGHT / abs(weights).max())).astype(int).tolist()
        terms = tuple((name, weight) for name, weight in zip(names, scaled, strict=True) if weight)
        phases.append(Phase(start, (Preference(terms),)))
        before = start
        progress((number + 1) / len(STARTS))
    return Strategy("weights", "", tuple(phases))


def _fit(decisions: Decisions, names: Sequence[str], weights: F64) -> tuple[F64, F64]:
    """The weights of some features, and their effects: of values one standard deviation apart."""
    values = decisions.values[:, [NUMBER[name] for name in names]].clip(max=_LARGEST_VALUE)
    deviation = values.std(axis=0) + 1e-9
    values = (values - values.mean(axis=0)) / deviation
    begin, sizes = decisions.first[:-1], np.diff(decisions.first)
    share = np.repeat(weights / weights.sum(), sizes)
    found, mean, square = np.zeros((3, len(names)))
    for step in range(1, STEPS + 1):  # Adam, with ever smaller steps
        sums = values @ found
        likely = np.exp(sums - np.repeat(np.maximum.reduceat(sums, begin), sizes))
        winning = likely * decisions.wins
        chosen, kept = (
            each / np.repeat(np.add.reduceat(each, begin), sizes) for each in (likely, winning)
        )
        slope = (share * (kept - chosen)) @ values
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        size = np.sqrt(square / (1 - 0.99**step)) + 1e-12
        found += 0.1 * (1 - step / STEPS) * mean / (1 - 0.9**step) / size
    return found / deviation, abs(found)
