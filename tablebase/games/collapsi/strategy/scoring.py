"""Exact scores: how often a strategy keeps the win, over every position of every deal.

A position is *critical* if the side to move has a winning and a losing move. A strategy's *score*
is the probability that it makes a winning move in a critical position.

Which move a strategy prefers depends only on what is left after it. Many positions differ only in
the cell and the card that the mover leaves, so they share these preferences. The pass takes the
records of a layer one after the other, ranks the cells that the mover may arrive on, and then goes
through the cells and cards that they may have left. Records are read strictly in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.engine.jobs.machine import cores
from tablebase.engine.jobs.shards import completed
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.rules import CODING, COLLAPSI, Edition, Rules
from tablebase.games.collapsi.strategy import score_kernels
from tablebase.games.collapsi.strategy.preferences import Strategy
from tablebase.games.collapsi.strategy.reach import MoveTable, reach_of
from tablebase.games.collapsi.strategy.terms import Terms, terms_of
from tablebase.games.collapsi.whole.build import solve_whole
from tablebase.games.collapsi.whole.geometry import Geometry, Shape, geometry_of
from tablebase.games.collapsi.whole.plan import Records

TASK_RECORDS = 1 << 17
"""Records that a thread takes at a time: a few hundredths of a second of work."""


class CardSets:
    """Numbers for the sets of cards that lie face up, jokers not counted.

    The number of a set is the sum of what its cards add, `adds` by letter.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.caps = geometry.caps
        self._size = geometry.size
        # Room for one card more than the deck has: no deal has such a set.
        bases = [cap + 2 for cap in self.caps]
        self.adds = [prod(bases[:letter]) for letter in range(len(bases))]
        self._count = prod(bases)

    def deals(self, layer: int) -> I64:
        """The number of deals in which a set of cards lies on given cells, by the set's number.

        `layer` is the number of face-up cards after the move. Before it there was one more, a joker
        if it was blue's first move. Only that move distinguishes the jokers.
        """
        top = self._size - 2
        cards, jokers = (layer + 1, 2) if layer < top else (layer, 1)
        found = np.zeros(self._count, np.int64)
        for used in product(*(range(cap + 1) for cap in self.caps)):
            if sum(used) == cards:
                left = [cap - number for cap, number in zip(self.caps, used, strict=True)]
                number = sum(n * add for n, add in zip(used, self.adds, strict=True))
                ways = prod(map(factorial, left)) * factorial(jokers)
                found[number] = factorial(sum(left) + jokers) // ways
        return found


class Departures:
    """All departures that lead to the records of a shape, up to the automorphisms of the board.

    `movers`, shape (movers, 3), has the cell of the player who moves next, and the first and last
    of their rows in `rows`. These have shape (departures, 3): the destinations as a mask, what the
    card left behind adds to the number of a set of cards, and the place in `weights` of how many
    positions of the board each stands for.
    """

    def __init__(
        self, reach: MoveTable, geometry: Geometry, shape: Shape, edition: Edition
    ) -> None:
        self.geometry = geometry
        self.shape = shape
        if shape.layer < geometry.top:
            adds = CardSets(geometry).adds
            cards = list(zip(geometry.letters, adds, strict=True))
        else:
            cards = [(JOKER, 0)]
        movers: list[tuple[int, int, int]] = []
        rows: list[tuple[int, int, int]] = []
        weights: list[int] = []
        for they in shape.movers:
            first = len(rows)
            for cell, images in self._cells(they):
                for card, adds_ in cards:
                    ends = int(reach.table[shape.mask, reach.column(cell, card, edition)])
                    ends &= ~(1 << they)
                    if ends.bit_count() > 1:  # with a single move there is no choice
                        rows.append((ends, adds_, len(weights)))
                weights.append(images)
            movers.append((they, first, len(rows)))
        self.movers = np.array(movers, np.int64)
        self.rows = np.array(rows, np.uint64).reshape(-1, 3)
        self.weights = np.array(weights, np.int64)

    def _cells(self, they: int) -> Iterator[tuple[int, int]]:
        """One cell of each orbit outside the shape, and the images of (shape, they, cell)."""
        geometry = self.geometry
        fixing = geometry.automorphisms[list(self.shape.fixing)]
        fixing = fixing[fixing[:, they] == they]
        for cell in range(geometry.size):
            orbit = fixing[:, cell]
            if not self.shape.mask >> cell & 1 and orbit.min() == cell:
                same = np.count_nonzero(orbit == cell)
                yield cell, len(geometry.automorphisms) // int(same)

    def ranges(self) -> Iterator[tuple[int, int]]:
        """Ranges of words, each a few hundredths of a second of work."""
        count = self.geometry.words[self.shape.layer].count
        step = max(1, TASK_RECORDS // len(self.movers))
        for first in range(0, count, step):
            yield first, min(first + step, count)


class CriticalShare(NamedTuple):
    """Number of critical positions, and in how many of them the win is kept, on average."""

    critical: int
    kept: Fraction

    @property
    def score(self) -> Fraction | None:
        """The share of critical positions in which the win is kept; None if there are none."""
        return self.kept / self.critical if self.critical else None

    def as_dict(self) -> dict[str, Any]:
        """The share as plain data, for JSON: the score as a fraction and as a decimal."""
        return {"critical": self.critical, **_number(self.score)}


def _number(score: Fraction | None) -> dict[str, Any]:
    if score is None:
        return {"score": None, "exact": None}
    return {"score": float(score), "exact": str(score)}


def _total(shares: Iterable[CriticalShare]) -> CriticalShare:
    """Several shares together, every position counted equally."""
    found = list(shares)
    return CriticalShare(
        sum(share.critical for share in found), sum((share.kept for share in found), Fraction(0))
    )


@dataclass(frozen=True)
class Score:
    """How often a strategy keeps the win, by the number of face-up cards before the move.

    `all` counts each labelled position once: the face-up cells, the cards on them, the two pawns.
    `deals` counts it once for each deal that it can come from. Both leave out the first two moves;
    `second` is blue's first move, over all deals and all of red's moves.
    """

    strategy: Strategy
    all: Mapping[int, CriticalShare]
    deals: Mapping[int, CriticalShare]
    second: CriticalShare

    @property
    def of_all(self) -> Fraction | None:
        """The score with every labelled position of every deal counted equally."""
        return _total(self.all.values()).score

    @property
    def of_deal(self) -> Fraction | None:
        """The score with every position of a random deal counted equally."""
        return _total(self.deals.values()).score

    @property
    def of_layers(self) -> Fraction | None:
        """The mean over the numbers of face-up cards, each over the positions of a random deal."""
        scores = [share.score for share in self.deals.values() if share.score is not None]
        return sum(scores, Fraction(0)) / len(scores) if scores else None

    def as_dict(self) -> dict[str, Any]:
        """The score as plain data, for JSON."""
        return {
            "strategy": self.strategy.as_dict(),
            "totals": {
                "all": _number(self.of_all),
                "deal": _number(self.of_deal),
                "layers": _number(self.of_layers),
            },
            "all": {cards: share.as_dict() for cards, share in self.all.items()},
            "deals": {cards: share.as_dict() for cards, share in self.deals.items()},
            "second": self.second.as_dict(),
        }


def score_whole(
    strategies: Sequence[Strategy],
    rules: Rules = COLLAPSI,
    edition: Edition | str | None = None,
    *,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> list[Score]:
    """Score strategies in all positions after red's first move, for rules that `holds` accepts.

    The edition matters only for blue's first move. `progress` is called with the share of the work
    that is done. Raises MemoryError before the work starts if too little memory is free.
    """
    scoring = Scoring(
        rules, rules.edition(edition), strategies, threads or cores(), progress or (lambda _: None)
    )
    solve_whole(rules, threads=threads, keep=False, visit=scoring.visit)
    return [scoring.score_of(number) for number in range(len(strategies))]


class Scoring:
    """A pass over the layers of a whole game, as they are solved."""

    def __init__(
        self,
        rules: Rules,
        edition: Edition,
        strategies: Sequence[Strategy],
        threads: int,
        report: Callable[[float], None],
    ) -> None:
        self.geometry = geometry_of(rules)
        self.reach = reach_of(rules)
        self.edition = edition
        self.strategies = strategies
        self.threads = threads
        self.report = report
        self.counts: list[dict[int, I64]] = [{} for _ in strategies]
        self._card_sets = CardSets(self.geometry)
        self._letters = np.array([*zip(self.geometry.letters, self._card_sets.adds, strict=True)])
        self._signed = np.array([*CODING.signed_dte, 0])  # the last is `no_entry`, never looked up
        sizes = [self.geometry.records(layer) for layer in range(2, self.geometry.top + 1)]
        self._done = np.cumsum([0, 0, 0, *sizes]) / sum(sizes)  # before each layer

    def visit(self, layer: int, records: Records) -> None:
        """Score the positions with a card more than a layer has, given the layer's records."""
        deals = self._card_sets.deals(layer)
        cards = layer + 1
        for counts in self.counts:
            counts[cards] = np.zeros((2, 1 + self.geometry.size), np.int64)
        plans = [
            Departures(self.reach, self.geometry, shape, self.edition)
            for shape in self.geometry.shapes[layer]
        ]
        terms = terms_of(self.strategies, cards)
        tasks = [(plan, first, last) for plan in plans for first, last in plan.ranges()]

        def work(task: tuple[Departures, int, int]) -> I64:
            return self._score(terms, *task, records, deals)

        for done, found in enumerate(completed(work, tasks, self.threads), 1):
            for counts, own in zip(self.counts, found, strict=True):
                counts[cards] += own
            before, after = self._done[layer : layer + 2]
            self.report(before + (after - before) * done / len(tasks))

    def _score(
        self, terms: Terms, plan: Departures, first: int, last: int, records: Records, deals: I64
    ) -> I64:
        """Count the positions that lead to some words, shape (strategies, 2, 1 + cells)."""
        geometry, shape = self.geometry, plan.shape
        words = geometry.words[shape.layer]
        own = geometry.records_of(shape, records)
        room = (len(self.strategies), len(plan.weights), 2, 1 + geometry.size)
        out = np.zeros(room, np.int64)
        score_kernels.score_words(
            words.words[first:last], np.array(shape.cells), self._letters, self.reach.blank,
            own[first:last], plan.movers, plan.rows, deals, *terms, self._signed, out,
        )  # fmt: skip
        found: I64 = np.einsum("r,srwn->swn", plan.weights, out)
        return found

    def score_of(self, number: int) -> Score:
        """The score of one of the strategies."""
        counts = dict(sorted(self.counts[number].items()))
        _, second = counts.popitem()
        every, deals = (
            {cards: share_of(rows[weighting]) for cards, rows in counts.items()}
            for weighting in (score_kernels.ALL, score_kernels.DEALS)
        )
        return Score(self.strategies[number], every, deals, share_of(second[score_kernels.ALL]))


def share_of(row: I64) -> CriticalShare:
    """The share that a row of counts describes, see `score_kernels.score_words`."""
    kept = (Fraction(number, chosen) for chosen, number in enumerate(row.tolist()) if chosen)
    return CriticalShare(int(row[0]), sum(kept, Fraction(0)))
