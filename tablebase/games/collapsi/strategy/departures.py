"""Departures: the cells and cards that a mover may have come from to reach a position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.rules import Edition
from tablebase.games.collapsi.strategy.reach import Reach
from tablebase.games.collapsi.whole.geometry import Geometry, Shape

Counts = npt.NDArray[np.int64]

TASK_RECORDS = 1 << 17
"""Records that a thread takes at a time: a few hundredths of a second of work."""


class CardSets:
    """Numbers for the sets of cards that lie face up, jokers not counted.

    The number of a set is the sum of what its cards add, `adds` by letter.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.caps = geometry.caps
        self._size = geometry.size
        # Room for one card more than the deck has: no deal has such a set.
        bases = [cap + 2 for cap in self.caps]
        self.adds = [prod(bases[:letter]) for letter in range(len(bases))]
        self._count = prod(bases)

    def deals(self, layer: int) -> Counts:
        """The number of deals in which a set of cards lies on given cells, by the set's number.

        `layer` is the number of face-up cards after the move. Before it there was one more, a joker
        if it was blue's first move. Only that move distinguishes the jokers.
        """
        top = self._size - 2
        cards, jokers = (layer + 1, 2) if layer < top else (layer, 1)
        found = np.zeros(self._count, np.int64)
        for used in product(*(range(cap + 1) for cap in self.caps)):
            if sum(used) == cards:
                left = [cap - number for cap, number in zip(self.caps, used, strict=True)]
                number = sum(n * add for n, add in zip(used, self.adds, strict=True))
                ways = prod(map(factorial, left)) * factorial(jokers)
                found[number] = factorial(sum(left) + jokers) // ways
        return found


class Departures:
    """All departures that lead to the records of a shape, up to the automorphisms of the board.

    `movers`, shape (movers, 3), has the cell of the player who moves next, and the first and last
    of their rows in `rows`. These have shape (departures, 3): the destinations as a mask, what the
    card left behind adds to the number of a set of cards, and the place in `weights` of how many
    positions of the board each stands for.
    """

    def __init__(self, reach: Reach, geometry: Geometry, shape: Shape, edition: Edition) -> None:
        self.geometry = geometry
        self.shape = shape
        if shape.layer < geometry.top:
            adds = CardSets(geometry).adds
            cards = list(zip(geometry.letters, adds, strict=True))
        else:
            cards = [(JOKER, 0)]
        movers: list[tuple[int, int, int]] = []
        rows: list[tuple[int, int, int]] = []
        weights: list[int] = []
        for they in shape.movers:
            first = len(rows)
            for cell, images in self._cells(they):
                for card, adds_ in cards:
                    ends = int(reach.table[shape.mask, reach.column(cell, card, edition)])
                    ends &= ~(1 << they)
                    if ends.bit_count() > 1:  # with a single move there is no choice
                        rows.append((ends, adds_, len(weights)))
                weights.append(images)
            movers.append((they, first, len(rows)))
        self.movers = np.array(movers, np.int64)
        self.rows = np.array(rows, np.uint64).reshape(-1, 3)
        self.weights = np.array(weights, np.int64)

    def _cells(self, they: int) -> Iterator[tuple[int, int]]:
        """One cell of each orbit outside the shape, and the images of (shape, they, cell)."""
        geometry = self.geometry
        fixing = geometry.automorphisms[list(self.shape.fixing)]
        fixing = fixing[fixing[:, they] == they]
        for cell in range(geometry.size):
            orbit = fixing[:, cell]
            if not self.shape.mask >> cell & 1 and orbit.min() == cell:
                same = np.count_nonzero(orbit == cell)
                yield cell, len(geometry.automorphisms) // int(same)

    def ranges(self) -> Iterator[tuple[int, int]]:
        """Ranges of words, each a few hundredths of a second of work."""
        count = self.geometry.words[self.shape.layer].count
        step = max(1, TASK_RECORDS // len(self.movers))
        for first in range(0, count, step):
            yield first, min(first + step, count)
