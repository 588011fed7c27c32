"""What counts of deals say about a variant, and which of several variants is fairest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tablebase.errors import quote
from tablebase.games.collapsi.rules import Edition, Rules
from tablebase.study.intervals import CONFIDENCE_95, wilson
from tablebase.support.columns import to_pandas

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Study:
    """A variant under one edition: deals counted by the length of the game with perfect play.

    `lengths` is the number of deals by plies until the end, ascending; `Turn.first_wins` says which
    of them the first player wins. `seed` is that of the random deals, None if every deal was
    counted.
    """

    rules: Rules
    edition: Edition
    lengths: Mapping[int, int]
    seed: int | None = None

    @property
    def name(self) -> str:
        """The variant and the edition."""
        return f"{self.rules.name} {self.edition.name}"

    @property
    def exact(self) -> bool:
        """Whether every deal was counted."""
        return self.seed is None

    @property
    def deals(self) -> int:
        """Number of deals counted; if every deal is, each layout counts with either joker red's."""
        return sum(self.lengths.values())

    @property
    def wins(self) -> int:
        """Number of deals that the first player wins."""
        return sum(n for plies, n in self.lengths.items() if self.rules.turn.first_wins(plies))

    @property
    def share(self) -> float:
        """The share of the deals that the first player wins."""
        return self.wins / self.deals

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % confidence interval of the share; the share itself if it is exact."""
        return (self.share, self.share) if self.exact else wilson(self.wins, self.deals)

    @property
    def advantage(self) -> tuple[float, float]:
        """How far the share is from 1/2: the smallest and the largest distance in the interval."""
        low, high = self.interval
        return max(low - 0.5, 0.5 - high, 0.0), max(high - 0.5, 0.5 - low)

    @property
    def mean(self) -> float:
        """Mean length in plies."""
        return sum(plies * deals for plies, deals in self.lengths.items()) / self.deals

    @property
    def mean_interval(self) -> tuple[float, float]:
        """95 % confidence interval of the mean length, by its standard error."""
        if self.exact:
            return self.mean, self.mean
        squares = sum((plies - self.mean) ** 2 * deals for plies, deals in self.lengths.items())
        half = CONFIDENCE_95 * sqrt(squares) / self.deals
        return self.mean - half, self.mean + half

    @property
    def median(self) -> int:
        """Median length in plies: at least half of the games are no longer."""
        counted = zip(self.lengths, accumulate(self.lengths.values()), strict=True)
        return next(plies for plies, deals in counted if 2 * deals >= self.deals)

    def as_dict(self) -> dict[str, Any]:
        """The study as plain data, for JSON; `from_dict` is the inverse."""
        return {
            "rules": self.rules.as_dict(),
            "edition": self.edition.name,
            "exact": self.exact,
            "seed": self.seed,
            "deals": self.deals,
            "first_player_wins": self.wins,
            "share": self.share,
            "interval_95": list(self.interval),
            "mean_plies": self.mean,
            "mean_plies_interval_95": list(self.mean_interval),
            "median_plies": self.median,
            "by_plies": {str(plies): deals for plies, deals in self.lengths.items()},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Study:
        """The study that `as_dict` gave.

        Raises ValueError, KeyError, TypeError, AttributeError or OverflowError if it did not.
        """
        rules = Rules.from_dict(data["rules"])
        lengths, seed = {int(plies): n for plies, n in data["by_plies"].items()}, data["seed"]
        if not ({*map(type, lengths.values())} <= {int} and isinstance(seed, int | None)):
            raise TypeError(f"by_plies {quote(data['by_plies'])}, seed {quote(seed)}")
        study = cls(rules, rules.edition(data["edition"]), lengths, seed)
        if study.deals < 1 or min(lengths.values()) < 0:
            raise ValueError(f"{study.name}: {quote(lengths)} deals by plies")
        if (study.deals, study.wins) != (data["deals"], data["first_player_wins"]):
            raise ValueError(
                f"{study.name}: by_plies has {study.deals} deals, expected {data['deals']}"
            )
        return study


class Verdict(NamedTuple):
    """Which of several variants is fairest.

    The `fairest` has the share nearest to 1/2; among equals it has the longest games. Its `rivals`
    may be as fair: the confidence intervals do not separate them.
    """

    fairest: Study
    rivals: tuple[Study, ...]


def verdict(studies: Sequence[Study]) -> Verdict:
    """The fairest of one or more variants."""
    fairest = min(studies, key=lambda study: (abs(study.share - 0.5), -study.mean))
    most = fairest.advantage[1]
    rivals = (study for study in studies if study is not fairest and study.advantage[0] <= most)
    return Verdict(fairest, tuple(rivals))


def report(studies: Sequence[Study]) -> dict[str, Any]:
    """Studies and the verdict on them as plain data, for JSON."""
    found = verdict(studies)
    return {
        "studies": [study.as_dict() for study in studies],
        "fairest": found.fairest.name,
        "perhaps_as_fair": [study.name for study in found.rivals],
    }


def of_studies(studies: Iterable[Study]) -> pandas.DataFrame:
    """A row for each study; ``plies_N`` is the number of deals that last N plies."""
    found = list(studies)
    known = [plies for study in found for plies in study.lengths]
    lengths = range(min([1, *known]), max(known, default=0) + 1)
    rows = [(study, *study.interval) for study in found]
    columns: dict[str, Any] = {
        "rules": np.array([study.rules.name for study in found], object),
        "edition": np.array([study.edition.name for study in found], object),
        "exact": np.array([study.exact for study in found], bool),
        "deals": np.array([study.deals for study in found], np.int64),
        "first_player_wins": np.array([study.wins for study in found], np.int64),
        "share": np.array([study.share for study in found], float),
        "share_low": np.array([low for _, low, _ in rows], float),
        "share_high": np.array([high for *_, high in rows], float),
        "mean_plies": np.array([study.mean for study in found], float),
        "median_plies": np.array([study.median for study in found], np.int64),
    }
    for plies in lengths:
        counts = [study.lengths.get(plies, 0) for study in found]
        columns[f"plies_{plies}"] = np.array(counts, np.int64)
    return to_pandas(columns, {"share": "of the deals, won by the player who moves first"})
