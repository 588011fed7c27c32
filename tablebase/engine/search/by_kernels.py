"""Forward search of any game that gives its rules as kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

import numpy as np

from tablebase.engine.compiled import walks
from tablebase.engine.compiled.batch import States, states_of
from tablebase.engine.position import CompiledRules, P
from tablebase.engine.rooms import game_of
from tablebase.engine.search.by_rules import RulesSearch
from tablebase.engine.searched import Limits, Searched
from tablebase.engine.values import Coding

SLICE = 1 << 16
"""Positions between two checks of the limits: a few milliseconds."""

PLACES = 1 << 20
"""Places of the transposition table, of two entries each."""


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
        root, plies = states.of(position), position.layer + 2
        self._plies = np.zeros((walks.ROWS, plies), np.int64)
        self._after = states.empty(len(root), plies)
        self._nodes = np.zeros((plies, len(root)), np.uint64)
        self._order = np.zeros((2, plies, rules.max_moves), np.uint64)
        self._lines = np.zeros((plies, plies), np.uint8)
        places = PLACES if method == "ordered" else 1
        self._table = np.zeros((places, 2, len(root) + 1), np.uint64)
        coding = Coding(8, game_of(position).coding.end)
        enough = [self._scale.enough(code) for code in range(coding.no_entry + 1)]
        self._codes = coding.replies, np.array(enough), self._scale.over

    @property
    def memory(self) -> int:
        """Bytes of what is known, see `Searched`."""
        return self._table.nbytes + self._after.nbytes

    def _continue(self, loop: Callable[..., Any], *arrays: Any) -> None:
        """Run a loop to its end, slice by slice."""
        states, ply = self._states, 0
        while ply != walks.DONE:
            limit = self.left(SLICE)
            ply, visited = loop(
                states.moves, states.context, self._after, *arrays, *self._codes, ply, limit
            )
            self.nodes += visited
            self.report()

    def _plain_root(self) -> None:
        """Alpha-beta from the root, whose best move so far raises the lower bound."""
        plies = self._plies
        window = self._lower - 1, self._upper
        if self.goal == "result":
            window = self._latest()
        best, plies[walks.ENOUGH, 0] = window
        plies[walks.LOWEST, 0] = plies[walks.BEST, 0] = best
        root = self._states.of(self.position)
        count = self._states.moves(root, self._states.context, self._after[0])
        plies[walks.COUNT, 0], plies[walks.NEXT, 0] = count, 0
        self.nodes += 1
        try:
            self._continue(walks.alpha_beta, plies, self._lines)
        finally:
            found = int(plies[walks.BEST, 0])
            if found > best:
                self._lower = max(self._lower, found)
            self._line = self._named(self._lines[0, 1 : 1 + self._lines[0, 0]].tolist() or [0])
        if found < window[1]:
            self._upper = found

    def _named(self, numbers: list[int]) -> tuple[str, ...]:
        """The moves with these numbers in the positions of a line."""
        line, position = [], self.position
        for number in numbers:
            move = position.legal_moves()[number]
            line.append(str(move))
            position = position.play(move)
        return tuple(line)

    def _prove(self, position: P, code: int) -> tuple[int, int]:
        lower, upper = self._bounds(position)
        if lower < code <= upper:
            plies = self._plies
            self._nodes[0] = self._states.of(position)
            plies[walks.NEXT, 0], plies[walks.ASKED, 0] = walks.NEW, code
            plies[walks.LOWER, 0], plies[walks.UPPER, 0] = lower, upper
            self._continue(walks.prove, self._nodes, plies, self._order, self._table)
            lower, upper = int(plies[walks.LOWER, 0]), int(plies[walks.UPPER, 0])
        return lower, upper

    def _bounds(self, position: P) -> tuple[int, int]:
        known = int(walks.look_up(self._table, self._states.of(position)))
        return known & 255, known >> 8 & 255
