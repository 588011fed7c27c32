"""The backward induction of one deal, 4 bits a position: allocates, and calls the kernels."""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import U64, Codes
from tablebase.engine.packed import pack
from tablebase.games.collapsi.deals import nibble_kernels as kernels
from tablebase.games.collapsi.deals.layout import DealLayout
from tablebase.games.collapsi.deals.openings import opening_codes
from tablebase.games.collapsi.rules import CODING
from tablebase.support.lazy import Kept

Words = U64

_kept = Kept()

BLOCKS_PER_STEP = 64
"""Blocks of 64 face-up sets in a step; progress is shown, and work may stop, between steps."""


class NibbleSolver:
    """A backward induction of one deal of up to 16 cells, 4 bits a position.

    It solves the canonical deal.
    """

    def __init__(self, layout: DealLayout) -> None:
        self._layout = layout
        self._steps = np.array(layout.slot_steps, dtype=np.uint16)
        longest = [mask.bit_length() for mask in layout.slot_steps]
        self._longest = np.array(longest, dtype=np.uint8)
        self._adjacent = np.array(layout.adjacent[: layout.free], dtype=np.uint16)
        self._blocks = kernels.n_blocks(layout.index.free)
        self.steps = -(-self._blocks // BLOCKS_PER_STEP)

    def step(self, number: int) -> None:
        """Solve the face-up sets of one range of blocks; earlier ranges have been solved."""
        if number == 0:
            shape = max(self._longest), len(self._longest)
            own = _kept.take(lambda kept: kept[0].shape[::2] == shape)
            self._workspace = own or kernels.workspace(shape[1], shape[0])
            kernels.destination_planes(self._adjacent, self._steps, self._workspace[0])
        reach, values, words = self._workspace
        first = number * BLOCKS_PER_STEP
        last = min(first + BLOCKS_PER_STEP, self._blocks)
        kernels.solve_blocks(reach, self._longest, first, last, values, words)

    def codes(self) -> Codes:
        """The packed codes in rank order; the first two plies come last."""
        layout, index = self._layout, self._layout.index
        packed = np.empty(index.size // 2, dtype=np.uint8)
        *_, words = self._workspace
        packed[: index.openings // 2] = kernels.packed_codes(words, index.free)
        _kept.value = self._workspace
        del self._workspace
        # At the third ply all free cards are face up: the last code of each pair of slots.
        last_of_pair = packed[index.masks // 2 - 1 : index.openings // 2 : index.masks // 2] >> 4
        third = np.full((index.free, index.free), CODING.no_entry, dtype=np.uint8)
        third[~np.eye(index.free, dtype=bool)] = last_of_pair
        openings = opening_codes(layout.rules, layout.canonical_cards, third, CODING)
        packed[index.openings // 2 :] = pack(openings.reshape(-1), CODING.bits)
        return packed
