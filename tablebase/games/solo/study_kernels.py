"""The kernel that clears many boards at once: boards with their jokers in the same two cells.

Boards are *lanes*: they differ only in which card lies in a slot, so each set of face-up slots is
computed for all of them in one vector operation. For each set, a word of 16 bits has a bit for each
slot from which the pawn can finish, and one for a pawn on the exit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.arrays import U8, U16, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.path_kernels import ONE, count_bits, lowest
from tablebase.games.solo.kernels import ends

LANES = 128


@helper()
def slots_of(mask: Any, slot_of: U64) -> Any:
    """The word of a mask of cells."""
    word = np.uint64(0)
    while mask:
        word |= ONE << slot_of[lowest(mask)]
        mask &= mask - ONE
    return word


@helper()
def numbered(cells: U64, size: Any) -> U64:
    """The slot of each cell; the exit's, and the start's, is the number of slots."""
    slot_of = np.full(size, cells.size, np.uint64)
    for slot in range(cells.size):
        slot_of[cells[slot]] = slot
    return slot_of


@kernel()
def reach(neighbours: U64, cells: U64, steps: U64, exit_: Any, door: Any, found: U16) -> None:
    """Where a pawn can go from each slot with each card: shape (2**slots, slots, cards).

    The result is words as described above; `steps` has a card's steps as a bit, see `kernels.ends`.
    """
    path = np.empty((2, neighbours.size), np.uint64)
    slot_of = numbered(cells, neighbours.size)
    for mask in range(found.shape[0]):
        up = np.uint64(0)
        for slot in range(cells.size):
            up |= np.uint64(mask >> slot & 1) << cells[slot]
        for slot in range(cells.size):
            if mask >> slot & 1:
                others = up & ~(ONE << cells[slot])
                for card in range(steps.size):
                    there = ends(neighbours, path, others, cells[slot], steps[card], exit_, door)
                    found[mask, slot, card] = slots_of(there, slot_of)


@kernel()
def reach_of_start(
    neighbours: U64, cells: U64, start: Any, allowed: Any, exit_: Any, door: Any
) -> Any:
    """Where the pawn can go on the first move, as a word."""
    path = np.empty((2, neighbours.size), np.uint64)
    up = np.uint64(0)
    for slot in range(cells.size):
        up |= ONE << cells[slot]
    there = ends(neighbours, path, up, np.uint64(start), allowed, exit_, door)
    return slots_of(there, numbered(cells, neighbours.size))


@helper()
def add(word: Any, of_card: U16, there: U16) -> None:
    """Add a word to the boards that have the card in the slot."""
    for lane in range(LANES):
        there[lane] |= word & of_card[lane]


@helper()
def hit(there: U16, after: U16, bit: Any, row: U16) -> None:
    """Set a bit on the boards where two words have a bit in common."""
    for lane in range(LANES):
        row[lane] |= bit if there[lane] & after[lane] else np.uint16(0)


@kernel()
def finish(reaches: U16, cards: U8, most: Any, finishes: U16) -> None:
    """Find from where boards can be finished with at most `most` cards left, every card face up.

    `reaches` are from `reach`. `cards`, shape (n, slots), are indices of cards in them. Fills
    `finishes` with a word for each board, shape (n,).
    """
    sets, slots, kinds = reaches.shape
    found = np.zeros((sets, LANES), np.uint16)
    of_card = np.empty((slots, kinds, LANES), np.uint16)
    there = np.empty(LANES, np.uint16)
    on_exit = np.uint16(1 << slots)
    for first in range(0, cards.shape[0], LANES):
        n = min(LANES, cards.shape[0] - first)
        of_card[:] = 0
        for lane in range(n):
            for slot in range(slots):
                of_card[slot, cards[first + lane, slot], lane] = 0xFFFF
        for mask in range(sets):
            row = found[mask]
            row[:] = on_exit if count_bits(np.uint64(mask)) <= most else 0
            for slot in range(slots):
                if mask >> slot & 1:
                    there[:] = 0
                    for card in range(kinds):
                        add(reaches[mask, slot, card], of_card[slot, card], there)
                    hit(there, found[mask ^ 1 << slot], np.uint16(1 << slot), row)
        for lane in range(n):
            finishes[first + lane] = found[sets - 1, lane]
