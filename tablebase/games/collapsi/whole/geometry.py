"""Shapes: sets of face-up cells, one for all its images; and units, how positions are stored.

A *shape* is a set S of m face-up cells, which stands for all its images under the automorphisms of
the board. Its *movers* are cells of S, one of each orbit under the automorphisms that fix S. For
each word (the cards on S) and each mover there is one record: the codes for all cells of the
opponent. Records of the same word lie together, so that one read of a word after a move serves
many cells of the opponent at once. The number of a record within its layer is

    offset of the shape + rank(word) * len(shape.movers) + number of the mover
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

import numpy as np

from tablebase.engine.arrays import I64, U8, U32, U64
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.fast import WHOLE
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.whole.words import Turns, Words
from tablebase.support.lazy import cached_property


@dataclass(frozen=True)
class Shape:
    """A set of face-up cells that stands for all its images."""

    mask: int
    cells: tuple[int, ...]  # in the order of a word's letters
    fixing: tuple[int, ...]  # numbers of the automorphisms that fix the set
    to_mover: dict[int, int]  # for each cell, one of these that takes it to its orbit's mover
    movers: tuple[int, ...]  # one cell of each orbit under these

    @property
    def layer(self) -> int:
        """Number of cells."""
        return len(self.cells)


@dataclass(frozen=True)
class Unit:
    """The positions of one (set, mover, opponent): a unit of storage.

    Automorphisms that fix all three turn a word into others with the same code: `turns`. The unit
    holds the words that `Words.without` leaves of these.

    The letters are in the order of `cells`: the opponent's, the mover's, then those that turns move
    (so that words that are left out lie together), then the others. Both groups are in the shape's
    order.
    """

    shape: Shape
    mover: int  # one of the shape's movers
    opponent: int  # one cell of each orbit under the automorphisms that fix the set and the mover
    cells: tuple[int, ...]
    turns: Turns = ()


def cells_of(mask: int) -> list[int]:
    """The cells of a mask, ascending."""
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]


def distances(board: Board) -> I64:
    """Steps between any two cells of a board with every card face up, shape (cells, cells)."""
    size = board.size
    result = np.full((size, size), size)
    result[range(size), range(size)] = 0
    for _ in range(size):
        for cell, near in enumerate(board.neighbours):
            for other in near:
                result[cell] = np.minimum(result[cell], result[other] + 1)
    return result


class Geometry:
    """Shapes and words of all layers, of rules that `fast.WHOLE` fits.

    `pool` is the cards that a deal can have besides the jokers, by default those of the rules'
    deck. If there are more than fit the board, every deck that can be chosen from them is covered,
    because decks share most of their positions.
    """

    def __init__(self, rules: Rules, pool: Sequence[int] | None = None) -> None:
        self.rules = rules
        self.size = rules.board.size
        cards = [card for card in rules.deck if card != JOKER] if pool is None else list(pool)
        self.letters = tuple(sorted(set(cards)))  # the card of each letter
        self._letter_of = {card: letter for letter, card in enumerate(self.letters)}
        WHOLE.check(rules)
        if len(self.letters) > WHOLE.kinds:
            raise ValueError(f"{len(self.letters)} kinds of cards: expected at most {WHOLE.kinds}")
        self.top = self.size - 2
        self.neighbours = np.array(rules.board.neighbour_masks, np.uint64)
        self.distances = distances(rules.board)
        self._nearness = 1 << (int(self.distances.max()) - self.distances)
        self.automorphisms = np.array(rules.symmetries, np.uint8)  # shape (g, cells)
        self.inverses = np.argsort(self.automorphisms, axis=1).astype(np.uint8)
        self.caps = tuple(cards.count(card) for card in self.letters)
        self.words = [Words(length, self.caps) for length in range(self.top + 1)]  # by length
        self._shape_at: dict[int, Shape] = {}

    def shape_of(self, mask: int) -> Shape:
        """The shape of a set of cells."""
        smallest = int(self.images[0][mask])
        shape = self._shape_at.get(smallest)
        if shape is None:
            shape = self._shape_at[smallest] = self._shape(smallest)
        return shape

    def _shape(self, mask: int) -> Shape:
        cells = self._order(mask)
        fixing = np.flatnonzero(self.images_of(mask) == mask)
        images = self.automorphisms[fixing]
        to_mover = {cell: int(fixing[images[:, cell].argmin()]) for cell in cells}
        movers = sorted({int(self.automorphisms[g, cell]) for cell, g in to_mover.items()})
        return Shape(mask, cells, tuple(map(int, fixing)), to_mover, tuple(movers))

    def _order(self, mask: int) -> tuple[int, ...]:
        """The order of a set's cells in its words.

        Cells near few face-down cells come first. This order is the same for a set and its images,
        and changes little when one more card collapses. So words that are neighbours in this layer
        are mostly neighbours after the move, and reading the successors' records in the order of
        the words stays within the caches. The letters that matter least vary fastest, which
        compresses best, so codes are stored in nearly the same order, see `Unit`.
        """
        near = self._nearness[cells_of((1 << self.size) - 1 & ~mask)].sum(0)
        return tuple(sorted(cells_of(mask), key=lambda cell: (near[cell], -cell)))

    @cached_property
    def images(self) -> tuple[U32, U32]:
        """The smallest image of every set of cells, and the automorphism that leads there."""
        half = self.size // 2
        lower, upper = (
            (_images_of_sets(self.automorphisms[:, cells]) << 16).astype(np.uint32)
            for cells in (slice(half), slice(half, None))
        )
        least = np.full((upper.shape[1], lower.shape[1]), np.iinfo(np.uint32).max, np.uint32)
        for number, (low, high) in enumerate(zip(lower, upper, strict=True)):
            np.minimum(least, (high | np.uint32(number))[:, None] | low, out=least)
        return least.ravel() >> np.uint32(16), least.ravel() & np.uint32(0xFFFF)

    @cached_property
    def shapes(self) -> list[list[Shape]]:
        """All shapes, by layer, and by ascending mask within a layer."""
        shapes: list[list[Shape]] = [[] for _ in self.words]
        for mask in map(int, np.unique(self.images[0])):
            if mask.bit_count() <= self.top:
                shapes[mask.bit_count()].append(self.shape_of(mask))
        return shapes

    @cached_property
    def offsets(self) -> dict[int, int]:
        """Number of a shape's first record in its layer, by the shape's mask."""
        offsets = {}
        for layer, words in zip(self.shapes, self.words, strict=True):
            sizes = (len(shape.movers) * words.count for shape in layer)
            starts = accumulate(sizes, initial=0)
            offsets.update({shape.mask: start for shape, start in zip(layer, starts, strict=False)})
        return offsets

    def images_of(self, mask: int) -> I64:
        """The image of a set under each automorphism, shape ``(g,)``."""
        cells = cells_of(mask)
        images: I64 = (1 << self.automorphisms[:, cells].astype(np.int64)).sum(1)
        return images

    def cover(
        self, mask: int, shape: Shape, cells: Sequence[int]
    ) -> Iterator[tuple[int, list[int]]]:
        """Automorphisms from a set to its shape, and which of the set's `cells` each makes a mover.

        Chosen greedily; exactly one of them takes each of `cells` to a mover.
        """
        numbers = np.flatnonzero(self.images_of(mask) == shape.mask)
        is_mover = np.isin(self.automorphisms[numbers], shape.movers)
        left = np.zeros(self.size, bool)
        left[cells] = True
        while left.any():
            best = (is_mover & left).sum(1).argmax()
            found = np.flatnonzero(is_mover[best] & left)
            left[found] = False
            yield int(numbers[best]), [int(cell) for cell in found]

    def letter_shifts(self, cells: tuple[int, ...], after: Shape, automorphism: int) -> list[int]:
        """Where each letter goes when a set is mapped to `after`; -1 for a cell not in it."""
        image = self.automorphisms[automorphism]
        place = {cell: 2 * (after.layer - 1 - i) for i, cell in enumerate(after.cells)}
        return [place.get(int(image[cell]), -1) for cell in cells]

    def records(self, layer: int) -> int:
        """Number of records of a layer."""
        return self.words[layer].count * sum(len(shape.movers) for shape in self.shapes[layer])

    def records_of(self, shape: Shape, records: U64) -> U64:
        """The records of a shape among its layer's, shape (words, movers)."""
        begin, stride = self.offsets[shape.mask], len(shape.movers)
        end = begin + stride * self.words[shape.layer].count
        return records[begin:end].reshape(-1, stride)

    def entries(self, layer: int) -> int:
        """Number of positions of a layer, up to automorphisms that fix (set, mover)."""
        return self.records(layer) * (layer - 1)

    def letters_of(self, cards: Sequence[int]) -> int:
        """The cards of all cells as letters, two bits each, cell 0 lowest; any for other cards."""
        letters = 0
        for card in reversed(cards):
            letters = letters << 2 | self._letter_of.get(card, 0)
        return letters


def units_of(geometry: Geometry, shape: Shape, mover: int) -> list[Unit]:
    """The units of a shape and one of its movers, by ascending opponent."""
    images = geometry.automorphisms[list(shape.fixing)]
    fixing = images[images[:, mover] == mover].tolist()
    opponents = {min(image[cell] for image in fixing) for cell in shape.cells if cell != mover}
    return [_unit(shape, mover, cell, fixing) for cell in sorted(opponents)]


def to_unit(images: U8, mover: int, opponent: int) -> U8:
    """Of automorphisms that bring a set to its shape, those that bring the pawns to their unit."""
    pawns = images[:, mover].astype(np.int64) * images.shape[1] + images[:, opponent]
    found: U8 = images[pawns == pawns.min()]
    return found


def _unit(shape: Shape, mover: int, opponent: int, fixing: list[list[int]]) -> Unit:
    rest = [cell for cell in shape.cells if cell not in (mover, opponent)]
    fixing = [image for image in fixing if image[opponent] == opponent]
    if len(fixing) > 1:
        orbits = {cell: {image[cell] for image in fixing} for cell in rest}
        first = {cell: min(map(rest.index, orbits[cell])) for cell in rest}
        rest.sort(key=lambda cell: (len(orbits[cell]) == 1, first[cell]))
    cells = (opponent, mover, *rest)
    if len(fixing) == 1:  # the identity
        return Unit(shape, mover, opponent, cells)
    turns = {tuple(cells.index(image[cell]) for cell in cells) for image in fixing}
    return Unit(shape, mover, opponent, cells, tuple(sorted(turns - {tuple(range(len(cells)))})))


def _images_of_sets(images: U8) -> I64:
    """The image, as a mask, of every set of cells, given the images of each cell.

    `images` and the result have a row for each automorphism.
    """
    count = images.shape[1]
    sets = np.arange(1 << count) >> np.arange(count)[:, None] & 1
    return (1 << images.astype(np.int64)) @ sets


@lru_cache(maxsize=8)
def geometry_of(rules: Rules) -> Geometry:
    """The geometry of some rules; cached, so that its look-up tables are made once."""
    return Geometry(rules)
