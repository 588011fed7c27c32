"""A match: two players play rounds perfectly until one of them has enough points.

The winner of a round scores a point for each card still face up, and every round has a new random
deal. So a round is a draw from the deals' lengths, and the chances of a match follow from those at
all later scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from tablebase.engine.arrays import F64
from tablebase.errors import quote
from tablebase.games.collapsi.rules import COLLAPSI, Rules
from tablebase.games.collapsi.studies.lab.study import Study
from tablebase.games.collapsi.studies.statistics import tally
from tablebase.support.lazy import cached_property

Starts = Literal["alternate", "loser", "winner"]
"""Who starts the next round: whoever did not start this one, its loser, or its winner."""

TARGET = 16
"""The points that win a match, as published by the designer."""

MOST_POINTS = 100
"""The largest target: exact chances take too long for longer matches."""

RESAMPLES = 1000
"""How often the random deals of a study are resampled for an interval."""

Scores = tuple[int, int]
"""The points of the player who starts the next round, and the other's."""

Number = Any
"""A fraction, or an array with a number for each resample or study."""


class RoundEnd(NamedTuple):
    """How a round can end, for the player who starts it."""

    won: bool
    points: int  # the winner's

    @property
    def gain(self) -> int:
        """The starter's points if they win, otherwise minus the winner's."""
        return self.points if self.won else -self.points


def starts_again(starts: Starts, end: RoundEnd) -> bool:
    """Whether the player who started a round starts the next one too."""
    return {"alternate": False, "loser": not end.won, "winner": end.won}[starts]


def expected(
    target: int,
    starts: Starts,
    odds: Mapping[RoundEnd, Number],
    each: Number,
    ended: Callable[[bool], Number],
    swapped: Callable[[Number], Number],
) -> dict[Scores, Number]:
    """What the player who starts the next round can expect, by the scores.

    `odds` are how likely each end of a round is. A player gets `each` for a round, and `ended` at
    the end of the match, by whether they have won it. Both players are alike: `swapped` turns what
    one expects into what the other does.
    """
    found: dict[Scores, Number] = {}
    for scores in _scores(target):
        total = each
        for end, likely in odds.items():
            after = _added(scores, end.points, end.won)
            if max(after) >= target:
                value = ended(end.won)
            elif starts_again(starts, end):
                value = found[after]
            else:
                value = swapped(found[after[::-1]])
            total = total + likely * value
        found[scores] = total
    return found


def _scores(target: int) -> Iterator[Scores]:
    """All scores before a round, each after those that it can lead to."""
    for total in range(2 * target - 2, -1, -1):
        for mine in range(max(0, total - target + 1), min(total + 1, target)):
            yield mine, total - mine


def _added(scores: Scores, points: int, won: bool) -> Scores:
    return (scores[0] + points, scores[1]) if won else (scores[0], scores[1] + points)


@dataclass(frozen=True)
class Match:
    """A match under some rules, exact if every deal of the study was counted.

    Both players play each round perfectly: to win it with the most points, or to lose it by the
    fewest. `is_perfect` says whether that is also perfect for the match. `study` has the deals by
    length, and `target` is 1 to 100 points.

    Raises ValueError if `target` or `starts` is anything else, or the rules have landing: a card
    can then stay face up when a pawn leaves it, so the length of a round does not give its points.

    Examples
    --------
    >>> from tablebase.games.collapsi.studies.match import Match, published
    >>> round(float(Match(published("wild")).chance), 4)
    0.4778
    """

    study: Study
    target: int = TARGET
    starts: Starts = "alternate"

    def __post_init__(self) -> None:
        if not 1 <= self.target <= MOST_POINTS:
            raise ValueError(f"target {self.target}: expected 1 to {MOST_POINTS} points")
        if self.starts not in get_args(Starts):
            names = ", ".join(get_args(Starts))
            raise ValueError(f"starts {quote(self.starts)}: expected {names}")
        _check_points(self.study.rules)

    @property
    def chance(self) -> Fraction:
        """The chance of the player who starts the match."""
        return self.chances[0, 0]

    @cached_property
    def chances(self) -> dict[Scores, Fraction]:
        """The chance that the player who starts the next round wins the match, by the scores."""
        return _chances(self.target, self.starts, self._odds)

    def at(self, points: Scores, *, starting: bool = True) -> Fraction:
        """The chance of a player, given their points and the other's, and whether they start."""
        if max(points) >= self.target:
            return Fraction(points[0] >= self.target)
        return self.chances[points] if starting else 1 - self.chances[points[::-1]]

    def table(self, *, starting: bool) -> list[list[float]]:
        """A player's chance at all scores, a row for each number of their points."""
        points = range(self.target)
        return [
            [float(self.at((mine, theirs), starting=starting)) for theirs in points]
            for mine in points
        ]

    @cached_property
    def rounds(self) -> Fraction:
        """How many rounds a match has on average."""
        one, no_more = Fraction(1), Fraction(0)
        found = expected(
            self.target, self.starts, self._odds, one, lambda won: no_more, lambda same: same
        )
        rounds: Fraction = found[0, 0]
        return rounds

    @property
    def worth_of_a_start(self) -> Fraction:
        """How much starting the match raises a player's chance."""
        return 2 * self.chance - 1

    @property
    def worth_of_a_point(self) -> Fraction:
        """How much the first point raises a player's chance, whoever starts the next round."""
        gains = (
            self.at((1, 0), starting=it) - self.at((0, 0), starting=it) for it in (True, False)
        )
        return sum(gains, Fraction(0)) / 2

    @cached_property
    def interval(self) -> tuple[float, float]:
        """95 % confidence interval of `chance` by resampling; `chance` itself if it is exact."""
        study = self.study
        if study.seed is None:
            return float(self.chance), float(self.chance)
        shares = np.array(list(study.lengths.values())) / study.deals
        rng = np.random.default_rng([study.seed, self.target])
        drawn = rng.multinomial(study.deals, shares, RESAMPLES) / study.deals
        odds = dict(zip(self._odds, drawn.T, strict=True))
        chances = _chances(self.target, self.starts, odds)[0, 0]
        low, high = np.quantile(chances, [0.025, 0.975])
        return float(low), float(high)

    @cached_property
    def is_perfect(self) -> bool:
        """Whether perfect play of every round is perfect play of the match.

        It is if no player, at any score, can prefer a round that ends worse for them. Then nobody
        gains by another move in one round, and so nobody by other moves in many. With alternating
        starts this always holds; otherwise a win may cost more, by giving up the next start, than
        its points are worth.
        """
        best_first = sorted(self._odds, key=lambda end: end.gain, reverse=True)
        return all(
            worse <= better
            for scores in _scores(self.target)
            for better, worse in pairwise(self._worths(scores, best_first))
        )

    @cached_property
    def _odds(self) -> dict[RoundEnd, Fraction]:
        """How likely each end of a round is."""
        return {
            _end(self.study.rules, plies): Fraction(deals, self.study.deals)
            for plies, deals in self.study.lengths.items()
        }

    def _worths(self, scores: Scores, ends: Iterable[RoundEnd]) -> Iterator[Fraction]:
        """The chance of the player who started a round, after each end of it."""
        for end in ends:
            after = _added(scores, end.points, end.won)
            yield self.at(after, starting=starts_again(self.starts, end))


def _chances(target: int, starts: Starts, odds: Mapping[RoundEnd, Number]) -> dict[Scores, Number]:
    """The chance that the player who starts the next round wins the match, by the scores."""
    # Not a Fraction: with an array, that makes an array of objects.
    return expected(target, starts, odds, 0, int, lambda chance: 1 - chance)


def starter_chances(
    studies: Sequence[Study], target: int = TARGET, starts: Starts = "alternate"
) -> F64:
    """The chance of the player who starts a match, for each of many studies, shape (n,).

    In floating point, all at once, for boards of one size and the same turn. Raises ValueError as
    `Match`.
    """
    rules = Match(studies[0], target, starts).study.rules
    odds = {
        _end(rules, plies): np.array([s.lengths.get(plies, 0) / s.deals for s in studies])
        for plies in sorted({plies for study in studies for plies in study.lengths})
    }
    found: F64 = _chances(target, starts, odds)[0, 0]
    return found


def _end(rules: Rules, plies: int) -> RoundEnd:
    """The end of a round that lasts this many plies."""
    return RoundEnd(rules.turn.first_wins(plies), len(rules.deck) - plies)


def studies_of(
    rules: Rules,
    edition: str | None,
    *,
    deals: int,
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> list[Study]:
    """The deals by length under each edition of some rules, or under one.

    Deals of the published game come from the opening book, others from `Lab.study`, which explains
    the parameters. Raises as `Lab.study`, and ValueError if the rules have landing.
    """
    _check_points(rules)
    editions = [rules.edition(edition)] if edition else rules.editions
    if rules == COLLAPSI:
        return [published(each.name) for each in editions]
    from tablebase.games.collapsi.studies.lab.kept import Lab  # which imports the kernels

    studies = Lab().study(rules, deals=deals, seed=seed, progress=progress)
    return [study for study in studies if study.edition in editions]


def published(edition: str) -> Study:
    """All deals of the published game under an edition, from the opening book."""
    counted = tally(edition)
    return Study(COLLAPSI, counted.edition, counted.by_plies())


def _check_points(rules: Rules) -> None:
    """Raise unless the length of a round gives its points."""
    if rules.turn.pawns_share:
        raise ValueError(f"rules {quote(rules.name)}: expected rules without landing")
