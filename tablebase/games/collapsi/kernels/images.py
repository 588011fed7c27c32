"""The canonical form of a deal, compiled; the plain one is in `symmetry`."""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import U8, U64
from tablebase.engine.kernels import helper
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.path_kernels import ONE


@helper()
def fits(neighbours: U64, image: U8, cell: int, place: int) -> bool:
    """Whether a cell may go to a place, if those before it go where `image` says."""
    for before in range(cell):
        near = neighbours[cell] >> np.uint64(before) & ONE
        if image[before] == place or near != neighbours[place] >> np.uint64(image[before]) & ONE:
            return False
    return True


@helper()
def write_image(cards: U8, starts: U8, image: U8, key: U8) -> None:
    """Fill in what orders an image: where its jokers are, then its cards, then the starts."""
    size = cards.size
    for cell in range(size):
        key[image[cell]] = cards[cell] != JOKER
        key[size + image[cell]] = cards[cell]
    for player in range(starts.size):
        key[2 * size + player] = image[starts[player]]


@helper()
def find_image(neighbours: U64, cards: U8, starts: U8, wanted: int, image: U8) -> int:
    """Find the automorphism of a board that leads to a canonical deal, as `symmetry.canonical`.

    If several lead there, the one with the least starts is chosen, and of these the first. With a
    `wanted` number, that automorphism is chosen, whatever the deal. Fills `image` with where each
    cell goes, and returns how many automorphisms there are.
    """
    size = cards.size
    here, key = np.zeros(size, np.uint8), np.empty(2 * size + starts.size, np.uint8)
    least = np.full(key.size, 255, np.uint8)
    cell, place, count = 0, 0, 0
    while True:
        while place < size and not fits(neighbours, here, cell, place):
            place += 1
        if place < size:
            here[cell] = place
            cell, place = cell + 1, 0
            if cell < size:
                continue
            write_image(cards, starts, here, key)
            at = 0
            while at < key.size and key[at] == least[at]:
                at += 1
            is_less = at < key.size and key[at] < least[at]
            if count == wanted or (wanted < 0 and is_less):
                image[:] = here
                least[:] = key
            count += 1
        cell -= 1
        if cell < 0:
            return count
        place = np.int64(here[cell]) + 1  # type: ignore[assignment]
