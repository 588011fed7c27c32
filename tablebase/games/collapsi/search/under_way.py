"""A search under way: what it has proven, slice by slice, until a limit or its goal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import U64
from tablebase.engine.search.searched import Budget, Limits, Searched, Stopped
from tablebase.engine.values import Result, Value

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Position

SLICE = 1 << 16
"""Nodes between two checks of the limits: a few milliseconds."""


class UnderWay(Protocol):
    """A search under way: the proven bounds of the score, and the best line so far, as numbers.

    `memory` is the size of its arrays in bytes.
    """

    memory: int
    lower: int
    upper: int

    @property
    def line(self) -> list[int]:
        """The best line so far."""

    def name(self, move: int) -> str:
        """The name of a move in the line."""

    def advance(self, budget: Budget) -> bool:
        """Continue the search for a slice; return whether the goal is reached."""


def run(
    kernel: UnderWay, position: Position, method: str, goal: str, limits: Limits
) -> Searched[Position]:
    """Advance a search until its goal or a limit is reached; return what it has proven."""
    budget = Budget(limits)
    budget.spent += 1  # the root

    def found(stopped: str = "") -> Searched[Position]:
        cards = position.face_up.bit_count()
        line = kernel.line[:1] if stopped or goal == "result" else kernel.line
        return Searched(
            position,
            method,
            goal,
            _value(kernel.lower, cards),
            _value(kernel.upper, cards),
            tuple(map(kernel.name, line)),
            budget.spent,
            budget.elapsed,
            kernel.memory,
            stopped,
        )

    try:
        while not kernel.advance(budget):
            if limits.progress is not None:
                limits.progress(found())
    except Stopped as limit:
        return found(str(limit))
    except KeyboardInterrupt:
        return found("interrupted")
    return found()


def _value(score: int, cards: int) -> Value:
    """The value of a score, for a position with this number of face-up cards."""
    return Value(Result.WIN if score > 0 else Result.LOSS, cards - abs(score))


def latest(cards: int) -> tuple[int, int]:
    """The scores of the latest loss and the latest win.

    At least two cards are left, and a loss takes an even number of plies.
    """
    return -2 - cards % 2, 3 - cards % 2


def nbytes(arrays: Iterable[npt.NDArray[Any] | None]) -> int:
    """Bytes of memory that some arrays take."""
    return sum(array.nbytes for array in arrays if array is not None)


def places(memory: int, words: int) -> U64:
    """An empty transposition table: a power of two of places, each of some words of 8 bytes."""
    return np.zeros((1 << (memory // (8 * words)).bit_length() - 1, words), np.uint64)
