"""The induction for three and four players: small functions over arrays, without validation.

Slots, placements and heroes are those of `index`. While the table is being solved, an entry is a
byte from the hero's view, whoever moves. The low seven bits are t for a loss in t plies and 127 - t
for a win in t, so larger is better for the hero. `ON_MOVE` is set where the hero is the side to
move. `side_codes` turns entries into codes.

A family is solved by ascending face-up sets: a move takes a slot out of the set. Positions with
fewer players are already solved.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import U8, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.duels.index import Placements
from tablebase.games.collapsi.path_kernels import lowest, squeeze, walk

WON = 127
"""The win in 0 plies; 0 is the loss in 0."""

FIRST_WIN = 64
"""Smaller values are losses."""

ON_MOVE = 128


def side_codes(entries: U8, no_entry: int) -> U8:
    """Turn entries into codes with this `no_entry`, from the view of the side to move."""
    values = np.arange(ON_MOVE)
    heros = np.where(values < FIRST_WIN, values, values + (no_entry - 1 - WON))
    codes = np.concatenate([no_entry - 1 - heros, heros]).astype(np.uint8)
    found: U8 = codes[entries]
    return found


@kernel()
def solve_sets(
    on: Placements,
    first: int,
    last: int,
    k: int,  # players still in
    from_set: int,  # of free slots, as a mask; smaller sets have been solved
    to_set: int,
    neighbours: U64,  # shape (free + players,): the slots adjacent to each slot, as a bit mask
    steps: U64,  # the same shape: what the card of a slot allows, bit s - 1 for s steps
    entries: U8,  # shape (size,), filled
) -> None:
    """Solve the placements `first` to ``last - 1``, a family, for a range of face-up sets."""
    free_slots = (1 << on.after.shape[1]) - 1
    path = np.empty((2, neighbours.size), np.uint64)
    best = np.empty(k, np.uint8)
    for face_up in range(from_set, to_set):
        mover, jokers, ends = -1, -1, 0
        for number in range(first, last):
            pawns = on.held[number] & free_slots
            if pawns & ~face_up:
                continue
            if on.places[number, 0] != mover or on.held[number] & ~free_slots != jokers:
                mover, jokers = int(on.places[number, 0]), on.held[number] & ~free_slots
                others = np.uint64((face_up | jokers) & ~(1 << mover))
                found = walk(neighbours, steps[mover], path, others, np.uint64(mover))
                ends = np.int64(found) & free_slots
            here, sets = position(on, number, face_up), on.sets[number]
            if ends & ~pawns:
                best_entries(on, number, ends & ~pawns, face_up & ~(1 << mover), entries, best)
                for hero in range(k):
                    entries[here + hero * sets] = best[hero]
            elif on.out[number] < 0:
                for hero in range(k - 1):
                    entries[here + hero * sets] = ON_MOVE
                entries[here + (k - 1) * sets] = WON
            else:
                entries[here] = ON_MOVE
                then = on.out[number]
                there = position(on, then, face_up)
                for hero in range(1, k):
                    entries[here + hero * sets] = entries[there + (hero - 1) * on.sets[then]]


@helper(forceinline=True)
def best_entries(on: Placements, number: int, ends: int, left: int, entries: U8, best: U8) -> None:
    """Find the entries of a placement whose side to move can go to `ends`, for each hero.

    `ends` is a mask of slots, not empty, and `left` the face-up free slots after the move. Fills
    `best`, shape ``(k,)``.
    """
    k = best.size
    best[0] = 0
    for hero in range(1, k):
        best[hero] = WON
    for slot in range(on.after.shape[1]):
        if ends >> slot & 1:
            then = on.after[number, slot]
            there, sets = position(on, then, left), on.sets[then]
            # The side to move maximises as the hero, and minimises against any other hero.
            best[0] = max(best[0], entries[there + (k - 1) * sets] & WON)
            for hero in range(1, k):
                best[hero] = min(best[hero], entries[there + (hero - 1) * sets] & WON)
    for hero in range(k):
        if best[hero] < FIRST_WIN:  # one ply later
            best[hero] += 1
        else:
            best[hero] -= 1
    best[0] |= ON_MOVE


@helper(forceinline=True)
def position(on: Placements, number: int, face_up: int) -> int:
    """Get where a position lies, for the first hero: its face-up set without the pawns.

    While a player waits on a joker there is only the set of all free slots.
    """
    pawns = on.held[number] & (1 << on.after.shape[1]) - 1
    while pawns:
        slot = np.int64(lowest(np.uint64(pawns)))
        face_up, pawns = squeeze(face_up, slot), squeeze(pawns, slot)
    return int(on.starts[number] + (face_up & on.sets[number] - 1))
