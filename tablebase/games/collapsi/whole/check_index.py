"""The place of each position in a file of a whole game, for its check: docs/format.md in code.

The solver and look-ups find positions with other code, none of which is used here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from tablebase.engine.arrays import U16, U32, U64, Bools

Neighbours = tuple[tuple[int, ...], ...]

Turns = tuple[tuple[int, ...], ...]
"""For each automorphism, the place of the letter that is first, second, ... in a turned word."""


Rank = tuple[np.uint64, U64, U16]
"""Look-ups that rank a word. First, the number of bits in its lower half. Second, for each upper
half, the rank of its first word, and << 32 where its lower halves begin in the third. Third, the
number of each lower half among those that can follow the upper half."""


class Words:
    """All words of a length in lexicographic order, and the rank of each.

    `caps` is how many cards of each letter the deck has.
    """

    def __init__(self, length: int, caps: tuple[int, ...]) -> None:
        self.words = _words(length, caps)
        lower = 2 * (length // 2)  # bits of the lower half
        tails = self.words & np.uint32((1 << lower) - 1)
        tops, firsts = np.unique(self.words >> np.uint32(lower), return_index=True)
        # Upper halves with the same letters are followed by the same lower halves.
        used = sum(np.uint64(1) << (tops >> np.uint32(2 * n) & 3) * np.uint64(8)
                   for n in range(length - length // 2))  # fmt: skip
        _, samples, kinds = np.unique(used, return_index=True, return_inverse=True)
        numbers = np.zeros((samples.size, 1 << lower), np.uint16)
        ends = np.append(firsts, self.words.size)[1:]
        for kind, top in enumerate(samples):
            following = tails[firsts[top] : ends[top]]
            numbers[kind, following] = range(following.size)
        heads = np.zeros(1 << 2 * length - lower, np.uint64)
        heads[tops] = kinds.astype(np.uint64) << np.uint64(32 + lower) | firsts.astype(np.uint64)
        self.rank: Rank = (np.uint64(lower), heads, numbers.ravel())
        self._tops, self._following = tops, ends - firsts

    def held(self, turns: Turns) -> tuple[U32, Rank]:
        """The numbers of the words that a file holds if turns make no difference; their ranks."""
        lower, heads, numbers = self.rank
        stays = ~_shrink(turns, self._tops)
        following = self._following * stays
        held = heads.copy()
        held[self._tops] &= ~np.uint64(0xFFFF_FFFF)
        held[self._tops] |= (np.cumsum(following) - following).astype(np.uint64)
        ranks = np.flatnonzero(stays.repeat(self._following)).astype(np.uint32)
        return ranks, (lower, held, numbers)


def _shrink(turns: Turns, tops: U32) -> Bools:
    """Whether the upper half of some words is enough to show that a turn makes them smaller.

    Letters are compared from the first on, as long as they come from the upper half.
    """
    shrink = np.zeros(tops.size, bool)
    for turn in turns:
        half, undecided = len(turn) - len(turn) // 2, np.ones(tops.size, bool)
        for place, other in enumerate(turn[:half]):
            if other >= half:
                break
            here, there = (tops >> np.uint32(2 * (half - 1 - at)) & 3 for at in (place, other))
            shrink |= undecided & (there < here)
            undecided &= there == here
    return shrink


def _words(length: int, caps: tuple[int, ...]) -> U32:
    words, used = np.zeros(1, np.uint32), np.zeros((1, len(caps)), np.uint8)
    letters = np.arange(len(caps), dtype=np.uint32)
    for _ in range(length):
        words = (words[:, None] << np.uint32(2) | letters).ravel()
        used = (used[:, None] + np.eye(len(caps), dtype=np.uint8)).reshape(-1, len(caps))
        fits = (used <= caps).all(axis=1)
        words, used = words[fits], used[fits]
    return words


def automorphisms(neighbours: Neighbours, image: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """All ways to rename cells, cell c to ``image[c]``, that keep adjacent cells adjacent."""
    cell = len(image)
    if cell == len(neighbours):
        yield image
    for new in set(range(len(neighbours))) - set(image) if cell < len(neighbours) else ():
        if all((c in neighbours[cell]) == (image[c] in neighbours[new]) for c in range(cell)):
            yield from automorphisms(neighbours, (*image, new))


class TablePlace(NamedTuple):
    """A table of a file, in the words of docs/format.md.

    `first` is the number of its first code among all codes of its layer. `words` is the number of
    codes for each opponent: one for every word, whether or not the file holds it.
    """

    first: int
    words: int
    opponents: tuple[int, ...]
    cells: tuple[int, ...]  # for all opponents

    def unit(self, opponent: int) -> tuple[int, tuple[int, ...]]:
        """The number of an opponent's first code in the layer, and the cells of its words."""
        number, length = self.opponents.index(opponent), len(self.cells) // len(self.opponents)
        cells = self.cells[number * length : (number + 1) * length]
        return self.first + number * self.words, cells


Tables = Mapping[tuple[int, int], TablePlace]
"""The tables of a layer by face-up cells, as a mask, and mover."""


class Symmetry:
    """How positions are mapped to those that tables hold."""

    def __init__(self, neighbours: Neighbours) -> None:
        self._maps = np.array(list(automorphisms(neighbours)), np.int64)
        self._smallest: dict[int, tuple[int, list[tuple[int, ...]]]] = {}

    def place(
        self, tables: Tables, face_up: int, mover: int, opponent: int
    ) -> tuple[int, list[int]]:
        """Where the positions with some face-up cells and pawns lie.

        The number of the first code in the layer, and for each letter of a word there the cell
        whose card it is. Raises `KeyError` if no table holds them.
        """
        mask, maps = self._to_smallest(face_up)
        for image in maps:
            table = tables.get((mask, image[mover]))
            if table is not None and image[opponent] in table.opponents:
                first, cells = table.unit(image[opponent])
                return first, [image.index(cell) for cell in cells]
        raise KeyError((face_up, mover, opponent))

    def turns(self, cells: tuple[int, ...]) -> Turns:
        """How words on some cells can be turned: both pawns, on the first two, keep their cells.

        The identity is not among them.
        """
        found = set()
        for image in self._maps[(self._maps[:, cells[:2]] == cells[:2]).all(axis=1)].tolist():
            turned = [image[cell] for cell in cells]
            if set(turned) == set(cells) and turned != list(cells):
                found.add(tuple(map(cells.index, turned)))
        return tuple(sorted(found))

    def _to_smallest(self, face_up: int) -> tuple[int, list[tuple[int, ...]]]:
        """The smallest image of a set of cells, and the automorphisms that lead there."""
        found = self._smallest.get(face_up)
        if found is None:
            cells = [cell for cell in range(self._maps.shape[1]) if face_up >> cell & 1]
            images = (1 << self._maps[:, cells]).sum(axis=1)
            maps = self._maps[images == images.min()].tolist()
            found = self._smallest[face_up] = int(images.min()), [tuple(image) for image in maps]
        return found
