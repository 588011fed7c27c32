"""Regret: what the moves of a policy give away. Errors: how wrong a value function is.

Both are means over equally likely positions, and are exact for the positions visited. Deals are
streamed, so memory is bounded no matter how many there are.

The *regret in wins* of a move is 1 if it gives a win away, otherwise 0. The *regret in points* is
the points of a best move minus those of the move, see `Task.points`. For a policy that chooses at
random, regret is the mean over its choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import F64, Bools
from tablebase.engine.induction import MAX_LAYERS
from tablebase.rl.batch import Batch
from tablebase.rl.labels import Labels
from tablebase.rl.task import Instance, Reward, check_reward
from tablebase.study.intervals import CONFIDENCE_95, Estimate

Policy = Callable[[Batch], npt.NDArray[Any]]
"""Chooses moves: returns an action for each position, shape ``(n,)``, or the probability of each
action, shape ``(n, actions)``. Where the game is over, its result does not matter."""

ValueFunction = Callable[[Batch], npt.NDArray[Any]]
"""Returns the expected reward of the sides to move, shape ``(n,)``."""


TOLERANCE = 1e-3
"""How much the sum of probabilities may differ from 1."""


class Score:
    """Estimates by name over all positions, and `layers`: the same by layer."""

    layers: Mapping[int, tuple[Estimate | None, ...]]

    def as_dict(self) -> dict[str, Any]:
        """The score as plain data, for JSON."""
        found = {name: each for name, each in vars(self).items() if name != "layers"}
        rows = {layer: dict(zip(found, row, strict=True)) for layer, row in self.layers.items()}
        return {**_plain(found), "layers": {layer: _plain(row) for layer, row in rows.items()}}


def _plain(found: Mapping[str, Estimate | None]) -> dict[str, Any]:
    return {name: each and each.as_dict() for name, each in found.items()}


@dataclass(frozen=True)
class PolicyScore(Score):
    """What a policy gives away.

    The intervals assume that deals are drawn at random; they mean nothing if these are all the
    deals there are. All figures are means over positions that have a move: regret in wins, and in
    points, and how often it makes a `best` move. `kept` is how often it keeps the win where some
    moves win and some lose, like a strategy's score. `layers` has the same four figures by layer.
    """

    regret_wins: Estimate
    regret_points: Estimate
    best: Estimate
    kept: Estimate | None
    layers: Mapping[int, tuple[Estimate | None, ...]] = field(repr=False)


@dataclass(frozen=True)
class ValueScore(Score):
    """How wrong a value function is.

    `wrong` is how often its sign differs from that of the reward; 0 is wrong unless the reward is
    0. The other two are means of the absolute and of the squared differences. `layers` has the same
    three figures by layer.
    """

    wrong: Estimate
    mean_absolute: Estimate
    mean_squared: Estimate
    layers: Mapping[int, tuple[Estimate | None, ...]] = field(repr=False)


def score_policy(policy: Policy, labels: Iterable[Labels]) -> PolicyScore:
    """What a policy gives away in labelled positions, see `labels.stream`.

    Raises `ValueError` if it makes an illegal move, its probabilities do not add up to 1, or no
    position has a move.
    """
    sums = _Sums(4)
    for found in labels:
        batch, moves = found.batch, found.batch.moves
        chances = probabilities(policy(batch), batch)[moves.of, moves.actions]
        numbers = np.bincount(moves.of, minlength=len(batch))
        there = numbers > 0
        winning = found.winning_moves
        ways = np.bincount(moves.of, winning, len(batch))
        keeps = np.bincount(moves.of, chances * winning, len(batch))
        reached = np.bincount(moves.of, chances * found.points_of_moves, len(batch))
        values = np.stack(
            [
                np.where(found.wins, 1 - keeps, 0),
                found.points - reached,
                np.bincount(moves.of, chances * found.best_moves, len(batch)),
                keeps,
            ]
        )
        critical = (ways > 0) & (ways < numbers)
        sums.add(found, values, np.stack([there, there, there, critical]))
    (wins, points, best, kept), layers = sums.means()
    if wins is None or points is None or best is None:
        raise ValueError("no position with a legal move: expected some")
    return PolicyScore(wins, points, best, kept, layers)


def score_values(
    value: ValueFunction, labels: Iterable[Labels], reward: Reward = "result"
) -> ValueScore:
    """How wrong a value function is in labelled positions, see `labels.stream`.

    `reward` is what it predicts: 1 for a win and -1 for a loss, or the points at the end. Raises
    `ValueError` if it does not return a finite number for each position, or there are no positions.
    """
    check_reward(reward)
    sums = _Sums(3)
    for found in labels:
        given = _numbers(value(found.batch), (len(found.batch),), "values")
        exact = np.where(found.wins, 1, -1) if reward == "result" else found.points
        difference = given - exact
        wrong = np.sign(given) != np.sign(exact)
        values = np.stack([wrong, abs(difference), difference**2])
        sums.add(found, values, np.ones(values.shape, np.bool_))
    (wrong_, absolute, squared), layers = sums.means()
    if wrong_ is None or absolute is None or squared is None:
        raise ValueError("no positions: expected some")
    return ValueScore(wrong_, absolute, squared, layers)


def probabilities(given: npt.NDArray[Any], batch: Batch) -> F64:
    """A policy's answer as probabilities of actions, shape ``(n, actions)``.

    Raises `ValueError` unless it is a legal action for each position, or a distribution over legal
    actions; the message names the first bad position.
    """
    given = np.asarray(given)
    if given.ndim == 1 and given.dtype.kind in "iu":
        chances = _chosen(given, batch)
    else:
        chances = _numbers(given, batch.legal.shape, "probabilities")
    legal = np.where(batch.legal, chances, 0).sum(axis=1)
    there = batch.legal.any(axis=1)
    bad = (abs(legal - 1) > TOLERANCE) | (abs(chances).sum(axis=1) > legal + TOLERANCE)
    bad &= there
    if bad.any():
        row = int(bad.argmax())
        expected = np.flatnonzero(batch.legal[row]).tolist()
        raise ValueError(
            f"policy gives {given[row]} in row {row}: expected a legal action, or probabilities of "
            f"legal actions that add up to 1; {expected} are legal"
        )
    return chances / np.where(there, legal, 1)[:, None]


def _chosen(actions: npt.NDArray[Any], batch: Batch) -> F64:
    """Actions as probabilities; all 0 for an action that does not exist."""
    if actions.shape != (len(batch),):
        raise ValueError(f"{len(actions)} actions: expected {len(batch)}, one for each position")
    made: Bools = actions[:, None] == np.arange(batch.task.actions)
    return made.astype(np.float64)


def _numbers(given: npt.NDArray[Any], shape: tuple[int, ...], what: str) -> F64:
    given = np.asarray(given)
    if given.shape != shape or given.dtype.kind not in "fiub":
        raise ValueError(
            f"{what} of shape {given.shape} and type {given.dtype}: expected numbers, shape {shape}"
        )
    if not np.isfinite(given).all():
        raise ValueError(f"{what} that are not finite: expected finite numbers")
    return given.astype(np.float64, copy=False)


class _Sums:
    """The means of some figures over positions, all and by layer, and how they vary among deals.

    It keeps only the sums over deals that a mean and its standard error need, not the deals.
    """

    def __init__(self, figures: int) -> None:
        self._instance: Instance | None = None
        self._deal = np.zeros((2, figures, MAX_LAYERS + 1))  # sums and numbers; the last are totals
        self._deals = np.zeros((6, *self._deal.shape[1:]))

    def add(self, labels: Labels, values: F64, counted: Bools) -> None:
        """Add the `values` that are `counted`, both of shape (figures, positions)."""
        if labels.batch.instance is not self._instance:
            self._end_deal()
            self._instance = labels.batch.instance
        for sums, what in zip(self._deal, (np.where(counted, values, 0), counted), strict=True):
            for total, weights in zip(sums, what, strict=True):
                found = np.bincount(labels.batch.layers, weights, MAX_LAYERS)
                total += np.append(found, found.sum())

    def _end_deal(self) -> None:
        sums, numbers = self._deal
        self._deals += sums, numbers, sums * sums, sums * numbers, numbers * numbers, numbers > 0
        self._deal[:] = 0

    def means(self) -> tuple[list[Estimate | None], dict[int, tuple[Estimate | None, ...]]]:
        """The means over all positions, and over those of each layer that has any."""
        self._end_deal()
        *layers, totals = np.moveaxis(self._deals, 2, 0)
        found = {
            layer: tuple(map(_mean, *sums)) for layer, sums in enumerate(layers) if sums[1].any()
        }
        return list(map(_mean, *totals)), found


def _mean(
    total: float, number: float, squares: float, products: float, numbers: float, deals: float
) -> Estimate | None:
    """The mean of values that come in deals, with an interval by the standard error of a ratio.

    The arguments are sums over deals: of the values, of their number, of the squares and products
    of both, and the number of deals that have values (Cochran 1977, Sampling Techniques, 6.3).
    """
    if not deals:
        return None
    mean = float(total / number)
    residuals = max(float(squares - 2 * mean * products + mean * mean * numbers), 0.0)
    half = CONFIDENCE_95 * sqrt(residuals) / float(number) if deals > 1 else 0.0
    return Estimate(int(number), mean, mean - half, mean + half)
