"""The independent check of a table of 4 bits a position: every entry is derived again.

It shares the rules and the index with the induction, but none of its code or ideas. All simple
paths of a card are listed once; a destination is legal if all cells of some path to it are face
up. The codes of each pair of slots are spread over all face-up sets. A move then leads from every
set to one at the same distance, so plain numpy compares the entries of all opponents at once.

It has no kernel, because compiling one would take longer than checking many tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import U16, Codes
from tablebase.games.collapsi.deals.layout import DealLayout
from tablebase.games.collapsi.deals.opening_check import first_bad_opening
from tablebase.games.collapsi.rules import CODING
from tablebase.games.collapsi.walks import simple_paths


def first_error(layout: DealLayout, codes: Codes) -> int | None:
    """The lowest rank whose code does not follow from its successors; None if all do.

    `codes` has one code a byte, shape ``(index.size,)``.
    """
    index, replies = layout.index, _spread(layout, codes)
    has = (np.arange(1 << index.free) >> np.arange(index.free)[:, None] & 1).astype(bool)
    for mover in range(index.free):
        wrong = _expected(layout, replies, mover) != replies[:, mover]
        wrong &= has & has[mover]
        wrong[mover] = False
        if wrong.any():
            opponent = int(wrong.any(1).argmax())
            first: int = index.rank(1 << mover | 1 << opponent, mover, opponent)
            return first + int(_with_pawns(wrong[opponent], mover, opponent).argmax())
    return first_bad_opening(layout, codes, CODING.no_entry)


def _spread(layout: DealLayout, codes: Codes) -> Codes:
    """The codes by opponent, mover and face-up set, shape ``(f, f, 2**f)``; elsewhere no entry."""
    index = layout.index
    tables = iter(codes[: index.shared].reshape(-1, index.masks))
    spread = np.full((index.free, index.free, 1 << index.free), CODING.no_entry, np.uint8)
    for mover in range(index.free):
        for opponent in range(index.free):
            if opponent != mover:
                place = _with_pawns(spread[opponent, mover], mover, opponent)
                place[:] = next(tables).reshape(place.shape)
    return spread


def _with_pawns(sets: npt.NDArray[Any], mover: int, opponent: int) -> npt.NDArray[Any]:
    """A view of the entries of the sets with both pawns' slots, in the order of the rank."""
    low, high = sorted((mover, opponent))
    return sets.reshape(-1, 2, 1 << high - low - 1, 2, 1 << low)[:, 1, :, 1]


def _expected(layout: DealLayout, replies: Codes, mover: int) -> Codes:
    """The codes of a mover by opponent and face-up set, from those of the successors.

    They mean nothing for sets without both pawns' slots.
    """
    free, step = layout.index.free, 1 << mover
    ends = _ends(layout, mover)[step:]
    best = np.full((free, 1 << free), CODING.no_entry, np.uint8)
    for end in range(free):
        barred = (ends >> end & 1).astype(np.uint8) - np.uint8(1)  # 0 if it is legal, else 255
        after = replies[end, :, :-step]  # the mover's slot is no longer in the set
        np.minimum(best[:, step:], after | barred, out=best[:, step:])
    return np.uint8(14) - best + (best >= 8)


def _ends(layout: DealLayout, mover: int) -> U16:
    """Where the mover's card leads from each face-up set, as masks of slots, shape ``(2**f,)``."""
    ends = np.zeros(1 << layout.free, np.uint16)
    for path in simple_paths(layout.neighbours, (mover,), layout.slot_cards[mover]):
        if max(path) < layout.free:
            ends[sum(1 << slot for slot in path[1:])] |= np.uint16(1 << path[-1])
    for slot in range(layout.free):  # what a set allows, every larger set allows, too
        halves = ends.reshape(-1, 2, 1 << slot)
        halves[:, 1] |= halves[:, 0]
    return ends
