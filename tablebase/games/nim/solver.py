"""The backward induction of 2D Nim: validates, allocates, and calls the kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tablebase.engine.jobs.machine import check_memory
from tablebase.engine.packed import pack

if TYPE_CHECKING:
    from tablebase.engine.game import Codes
    from tablebase.games.nim.rules import Rules

LOW_CELLS = 8
"""Cells that count through a block: 256 codes, in cache and long enough for vector instructions."""

STEPS = 64
"""Number of steps for a large board; progress is shown, and work may stop, between steps."""


class NimSolver:
    """A backward induction over all sets of stones, by ascending masks.

    Taking stones makes a mask smaller, so whatever a move leads to has already been solved. Raises
    `MemoryError` if there is not enough free memory for one byte a position.
    """

    def __init__(self, rules: Rules, size: int) -> None:
        cells = rules.cells
        check_memory(size, f"a table of {rules}, {size:,} positions,")
        self._rules = rules
        self._low = min(LOW_CELLS, cells)
        self._blocks = 1 << (cells - self._low)
        self.steps = min(STEPS, self._blocks)
        self._takes = np.array([mask for mask, _ in rules.takes], np.int64)

    def step(self, number: int) -> None:
        """Solve one range of blocks; earlier ranges have been solved."""
        from tablebase.games.nim.kernels import solve_blocks

        coding = self._rules.coding
        if number == 0:
            shape = self._blocks, 1 << self._low
            self._codes = np.full(shape, coding.no_entry, dtype=np.uint8)
        first, last = (self._blocks * n // self.steps for n in (number, number + 1))
        solve_blocks(self._codes, self._takes, coding.replies, first, last)

    def codes(self) -> Codes:
        """The packed codes in rank order."""
        return pack(self._codes.reshape(-1), self._rules.coding.bits)
