"""Look-up and forward search side by side: the same positions, one process, values checked.

Every method answers every position in turn, so that the machine is in the same state for all of
them. A table gives the value of the position, or also of every move; a search gives the value, the
best move and the principal variation. Each question is asked only once, because the second time
would be faster. Times are processor time, which other programs hardly affect.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import ceil
from statistics import fmean, median
from typing import Any, NamedTuple, TypeAlias, TypeVar

from tablebase.engine.position import P
from tablebase.engine.rooms import game_of
from tablebase.engine.search.forward import search
from tablebase.engine.searched import GOALS, METHODS, Searched
from tablebase.engine.tables.table import build_table
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.engine.values import Value

BUILD, LOOK_UP, PROBE, STORED = "build the table", "look up", "probe moves", "probe the file"

T = TypeVar("T")
WARM_UPS, WARM_UP = 4, 0.05
"""How often each search runs before it is timed, and its limit in seconds each time."""

Method: TypeAlias = Callable[..., Searched[P]]
"""Takes a position, and the ``seconds`` after which to stop."""

SEARCHES: dict[str, Method[Any]] = {
    f"{method}, {goal}": partial(search, method=method, goal=goal)
    for method in reversed(METHODS)
    for goal in GOALS
}
"""Every forward search, by name."""


@dataclass(frozen=True)
class Row:
    """One method on one group of positions.

    It has the number of positions asked, of answers that agree with the table, and of searches that
    a limit stopped; for these only the bounds are checked. `positions` is the mean number of
    positions evaluated for one answer, which a search calls nodes. `median`, `mean` and `worst` are
    seconds of processor time for one answer. `memory` is the bytes kept between answers: the packed
    codes of the largest table, or the tables of a search. `pays_after` is the number of such
    queries from which a table, built and looked up, costs less than searching each time; None if it
    never does, or if the method is not a search.
    """

    group: str
    method: str
    queries: int
    agreed: int
    stopped: int
    positions: float
    median: float
    mean: float
    worst: float
    memory: int
    pays_after: int | None = None


@dataclass(frozen=True)
class Disagreement:
    """An answer that differs from the table's; `expected` is the table's."""

    position: str
    method: str
    found: str
    expected: str


@dataclass(frozen=True)
class Comparison:
    """What `compare` found: rows by group, then method, and the answers that disagree."""

    rows: tuple[Row, ...]
    disagreements: tuple[Disagreement, ...]

    @property
    def groups(self) -> dict[str, list[Row]]:
        """The rows of each group, in order."""
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            found.setdefault(row.group, []).append(row)
        return found

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON; times in seconds, memory in bytes."""
        return {
            "rows": [asdict(row) for row in self.rows],
            "disagreements": [asdict(found) for found in self.disagreements],
        }


class _Answer(NamedTuple):
    """One method's answer for one position: its value, or what a search proved about it."""

    found: Value | Searched[Any]
    seconds: float
    positions: int
    memory: int

    @property
    def stopped(self) -> bool:
        return isinstance(self.found, Searched) and not self.found.complete

    def agrees(self, expected: Value) -> bool:
        if isinstance(self.found, Value):
            return self.found == expected
        if self.stopped:
            return self.found.allows(expected)
        exact = self.found.goal == "distance"
        return self.found.value == expected if exact else self.found.result is expected.result


def compare(
    groups: Mapping[str, Sequence[P]],
    searches: Mapping[str, Method[P]],
    stored: Tablebase | None = None,
    *,
    seconds: float | None = None,
    progress: Callable[[], None] | None = None,
) -> Comparison:
    """Answer every position by its table and by each search, and check that all agree.

    Positions come in named groups; figures are taken over a group. A search for the result must
    find the right result. The bounds of a search that was stopped, after `seconds` for a position,
    must contain the value.

    `stored` has existing tables, such as a file of the whole game. It must not build tables: its
    row leaves out the positions that it does not hold. `progress` is called after each position.
    """
    # Compile the kernels, and fill the caches. A search that uses up its time compiling the first
    # kernel stops before it reaches the next, so it runs again.
    for positions in groups.values():
        for position in WARM_UPS * list(positions[:1]):
            _ask(position, searches, stored, WARM_UP)
    rows: list[Row] = []
    disagreements: list[Disagreement] = []
    for group, positions in groups.items():
        answers: dict[str, list[_Answer]] = {}
        agreed: Counter[str] = Counter()
        for position in positions:
            found = _ask(position, searches, stored, seconds)
            expected = found[BUILD].found
            assert isinstance(expected, Value)
            for method, answer in found.items():
                answers.setdefault(method, []).append(answer)
                agreed[method] += answer.agrees(expected)
                if not answer.agrees(expected):
                    given = str(answer.found)
                    disagreements.append(Disagreement(str(position), method, given, str(expected)))
            if progress is not None:
                progress()
        rows += _rows(group, answers, agreed, searches)
    return Comparison(tuple(rows), tuple(disagreements))


def _ask(
    position: P,
    searches: Mapping[str, Method[P]],
    stored: Tablebase | None,
    limit: float | None,
) -> dict[str, _Answer]:
    lookups = len(position.legal_moves())
    table, seconds = _timed(lambda: build_table(game_of(position)))
    memory = table.packed().nbytes
    answers = {BUILD: _Answer(table.value(position), seconds, table.game.size, memory)}
    value, seconds = _timed(lambda: table.value(position))
    answers[LOOK_UP] = _Answer(value, seconds, 1, memory)
    probe, seconds = _timed(lambda: table.probe(position))
    answers[PROBE] = _Answer(probe.value, seconds, lookups, memory)
    if stored is not None:
        held, seconds = _timed(lambda: stored.get(position, None))
        if held is not None:
            answers[STORED] = _Answer(held.value, seconds, lookups, 0)
    for name, method in searches.items():
        found, seconds = _timed(partial(method, position, seconds=limit))
        answers[name] = _Answer(found, seconds, found.nodes, found.memory)
    return answers


def _timed(function: Callable[[], T]) -> tuple[T, float]:
    """The result of a function, and the processor time in seconds that it took in all threads."""
    started = time.process_time()
    return function(), time.process_time() - started


def _rows(
    group: str,
    answers: Mapping[str, Sequence[_Answer]],
    agreed: Mapping[str, int],
    searches: Collection[str],
) -> Iterator[Row]:
    mean = {method: fmean(answer.seconds for answer in a) for method, a in answers.items()}
    for method, given in answers.items():
        gain = mean[method] - mean[LOOK_UP]  # what each query saves once the table is there
        yield Row(
            group=group,
            method=method,
            queries=len(given),
            agreed=agreed[method],
            stopped=sum(answer.stopped for answer in given),
            positions=fmean(answer.positions for answer in given),
            median=median(answer.seconds for answer in given),
            mean=mean[method],
            worst=max(answer.seconds for answer in given),
            memory=max(answer.memory for answer in given),
            pays_after=ceil(mean[BUILD] / gain) if method in searches and gain > 0 else None,
        )


def by_stage(
    positions: Iterable[P], stage: Callable[[P], str], rng: random.Random | None = None
) -> dict[str, list[P]]:
    """Positions grouped by the name of their stage of the game, from the first to the last.

    With `rng`, adds the positions at every second ply of a random game from each.
    """
    found = list(positions)
    if rng is not None:
        found += [after for position in found for after in playout(position, rng)[2::2]]
    groups: dict[str, list[P]] = {}
    for position in sorted(found, key=lambda position: -position.layer):
        groups.setdefault(stage(position), []).append(position)
    return groups


def playout(position: P, rng: random.Random) -> list[P]:
    """The positions of a random game from `position` to its end; legal moves are equally likely."""
    positions = [position]
    while moves := position.legal_moves():
        position = position.play(moves[int(rng.random() * len(moves))])
        positions.append(position)
    return positions
