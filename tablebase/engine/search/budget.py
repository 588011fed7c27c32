"""What a search may cost: it counts positions and time, and stops at its limits."""

from __future__ import annotations

from tablebase.engine.compiling import clock
from tablebase.engine.searched import Limits


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
