"""The share of shuffles that can be beaten, by solving many."""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

from tablebase.engine.intervals import wilson
from tablebase.games.pairs.generators import shuffled
from tablebase.games.pairs.notation import DECK
from tablebase.games.pairs.position import PERFECT, Position
from tablebase.games.pairs.solver import MEMORY, SECONDS, solve


class SolvedStack(NamedTuple):
    """A stack of a study.

    Attributes
    ----------
    cards, left : int
        Cards at the start, fewest cards found to remain.
    proven : bool
        Whether no fewer can.
    searched : int
        Positions searched.
    """

    stack: str
    cards: int
    left: int
    proven: bool
    searched: int
    seconds: float

    @property
    def perfect(self) -> bool:
        """Whether it can be beaten."""
        return self.left <= PERFECT


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
        number = len(self.stacks)
        low, _ = wilson(self.beatable, number)
        _, high = wilson(self.beatable + self.undecided, number)
        return low, high

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
    progress: Callable[[], None] | None = None,
) -> StackStudy:
    """Solve random stacks.

    Parameters
    ----------
    count, cards
        Number of stacks, at least 1, and of cards in each, 2 to 52.
    seed : int
        The same count, cards and seed give the same stacks.
    workers : int
        Number of processes.
    memory : int
        Bytes that each process may take for its search.
    seconds : float
        Time limit for each stack.
    progress : callable, optional
        Called after each stack.

    Raises
    ------
    ValueError
        If there is nothing to study, or a stack has too few or too many cards.
    """
    if count < 1:
        raise ValueError(f"{count} stacks: expected at least 1")
    rng = random.Random(seed)
    positions = [shuffled(rng, cards) for _ in range(count)]
    found = []
    for solved in _solve_all(positions, workers, partial(_solve, memory=memory, seconds=seconds)):
        found.append(solved)
        if progress is not None:
            progress()
    return StackStudy(seed, tuple(found))


def _solve_all(
    positions: list[Position], workers: int, function: Callable[[Position], SolvedStack]
) -> Iterator[SolvedStack]:
    if workers == 1:
        yield from map(function, positions)
        return
    # Spawned, not forked, because the parent may have threads.
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(function, positions, chunksize=8)


def _solve(position: Position, memory: int, seconds: float) -> SolvedStack:
    started = time.perf_counter()
    found = solve(position, memory=memory, seconds=seconds)
    return SolvedStack(
        str(position),
        position.layer,
        found.left,
        found.proven,
        found.searched,
        time.perf_counter() - started,
    )
