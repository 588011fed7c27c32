"""What the browser calls: kernels behind plain pointers and 32-bit numbers.

Each function wraps its pointers as arrays and calls the kernels that the server uses, too. What the
names of arguments mean is said there. Arrays that are only worked in are allocated here, from the
arena of `retarget`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import carray, types

from tablebase.engine.kernels import helper
from tablebase.games.collapsi.deals import byte_kernels, nibble_kernels
from tablebase.games.collapsi.deals.opening_kernels import solve_openings
from tablebase.games.pairs import kernels as pairs_kernels
from tablebase.web.wasm.retarget import Entry

ENTRIES: dict[str, Entry] = {}
"""The functions by name, with their signatures."""

INT = types.int32
BYTES, WORDS, RANKS = (types.CPointer(kind) for kind in (types.uint8, types.uint64, types.uint32))

ONE = np.uint64(1)


def entry(*arguments: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add a function that takes these arguments and returns a number."""

    def added(function: Callable[..., Any]) -> Callable[..., Any]:
        ENTRIES[function.__name__] = function, INT(*arguments)
        return function

    return added


@helper()
def slots_of(neighbours: Any, cards: Any) -> Any:
    """Get the cells of the slots and of the jokers, and what is adjacent and lies on each slot."""
    free = 0
    for card in cards:
        free += card != 0
    cells, jokers = np.empty(free, np.int64), np.empty(cards.size - free, np.int64)
    slots = np.zeros(cards.size, np.int64)
    slot = joker = 0
    for cell in range(cards.size):
        if cards[cell]:
            cells[slot] = cell
            slots[cell] = slot
            slot += 1
        else:
            jokers[joker] = cell
            joker += 1
    adjacent, slot_cards = np.zeros(free, np.uint32), np.empty(free, np.uint8)
    for slot in range(free):
        slot_cards[slot] = cards[cells[slot]]
        for near in range(cards.size):
            if cards[near] and neighbours[cells[slot]] >> np.uint64(near) & ONE:
                adjacent[slot] |= np.uint32(1 << slots[near])
    return cells, jokers, adjacent, slot_cards


@helper()
def longest_of(cards: Any) -> int:
    """Get the largest card."""
    longest = 0
    for card in cards:
        longest = max(longest, np.int64(card))
    return longest


@helper()
def replies_of(no_entry: int) -> Any:
    """Get the mover's code by the smallest code among the successors: see `values.Coding`."""
    replies = np.empty(no_entry + 1, np.uint8)
    for code in range(no_entry):
        replies[code] = no_entry - 1 - code + (code > no_entry // 2)
    replies[no_entry] = 0
    return replies


@entry(INT, WORDS, BYTES, INT, WORDS, BYTES)
def solve_nibbles(
    n_cells: int, neighbours: Any, cards: Any, n_editions: int, steps: Any, packed: Any
) -> int:
    """Solve a deal of up to 16 cells, two codes a byte; gives how many bytes of `packed` it filled.

    They are in the order of the rank, the first plies last.
    """
    around, laid = carray(neighbours, (n_cells,)), carray(cards, (n_cells,))
    cells, jokers, adjacent, slot_cards = slots_of(around, laid)
    free, blocks = cells.size, 1 << max(cells.size - 6, 0)
    reach = np.empty((longest_of(slot_cards), blocks, free, 16), np.uint64)
    values = np.empty((blocks, free, 64), np.uint64)
    words = np.empty((free * (free - 1), max(1, (1 << free - 2) // 16)), np.uint64)
    nibble_kernels.destination_planes(adjacent.astype(np.uint16), slot_cards, reach)
    nibble_kernels.solve_blocks(reach, slot_cards, 0, blocks, values, words)
    half = (1 << free - 2) // 2
    codes = carray(packed, (free * (free - 1) * half + n_editions * (1 + free),))
    third = np.full((free, free), 15, np.uint8)
    for pair in range(free * (free - 1)):
        for at in range(half):
            word = words[pair, at >> 3]
            codes[pair * half + at] = np.uint8(word >> np.uint64(8 * (at & 7)) & np.uint64(255))
        mover, opponent = pair // (free - 1), pair % (free - 1)
        third[mover, opponent + (opponent >= mover)] = codes[pair * half + half - 1] >> 4
    openings = np.empty((n_editions, 2, 1 + free), np.uint8)
    how_far = carray(steps, (n_editions,))
    solve_openings(around, cells, jokers, how_far, third, replies_of(15), openings)
    first = free * (free - 1) * half
    for number in range(n_editions):
        for at in range(1 + free):
            low, high = (2 * at) // (1 + free), (2 * at + 1) // (1 + free)
            code = openings[number, low, 2 * at - low * (1 + free)]
            code |= openings[number, high, 2 * at + 1 - high * (1 + free)] << 4
            codes[first + number * (1 + free) + at] = code
    return codes.size
