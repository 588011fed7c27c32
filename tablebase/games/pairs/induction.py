"""The backward induction of a short stack: validates, allocates, and calls the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tablebase.engine.jobs.resources import check_memory
from tablebase.engine.jobs.threads import completed, cores
from tablebase.games.pairs.kernels import solve_masks
from tablebase.games.pairs.position import CODING
from tablebase.games.pairs.solver import match_masks

if TYPE_CHECKING:
    from tablebase.engine.game import Codes
    from tablebase.games.pairs.notation import Card

HIGH_CARDS = 6
LOW_CARDS = 10
"""A stack with more cards than the sum of both is cut into 64 blocks by its last cards."""


class PairsSolver:
    """A backward induction over all sets of cards left.

    A block is all masks with the same last cards left. It needs only the blocks with fewer last
    cards, so a step solves all blocks with the same number of last cards, in threads. Within a
    block masks ascend. Raises `MemoryError` if there is not enough free memory for one byte a
    position.
    """

    def __init__(self, stack: tuple[Card, ...]) -> None:
        cards, size = len(stack), 1 << len(stack)
        check_memory(size, f"a table of {cards} cards, {size:,} positions,")
        high = HIGH_CARDS if cards > HIGH_CARDS + LOW_CARDS else 0
        self._matches = match_masks(stack)
        self._perfect = CODING.first_win
        self._codes = np.empty(size, dtype=np.uint8)
        self._block = size >> high
        self._blocks: list[list[int]] = [[] for _ in range(high + 1)]
        for block in range(1 << high):
            self._blocks[block.bit_count()].append(block)
        self.steps = len(self._blocks)

    def step(self, number: int) -> None:
        """Solve the blocks with `number` of the last cards left."""
        for _ in completed(self._solve, self._blocks[number], cores()):
            pass

    def _solve(self, block: int) -> None:
        first = block * self._block
        solve_masks(self._codes, first, first + self._block, self._matches, self._perfect)

    def codes(self) -> Codes:
        """The codes in rank order, one a byte."""
        return self._codes
