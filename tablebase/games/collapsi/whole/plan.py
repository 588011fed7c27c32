"""Plans: what is read and written to solve the positions of a shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tablebase.engine.arrays import I64, U32, U64
from tablebase.games.collapsi.deck import steps_mask
from tablebase.games.collapsi.path_kernels import all_ends
from tablebase.games.collapsi.whole import kernels
from tablebase.games.collapsi.whole.geometry import Geometry, Shape, cells_of
from tablebase.games.collapsi.whole.words import MAX_LETTERS
from tablebase.support.lazy import cached_property

Records = U64  # records of a layer or of several, see `kernels`
TASK_ENTRIES = 4_000_000  # entries in a thread's task: a few milliseconds of work


class ShapePlan:
    """How to solve the positions of a shape, as `kernels.solve_words` needs it."""

    def __init__(self, geometry: Geometry, shape: Shape) -> None:
        self.geometry = geometry
        self.shape = shape
        self.words = geometry.words[shape.layer]
        self._movers: list[tuple[int, int, int, int]] = []
        self._routes: list[tuple[int, int, int, int]] = []
        self._options: list[list[int]] = []
        self._reads: list[tuple[int, int, int]] = []
        self._shifts: list[list[int]] = []

    def add_mover(self, rest: int, reach: list[int], letter: int = 0) -> None:
        """Add a mover whose letter is number `letter` of a word.

        `rest` is the set of face-up cells after the move. `reach` has, for each letter, a mask of
        the destinations, which may include the opponent's cell.
        """
        after = self.geometry.shape_of(rest)
        offset = self.geometry.offsets[after.mask]
        first = len(self._routes)
        reach = reach + [0] * (MAX_LETTERS - len(reach))
        for number, cells in self.geometry.cover(rest, after, cells_of(rest)):
            image = self.geometry.automorphisms[number]
            first_read = len(self._reads)
            for cell in cells:
                there = int(image[cell])
                self._reads.append((after.movers.index(there), 1 << there, cell))
            self._routes.append((offset, len(after.movers), first_read, len(self._reads)))
            self._options.append(
                [sum(1 << int(image[cell]) for cell in cells_of(mask)) for mask in reach]
            )
            self._shifts.append(self.geometry.letter_shifts(self.shape.cells, after, number))
        shift = 2 * (self.shape.layer - 1 - letter)
        self._movers.append((shift, rest, first, len(self._routes)))

    @cached_property
    def arrays(self) -> tuple[Any, ...]:
        """The plan as the kernel takes it; computed once, when all movers have been added."""
        movers, routes, options, reads = (
            np.array(rows, np.uint64)
            for rows in (self._movers, self._routes, self._options, self._reads)
        )
        return movers, routes, self.words.moves(self._shifts), options, reads

    def ranges(self) -> Iterator[tuple[int, int]]:
        """Ranges of words, each a few milliseconds of work."""
        step = TASK_ENTRIES // len(self._reads) // kernels.BLOCK * kernels.BLOCK
        for first in range(0, self.words.count, step):
            yield first, min(first + step, self.words.count)

    def run(self, words: U32, source: Records, target: Records) -> None:
        """Solve some words: fill their records, shape (n, movers), from the layer after a move."""
        movers, routes, moves, options, reads = self.arrays
        after = self.geometry.words[int(movers[0, 1]).bit_count()]
        kernels.solve_words(
            words, self.words.low_bits, source, after.ranks, movers, routes, moves, options,
            reads, target,
        )  # fmt: skip


def layer_plan(geometry: Geometry, shape: Shape) -> ShapePlan:
    """The plan for a shape of a layer, where the mover's card says how far they go."""
    plan, letters = ShapePlan(geometry, shape), len(geometry.letters)
    steps = [steps_mask((card,)) for card in geometry.letters]
    reach = reach_of(geometry, shape.mask, np.repeat(shape.movers, letters), steps)
    for mover in shape.movers:
        own, reach = reach[:letters], reach[letters:]
        plan.add_mover(shape.mask & ~(1 << mover), own, shape.cells.index(mover))
    plan.arrays  # noqa: B018  # before threads share it
    return plan


def reach_of(
    geometry: Geometry, face_up: int, starts: Sequence[int] | I64, steps: Sequence[int]
) -> list[int]:
    """The cells a pawn can go to from each of some cells, as masks.

    `steps` are masks as in `deck.steps_mask`, repeated as often as needed.
    """
    ends = np.empty(len(starts), np.uint16)
    all_ends(
        geometry.neighbours, np.full(ends.shape, face_up, np.uint16), np.array(starts, np.uint8),
        np.resize(np.array(steps, np.uint16), ends.shape), ends,
    )  # fmt: skip
    return ends.tolist()
