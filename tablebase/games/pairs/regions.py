"""The fewest cards that can remain, proved by regions of the stack that never meet.

In an unlucky stack most cards cannot be removed at first, and the few that can are far apart. A
*region* is a stretch of the stack in which cards may be removed. Each is searched on its own, in a
row of its cards and the two cards on either side, its *walls*, which stay. If a wall can be removed
in such a row, the region grows over it. Regions with fewer than two cards between them are joined.

In the end no wall of any region can be removed in its row. Then the regions are independent, and
the fewest cards that can remain are those of each region plus the cards outside:

    Suppose a game removes a card outside all regions; take the first such removal. The card could
    not be removed at the start, or a region would hold it. So one card is left between it and its
    match, and the others between them were removed from regions. They all belonged to one region,
    because between two regions there are two cards that stay. So the card and its match are no
    further out than the walls of that region. By the same argument, no earlier removal in that
    region had a match beyond the walls, so these removals are a game in its row, after which the
    wall can be removed: a contradiction.

With two regions of a and b positions there are only a + b positions to visit, while the whole stack
has a times b. The numbers of positions of the whole stack follow from those of the regions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tablebase.games.pairs.kernels import Masks
from tablebase.games.pairs.position import Position
from tablebase.games.pairs.region_kernels import BYTES_PER_SLOT, CARDS, LAST, START, spread

WALL = 2
"""How many cards each wall has."""


@dataclass
class Region:
    """A stretch of a row of cards from place `first` up to `stop`, and the positions found in it.

    `layers` are the entries (see `region_kernels`) of the
    positions of its row after 0, 1, ... removals; the last is empty if the search is finished.
    Those that are forgotten are empty too; `sizes` are how many positions each layer has or had.
    """

    first: int
    stop: int
    layers: list[Masks]
    sizes: list[int]

    @property
    def movable(self) -> int:
        """The mask of its cards."""
        return (1 << self.stop) - (1 << self.first)

    @property
    def row(self) -> int:
        """The mask of its cards and its walls."""
        return (1 << self.stop + WALL) - (1 << max(self.first - WALL, 0))

    @property
    def finished(self) -> bool:
        """Whether all its positions are found."""
        return not self.sizes[-1]

    @property
    def forgotten(self) -> bool:
        """Whether layers are forgotten."""
        return any(len(layer) < size for layer, size in zip(self.layers, self.sizes, strict=True))

    def add(self, layer: Masks) -> None:
        """Add the layer after the last."""
        self.layers.append(layer)
        self.sizes.append(len(layer))

    def forget(self) -> None:
        """Keep only the last layer, from which the search goes on."""
        self.layers[:-1] = [layer[:0].copy() for layer in self.layers[:-1]]


def explore(
    position: Position, matches: Masks, memory: int, late: Callable[[], bool]
) -> list[Region]:
    """Find the regions of a stack whose cards are all left, and all positions of each.

    If the layers fill half the memory, all are forgotten but the last ones. Some regions are
    unfinished if even these take too much memory, or if it is `late`.
    """
    whole = position.mask
    slots = 1 << max((memory // 2 // BYTES_PER_SLOT).bit_length() - 1, 0)
    cards = [at for at, card in enumerate(position.cards) if card in position.legal_moves()]
    regions = _merged([_region(at, at + 1, whole) for at in cards], whole)
    while unfinished := [region for region in regions if not region.finished]:
        region = min(unfinished, key=lambda region: len(region.layers[-1]))
        found, removed, full = spread(region.layers[-1], matches, slots)
        if _held(regions) + found.nbytes > memory // 2:
            for one in regions:
                one.forget()
        if full or _held(regions) + found.nbytes > memory // 2 or late():
            break
        region.add(found)
        if int(removed) & ~region.movable:
            _grow(region, int(removed), whole)
            regions = _merged(regions, whole)
    return regions


def _held(regions: list[Region]) -> int:
    return sum(layer.nbytes for region in regions for layer in region.layers)


def counts(regions: list[Region]) -> tuple[int, ...]:
    """The numbers of positions of the whole stack after 0, 1, ... removals."""
    found = [1]
    for region in regions:
        own = region.sizes[:-1]
        product = [0] * (len(found) + len(own) - 1)
        for i, a in enumerate(found):
            for j, b in enumerate(own):
                product[i + j] += a * b
        found = product
    return tuple(found)


def longest(region: Region) -> list[int]:
    """The cards of a longest game in a finished region of which nothing is forgotten, in order."""
    entry, cards = region.layers[-2][0], []
    for layer in region.layers[-3::-1]:
        card = int(entry >> LAST)
        cards.append(card)
        before = entry & CARDS | np.uint64(1 << card)
        entry = layer[np.argmax(layer & CARDS == before)]
    return cards[::-1]


def _region(first: int, stop: int, whole: int) -> Region:
    region = Region(first, stop, [], [])
    region.add(np.array([region.row & whole | int(START)], np.uint64))
    return region


def _grow(region: Region, removed: int, whole: int) -> None:
    """Let a region grow over its walls that were removed to get its last layer.

    Its positions stay valid with the new walls: none of these could be removed so far, because no
    card near them has come nearer.
    """
    before = region.row
    region.first = min(region.first, (removed & -removed).bit_length() - 1)
    region.stop = max(region.stop, removed.bit_length())
    new = np.uint64(region.row & ~before & whole)
    for layer in region.layers:
        layer |= new


def _merged(regions: list[Region], whole: int) -> list[Region]:
    """Regions in order; those too near each other are joined, and have to be searched again."""
    found: list[Region] = []
    for region in sorted(regions, key=lambda region: region.first):
        if found and region.first - found[-1].stop < WALL:
            stop = max(region.stop, found[-1].stop)
            found[-1] = _region(found[-1].first, stop, whole)
        else:
            found.append(region)
    return found
