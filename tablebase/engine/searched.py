"""A forward search: its limits, its progress towards its goal, and what it has proven."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple

from tablebase.engine.compiling import clock
from tablebase.engine.position import P
from tablebase.engine.values import Result, Value
from tablebase.support.lazy import cached_property

METHODS = ("ordered", "plain")
"""How to search. ``"ordered"`` uses everything we have; ``"plain"`` is alpha-beta without a
transposition table, with moves in the game's own order."""

GOALS = ("distance", "result")
"""What to find: the exact distance to the end, or only who wins."""


@dataclass(frozen=True)
class Searched(Generic[P]):
    """What a search has proven."""

    position: P
    method: str
    goal: str
    """One each of `METHODS` and `GOALS`; or the name of a proof that needed no search."""
    lower: Value
    upper: Value
    """The position's value, for its side to move, is no worse than `lower` and no better than
    `upper`; they are equal once it is known."""
    line: tuple[str, ...]
    """Best play from `position` as far as it is known, each move in the game's notation. If the
    distance was found, this is the principal variation to the end. For the goal ``"result"`` it is
    one move that keeps the result. If the search was stopped, it is the best move so far, or empty.
    """
    nodes: int
    """Number of positions visited."""
    seconds: float
    memory: int
    """Bytes of the arrays and dictionaries that it used, including those shared by all searches,
    but not the Python objects in them."""
    stopped: str = ""
    """Why the search ended before its goal: ``"nodes"``, ``"seconds"`` or ``"interrupted"``; empty
    if it reached it."""

    def or_interrupt(self) -> Searched[P]:
        """Itself; raises `SearchInterrupted` if the user stopped the search."""
        if self.stopped == "interrupted":
            raise SearchInterrupted(self)
        return self

    @property
    def complete(self) -> bool:
        """Whether the goal was reached."""
        return not self.stopped

    @property
    def value(self) -> Value | None:
        """The exact value for the side to move, None if it is not known."""
        return self.lower if self.lower == self.upper else None

    @property
    def result(self) -> Result | None:
        """Win or loss for the side to move, None if it is not known."""
        return self.lower.result if self.lower.result is self.upper.result else None

    def allows(self, value: Value) -> bool:
        """Whether the proven bounds allow this value."""
        return self.lower <= value <= self.upper

    @property
    def winner(self) -> str | None:
        """Name of the side that wins with perfect play, None if it is not known."""
        mover, other = self.position.sides
        return {Result.WIN: mover, Result.LOSS: other, None: None}[self.result]

    @property
    def shortest(self) -> int:
        """A lower bound on the plies that the game lasts with perfect play."""
        return min(self.lower.dte, self.upper.dte)

    @property
    def longest(self) -> int:
        """An upper bound on the plies that the game lasts with perfect play."""
        if self.result is None:
            return self.position.layer
        return max(self.lower.dte, self.upper.dte)

    @cached_property
    def moves(self) -> tuple[Any, ...]:
        """The moves of `line`, of the game's own type."""
        moves, position = [], self.position
        for text in self.line:
            move = next(move for move in position.legal_moves() if str(move) == text)
            moves.append(move)
            position = position.play(move)
        return tuple(moves)

    @property
    def best(self) -> Any | None:
        """The best move; None if the game is over, or none has been found."""
        return self.moves[0] if self.line else None

    def __str__(self) -> str:
        if self.value is not None:
            return f"{self.winner} wins in {self.value.dte}"
        if self.winner is None:
            plies = "ply" if self.shortest == 1 else "plies"
            return f"unknown, lasts {self.shortest} {plies} or more"
        return f"{self.winner} wins, in {self.shortest} to {self.longest}"

    def as_dict(self) -> dict[str, Any]:
        """What was found as plain data, for JSON; what is unknown is None."""
        return {
            "position": str(self.position),
            **self.position.as_dict(),
            "method": self.method,
            "goal": self.goal,
            "complete": self.complete,
            "stopped": self.stopped or None,
            "result": self.result and self.result.value,
            "winner": self.winner,
            "dte": self.value and self.value.dte,
            "lower": {"result": self.lower.result.value, "dte": self.lower.dte},
            "upper": {"result": self.upper.result.value, "dte": self.upper.dte},
            "line": list(self.line),
            "nodes": self.nodes,
            "seconds": self.seconds,
            "memory": self.memory,
        }


class SearchInterrupted(KeyboardInterrupt):
    """The user stopped a search; `found` is what it had proven by then."""

    def __init__(self, found: Searched[Any]) -> None:
        super().__init__(found)  # so that it can be pickled
        self.found = found


Progress = Callable[[Searched[Any]], None]
"""Called now and then with what is proven so far."""


class Limits(NamedTuple):
    """When a search stops early, and where it reports its progress; see `search`."""

    nodes: int | None = None
    seconds: float | None = None
    progress: Progress | None = None

    def check(self) -> None:
        """Raise `ValueError` if a limit is not positive."""
        for what, limit in (("nodes", self.nodes), ("seconds", self.seconds)):
            if limit is not None and not limit > 0:
                raise ValueError(f"a limit of {limit} {what}: expected more than 0")


Searcher = Callable[[P, str, str, Limits], Searched[P]]
"""Searches a position for a goal by a method, as `Game.search`."""


class Stopped(Exception):  # noqa: N818  # no error
    """A limit has been reached; the argument names it."""


class UnderWay(Generic[P]):
    """A search of a position under way, which advances until its goal or a limit."""

    method: str
    nodes = 0
    """Positions looked at so far."""

    def __init__(self, position: P, goal: str) -> None:
        self.position, self.goal = position, goal

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

    def start(self, limits: Limits) -> None:
        """Obey these limits; their seconds count from now on."""
        self._limits, self._started = limits, clock()

    def left(self, slice_: int) -> int:
        """How many of the next `slice_` nodes may be looked at; raises `Stopped` if none."""
        nodes, seconds, _ = self._limits
        if seconds is not None and clock() - self._started >= seconds:
            raise Stopped("seconds")
        if nodes is None:
            return slice_
        if self.nodes >= nodes:
            raise Stopped("nodes")
        return min(slice_, nodes - self.nodes)

    def run(self, limits: Limits) -> Searched[P]:
        """Search until the goal or a limit is reached; return what has been proven."""
        self.start(limits)
        stopped = ""
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
            self.nodes,
            clock() - self._started,
            self.memory,
            stopped,
        )
