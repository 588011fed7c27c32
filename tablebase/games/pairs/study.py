"""The share of shuffles that can be beaten, measured by solving many."""

from __future__ import annotations

import os
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

from tablebase.errors import quote
from tablebase.games.pairs.ends import can_match
from tablebase.games.pairs.generators import shuffled
from tablebase.games.pairs.notation import DECK
from tablebase.games.pairs.position import PERFECT, Position
from tablebase.games.pairs.solver import MEMORY, SECONDS, solve
from tablebase.study.intervals import wilson
from tablebase.study.runs import FileKind, continued

FORMAT = "tablebase pairs study 1"
SAVE_SECONDS = 10.0
STUDY = FileKind("a study of stacks", "study", most=1 << 28)


class SolvedStack(NamedTuple):
    """A stack of a study.

    `cards` is their number at the start, `left` the fewest found to remain; it may be `proven` that
    no fewer can. `matching` says whether a game can end on two cards that match; None if undecided.
    `searched` and `seconds` are the positions and the processor time of the search for the fewest
    cards.
    """

    stack: str
    cards: int
    left: int
    proven: bool
    matching: bool | None
    searched: int
    seconds: float

    @property
    def perfect(self) -> bool:
        """Whether it can be beaten."""
        return self.left <= PERFECT

    @property
    def decided(self) -> bool:
        """Whether everything that the study asks is known."""
        return self.proven and self.matching is not None


_Row = tuple[Any, ...]
"""What a study's file has of a stack: the fields of `SolvedStack` from `left` to `seconds`."""


@dataclass(frozen=True)
class StackStudy:
    """Random stacks, solved, in the order in which they were shuffled from a seed."""

    seed: int
    stacks: tuple[SolvedStack, ...]

    @property
    def beatable(self) -> int:
        """Number of stacks that were beaten."""
        return sum(stack.perfect for stack in self.stacks)

    @property
    def impossible(self) -> int:
        """Number of stacks proven impossible to beat."""
        return sum(stack.proven and not stack.perfect for stack in self.stacks)

    @property
    def undecided(self) -> int:
        """Number of stacks neither beaten nor proven impossible."""
        return len(self.stacks) - self.beatable - self.impossible

    @property
    def share(self) -> float:
        """The share of the stacks that were beaten."""
        return self.beatable / len(self.stacks)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% confidence interval of the share of all stacks that can be beaten.

        Undecided stacks count as impossible for its lower end and as beatable for its upper end.
        """
        return self._interval(self.beatable, self.undecided)

    def _interval(self, yes: int, undecided: int) -> tuple[float, float]:
        low, _ = wilson(yes, len(self.stacks))
        _, high = wilson(yes + undecided, len(self.stacks))
        return low, high

    @property
    def matching(self) -> int:
        """Number of stacks for which a game was found that ends on two matching cards."""
        return sum(stack.matching is True for stack in self.stacks)

    @property
    def matching_undecided(self) -> int:
        """Number of stacks for which it is not known whether a game can end like that."""
        return sum(stack.matching is None for stack in self.stacks)

    @property
    def matching_interval(self) -> tuple[float, float]:
        """The interval of the share of all stacks that can end on a matching pair."""
        return self._interval(self.matching, self.matching_undecided)

    def by_left(self) -> dict[int, int]:
        """Number of stacks by the fewest cards found to remain."""
        return dict(sorted(Counter(stack.left for stack in self.stacks).items()))

    def as_dict(self) -> dict[str, Any]:
        """The study as plain data, for JSON, with all stacks that were not beaten."""
        searched = [stack.searched for stack in self.stacks]
        milliseconds = [1e3 * stack.seconds for stack in self.stacks]
        return {
            "stacks": len(self.stacks),
            "cards": self.stacks[0].cards,
            "seed": self.seed,
            "beatable": self.beatable,
            "impossible": self.impossible,
            "undecided": self.undecided,
            "share": self.share,
            "interval_95": list(self.interval),
            "matching": self.matching,
            "matching_undecided": self.matching_undecided,
            "matching_interval_95": list(self.matching_interval),
            "by_left": {str(left): number for left, number in self.by_left().items()},
            "searched_median": statistics.median(searched),
            "searched_most": max(searched),
            "milliseconds_median": round(statistics.median(milliseconds), 3),
            "milliseconds_most": round(max(milliseconds), 1),
            "not_beaten": [stack._asdict() for stack in self.stacks if not stack.perfect],
        }


def study(
    count: int,
    seed: int,
    *,
    cards: int = len(DECK),
    workers: int = 1,
    memory: int = MEMORY,
    seconds: float = SECONDS,
    file: str | os.PathLike[str] | None = None,
    progress: Callable[[], None] = lambda: None,
) -> StackStudy:
    """Solve `count` random stacks of some cards, 2 to 52; the same seed gives the same stacks.

    Each of some processes, `workers`, may take `memory` bytes for its search, and `seconds` for
    each stack. A `file` for the results is saved every few seconds. It may come from a study of
    fewer stacks. Stacks that are already in it are not solved again, unless they are undecided:
    these are tried again, last. `progress` is called after each stack.

    Raises `ValueError` if there is nothing to study, or a stack has too few or too many cards, or
    the file has more stacks; `FileFormatError` if the file is not of this seed and these cards; and
    `FileBusyError` if another process writes to it.
    """
    if count < 1:
        raise ValueError(f"{count} stacks: expected at least 1")
    rng = random.Random(seed)
    positions = [shuffled(rng, cards) for _ in range(count)]
    # Earlier files name their rule, and those of other rules are refused.
    run = {"format": FORMAT, "rule": "both", "seed": seed, "cards": cards}
    solve_one = partial(_solve, memory=memory, seconds=seconds)
    with continued(file, STUDY, run, list[_Row](), _load, _dump) as (rows, keep_rows):
        if len(rows) > count:
            raise ValueError(f"{file} has {len(rows)} stacks: expected {count} or fewer")
        found = [
            SolvedStack._make((str(position), position.layer, *row))
            for position, row in zip(positions, rows, strict=False)
        ]

        def keep() -> None:
            keep_rows([stack[2:7] for stack in found])

        undecided = [number for number, stack in enumerate(found) if not stack.decided]
        numbers = [*range(len(found), count), *undecided]
        for _ in range(count - len(numbers)):
            progress()
        saved = time.monotonic()
        try:
            solve_these = _solve_all([positions[number] for number in numbers], workers, solve_one)
            for number, solved in zip(numbers, solve_these, strict=True):
                old = found[number : number + 1]  # none if it is the next one
                found[number : number + 1] = [_best(*old, solved)]
                progress()
                if time.monotonic() - saved > SAVE_SECONDS:
                    keep()
                    saved = time.monotonic()
        finally:
            keep()
    return StackStudy(seed, tuple(found))


def _best(*searches: SolvedStack) -> SolvedStack:
    """What searches of one stack know together."""
    best = min(searches, key=lambda one: (not one.proven, one.left))
    known = (one.matching for one in searches if one.matching is not None)
    return best._replace(matching=next(known, None))


def _load(data: dict[str, Any]) -> list[_Row]:
    rows = [tuple(row) for row in data["stacks"]]
    for row in rows:
        if [*map(type, row)] not in ([int, bool, kind, int, float] for kind in (bool, type(None))):
            raise TypeError(f"a stack with {quote(row)}: expected {SolvedStack._fields[2:7]}")
    return rows


def _dump(rows: list[_Row]) -> dict[str, Any]:
    """The results without the stacks, which follow from the seed."""
    return {"stacks": rows}


def _solve_all(
    positions: list[Position], workers: int, function: Callable[[Position], SolvedStack]
) -> Iterator[SolvedStack]:
    if workers == 1:
        yield from map(function, positions)
        return
    # Spawned, not forked, because the parent may have threads.
    try:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            yield from pool.map(function, positions, chunksize=8)
    except BrokenProcessPool:
        raise OSError(
            "a worker process has died, perhaps for lack of memory: expected fewer workers, or "
            "less memory for each"
        ) from None


def _solve(position: Position, memory: int, seconds: float) -> SolvedStack:
    started = time.process_time()
    found = solve(position, memory=memory, seconds=seconds)
    taken = time.process_time() - started
    return SolvedStack(
        str(position),
        position.layer,
        found.left,
        found.proven,
        can_match(found, memory=memory, seconds=seconds),
        found.searched,
        round(taken, 6),
    )
