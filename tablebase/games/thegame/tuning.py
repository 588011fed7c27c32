"""Better parameters of `builder`: a search by successive halving, and a fit to games won.

All contenders of a round play the same games. The better third goes on to a round of three times as
many other games, so that the few that may be best play most. The winner was chosen by these games
and is lucky in them: what it is worth shows only in games of another seed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tablebase.games.thegame.advice import Player, game
from tablebase.games.thegame.evaluation import F64, Evaluation
from tablebase.games.thegame.rules import THE_GAME, Rules
from tablebase.games.thegame.simulator import Endings, simulate
from tablebase.games.thegame.strategies import BUILDER, Strategy, bridge_value

KEPT = 3
"""Each round keeps one contender in three, and the next plays three times as many games."""


class Parameters(NamedTuple):
    """The parameters of `bridge_value`; by default those of `builder`."""

    alpha: float = 5.0
    beta: float = 1.0
    gamma: float = -0.03
    power: float = 0.2
    held: float = 0.8
    sure: bool = False
    doubles: bool = False

    def strategy(self) -> Strategy:
        """`builder` with these parameters."""

        def evaluation(rules: Rules) -> Evaluation:
            return bridge_value(rules, *self)

        return replace(BUILDER, name="tuned", title="Tuned", evaluation=evaluation)


class Standing(NamedTuple):
    """A contender, and its games in all rounds so far."""

    number: int
    parameters: Parameters
    endings: Endings


def contenders(number: int, seed: int) -> list[Parameters]:
    """Random parameters; the first are those of `builder`, so that the search can confirm them.

    alpha is 3 to 8, beta 0 to 2, gamma -0.1 to -0.01, power 0.05 to 0.5 (alpha, gamma and power
    evenly by logarithm), the weight of cards in hand 0.5 to 1.
    """
    random = np.random.default_rng(seed)

    def even(low: float, high: float) -> float:
        return round(float(random.uniform(low, high)), 3)

    def by_logarithm(low: float, high: float) -> float:
        return round(float(np.exp(random.uniform(np.log(low), np.log(high)))), 3)

    drawn = (
        Parameters(
            by_logarithm(3.0, 8.0),
            even(0.0, 2.0),
            -by_logarithm(0.01, 0.1),
            by_logarithm(0.05, 0.5),
            even(0.5, 1.0),
            bool(random.integers(2)),
            bool(random.integers(2)),
        )
        for _ in range(number - 1)
    )
    return [Parameters(), *drawn]


def tune(
    number: int = 27,
    games: int = 200,
    *,
    seed: int = 7,
    workers: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Iterator[list[Standing]]:
    """Search the parameters of `builder` by successive halving; see `contenders`.

    Yields the standings after each round, best first: by games won in all rounds, then by cards
    remaining. Each contender plays `games` games in the first round. `seed` draws the contenders
    and the games of the first round; each later round has the next seed. A `folder`, which must
    exist, keeps the games, one file for each contender and round; another call continues from
    there. `workers`, `progress` and errors are those of `simulator.simulate`; also raises
    `ValueError` if there are fewer than two contenders.
    """
    if number < 2 or games < 1:
        raise ValueError(
            f"{number} contenders, {games} games: expected 2 contenders or more, 1 game or more"
        )
    plan = list(_rounds(number, games))
    work, done = sum(count * length for count, length in plan), 0
    none = np.zeros(THE_GAME.cards + 1, np.int64)
    standings = [
        Standing(which, parameters, Endings(none, none))
        for which, parameters in enumerate(contenders(number, seed))
    ]
    for turn, (count, length) in enumerate(plan):
        found = []
        for one in standings[:count]:
            endings = simulate(
                one.parameters.strategy(),
                length,
                seed=seed + turn,
                workers=workers,
                file=None if folder is None else Path(folder) / f"{one.number}-{turn}.json",
            )
            found.append(one._replace(endings=one.endings + endings))
            done += length
            if progress is not None:
                progress(done / work)
        standings = sorted(
            found, key=lambda one: (-one.endings.wins, one.endings.cards_remaining[0])
        )
        yield standings


def _rounds(number: int, games: int) -> Iterator[tuple[int, int]]:
    """For each round how many contenders play, and how many games each."""
    while number > 1:
        yield number, games
        number, games = -(-number // KEPT), games * KEPT


def fit_chance(strategy: Strategy, games: int, *, seed: int = 11) -> tuple[float, ...]:
    """Fit the chance of winning to the values of a strategy's positions: `Foresight.chance`.

    Logistic regression by Newton's method over every turn of the games: whether the game was won,
    by the value of the best position found and the number of cards in the deck.
    """
    rows, won = [], []
    player = Player(strategy)
    for number in range(games):
        turns = list(game(player, seed, number))
        advice = turns[-1][1]
        values = [(len(at.deck) / 100, given.value) for at, given in turns]
        known = [(d, log(-v)) for d, v in values if v is not None and v < 0]
        rows += [(1.0, d, d * d, -x, -x * d, -x * d * d) for d, x in known]
        won += [float(advice.position.remaining == 0)] * len(known)
    return tuple(float(round(one, 3)) for one in _logistic(np.array(rows), np.array(won)))


def _logistic(features: F64, outcomes: F64, steps: int = 30) -> F64:
    """The coefficients of greatest likelihood."""
    found: F64 = np.zeros(features.shape[1])
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-features @ found))
        curvature = features.T @ (features * (chance * (1 - chance))[:, None])
        # A trace of a prior, so that it can be solved.
        curvature += 1e-6 * np.eye(len(found))
        found = found + np.linalg.solve(curvature, features.T @ (outcomes - chance))
    return found
