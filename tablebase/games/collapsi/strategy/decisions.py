"""Decisions: critical positions of random deals, and the features of all their moves.

With a sample of them, thousands of candidate strategies can be compared in the time that one exact
score takes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np

from tablebase.engine.arrays import F64, I16, I64, Bools
from tablebase.engine.tables.table import build_table
from tablebase.games.collapsi.deals.layout import DealLayout
from tablebase.games.collapsi.game import game_of
from tablebase.games.collapsi.position import Deal, random_deals
from tablebase.games.collapsi.rules import CODING, COLLAPSI, SMALL_CELLS, Rules
from tablebase.games.collapsi.strategy.features import COUNTABLE
from tablebase.games.collapsi.strategy.kernels import move_values
from tablebase.games.collapsi.strategy.reach import reach_of
from tablebase.games.collapsi.strategy.scoring import CardSets
from tablebase.games.collapsi.whole.geometry import geometry_of
from tablebase.support.lazy import cached_property

FEWEST_CARDS = 4
"""With fewer face-up cards nobody has a choice: there is one cell to move to, or none."""


CARDS = SMALL_CELLS + 1
"""Rows of an array by the number of face-up cards."""


@dataclass(frozen=True)
class Decisions:
    """Critical positions after both first moves, and the features of their moves.

    The two weights of a position are those among all labelled positions, and among those of a
    random deal. `first` is the number of each position's first move, followed by the number of all
    moves. `wins` is whether a move keeps the win. `values` are the features that a person can
    count, in the order of `COUNTABLE`.
    """

    cards: I64  # (positions,): how many are face up before the move
    weights: F64  # (2, positions)
    first: I64  # (positions + 1,)
    wins: Bools  # (moves,)
    values: I16  # (moves, features)

    @cached_property
    def sums(self) -> F64:
        """The sums of the weights, shape (CARDS, 2)."""
        return np.stack([np.bincount(self.cards, each, CARDS) for each in self.weights], axis=1)

    def of(self, positions: I64) -> Decisions:
        """The positions with these numbers."""
        sizes = np.diff(self.first)[positions]
        first = np.concatenate([[0], np.cumsum(sizes)])
        moves = np.arange(first[-1]) + np.repeat(self.first[positions] - first[:-1], sizes)
        return Decisions(
            self.cards[positions],
            self.weights.take(positions, axis=1),  # in C order, as the kernels are compiled for
            first,
            self.wins[moves],
            self.values[moves],
        )


def draw_decisions(
    deals: int,
    seed: int,
    *,
    each: int = 16,
    rules: Rules = COLLAPSI,
    progress: Callable[[int], None] = lambda number: None,
) -> Decisions:
    """Draw critical positions of random deals, for rules that `fast.WHOLE` fits.

    For every number of face-up cards it draws `each` random positions of each deal, and keeps the
    critical ones. `progress` is called with 1 after each deal.
    """
    rng = random.Random(seed)
    found = []
    for deal in random_deals(deals, rng.getrandbits(32), rules):
        found.append(_decisions(deal, _positions(deal, each, rng)))
        progress(1)
    sizes = np.concatenate([np.diff(part.first) for part in found])
    return Decisions(
        np.concatenate([part.cards for part in found]),
        np.concatenate([part.weights for part in found], axis=1),
        np.concatenate([[0], np.cumsum(sizes)]),
        np.concatenate([part.wins for part in found]),
        np.concatenate([part.values for part in found]),
    )


def _positions(deal: Deal, each: int, rng: random.Random) -> I64:
    """Random positions of a deal: rows of (mask of the face-up cells, mover, opponent).

    There are `each` for every number of face-up cards from `FEWEST_CARDS` on.
    """
    free = [cell for cell in range(len(deal.cards)) if cell not in deal.jokers]
    rows = []
    for number in range(FEWEST_CARDS, min(len(free), SMALL_CELLS) + 1):
        for _ in range(each):
            cells = rng.sample(free, number)
            rows.append((sum(1 << cell for cell in cells), *cells[:2]))
    return np.array(rows, np.int64)


def _decisions(deal: Deal, positions: I64) -> Decisions:
    """The critical ones of some positions of a deal."""
    reach, game = reach_of(deal.rules), game_of(deal.cards, deal.rules)
    view = reach.view(deal.cards, deal.rules.editions[0])
    face_up, mover, opponent = positions.T
    after = face_up & ~(1 << mover)
    ends = reach.table[after, view.columns[mover]] & ~(1 << opponent)
    numbers, to = np.nonzero(ends[:, None] >> np.arange(len(deal.cards)) & 1)
    moves = np.stack([after[numbers], to, opponent[numbers]], axis=1)
    values = np.zeros((len(moves), len(COUNTABLE)), np.int16)
    move_values(view, moves, values)
    rows = np.zeros(len(moves), DealLayout(deal.cards, deal.rules).dtype)
    rows["face_up"], rows["opponent"], rows["mover"] = moves.T
    wins = build_table(game).probe_many(rows) < CODING.first_win  # you, if the opponent loses
    first = np.searchsorted(numbers, np.arange(len(positions) + 1))
    every = Decisions(
        np.bitwise_count(face_up).astype(np.int64),
        _weights(deal, face_up),
        first,
        wins,
        values,
    )
    found = np.bincount(numbers, wins, len(positions))
    return every.of(np.flatnonzero((found > 0) & (found < np.diff(first))))


@lru_cache(maxsize=2)
def _shared(rules: Rules) -> dict[int, I64]:
    """The number of deals with each set of cards on given cells, by the number of cards."""
    card_sets = CardSets(geometry_of(rules))
    return {n: card_sets.deals(n - 1) for n in range(FEWEST_CARDS, geometry_of(rules).top + 1)}


def _weights(deal: Deal, face_up: I64) -> F64:
    """The weights of a deal's positions, shape (2, positions)."""
    geometry, shared = geometry_of(deal.rules), _shared(deal.rules)
    adds = dict(zip(geometry.letters, CardSets(geometry).adds, strict=True))
    added = np.array([adds.get(card, 0) for card in deal.cards])
    sets = (face_up[:, None] >> np.arange(len(deal.cards)) & 1) @ added
    cards = np.bitwise_count(face_up).tolist()
    weights = np.array([comb(geometry.top, n) * n * (n - 1) for n in cards], np.float64)
    deals = np.array([shared[n][number] for n, number in zip(cards, sets, strict=True)])
    return np.stack([weights / deals, weights])
