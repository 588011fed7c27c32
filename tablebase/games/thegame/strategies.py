"""The strategies: value functions of positions, nine from a talk and one of our own.

Source: F. Dietrich, "Development and Analysis of Strategies for the Card Game The Game", Bachelor's
colloquium, October 10, 2019. Each docstring names the slide of its formula. The slides' notation:

- C is the set of all cards, and L(s) the cards laid. The others are in hand or in the deck.
- P is the set of piles, and c(p) or p_c the top card of pile p.
- A card is *playable* also if it can be laid by the backwards trick.

A strategy lays the minimum number of cards, such that the position's value is the highest. At depth
d a position is worth as much as the best one you can reach from it by laying up to d more cards
from the hand (slide "Deeper Search Depth").

If a slide cannot be meant as printed, the docstring says so; docs/results.md has the evidence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp

import numpy as np

from tablebase.errors import quote
from tablebase.games.thegame.evaluation import (
    F64,
    HEIGHTS,
    SUM,
    Evaluation,
    Foresight,
    Lookahead,
    by_capacity,
    by_product,
)
from tablebase.games.thegame.rules import MAX_HAND, Rules

ALPHA = 3.5
BETA = 1.0
GAMMA = -0.03
POWER = 0.2


@dataclass(frozen=True)
class Strategy:
    """A value function and how it is used: name on the command line, title on the slides.

    `evaluation` makes the tables of the value function under given rules. A turn is searched
    `depth` cards beyond the minimum by default, and for each number of cards laid only from the
    `beam` best positions; 0 for all. `foresight` is how the best plays are compared by what may be
    drawn after them; None not at all. Where a turn may lay more than the minimum of cards, each
    further card must raise the value by `extra`.
    """

    name: str
    title: str
    evaluation: Callable[[Rules], Evaluation]
    depth: int = 0
    beam: int = 0
    foresight: Foresight | None = None
    extra: float = 0.4

    @property
    def formula(self) -> str:
        """The value function in one line."""
        return (self.evaluation.__doc__ or "").partition("\n")[0]

    def search(self, depth: int | None) -> Lookahead:
        """How a turn is searched at a depth; by default the strategy's own.

        Raises `ValueError` if the depth is negative, or more than the cards of any hand.
        """
        if depth is not None and not 0 <= depth <= MAX_HAND:
            raise ValueError(f"depth {depth}: expected 0 to {MAX_HAND}")
        return Lookahead(self.depth if depth is None else depth, self.beam)


def perceived_capacity(rules: Rules) -> Evaluation:
    """v(s) = sum over piles of c_p, the distance from the top to where the piles of its kind end.

    Slide "Perceived Capacity".
    """
    return by_capacity(HEIGHTS, rules, (1.0,))


def real_capacity(rules: Rules) -> Evaluation:
    """v(s) = sum over piles of c_r, the number of cards not laid that are playable there.

    Slide "Real Capacity".
    """
    return by_capacity(SUM, rules, (1.0,))


def weighted_perceived_capacity(rules: Rules) -> Evaluation:
    """v(s) = sum over piles of w c_p, w = 0.675 for the first and 1 for the second of each kind.

    Slides "Weighting Capacities". Piles keep their numbers, whichever is further along.
    """
    return by_capacity(HEIGHTS, rules, (0.675, 1.0))


def weighted_real_capacity(rules: Rules) -> Evaluation:
    """v(s) = sum over piles of w c_r, w = 0.6 for the first and 1 for the second of each kind.

    Slides "Weighting Capacities".
    """
    return by_capacity(SUM, rules, (0.6, 1.0))


def penalize_playability(rules: Rules) -> Evaluation:
    """v(s) = - sum over cards not laid of exp(-1.5 x), x the number of piles it is playable on.

    Slides "Penalize Playability". Computed as the product over the piles of 1 if playable, else
    exp(1.5), which is exp(6) times as much with four piles.
    """
    return by_product(rules, np.full(rules.cards + 2, exp(1.5)))


def recovery_using_distance(rules: Rules) -> Evaluation:
    """v(s) = - sum of products of pi; pi = 1 if playable, else alpha - beta e^(gamma (k - 1)).

    Slide "Recovery Using Distance", k = |p_c - c|, alpha = 3.5, beta = 1. The slide has
    gamma = 0.03, with which pi would turn negative at k = 43; the figures come out with -0.03.
    """
    return by_product(rules, by_distance(rules, ALPHA, BETA, GAMMA))


def single_bridges(rules: Rules) -> Evaluation:
    """v(s) = - sum of products of pi; pi = 1 if playable, else 1 + (alpha - 1)(1 - rho).

    Slides "Recoverability Estimation Using Single Bridges"; rho as in `recoverability`.
    """
    return by_product(
        rules, np.full(rules.cards + 2, ALPHA), by_bridges(rules, ALPHA, 1.0), rules.trick
    )


def single_bridges_amplified(rules: Rules) -> Evaluation:
    """v(s) = - sum of products of pi; pi = 1 if playable, else 1 + (alpha - 1)(1 - rho^0.2).

    Slide "Recovery with Single Bridges - Results".
    """
    near = by_bridges(rules, ALPHA, POWER)
    return by_product(rules, np.full(rules.cards + 2, ALPHA), near, rules.trick)


def recovery_with_fallback(rules: Rules) -> Evaluation:
    """v(s) = - sum of products of pi; by bridges, amplified, if k <= 9, else by distance.

    Slide "Recoverability with Fallback". Its b is not given; 9 is where bridges end. It has
    (1 - rho)^lambda where the amplified term has 1 - rho^lambda; the latter is used here, too.
    """
    far = by_distance(rules, ALPHA, BETA, GAMMA)
    return by_product(rules, far, by_bridges(rules, ALPHA, POWER), rules.trick)


def bridge_builder(rules: Rules) -> Evaluation:
    """v(s) = - sum of h times products of pi as in `fallback`; alpha = 5, h = 0.8 in hand, else 1.

    Our own. A bridge may also begin at x = c + 10, which is laid before c, the trick card. Giving
    up a pile costs more than in the talk. A card in hand costs less than a card in the deck,
    because the player chooses when to lay it. Tuned on the first 4,000 games of seed 7.
    """
    return bridge_value(rules, 5.0, BETA, GAMMA, POWER, 0.8)


def builder_with_foresight(rules: Rules) -> Evaluation:
    """p(s) = mean over sampled draws of the chance of winning by the best v of `builder` next turn.

    Our own. The chance as a function of v and the cards in the deck is fitted to games of
    `builder`, see docs/thegame.md.
    """
    return bridge_builder(rules)


def bridge_value(
    rules: Rules, alpha: float, beta: float, gamma: float, power: float, held: float
) -> Evaluation:
    """The value function of `builder` with other parameters, see `by_distance` and `by_bridges`.

    `held` is that of `by_product`.
    """
    far, near = by_distance(rules, alpha, beta, gamma), by_bridges(rules, alpha, power)
    return by_product(rules, far, near, rules.trick + 1, held)


def by_distance(rules: Rules, alpha: float, beta: float, gamma: float) -> F64:
    """The penalty of an unplayable card by its distance k: alpha - beta e^(gamma (k - 1)).

    Shape (n + 2,); the entry at k = 0 is unused.
    """
    penalties: F64 = alpha - beta * np.exp(gamma * (np.arange(rules.cards + 2) - 1.0))
    return penalties


def by_bridges(rules: Rules, alpha: float, power: float) -> F64:
    """The penalty of an unplayable card by bridges: 1 + (alpha - 1)(1 - rho^power).

    By the number of cards in the deck, of single and of double bridges: shape (n + 1, trick + 1,
    trick + 1).
    """
    pairs = range(rules.trick + 1)
    rho = [
        [[recoverability(deck, single, double) for double in pairs] for single in pairs]
        for deck in range(rules.cards + 1)
    ]
    penalties: F64 = 1 + (alpha - 1) * (1 - np.array(rho) ** power)
    return penalties


def recoverability(deck: int, single: int, double: int) -> float:
    """The chance rho that two cards drawn make a bridge; `deck` is D, `single` s and `double` d.

    Slide "Recoverability Estimation Using Single Bridges": s/D + d/D (s + 1)/(D - 1) + (D - s -
    d)/D s/(D - 1). With no card in the deck rho is 0, with one s. The slide does not define s and
    d. Here, for card c below the top t of a pile going up:

    - s counts the card t - 10 if it is in the deck (if it is in hand, rho is 1), and the pairs
      (x, x - 10) with t < x < c + 10 that have one card in hand and one in the deck.
    - d counts the pairs with both cards in the deck.
    """
    if deck < 2:
        return float(min(deck, single))
    rest = deck - single - double
    chance = (single + (double * (single + 1) + rest * single) / (deck - 1)) / deck
    return min(max(chance, 0.0), 1.0)


PUBLISHED = (
    Strategy("perceived", "Perceived Capacity", perceived_capacity, extra=0.0),
    Strategy("real", "Real Capacity", real_capacity, extra=-1.0),
    Strategy(
        "weighted-perceived", "Weighted Perceived Capacity", weighted_perceived_capacity, extra=0.0
    ),
    Strategy("weighted-real", "Weighted Real Capacity", weighted_real_capacity, extra=-1.0),
    Strategy("playability", "Penalize Playability", penalize_playability),
    Strategy("distance", "Recovery Using Distance", recovery_using_distance),
    Strategy("bridges", "Single Bridges", single_bridges),
    Strategy("amplified", "Single Bridges Amplified", single_bridges_amplified),
    Strategy("fallback", "Recovery with Fallback", recovery_with_fallback),
)
"""The talk's, in its order."""

BUILDER = Strategy("builder", "Bridge Builder", bridge_builder, depth=6, beam=32)
"""Ours: as deep as the hand goes, from the 32 best positions of each number of cards laid."""

FORESIGHT = Strategy(
    "foresight",
    "Bridge Builder with Foresight",
    builder_with_foresight,
    depth=6,
    beam=32,
    foresight=Foresight(4, 8, Lookahead(6, 4), (19.232, -3.085, 0.081, 2.881, -1.208, 2.096)),
)
"""Ours: compares the best plays of `BUILDER` by the next turn, after cards are drawn at random."""

STRATEGIES = {known.name: known for known in (*PUBLISHED, BUILDER, FORESIGHT)}
"""All strategies by name."""


def strategy(name: str) -> Strategy:
    """The strategy of a name; raises `ValueError` if there is none."""
    if name not in STRATEGIES:
        raise ValueError(f"unknown strategy {quote(name)}: expected {', '.join(STRATEGIES)}")
    return STRATEGIES[name]
