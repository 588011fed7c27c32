"""The search of a position: who wins, by proof or by the kernel; then how soon, by the moves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.engine.compiling import clock
from tablebase.engine.search.budget import Budget, Stopped
from tablebase.engine.searched import Limits, Searched
from tablebase.engine.values import Coding, Result, Value
from tablebase.games.nim.pairing import decide
from tablebase.games.nim.search.plan import Plan, plan_of, turned, upright

if TYPE_CHECKING:
    from tablebase.games.nim.position import Position

PROOFS = {False: "pairing", True: "tame parts"}
"""The method of what was decided without a search, by whether the play is misère."""

FEW = 20
"""The most stones for which the distance is searched without a limit, if the result is proven."""

SLICE = 1 << 20
"""Positions to visit between two checks of the limits."""

ENTRIES = 1 << 22
"""Entries of the transposition table, 8 bytes each."""


def search(position: Position, method: str, goal: str, limits: Limits) -> Searched[Position]:
    """The search of any position; `tablebase.search` has checked the arguments.

    `pairing` is asked first. What it decides is not searched for the result, nor for the distance
    without a limit if there are more than `FEW` stones. A plain search does not ask.
    """
    if method != "plain" and (found := _proven(position)):
        if goal == "result":
            return found
        if position.layer > FEW and limits.nodes is None and limits.seconds is None:
            return found
        return _with_distance(replace(found, method=method, goal=goal), limits)
    try:
        plan = plan_of(upright(position.rules))
    except ValueError:  # the board is too large for the kernel
        return _by_moves(position, method, goal, limits)
    if method == "plain":
        return _by_moves(position, method, goal, limits)
    found = _Search(position, plan, goal, limits).run()
    if goal == "result" or found.stopped:
        return found
    return _with_distance(found, limits)


def _by_moves(position: Position, method: str, goal: str, limits: Limits) -> Searched[Position]:
    """A search that knows of the game nothing but its moves."""
    from tablebase.engine.search.by_kernels import search_by_kernels
    from tablebase.games.nim.kernels import rules_of

    return search_by_kernels(position, rules_of(position.rules), method, goal, limits)


def _proven(position: Position) -> Searched[Position] | None:
    """Who wins by `pairing`, if it decides that."""
    began = clock()
    decided = decide(position)
    if decided is None:
        return None
    lower, upper = _bounds(position, decided.wins)
    moves = [decided.move] if decided.move else position.legal_moves()[:1]
    line = tuple(map(str, moves))
    proof = PROOFS[position.rules.misere]
    return Searched(position, proof, "result", lower, upper, line, 0, clock() - began, 0, "")


def _with_distance(found: Searched[Position], limits: Limits) -> Searched[Position]:
    """Find how soon the game ends, given its result."""
    nodes, seconds = limits.nodes, limits.seconds
    left = Limits(
        None if nodes is None else max(1, nodes - found.nodes),
        None if seconds is None else max(1e-3, seconds - found.seconds),
        limits.progress,
    )
    further = _by_moves(found.position, found.method, found.goal, left)
    order = Coding(8, found.position.rules.coding.end).encode
    return replace(
        further,
        lower=max(found.lower, further.lower, key=order),
        upper=min(found.upper, further.upper, key=order),
        line=further.line or found.line,
        nodes=found.nodes + further.nodes,
        seconds=found.seconds + further.seconds,
        memory=found.memory + further.memory,
    )


class _Search:
    """A search for who wins, under way."""

    def __init__(self, position: Position, plan: Plan, goal: str, limits: Limits) -> None:
        self._position, self._plan, self._goal = position, plan, goal
        self._progress = limits.progress
        self._budget = Budget(limits)
        self._table: U64 = np.zeros(ENTRIES, np.uint64)
        self._stack: U64 = np.zeros((position.rules.cells + 1, 3), np.uint64)
        self._stack[0, 0] = turned(position.stones, position.rules)

    def run(self) -> Searched[Position]:
        """Search to the end or a limit."""
        from tablebase.games.nim.search.kernels import UNKNOWN, run

        stack = self._stack
        depth, result, stopped = 0, UNKNOWN, ""
        try:
            while result == UNKNOWN:
                budget = self._budget.left(SLICE)
                depth, result, visited = run(stack, depth, self._table, self._plan, budget)
                self._budget.spent += visited
                if self._progress is not None:
                    self._progress(self._found(result, ""))
        except Stopped as limit:
            stopped = str(limit)
        except KeyboardInterrupt:
            stopped = "interrupted"
        return self._found(result, stopped)

    def _found(self, result: int, stopped: str) -> Searched[Position]:
        lower, upper = self._bounds(result)
        return Searched(
            self._position,
            "ordered",
            self._goal,
            lower,
            upper,
            self._line(result),
            self._budget.spent,
            self._budget.elapsed,
            self._table.nbytes,
            stopped,
        )

    def _bounds(self, result: int) -> tuple[Value, Value]:
        """The worst and the best value that a result allows."""
        from tablebase.games.nim.search.kernels import LOST, WON

        return _bounds(self._position, {WON: True, LOST: False}.get(result))

    def _line(self, result: int) -> tuple[str, ...]:
        """A move that keeps the result."""
        from tablebase.games.nim.search.kernels import LOST, WON

        moves, rules = self._position.legal_moves(), self._position.rules
        after = int(self._stack[1, 0])
        if result == WON and moves:
            moves = tuple(
                m for m in moves if turned(self._position.stones & ~m.stones, rules) == after
            )
        return tuple(map(str, moves[:1])) if result in (LOST, WON) else ()


def _bounds(position: Position, wins: bool | None) -> tuple[Value, Value]:
    """The worst and the best value of a position of which it may be known whether it is won.

    The game ends when the side to move finds no stones. The result shows which side that is, and
    the length is even if it is the side to move now.
    """
    end, layer = position.rules.coding.end, position.layer
    first = {one: 0 if one is end else 1 for one in Result}
    if layer:
        first[end] = 2
    last = {one: layer - (layer - first[one]) % 2 for one in Result}
    worst = Value(Result.LOSS, first[Result.LOSS])
    best = Value(Result.WIN, first[Result.WIN])
    if wins:
        worst = Value(Result.WIN, last[Result.WIN])
    elif wins is not None:
        best = Value(Result.LOSS, last[Result.LOSS])
    return worst, best
