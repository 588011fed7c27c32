"""A search under way: it counts positions and time, and stops at its goal or a limit."""

from __future__ import annotations

from typing import Generic

from tablebase.engine.compiling import clock
from tablebase.engine.position import P
from tablebase.engine.searched import Limits, Searched
from tablebase.engine.values import Value


class Stopped(Exception):  # noqa: N818  # no error
    """A limit has been reached; the argument names it."""


class Budget:
    """Counts the nodes and the time of a search from now on, and stops it at its limits."""

    def __init__(self, limits: Limits) -> None:
        self._nodes, self._seconds = limits.nodes, limits.seconds
        self._started = clock()
        self.spent = 0

    @property
    def elapsed(self) -> float:
        """Seconds since the search began, without the time spent compiling kernels."""
        return clock() - self._started

    def left(self, slice_: int) -> int:
        """How many of the next `slice_` nodes may be spent; raises `Stopped` if none."""
        if self._seconds is not None and self.elapsed >= self._seconds:
            raise Stopped("seconds")
        if self._nodes is None:
            return slice_
        if self.spent >= self._nodes:
            raise Stopped("nodes")
        return min(slice_, self._nodes - self.spent)


class UnderWay(Generic[P]):
    """A search of a position under way, which advances until its goal or a limit."""

    method: str
    budget: Budget
    visited = 0
    """Positions looked at before it runs."""

    def __init__(self, position: P, goal: str) -> None:
        self.position, self.goal = position, goal
        self._limits = Limits()

    @property
    def memory(self) -> int:
        """Bytes of the arrays and dictionaries that it uses, see `Searched`."""
        raise NotImplementedError

    def advance(self) -> bool:
        """Continue for a slice; return whether the goal is reached. Raises `Stopped`."""
        raise NotImplementedError

    def bounds(self) -> tuple[Value, Value]:
        """The worst and the best value that the position may still have."""
        raise NotImplementedError

    def line(self) -> tuple[str, ...]:
        """The best line so far."""
        raise NotImplementedError

    def run(self, limits: Limits) -> Searched[P]:
        """Search until the goal or a limit is reached; return what has been proven."""
        self._limits, self.budget, stopped = limits, Budget(limits), ""
        self.budget.spent = self.visited
        try:
            while not self.advance():
                self.report()
        except Stopped as limit:
            stopped = str(limit)
        except KeyboardInterrupt:
            stopped = "interrupted"
        return self._found(stopped)

    def report(self) -> None:
        """Report the progress."""
        if self._limits.progress is not None:
            self._limits.progress(self._found())

    def _found(self, stopped: str = "") -> Searched[P]:
        lower, upper = self.bounds()
        line = self.line()
        return Searched(
            self.position,
            self.method,
            self.goal,
            lower,
            upper,
            line if self.goal == "distance" and not stopped else line[:1],
            self.budget.spent,
            self.budget.elapsed,
            self.memory,
            stopped,
        )
