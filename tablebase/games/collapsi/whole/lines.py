"""Plans of Collapsi Shift: what is read and written to choose the best shift after each move.

A move of Shift has two parts. The first leads to a position *between*: the pawn has arrived and its
old card has collapsed, but a row or a column through the pawn's cell is still to be shifted. Its
code is the smallest of those that a shift leads to. It is stored where the code of the same
position after the shift is, so the first part is solved as in the published game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.shifts import DIRECTIONS, Images
from tablebase.games.collapsi.whole import kernels, line_kernels
from tablebase.games.collapsi.whole.geometry import Geometry, Shape, cells_of
from tablebase.games.collapsi.whole.plan import TASK_ENTRIES, Records

Lines = Mapping[Images, Sequence[int]]
"""Shifts that share no cell, and for each the cells whose line it shifts."""


class Route(NamedTuple):
    """Where some records of each word of a shape lie after a shift."""

    after: Shape
    automorphism: int  # number of one that brings the shifted shape to `after`
    offset: int  # of the first word of `after`, in records
    stride: int  # records for each of its words
    records: Sequence[tuple[int, int]]  # numbers of a record before the shift and after


class LinePlan:
    """How to choose the best shifts of a shape, as `line_kernels.best_shifts` needs it.

    `opponents` has, for each record of a word, a mask of the cells where the opponent, who shifts,
    can stand. `routes_of` gives the routes of a shift. `every` are the shifts to choose from, as
    `passes` gives them.
    """

    def __init__(
        self,
        geometry: Geometry,
        shape: Shape,
        opponents: Sequence[int],
        routes_of: Callable[[Images], Iterable[Route]],
        every: Iterable[Lines],
    ) -> None:
        self.geometry, self.shape = geometry, shape
        self.words = geometry.words[shape.layer]
        self.opponents = opponents
        self._passes: list[tuple[int, int]] = []
        self._routes: list[tuple[int, int, int, int]] = []
        self._shifts: list[list[int]] = []
        self._reads: list[tuple[int, int, int, int]] = []
        self._pairs: list[tuple[int, int]] = []
        for lines in every:
            first = len(self._routes)
            for images, line in lines.items():
                for route in routes_of(images):
                    self._add(route, images, line)
            self._passes.append((first, len(self._routes)))
        self.arrays = self._arrays()

    def _add(self, route: Route, images: Images, line: Sequence[int]) -> None:
        geometry, first = self.geometry, len(self._reads)
        image = geometry.automorphisms[route.automorphism]
        for here, there in route.records:
            cells = [cell for cell in line if self.opponents[here] >> cell & 1]
            if cells:
                first_pair = len(self._pairs)
                self._pairs += [(int(image[images[cell]]), cell) for cell in cells]
                self._reads.append((there, here, first_pair, len(self._pairs)))
        if len(self._reads) == first:
            return
        self._routes.append((route.offset, route.stride, first, len(self._reads)))
        moved = tuple(images[cell] for cell in self.shape.cells)
        self._shifts.append(geometry.letter_shifts(moved, route.after, route.automorphism))

    def _arrays(self) -> tuple[Any, ...]:
        passes, routes, reads, pairs, opponents = (
            np.array(rows, np.uint64)
            for rows in (self._passes, self._routes, self._reads, self._pairs, self.opponents)
        )
        blanks = ~(opponents * np.uint64(0x0001_0001_0001_0001))
        return passes, routes, self.words.moves(self._shifts), reads, pairs, blanks

    def ranges(self) -> Iterator[tuple[int, int]]:
        """Ranges of words, each a few milliseconds of work."""
        step = TASK_ENTRIES // len(self._pairs) // kernels.BLOCK * kernels.BLOCK
        for first in range(0, self.words.count, step):
            yield first, min(first + step, self.words.count)

    def run(self, words: npt.NDArray[np.uint32], source: Records, target: Records) -> None:
        """Choose the best shifts for some words: fill their records, shape (n, records)."""
        lines, routes, moves, reads, pairs, blanks = self.arrays
        line_kernels.best_shifts(
            words, self.words.low_bits, source, self.words.ranks, lines, routes, moves, reads,
            pairs, blanks, target,
        )  # fmt: skip


def passes(rules: Rules) -> Iterator[Lines]:
    """All shifts that may follow a move, in passes, each with at most one shift for a cell."""
    board = rules.board
    for letter in (*DIRECTIONS, ""):
        lines: dict[Images, list[int]] = {}
        for cell in range(board.size):
            images = rules.turn.following(board, cell).get(letter)
            if images is not None:
                lines.setdefault(images, []).append(cell)
        if lines:
            yield lines


def layer_lines(geometry: Geometry, shape: Shape) -> LinePlan:
    """The plan for a shape of a layer: a record for each mover."""

    def routes_of(images: Images) -> Iterator[Route]:
        mask = sum(1 << images[cell] for cell in shape.cells)
        after = geometry.shape_of(mask)
        numbers = {images[mover]: number for number, mover in enumerate(shape.movers)}
        for automorphism, cells in geometry.cover(mask, after, list(numbers)):
            there = geometry.automorphisms[automorphism]
            records = [(numbers[cell], after.movers.index(there[cell])) for cell in cells]
            offset = geometry.offsets[after.mask]
            yield Route(after, automorphism, offset, len(after.movers), records)

    opponents = [shape.mask & ~(1 << mover) for mover in shape.movers]
    return LinePlan(geometry, shape, opponents, routes_of, passes(geometry.rules))


def opening_lines(
    geometry: Geometry, shape: Shape, offsets: Mapping[int, int], lines: Lines
) -> LinePlan:
    """The plan for one pass of shifts after red's first move.

    There is a record for each edition and each joker that was red's. The shape is the cells outside
    both jokers, of which red's is the first or the second by ascending cell. `offsets` are the
    first records of each shape, by its mask.
    """
    editions = len(geometry.rules.editions)
    everything = (1 << geometry.size) - 1

    def routes_of(images: Images) -> Iterator[Route]:
        mask = sum(1 << images[cell] for cell in shape.cells)
        after = geometry.shape_of(mask)
        automorphism = int(np.flatnonzero(geometry.images_of(mask) == after.mask)[0])
        image = geometry.automorphisms[automorphism]
        jokers = [int(image[images[cell]]) for cell in cells_of(everything & ~shape.mask)]
        swapped = jokers[0] > jokers[1]
        records = [
            (2 * edition + red, 2 * edition + (red ^ swapped))
            for edition in range(editions)
            for red in (0, 1)
        ]
        yield Route(after, automorphism, offsets[after.mask], 2 * editions, records)

    return LinePlan(geometry, shape, [shape.mask] * (2 * editions), routes_of, [lines])
