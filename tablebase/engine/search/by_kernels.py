"""Forward search of any game that gives its rules as kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.engine.compiled import walks
from tablebase.engine.compiled.batch import States, states_of
from tablebase.engine.position import CompiledRules, P
from tablebase.engine.rooms import game_of
from tablebase.engine.search.by_rules import RulesSearch
from tablebase.engine.searched import Limits, Searched
from tablebase.engine.values import Coding

SLICE = 1 << 16
"""Positions between two checks of the limits: a few milliseconds."""

FEW, MOST = 1 << 10, 1 << 20
"""Places of the transposition table, of two entries each, at first and at most."""

VISITED = 256
"""Positions for each place until an empty table of eight times the size takes over. A table that
fits into the caches saves more time than the lost entries cost."""


def search_by_kernels(
    position: P, rules: CompiledRules | States, method: str, goal: str, limits: Limits
) -> Searched[P]:
    """Search any position of a game with these rules; `search` has checked the arguments.

    A game without ranks gives its `States`.
    """
    return _KernelSearch(position, rules, method, goal).run(limits)


class _KernelSearch(RulesSearch[P], Generic[P]):
    """A search like that of `by_rules`, whose two walks are kernels."""

    def __init__(self, position: P, rules: CompiledRules | States, method: str, goal: str) -> None:
        super().__init__(position, method, goal)
        states = rules if isinstance(rules, States) else states_of(game_of(position), rules)
        self._states = states
        self._root: U64 = states.of(position)
        root, plies = self._root, position.layer + 2
        self._plies = np.zeros((walks.ROWS, plies), np.int64)
        self._room = states.empty(len(root), plies)
        self._nodes = np.zeros((plies, len(root)), np.uint64)
        self._order = np.zeros((2, plies, rules.max_moves), np.uint64)
        self._lines = np.zeros((plies, plies), np.uint8)
        self._table = self._empty(FEW if method == "ordered" else 1)
        coding = Coding(8, game_of(position).coding.end)
        enough = [self._scale.enough(code) for code in range(coding.no_entry + 1)]
        self._codes = coding.replies, np.array(enough), self._scale.over

    @property
    def memory(self) -> int:
        """Bytes of what is known, see `Searched`."""
        return self._table.nbytes + self._room.nbytes

    def _empty(self, places: int) -> U64:
        """A transposition table."""
        return np.zeros((places, 2, len(self._root) + 1), np.uint64)

    def _after(self, node: U64) -> U64:
        return self._states.after(node)

    def _slice(self, loop: Callable[..., Any], ply: int, *arrays: Any) -> int:
        """Run a loop for a slice; return the ply at which it goes on."""
        limit, shared = self.left(SLICE), (self._states.context, self._room)
        ply, visited = loop(self._states.moves, *shared, *arrays, *self._codes, ply, limit)
        self.nodes += visited
        self.report()
        return ply

    def _plain_root(self) -> None:
        """Alpha-beta from the root, whose best move so far raises the lower bound."""
        plies = self._plies
        best, enough = self._first_window()
        plies[walks.ENOUGH, 0] = enough
        plies[walks.LOWEST, 0] = plies[walks.BEST, 0] = best
        count = self._states.moves(self._root, self._states.context, self._room[0])
        plies[walks.COUNT, 0], plies[walks.NEXT, 0] = count, 0
        self.nodes += 1
        ply = 0
        try:
            while ply != walks.DONE:
                ply = self._slice(walks.alpha_beta, ply, plies, self._lines)
        finally:
            found = int(plies[walks.BEST, 0])
            if found > best:
                self._lower = max(self._lower, found)
            self._line = self._named(self._lines[0, 1 : 1 + self._lines[0, 0]].tolist() or [0])
        if found < enough:
            self._upper = found

    def _prove(self, node: U64, code: int) -> tuple[int, int]:
        lower, upper = self._bounds(node)
        if lower < code <= upper:
            plies, ply = self._plies, 0
            self._nodes[0] = node
            plies[walks.NEXT, 0], plies[walks.ASKED, 0] = walks.NEW, code
            plies[walks.LOWER, 0], plies[walks.UPPER, 0] = lower, upper
            replies = self._states.replies or self._states.moves
            while ply != walks.DONE:
                if len(self._table) < min(self.nodes // VISITED, MOST):
                    self._table = self._empty(min(8 * len(self._table), MOST))
                arrays = self._nodes, plies, self._order, self._table
                ply = self._slice(walks.prove, ply, replies, *arrays)
            lower, upper = int(plies[walks.LOWER, 0]), int(plies[walks.UPPER, 0])
        return lower, upper

    def _bounds(self, node: U64) -> tuple[int, int]:
        known = int(walks.look_up(self._table, node))
        return known & 255, known >> 8 & 255
