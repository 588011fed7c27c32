"""The backward induction of 2D Nim: validates, allocates, and calls the kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tablebase.engine.jobs.resources import check_memory
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
        self._cut_takes()

    def _cut_takes(self) -> None:
        """Sort the takes by whether their stones are high, low, or both."""
        low = (1 << self._low) - 1
        masks = [mask for mask, _ in self._rules.takes]
        cut = [(mask >> self._low, mask & low) for mask in masks]
        self._high = np.array([high for high, below in cut if not below], dtype=np.int64)
        both = [(high, below) for high, below in cut if high and below]
        self._crossing = np.array(both, dtype=np.int64).reshape(-1, 2)
        within = [below for high, below in cut if not high]
        after = [[x ^ mask for mask in within if x & mask == mask] for x in range(low + 1)]
        self._low_starts = np.cumsum([0, *map(len, after)], dtype=np.int64)
        self._low_after = np.array([x for found in after for x in found], dtype=np.int64)

    def step(self, number: int) -> None:
        """Solve one range of blocks; earlier ranges have been solved."""
        from tablebase.games.nim.kernels import solve_blocks

        coding = self._rules.coding
        if number == 0:
            shape = self._blocks, 1 << self._low
            self._codes = np.full(shape, coding.no_entry, dtype=np.uint8)
        first, last = (self._blocks * n // self.steps for n in (number, number + 1))
        solve_blocks(
            self._codes, self._high, self._crossing, self._low_starts, self._low_after,
            coding.replies, first, last,
        )  # fmt: skip

    def codes(self) -> Codes:
        """The packed codes in rank order."""
        return pack(self._codes.reshape(-1), self._rules.coding.bits)
