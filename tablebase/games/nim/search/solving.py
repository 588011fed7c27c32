"""The search of a position: who wins, by proof or by the kernel; then how soon, by the moves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.engine.compiling import clock
from tablebase.engine.searched import Limits, Searched, UnderWay
from tablebase.engine.values import Coding, Result, Value
from tablebase.games.nim.pairing import decide
from tablebase.games.nim.position import Position
from tablebase.games.nim.search.plan import Plan, plan_of, turned, upright

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
    found = _WinnerSearch(position, plan, goal).run(limits)
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


class _WinnerSearch(UnderWay["Position"]):
    """A search for who wins, under way."""

    method = "ordered"

    def __init__(self, position: Position, plan: Plan, goal: str) -> None:
        super().__init__(position, goal)
        self._plan, self._depth = plan, 0
        self._wins: bool | None = None
        self._table: U64 = np.zeros(ENTRIES, np.uint64)
        self._stack: U64 = np.zeros((position.rules.cells + 1, 3), np.uint64)
        self._stack[0, 0] = turned(position.stones, position.rules)

    @property
    def memory(self) -> int:
        """Bytes of the transposition table."""
        return self._table.nbytes

    def advance(self) -> bool:
        """Search on for a slice; return whether it is known who wins."""
        from tablebase.games.nim.search.kernels import LOST, WON, run

        limit = self.left(SLICE)
        self._depth, result, visited = run(self._stack, self._depth, self._table, self._plan, limit)
        self.nodes += visited
        self._wins = {WON: True, LOST: False}.get(result)
        return self._wins is not None

    def bounds(self) -> tuple[Value, Value]:
        """The worst and the best value that the result allows."""
        return _bounds(self.position, self._wins)

    def line(self) -> tuple[str, ...]:
        """A move that keeps the result."""
        moves, rules = self.position.legal_moves(), self.position.rules
        if self._wins is None:
            return ()
        if self._wins:
            after = int(self._stack[1, 0])
            moves = tuple(
                m for m in moves if turned(self.position.stones & ~m.stones, rules) == after
            )
        return tuple(map(str, moves[:1]))


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
