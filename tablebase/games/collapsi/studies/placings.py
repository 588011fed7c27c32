"""Placings over many deals: what players can force from the start, and what depends on ties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tablebase.engine.arrays import I64, Bools
from tablebase.engine.jobs.shards import completed
from tablebase.games.collapsi.deck import COLOURS
from tablebase.games.collapsi.placings.solved import Expected, Placings
from tablebase.games.collapsi.position import Deal, random_deals
from tablebase.games.collapsi.rules import Edition, Rules
from tablebase.study.intervals import wilson


@dataclass
class Starts:
    """What players can expect at the start of some deals; every count is a number of deals."""

    alone: Counter[tuple[str, int]] = field(default_factory=Counter)  # by player and points
    pairs: Counter[tuple[tuple[str, str], int]] = field(default_factory=Counter)
    intervals: Counter[tuple[str, int, int]] = field(default_factory=Counter)  # fewest, most
    outcomes: Counter[int] = field(default_factory=Counter)  # by how many are possible
    ties: Counter[tuple[str, str, int]] = field(default_factory=Counter)  # tie, player, points
    winners: Counter[int] = field(default_factory=Counter)  # by how many players can come first

    def add(self, found: Expected) -> None:
        """Count one deal."""
        self.alone.update(found.alone.items())
        self.pairs.update(found.pairs.items())
        self.outcomes[len(found.possible)] += 1
        most = max(max(points.values()) for points in found.possible)
        first = sum(found.interval(player)[1] == most for player in found.alone)
        self.winners[first] += 1
        for player in found.alone:
            self.intervals[(player, *found.interval(player))] += 1
        for tie, points in found.by_tie.items():
            self.ties.update((tie, player, number) for player, number in points.items())


@dataclass
class Later:
    """The reachable positions after everybody's first turn, by how many players are in.

    Counts only those in which the side to move can move, or the game is over.
    """

    positions: Counter[int] = field(default_factory=Counter)
    forced: Counter[tuple[int, int, int]] = field(default_factory=Counter)  # in, place, points
    certain: Counter[int] = field(default_factory=Counter)  # only one outcome, however ties break
    kingmakers: Counter[int] = field(default_factory=Counter)

    def add(self, other: Later) -> None:
        """Add the counts of other positions."""
        self.positions += other.positions
        self.forced += other.forced
        self.certain += other.certain
        self.kingmakers += other.kingmakers


@dataclass(frozen=True)
class PlacingsStudy:
    """Random deals, solved in placings; all counts are by edition.

    A *kingmaker* is a side to move whose own points are the same however ties break, while the
    points of others depend on it.
    """

    rules: Rules
    seed: int
    deals: int
    starts: dict[str, Starts]
    later: dict[str, Later]

    @property
    def players(self) -> tuple[str, ...]:
        """The players in turn order."""
        return COLOURS[: self.rules.players]

    @property
    def most(self) -> int:
        """The points of the winner."""
        return 1 if self.rules.turn.one_ends else self.rules.players - 1

    def forced(self, edition: str, player: str, least: int) -> int:
        """Number of deals in which a player can force at least this many points."""
        counted = self.starts[edition].alone
        return sum(counted[player, points] for points in range(least, self.most + 1))

    def mean_interval(self, edition: str, player: str) -> tuple[float, float]:
        """The mean fewest and most points of a player over all ways to break ties."""
        counted = self.starts[edition].intervals
        rows = [(low, high, n) for (who, low, high), n in counted.items() if who == player]
        return (
            sum(low * n for low, _, n in rows) / self.deals,
            sum(high * n for _, high, n in rows) / self.deals,
        )

    def mean_by_tie(self, edition: str, tie: str, player: str) -> float:
        """The mean points of a player if all break ties in one way."""
        counted = self.starts[edition].ties
        return sum(p * counted[tie, player, p] for p in range(self.most + 1)) / self.deals

    def mean_of_pair(self, edition: str, pair: tuple[str, str]) -> float:
        """The mean points that two of four players can force together."""
        rows = self.starts[edition].pairs.items()
        return sum(points * n for (who, points), n in rows if who == pair) / self.deals

    def interval(self, number: int) -> tuple[float, float]:
        """Wilson's 95% confidence interval of a share of the deals."""
        return wilson(number, self.deals)

    def as_dict(self) -> dict[str, Any]:
        """The study as plain data, for JSON."""
        return {
            "rules": self.rules.as_dict(),
            "deals": self.deals,
            "seed": self.seed,
            "editions": {edition: self._edition_as_dict(edition) for edition in self.starts},
        }

    def _edition_as_dict(self, edition: str) -> dict[str, Any]:
        starts, later = self.starts[edition], self.later[edition]
        return {
            "alone": _rows(starts.alone, "player", "points"),
            "pairs": [
                {"players": list(pair), "points": points, "deals": n}
                for (pair, points), n in sorted(starts.pairs.items())
            ],
            "maxn": _rows(starts.intervals, "player", "fewest", "most"),
            "possible_outcomes": dict(sorted(starts.outcomes.items())),
            "possible_winners": dict(sorted(starts.winners.items())),
            "ties": _rows(starts.ties, "tie", "player", "points"),
            "positions": [
                {
                    "in": k,
                    "positions": number,
                    "forced": [
                        {"place": place, "points": points, "positions": n}
                        for (players, place, points), n in sorted(later.forced.items())
                        if players == k
                    ],
                    "certain": later.certain[k],
                    "kingmakers": later.kingmakers[k],
                }
                for k, number in sorted(later.positions.items())
            ],
        }


def _rows(counts: Counter[Any], *names: str) -> list[dict[str, Any]]:
    """Counts by several things with these names, as plain data."""
    rows = ((*key, deals) for key, deals in sorted(counts.items()))
    return [dict(zip((*names, "deals"), row, strict=True)) for row in rows]


def study(
    rules: Rules,
    count: int,
    seed: int = 1,
    *,
    edition: Edition | str | None = None,
    workers: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> PlacingsStudy:
    """Solve random deals in placings, under one edition or all.

    `workers` is the number of threads, by default one for each core. `progress` is called with the
    share that is done; an exception it raises ends the work. Raises as `Placings`, and ValueError
    if the rules are for two players or have no such edition.
    """
    if rules.turn.two_sided:
        raise ValueError(f"rules {rules.name!r} are for two players: expected three or four")
    editions = [rules.edition(edition)] if edition else list(rules.editions)
    starts = {each.name: Starts() for each in editions}
    later = {each.name: Later() for each in editions}
    tasks = [(deal, each) for deal in random_deals(count, seed, rules) for each in editions]
    for name, found, counted in completed(_solve, tasks, workers, progress):
        starts[name].add(found)
        later[name].add(counted)
    return PlacingsStudy(rules, seed, count, starts, later)


def _solve(task: tuple[Deal, Edition]) -> tuple[str, Expected, Later]:
    deal, edition = task
    start = deal.as_dealt(edition)
    placings = Placings(start)
    return edition.name, placings.expected(start), _later(placings)


def _later(placings: Placings) -> Later:
    """Count the positions reached after everybody's first turn."""
    found = Later()
    index, settled = placings.layout.index, placings.settled
    for kind, family in enumerate(index.families):
        if family.waiting:
            continue
        first, last = index.numbers[kind : kind + 2]
        begin = int(index.turn_starts[first])
        size = (last - first) * index.sets(family)
        numbers = begin + np.flatnonzero(settled[begin : begin + size])
        k = family.k
        found.positions[k] += len(numbers)
        for place in range(k):
            points = np.bincount(placings.forced(numbers, k, 1 << place))
            for each, number in enumerate(points.tolist()):
                found.forced[k, place, each] += number
        single, settled_mine = _fixed(placings, numbers, k)
        found.certain[k] += int(single.sum())
        found.kingmakers[k] += int((settled_mine & ~single).sum())
    return found


def _fixed(placings: Placings, numbers: I64, k: int) -> tuple[Bools, Bools]:
    """Where only one outcome is possible, and where all give the side to move the same points."""
    masks = placings.possible[numbers]
    points = placings.outcomes(k).points[:, 0]
    kinds = np.zeros(len(masks), np.int64)
    for each in np.unique(points).tolist():
        mask = sum(1 << at for at in np.flatnonzero(points == each).tolist())
        kinds += (masks & np.uint32(mask)) > 0
    return masks & (masks - np.uint32(1)) == 0, kinds == 1
