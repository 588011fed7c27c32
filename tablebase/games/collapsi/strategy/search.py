"""The search for strategies: the best orders of preferences, by the number of words.

A beam search lengthens orders by one preference at a time. The share of wins that an order keeps is
known for each number of face-up cards, so strategies of two phases are put together from the same
orders: one for many cards, another for few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tablebase.engine.arrays import F64, I64, Bools
from tablebase.engine.jobs.shards import completed
from tablebase.games.collapsi.strategy import search_kernels as kernels
from tablebase.games.collapsi.strategy.decisions import CARDS, Decisions
from tablebase.games.collapsi.strategy.features import COUNTABLE, NUMBER
from tablebase.games.collapsi.strategy.fitting import fit
from tablebase.games.collapsi.strategy.preferences import Phase, Preference, Strategy, rule_of
from tablebase.games.collapsi.strategy.score_kernels import ALL, DEALS

BEAM = 8
"""How many orders of each length are lengthened, besides the best for each number of cards."""

LEAST_GAIN = 0.001
"""A strategy with more words is listed only if it is better by at least this much."""

_SIGNS = (1, -1)


class Totals(NamedTuple):
    """The share of the wins that a strategy keeps in a sample."""

    deal: float
    layers: float
    all: float
    cards: dict[int, float]
    """By the number of face-up cards, each position of a random deal counted equally."""


@dataclass(frozen=True)
class Candidate:
    """A strategy that the search found, and its totals in the sample and among other deals."""

    strategy: Strategy
    sample: Totals
    held_out: Totals

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        totals = {"sample": self.sample._asdict(), "held_out": self.held_out._asdict()}
        return {"strategy": self.strategy.as_dict(), "words": self.strategy.length, **totals}


def totals(strategy: Strategy, decisions: Decisions) -> Totals:
    """The share of the wins that a strategy keeps in a sample."""
    return _totals(_kept(strategy, decisions), decisions)


def _kept(strategy: Strategy, decisions: Decisions) -> F64:
    """What a strategy keeps, by the number of cards, shape (CARDS, 2)."""
    kept = np.zeros((CARDS, 2))
    for phase in strategy.phases:
        cards = [n for n in range(CARDS) if strategy.phase(n) is phase]
        kept[cards] = _kept_by(phase.order, decisions)[cards]
    return kept


def _kept_by(order: Sequence[Preference], decisions: Decisions) -> F64:
    """What an order of preferences keeps, by the number of cards, shape (CARDS, 2)."""
    kept = np.zeros((CARDS, 2))
    left = _left(order, decisions)
    kernels.keep(decisions.first, decisions.wins, left, decisions.cards, decisions.weights, kept)
    return kept


def _totals(kept: F64, decisions: Decisions) -> Totals:
    whole = decisions.sums
    some = np.flatnonzero(whole[:, DEALS])
    shares = kept[some, DEALS] / whole[some, DEALS]
    return Totals(
        kept[:, DEALS].sum() / whole[:, DEALS].sum(),
        shares.mean(),
        kept[:, ALL].sum() / whole[:, ALL].sum(),
        dict(zip(some[::-1].tolist(), shares[::-1].tolist(), strict=True)),
    )


def _left(order: Sequence[Preference], decisions: Decisions) -> Bools:
    """The moves left after an order of preferences: the best ones, equal by all of them."""
    left = np.ones(len(decisions.wins), np.bool_)
    for preference in order:
        keys = np.zeros(len(left), np.int64)
        for name, weight in preference.weights:
            keys += weight * decisions.values[:, NUMBER[name]].astype(np.int64)
        narrowed = np.empty_like(left)
        kernels.narrow(decisions.first, left, keys, narrowed)
        left = narrowed
    return left


class Orders(NamedTuple):
    """Orders of preferences, and what each keeps by number of cards, shape (orders, CARDS, 2)."""

    orders: list[tuple[Preference, ...]]
    kept: F64


def pool_of(
    decisions: Decisions,
    features: Sequence[str],
    rules: int,
    total: str,
    *,
    threads: int | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> Orders:
    """The orders of up to `rules` preferences that a beam search looks at."""
    numbers = [NUMBER[name] for name in features]
    values = np.ascontiguousarray(decisions.values[:, numbers])
    of_total = coefficients(decisions, total)
    choices = [Preference(((name, sign),)) for name in features for sign in _SIGNS]
    pool = Orders([()], _kept_by((), decisions)[None])
    beam: list[tuple[Preference, ...]] = [()]

    def extended(order: tuple[Preference, ...]) -> tuple[tuple[Preference, ...], F64]:
        kept = np.zeros((len(features), len(_SIGNS), CARDS, 2))
        kernels.extend(
            decisions.first, decisions.wins, _left(order, decisions), values, decisions.cards,
            decisions.weights, kept,
        )  # fmt: skip
        return order, kept.reshape(-1, CARDS, 2)

    for length in range(rules):
        found = {}
        for done, (order, kept) in enumerate(completed(extended, beam, threads), 1):
            found[order] = kept
            progress((length + done / len(beam)) / rules)
        orders = [(*order, choice) for order in beam for choice in choices]
        longer = Orders(orders, np.concatenate([found[order] for order in beam]))
        pool = Orders(pool.orders + orders, np.concatenate([pool.kept, longer.kept]))
        beam = _best(longer, of_total)
    return pool


def coefficients(decisions: Decisions, total: str) -> F64:
    """What each win that is kept adds to a total, by cards and weighting, shape (CARDS, 2)."""
    sums = decisions.sums
    found = np.zeros_like(sums)
    if total == "layers":
        some = sums[:, DEALS] > 0
        found[some, DEALS] = 1 / sums[some, DEALS] / some.sum()
    else:
        weighting = DEALS if total == "deal" else ALL
        found[:, weighting] = 1 / sums[:, weighting].sum()
    return found


def _best(pool: Orders, of_total: F64) -> list[tuple[Preference, ...]]:
    """The best orders by a total, and the best for each number of cards, without duplicates."""
    by_cards = (pool.kept * of_total).sum(axis=2)
    _, unlike = np.unique(by_cards.round(9), axis=0, return_index=True)
    chosen: dict[int, None] = {}
    for scores, number in [(by_cards.sum(axis=1), BEAM), *((each, 1) for each in by_cards.T)]:
        ranked = unlike[np.argsort(-scores[unlike], kind="stable")]
        chosen |= dict.fromkeys(ranked[:number].tolist())
    return [pool.orders[number] for number in chosen]


def search(
    sample: Decisions,
    held_out: Decisions,
    *,
    total: str = "all",
    rules: int = 5,
    words: int = 60,
    plies: int = 4,
    phases: int = 2,
    threads: int | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> list[Candidate]:
    """Search for the strategies that keep the most wins in a sample, by their number of words.

    Each has at most `rules` preferences and `words` words, and beats all shorter ones by at least
    `LEAST_GAIN` in a total, one of `preferences.TOTALS`. The features are those `countable` within
    `plies`. `phases` is 1 or 2. `progress` is called with the share of the work that is done.
    """
    features = countable(plies)
    pool = pool_of(sample, features, rules, total, threads=threads, progress=progress)
    by_cards = (pool.kept * coefficients(sample, total)).sum(axis=2)
    choices = list(_single(pool, by_cards, words))
    if phases == 2:
        choices += _double(pool, by_cards, rules, words)
    return [_found(each, sample, held_out) for each in front(choices)]


def countable(plies: int) -> list[str]:
    """The features that a person can count, and that look at most `plies` plies ahead."""
    return [each.name for each in COUNTABLE if each.plies <= plies]


def fitted(
    sample: Decisions,
    *,
    total: str = "all",
    plies: int = 4,
    progress: Callable[[float], None] = lambda share: None,
) -> Strategy:
    """The strategy of weights, see `fitting`, for a total; features are chosen as in `search`."""
    weighting = ALL if total == "all" else DEALS
    return fit(sample, countable(plies), weighting, progress=progress)


class Choice(NamedTuple):
    """A candidate strategy, as the search compares it."""

    words: int
    score: float
    phases: tuple[Phase, ...]


def front(choices: Iterable[Choice]) -> list[Choice]:
    """The choices that beat all those with fewer words by at least `LEAST_GAIN`."""
    found: list[Choice] = []
    for choice in sorted(choices, key=lambda each: (each.words, -each.score)):
        if not found or choice.score >= found[-1].score + LEAST_GAIN:
            found.append(choice)
    return found


def _single(pool: Orders, by_cards: F64, words: int) -> Iterator[Choice]:
    """The orders as strategies of one phase."""
    for order, score in zip(pool.orders, by_cards.sum(axis=1).tolist(), strict=True):
        phases = (Phase(0, order),)
        if (number := _words(phases)) <= words:
            yield Choice(number, score, phases)


def _double(pool: Orders, by_cards: F64, rules: int, words: int) -> Iterator[Choice]:
    """For each number of words, the best strategy of two phases."""
    lengths = np.array([len(order) for order in pool.orders])
    of_words = np.array([_words((Phase(0, order),)) for order in pool.orders])
    cards = np.flatnonzero(by_cards.any(axis=0))
    for begin in cards[1:].tolist():  # the fewest cards of the first phase
        early, late = by_cards[:, begin:].sum(axis=1), by_cards[:, :begin].sum(axis=1)
        for split in range(1, rules):
            first = _by_words(early, of_words, lengths <= split, words)
            second = _by_words(late, of_words, lengths <= rules - split, words)
            for one in first:
                for other in second:
                    phases = (Phase(begin, pool.orders[one]), Phase(0, pool.orders[other]))
                    if (number := _words(phases)) <= words:
                        yield Choice(number, float(early[one] + late[other]), phases)


def _by_words(scores: F64, words: I64, allowed: Bools, most: int) -> list[int]:
    """The allowed orders that are better than all with fewer words."""
    numbers = np.flatnonzero(allowed & (words <= most))
    numbers = numbers[np.lexsort((-scores[numbers], words[numbers]))]
    before = np.concatenate([[-1.0], np.maximum.accumulate(scores[numbers])[:-1]])
    found: list[int] = numbers[scores[numbers] > before].tolist()
    return found


def _words(phases: tuple[Phase, ...]) -> int:
    return len(rule_of(phases).split())


def _found(choice: Choice, sample: Decisions, held_out: Decisions) -> Candidate:
    name = f"words-{choice.words}"
    strategy = Strategy(name, rule_of(choice.phases), choice.phases)
    return Candidate(strategy, totals(strategy, sample), totals(strategy, held_out))
