"""The backward induction of one deal with one byte a position: in tiles, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from tablebase.engine.arrays import U32, Codes
from tablebase.engine.jobs.machine import check_memory, cores
from tablebase.engine.jobs.shards import completed
from tablebase.games.collapsi.deals import byte_kernels as kernels
from tablebase.games.collapsi.deals.layout import DealLayout
from tablebase.games.collapsi.deals.openings import opening_codes
from tablebase.games.collapsi.rules import BYTE_CODING
from tablebase.support.lazy import Kept

PART_BITS = 12
"""A thread solves parts of 2**12 face-up sets, which differ only in the lowest slots."""

PARTS_PER_STEP = 64
"""Parts solved in a step; progress is shown, and work may stop, between steps."""

WORTH_THREADS = 16
"""With this many free cells or more, threads share the work; smaller deals take milliseconds."""

WORTH_KEEPING = 1 << 28
"""A thread keeps its arrays for the next deal if they have at most this many positions."""

_kept = Kept()

MARGIN = 256 << 20
"""Bytes of memory for everything but the arrays."""


class Workspace:
    """The arrays that an induction works in; they can serve any number of deals.

    `ends`, uint32 of shape ``(free, 2**free)``, are where a pawn on each slot can end, for each
    face-up set. `rows`, uint8 of shape ``(free * 2**(free - 1) * row + 32,)``, are the codes, see
    `byte_kernels`; at first they hold ends of paths. ``free`` is 3 to 24.
    """

    def __init__(self, free: int) -> None:
        self.free = free
        self.row = kernels.row_size(free)
        self.ends = np.empty((free, 1 << free), np.uint32)
        self.rows = np.empty((self.row * free << free - 1) + kernels.WIDTH, np.uint8)

    @staticmethod
    def bytes(free: int) -> int:
        """Bytes that a workspace takes."""
        return (8 + kernels.row_size(free)) * free << free - 1

    def paths(self) -> tuple[U32, U32]:
        """Two arrays like `ends` in the space of `rows`: a row has 16 bytes or more."""
        both = self.rows[: 2 * self.ends.nbytes].view(np.uint32).reshape(2, *self.ends.shape)
        return both[0], both[1]


class ByteSolver:
    """A backward induction of one deal, a byte a position.

    With `keep`, the default unless the table is large, the thread keeps the arrays for the next
    deal. The first step raises `MemoryError`, before the work starts, if there is not enough free
    memory.
    """

    def __init__(self, layout: DealLayout, *, keep: bool | None = None) -> None:
        self._layout, self._size = layout, layout.index.size
        self._keeps = self._size < WORTH_KEEPING if keep is None else keep
        self._steps, self._adjacent = layout.slot_steps, layout.adjacent
        self._landing = layout.rules.turn.pawns_share
        self._longest = max(self._steps).bit_length()
        self._threads = cores() if layout.free >= WORTH_THREADS else 1
        part_bits = min(PART_BITS, layout.free)
        self._part = 1 << part_bits
        self._batches = _batches(1 << layout.free - part_bits)
        self.steps = self._longest + len(self._batches)

    def step(self, number: int) -> None:
        """Find the paths of one length, or solve some parts; earlier steps have been done."""
        if number == 0:
            free = self._layout.free
            own = _kept.take(lambda kept: kept.free == free) if self._keeps else None
            self._work = own or _fresh(free, self._size)
        if number < self._longest:
            self._extend_paths(number + 1)
        else:
            self._each(self._solve_part, self._batches[number - self._longest])

    def _extend_paths(self, length: int) -> None:
        """Find the ends of the paths of a length, and keep those that cards ask for."""
        work = self._work
        shorter, longer = work.paths()[:: -1 if length % 2 else 1]

        def extend(slot: int) -> None:
            if length == 1:
                kernels.first_steps(self._adjacent[slot], longer[slot])
            else:
                kernels.longer_paths(self._adjacent[slot], slot, shorter, longer[slot])
            steps, bit = self._steps[slot], 1 << length - 1
            if steps & bit:
                shorter_too = steps & bit - 1
                work.ends[slot] = work.ends[slot] | longer[slot] if shorter_too else longer[slot]

        # The longest paths are never extended: only cards that allow them need them.
        last = length == self._longest
        slots = [s for s, steps in enumerate(self._steps) if steps >> length - 1 & 1 or not last]
        self._each(extend, slots)

    def _solve_part(self, part: int) -> None:
        work, first = self._work, part * self._part
        last = first + self._part
        kernels.solve_sets(work.ends, first, last, self._landing, work.row, work.rows)

    def codes(self) -> Codes:
        """The codes in rank order, a byte each."""
        work, landing = self._work, self._landing
        codes = np.empty(self._size, dtype=np.uint8)

        def pack_part(part: int) -> None:
            first = part * self._part
            last = first + self._part
            kernels.pack_sets(work.rows, work.row, work.free, first, last, landing, codes)

        self._each(pack_part, range((1 << work.free) // self._part))
        codes[self._layout.index.openings :] = self.openings().reshape(-1)
        return codes

    def openings(self) -> Codes:
        """The codes of the positions with a joker face up; the workspace is then given back."""
        layout, work = self._layout, self._work
        rows = work.rows[: -kernels.WIDTH].reshape(work.free, -1, work.row)
        # The codes with all free cards face up, by mover and opponent.
        third: Codes = rows[:, -1, : work.free].T
        codes = opening_codes(layout.rules, layout.canonical_cards, third, BYTE_CODING)
        if self._keeps:
            _kept.value = work
        del self._work
        return codes

    def _each(self, work: Callable[[int], None], tasks: Sequence[int]) -> None:
        for _ in completed(work, tasks, self._threads):
            pass


def _batches(parts: int) -> list[list[int]]:
    """The parts in batches to solve at once: a part depends only on parts of fewer bits."""
    layers: dict[int, list[int]] = {}
    for part in range(parts):
        layers.setdefault(part.bit_count(), []).append(part)
    return [
        layer[first : first + PARTS_PER_STEP]
        for layer in layers.values()
        for first in range(0, len(layer), PARTS_PER_STEP)
    ]


def _fresh(free: int, size: int) -> Workspace:
    """A new workspace, if there is memory for it and for `size` codes."""
    needed = Workspace.bytes(free) + size + MARGIN
    check_memory(needed, f"solving a deal of {free + 2} cells, {size:,} positions,")
    return Workspace(free)
