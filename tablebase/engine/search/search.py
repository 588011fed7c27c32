"""Forward search: the value of one position without a table of all.

`search` works for any game that the engine knows, in plain Python and so slowly; a game whose
positions search themselves (`SearchesItself`) does better. Either gives a `Searched`: what has
been proven, the best line, and what it cost. A search that is stopped early, by a limit or by the
user, still has proven a lower and an upper bound.

Inside, a value is its code (`values.Coding`): the mover's best successor is the one with the
smallest code.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, runtime_checkable

from tablebase.engine.game import P
from tablebase.engine.lazy import cached_property
from tablebase.engine.values import Coding, Result, Value

METHODS = ("ordered", "plain")
"""How to search: with all means; or alpha-beta without memory, moves in the game's own order."""

GOALS = ("distance", "result")
"""What to find: the exact distance to the end; or only who wins."""


@dataclass(frozen=True)
class Searched(Generic[P]):
    """What a search has proven.

    Attributes
    ----------
    position : Position
        The position searched.
    method, goal : str
        One each of `METHODS` and `GOALS`.
    lower, upper : Value
        The position's value, for its side to move, is no worse than `lower` and no better than
        `upper`; they are equal once it is known.
    line : tuple of str
        Best play from `position` as far as it is known, each move in the game's notation. If the
        distance was found it is the principal variation to the end; of the goal ``"result"``
        there is but one move, which keeps the result; of a search that was stopped, one move, the
        best so far, or none.
    nodes : int
        Number of positions visited.
    seconds : float
        Time taken.
    memory : int
        Bytes of the arrays and dictionaries it used, those that all searches share among them;
        without the Python objects in them.
    stopped : str
        Why the search ended before its goal: ``"nodes"``, ``"seconds"`` or ``"interrupted"``;
        empty if it reached it.
    """

    position: P
    method: str
    goal: str
    lower: Value
    upper: Value
    line: tuple[str, ...]
    nodes: int
    seconds: float
    memory: int
    stopped: str = ""

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
        """Whether the position may have this value, by what is proven."""
        order = Coding(8, self.position.game.coding.end).encode
        return order(self.lower) <= order(value) <= order(self.upper)

    @property
    def winner(self) -> str | None:
        """Name of the side that wins with perfect play, None if it is not known."""
        mover, other = self.position.sides
        return {Result.WIN: mover, Result.LOSS: other, None: None}[self.result]

    @property
    def shortest(self) -> int:
        """Plies that the game lasts at least, with perfect play."""
        return min(self._distances)

    @property
    def longest(self) -> int:
        """Plies that the game lasts at most, with perfect play."""
        if self.result is None:
            return self.position.layer
        return max(self._distances)

    @property
    def _distances(self) -> tuple[int, int]:
        return self.lower.dte, self.upper.dte

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
        """The best move; None where the game is over, or none has been found."""
        return self.moves[0] if self.line else None

    def __str__(self) -> str:
        if self.value is not None:
            return f"{self.winner} wins in {self.value.dte}"
        if self.winner is None:
            plies = "ply" if self.shortest == 1 else "plies"
            return f"unknown, lasts {self.shortest} {plies} or more"
        return f"{self.winner} wins, in {self.shortest} to {self.longest}"

    def as_dict(self) -> dict[str, Any]:
        """What was found as plain data, for JSON; what is not known is None."""
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


Progress = Callable[[Searched[Any]], None]
"""Called now and then with what is proven so far."""


@runtime_checkable
class SearchesItself(Protocol):
    """A position of a game that has a faster search of its own."""

    def search(
        self,
        method: str,
        goal: str,
        nodes: int | None,
        seconds: float | None,
        progress: Progress | None,
    ) -> Searched[Any]:
        """As the function `search`, with all arguments checked."""


def search(
    position: P,
    method: str = "ordered",
    *,
    goal: str = "distance",
    nodes: int | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Searched[P]:
    """Search a position, to the end of the game or up to a limit.

    Parameters
    ----------
    position : Position
        Any position of any game.
    method : str
        One of `METHODS`.
    goal : str
        One of `GOALS`.
    nodes : int, optional
        Stop after about this many positions.
    seconds : float, optional
        Stop after about this time.
    progress : callable, optional
        Called now and then with what is proven so far.

    Returns
    -------
    Searched
        What is proven. Where a limit, or ``KeyboardInterrupt``, stopped the search, it says so
        and is not complete.

    Raises
    ------
    ValueError
        If there is no such method or goal, or a limit is not positive.

    Examples
    --------
    >>> from tablebase import Position
    >>> found = search(Position.parse("JA2A/3JA4/2323/34A2"))
    >>> str(found), str(found.best), len(found.line)
    ('red wins in 7', 'd3', 7)
    """
    for what, given, known in (("method", method, METHODS), ("goal", goal, GOALS)):
        if given not in known:
            raise ValueError(f"unknown {what} {given!r}: expected {' or '.join(map(repr, known))}")
    for what, limit in (("nodes", nodes), ("seconds", seconds)):
        if limit is not None and not limit > 0:
            raise ValueError(f"a limit of {limit} {what}: expected more than 0")
    if isinstance(position, SearchesItself):
        return position.search(method, goal, nodes, seconds, progress)
    return search_by_rules(position, method, goal, nodes, seconds, progress)


def search_by_rules(
    position: P,
    method: str,
    goal: str,
    nodes: int | None,
    seconds: float | None,
    progress: Progress | None,
) -> Searched[P]:
    """The search of any position, by its moves alone; arguments as `search` has checked them."""
    return _Search(position, method, goal, nodes, seconds, progress).run()


class Stopped(Exception):  # noqa: N818  # no error
    """A limit has been reached; the argument says which."""


class Budget:
    """Counts the nodes and the time of a search, and ends it at its limits.

    Parameters
    ----------
    nodes : int, optional
        The most positions to visit.
    seconds : float, optional
        The longest time, from now.
    """

    def __init__(self, nodes: int | None, seconds: float | None) -> None:
        self._nodes, self._seconds = nodes, seconds
        self._started = time.perf_counter()
        self.spent = 0

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self._started

    def left(self, slice_: int) -> int:
        """How many of the next `slice_` nodes may be spent.

        Raises
        ------
        Stopped
            If none.
        """
        if self._seconds is not None and self.elapsed >= self._seconds:
            raise Stopped("seconds")
        if self._nodes is None:
            return slice_
        if self.spent >= self._nodes:
            raise Stopped("nodes")
        return min(slice_, self._nodes - self.spent)


class _Scale:
    """The codes of a game's values, wide enough for any board, and how they step to a mover's.

    Parameters
    ----------
    end : Result
        What the side to move has when the game is over.
    """

    def __init__(self, end: Result) -> None:
        self._coding = coding = Coding(8, end)
        self.over = self.after(0)
        self.from_successor = [coding.from_successor(code) for code in range(coding.no_entry)]
        self.first_win = coding.first_win
        self._highest = max(self.after(1), self.after(2))

    def value(self, code: int) -> Value:
        """The value of a code."""
        return self._coding.decode(code)

    def after(self, plies: int) -> int:
        """The code of a position from which the game ends after so many plies."""
        end = self._coding.end
        return self._coding.encode(Value(end if plies % 2 == 0 else end.opposite, plies))

    def enough(self, code: int) -> int:
        """The largest code of a successor that gives its mover `code` or more; -1 if none does."""
        if code <= 0:
            return self._coding.max_dte
        if code > self._highest:
            return -1
        result, dte = self._coding.decode(code)
        return self._coding.encode(Value(result.opposite, dte - 1))

    def bounds(self, layer: int) -> tuple[int, int]:
        """The lowest and the highest code of a position of a layer that has a legal move."""
        codes = self.after(min(1, layer)), self.after(min(2, layer))
        return min(codes), max(codes)

    def latest(self, layer: int) -> tuple[int, int]:
        """The codes of the latest loss and of the latest win in a layer with legal moves."""
        codes = self.after(layer), self.after(layer - 1)
        return min(codes), max(codes)

    def any(self, layer: int) -> tuple[int, int]:
        """The lowest and the highest code of any position of a layer."""
        lowest, highest = self.bounds(layer)
        return min(lowest, self.over), max(highest, self.over)


SLICE = 256
"""Nodes between two looks at the limits."""


class _Search(Generic[P]):
    """A search of any game's position, under way."""

    def __init__(
        self,
        position: P,
        method: str,
        goal: str,
        nodes: int | None,
        seconds: float | None,
        progress: Progress | None,
    ) -> None:
        self._root, self._method, self._goal = position, method, goal
        self._budget = Budget(nodes, seconds)
        self._allowed = 0
        self._progress = progress
        self._scale = _Scale(position.game.coding.end)
        self._lower, self._upper = self._scale.bounds(position.layer)
        self._line: tuple[str, ...] = ()
        self._known: dict[P, tuple[int, int]] = {}

    def run(self) -> Searched[P]:
        """Search to the goal or a limit."""
        stopped = ""
        try:
            if not self._root.legal_moves():
                self._visit()
                self._lower = self._upper = self._scale.over
            elif self._method == "plain":
                self._plain_root()
            else:
                self._narrow()
        except Stopped as limit:
            stopped = str(limit)
        except KeyboardInterrupt:
            stopped = "interrupted"
        return self._found(stopped)

    def _found(self, stopped: str = "") -> Searched[P]:
        return Searched(
            self._root,
            self._method,
            self._goal,
            self._scale.value(self._lower),
            self._scale.value(self._upper),
            self._line if self._goal == "distance" and not stopped else self._line[:1],
            self._budget.spent,
            self._budget.elapsed,
            sys.getsizeof(self._known),
            stopped,
        )

    def _visit(self) -> None:
        """Count a node."""
        if not self._allowed:
            self._allowed = self._budget.left(SLICE)
            if self._progress is not None and self._budget.spent:
                self._progress(self._found())
        self._allowed -= 1
        self._budget.spent += 1

    def _plain_root(self) -> None:
        """Alpha-beta from the root; a move that is better than those before raises a bound."""
        self._visit()
        moves = self._root.legal_moves()
        best, enough = self._lower - 1, self._upper
        if self._goal == "result":
            best, enough = self._scale.latest(self._root.layer)
            self._line = (str(moves[0]),)
        for move in moves:
            code, line = self._plain(self._root.play(move), *self._window(best, enough))
            code = self._scale.from_successor[code]
            if code > best:
                best, self._line = code, (str(move), *line)
                self._lower = max(self._lower, best)
            if best >= enough:
                return
        self._upper = best

    def _window(self, best: int, enough: int) -> tuple[int, int]:
        """A successor's window: what is enough for the mover; what is no better than his best."""
        return self._scale.enough(enough), self._scale.enough(best + 1) + 1

    def _plain(self, position: P, lowest: int, enough: int) -> tuple[int, tuple[str, ...]]:
        """A position's code and best line; codes out of the window are bounds."""
        self._visit()
        moves = position.legal_moves()
        if not moves:
            return self._scale.over, ()
        best = -1
        best_line: tuple[str, ...] = ()
        for move in moves:
            window = self._window(max(best, lowest), enough)
            code, line = self._plain(position.play(move), *window)
            code = self._scale.from_successor[code]
            if code > best:
                best, best_line = code, (str(move), *line)
                if best >= enough:
                    break
        return best, best_line

    def _narrow(self) -> None:
        """Test codes with null windows until the goal is reached, then follow the best line."""
        while not (self._line and self._reached()):
            unknown = self._lower < self._scale.first_win <= self._upper
            asked = self._scale.first_win if unknown else min(self._lower + 1, self._upper)
            self._test(self._root, asked)
            lower, upper = self._bounds(self._root)
            self._lower, self._upper = max(self._lower, lower), min(self._upper, upper)
            self._line = self._best_line()

    def _reached(self) -> bool:
        """Whether the goal is reached."""
        return self._lower == self._upper or (
            self._goal == "result" and not self._lower < self._scale.first_win <= self._upper
        )

    def _best_line(self) -> tuple[str, ...]:
        """The moves that achieve what is known, as far as that goes."""
        line, position, code = [], self._root, self._lower
        while moves := position.legal_moves():
            code = self._scale.enough(code)
            good = (m for m in moves if self._bounds(position.play(m))[1] <= code)
            best = next(good, None)
            if best is None:
                break
            line.append(str(best))
            position = position.play(best)
        return tuple(line)

    def _test(self, position: P, code: int) -> bool:
        """Whether a position's code is at least `code`; what this proves is remembered."""
        lower, upper = self._bounds(position)
        if lower >= code or upper < code:
            return lower >= code
        self._visit()
        after = [position.play(move) for move in position.legal_moves()]
        if not after:
            lower = upper = self._scale.over
        else:
            # First what is known to be good, to be done at once.
            after.sort(key=lambda successor: self._bounds(successor)[1])
            enough = self._scale.enough(code)
            for successor in after:
                if not self._test(successor, enough + 1):
                    reached = self._scale.from_successor[self._bounds(successor)[1]]
                    lower = max(lower, reached)
                    break
            else:
                least = min(self._bounds(successor)[0] for successor in after)
                upper = self._scale.from_successor[least]
        self._known[position] = lower, upper
        return lower >= code

    def _bounds(self, position: P) -> tuple[int, int]:
        """What is known of a position's code."""
        known = self._known.get(position)
        return known if known is not None else self._scale.any(position.layer)
