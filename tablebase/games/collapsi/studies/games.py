"""How many games can be played: from a position, and over all deals; exact whole numbers.

Two games are different if a move of theirs ends on different cells; the path of a move does not
matter. Only the published turn is counted, on boards with up to `SLOTS` free cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from os import PathLike
from threading import local
from typing import Any, NamedTuple

import numpy as np

from tablebase.engine.arrays import I64, U16, U32, U64
from tablebase.engine.jobs.machine import cores
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.fast import GAMES
from tablebase.games.collapsi.moves import paths
from tablebase.games.collapsi.position import Position, random_deals
from tablebase.games.collapsi.rules import COLLAPSI, Edition, Rules
from tablebase.games.collapsi.search.destinations import destination_table
from tablebase.games.collapsi.studies.census import Census, JokerClass, census_of
from tablebase.games.collapsi.studies.game_kernels import SLOTS, count, count_words
from tablebase.study import runs
from tablebase.study.intervals import Estimate, mean_of

BIN = 10_000
"""The width of a bin of the distribution, in games."""

DEALS_A_TASK = 2_000

FILE = runs.FileKind("a count of games", "count", 1 << 20)


# One position


def number_of_games(position: Position) -> int:
    """The number of games that can be played from a position.

    Takes milliseconds. Raises `ValueError` if a turn is not the published one for two players, or
    the board has too many free cells.

    Examples
    --------
    >>> number_of_games(Position.parse("A223/4A2J/3A23/J3A4", "single"))
    223342
    """
    rules = position.rules
    GAMES.check(rules)
    cards = position.dealt  # what lies on face-down cells does not matter, but jokers have no slot
    cells = [cell for cell, card in enumerate(cards) if card != JOKER]
    slots = {cell: slot for slot, cell in enumerate(cells)}
    rows, lanes = _memory(len(cells))
    kinds = np.array([cards[cell] - 1 for cell in cells], np.uint16)
    count(_reach(rules, tuple(cells), int(kinds.max()) + 1), kinds, 1, rows, lanes)

    def games(now: Position) -> int:
        if now.is_opening:
            return sum(games(now.play(move)) for move in now.legal_moves()) or 1
        mask = sum(1 << slot for cell, slot in slots.items() if now.face_up >> cell & 1)
        return int(lanes[mask, slots[now.opponent], slots[now.mover]])

    return games(position)


def _memory(slots: int) -> tuple[U64, U32]:
    rows = np.zeros((1 << slots, SLOTS, SLOTS // 2), np.uint64)
    return rows, rows.view(np.uint32).reshape(1 << slots, SLOTS, SLOTS)


@lru_cache(maxsize=8)
def _reach(rules: Rules, cells: tuple[int, ...], highest: int) -> U16:
    """The end slots for each card from 1 to `highest`, slot and mask of slots."""
    near = [
        sum(1 << slot for slot, other in enumerate(cells) if other in rules.board.neighbours[cell])
        for cell in cells
    ]
    return destination_table(np.array(near, np.uint16), highest)


# All deals


@dataclass
class GameTally:
    """The games of some deals under an edition, to add up.

    `weight` is the number of deals, images under the board's symmetries counted apart, `total` is
    that of their games, and `bins` the number of deals by their games, in bins of `BIN`. If it
    matters which joker is red's, each deal counts twice. `least` and `most` are the fewest and the
    most games of a deal, with the first such deal's number in the census.
    """

    weight: int = 0
    total: int = 0
    least: tuple[int, int] | None = None
    most: tuple[int, int] | None = None
    bins: Counter[int] = field(default_factory=Counter)

    @property
    def mean(self) -> float:
        """The mean number of games of a deal."""
        return self.total / self.weight

    @property
    def ends(self) -> dict[str, tuple[int, int]]:
        """The fewest and the most games of a deal that was added, and the deals' numbers."""
        ends = {"least": self.least, "most": self.most}
        return {name: end for name, end in ends.items() if end is not None}

    def add(self, games: U64, weights: I64, first: int) -> None:
        """Add deals whose numbers begin with `first`."""
        self.weight += int(weights.sum())
        self.total += int(games.astype(np.int64) @ weights)
        low, high = int(games.argmin()), int(games.argmax())
        least, most = (int(games[low]), first + low), (int(games[high]), first + high)
        self.least = least if self.least is None else min(self.least, least)
        self.most = most if self.most is None or most[0] > self.most[0] else self.most
        found = np.bincount(games.astype(np.int64) // BIN, weights)
        self.bins.update({int(at): int(found[at]) for at in np.flatnonzero(found)})

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data; `from_dict` is the inverse."""
        bins = {str(at): self.bins[at] for at in sorted(self.bins)}
        return {**vars(self), "bins": bins}

    @classmethod
    def from_dict(cls, data: Any) -> GameTally:
        """The tally that `as_dict` described; raises ValueError and others."""
        ends = data["least"], data["most"]
        least, most = (end and (int(end[0]), int(end[1])) for end in ends)
        bins = Counter({int(at): int(n) for at, n in dict(data["bins"]).items()})
        return cls(int(data["weight"]), int(data["total"]), least, most, bins)


def in_the_corner(weight: int) -> int:
    """The number of deals with a joker in the corner, as the paper counts, from that of all."""
    return weight * 2 // COLLAPSI.board.size


class Counted(NamedTuple):
    """How far the count over all deals has come: the next deal's number, a tally an edition."""

    following: int
    tallies: dict[str, GameTally]


def count_all(
    file: str | PathLike[str] | None = None,
    threads: int | None = None,
    advance: Callable[[int], object] = lambda number: None,
    deals: int | None = None,
) -> Counted:
    """Count the games of all essentially different deals, or of the first `deals`.

    A file keeps what is done, and another call continues it; raises as `runs.continued`.
    `advance` is called with the number of deals that are done.
    """
    census = census_of()
    last = len(census) if deals is None else min(deals, len(census))
    none = Counted(0, {edition.name: GameTally() for edition in COLLAPSI.editions})
    with runs.continued(file, FILE, {"games_of": "all deals"}, none, _load, _dump) as (kept, save):
        following, tallies = kept
        advance(following)
        for task, found in _in_order([*_tasks(census, following, last)], threads or cores()):
            for name, columns in found.items():
                weights = census.sizes[task.first : task.last].astype(np.int64)
                for games in columns:
                    tallies[name].add(games, weights, task.first)
            following = task.last
            save(Counted(following, tallies))
            advance(task.last - task.first)
    return Counted(following, tallies)


def _load(data: dict[str, Any]) -> Counted:
    tallies = {
        edition.name: GameTally.from_dict(data[edition.name]) for edition in COLLAPSI.editions
    }
    return Counted(int(data["following"]), tallies)


def _dump(counted: Counted) -> dict[str, Any]:
    tallies = {name: tally.as_dict() for name, tally in counted.tallies.items()}
    return {"following": counted.following, **tallies}


class _Task(NamedTuple):
    """Deals of one class, by their numbers."""

    at: JokerClass
    first: int
    last: int
    words: U32


def _tasks(census: Census, following: int, last: int) -> Iterator[_Task]:
    """The deals from one number to another, in tasks of one class each."""
    for at, begin, end in zip(census.classes, census.starts, census.starts[1:], strict=False):
        for first in range(max(begin, following), min(end, last), DEALS_A_TASK):
            stop = min(first + DEALS_A_TASK, end, last)
            yield _Task(at, first, stop, at.words[first - begin : stop - begin])


def _in_order(tasks: list[_Task], threads: int) -> Iterator[tuple[_Task, dict[str, list[U64]]]]:
    """Do tasks in threads; yield each with its result, in order."""
    own = local()

    def counted(task: _Task) -> dict[str, list[U64]]:
        if not hasattr(own, "memory"):
            own.memory = _memory(SLOTS)
        return _counted(task.at, task.words, *own.memory)

    pool = ThreadPoolExecutor(threads)
    try:
        yield from zip(tasks, pool.map(counted, tasks), strict=True)
    finally:
        pool.shutdown(cancel_futures=True)


def _counted(at: JokerClass, words: U32, rows: U64, lanes: U32) -> dict[str, list[U64]]:
    """The games of words of a class by edition, for either joker as red's if it matters."""
    reach = _reach(COLLAPSI, at.cells, max(at.deck))
    openings = {edition.name: _openings(at, edition) for edition in COLLAPSI.editions}
    starts = np.concatenate(list(openings.values()))
    totals = np.empty((words.size, len(starts)), np.uint64)
    count_words(reach, words, starts, rows, lanes, totals)
    columns = iter(totals.T)
    return {name: [next(columns) for _ in own] for name, own in openings.items()}


@lru_cache(maxsize=32)
def _openings(at: JokerClass, edition: Edition) -> U16:
    """Where the players can be after their first moves, for each joker that may be red's.

    Shape (1 or 2, `SLOTS`): for each slot of red's the slots of blue's. There is one row if either
    joker as red's allows the same.
    """
    found = []
    for red, blue in (at.jokers, at.jokers[::-1]):
        everything = (1 << at.board.size) - 1
        masks = np.zeros(SLOTS, np.uint16)
        second = paths(at.board, everything & ~(1 << red), blue, edition.joker_steps)
        for first in paths(at.board, everything, red, edition.joker_steps):
            if first != blue:
                ends = (at.cells.index(cell) for cell in second if cell != first)
                masks[at.cells.index(first)] = sum(1 << slot for slot in ends)
        found.append(masks)
    rows = found if (found[0] != found[1]).any() else found[:1]
    return np.stack(rows)


# A sample of deals


def sample(deals: int, seed: int) -> dict[str, tuple[Estimate, int, int]]:
    """By edition, the mean number of games of random deals, the fewest and the most."""
    found: dict[str, list[int]] = {edition.name: [] for edition in COLLAPSI.editions}
    for deal in random_deals(deals, seed, COLLAPSI):
        for name, counts in found.items():
            counts.append(number_of_games(deal.start(name)))
    return {
        name: (mean_of(np.array(counts)), min(counts), max(counts))
        for name, counts in found.items()
    }
