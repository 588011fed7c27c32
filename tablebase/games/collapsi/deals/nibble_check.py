"""The independent check of a table of 4 bits a position: every entry is derived again.

It shares the rules and the index with the induction, but none of its code or ideas. All simple
paths of a card are listed once; a destination is legal if all cells of some path to it are face
up. Entries are compared for each pair of slots, with plain numpy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.deals.index import DealIndex
from tablebase.games.collapsi.deals.opening_check import first_bad_opening
from tablebase.games.collapsi.walks import simple_paths

if TYPE_CHECKING:
    from tablebase.engine.game import Codes
    from tablebase.games.collapsi.deals.layout import DealLayout

Masks = npt.NDArray[np.uint32]


def first_error(layout: DealLayout, codes: Codes) -> int | None:
    """The lowest rank whose code does not follow from its successors; None if all do.

    `codes` has one code a byte, shape ``(index.size,)``.
    """
    index = layout.index
    for mover in range(index.free):
        paths = _needed_by_end(layout, mover)
        for opponent in range(index.free):
            if opponent != mover:
                bad = _first_bad_mask(index, codes, mover, opponent, paths)
                if bad is not None:
                    return bad
    return first_bad_opening(layout, codes)


def _needed_by_end(layout: DealLayout, mover: int) -> dict[int, list[int]]:
    """End slot -> for each path of the mover's card to it, the mask of slots it needs."""
    board = layout.rules.board
    image = {cell: slot for slot, cell in enumerate(layout.free_cells)}
    start = layout.free_cells[mover]
    needed: dict[int, list[int]] = {}
    for steps in layout.rules.turn.steps(layout.canonical_cards[start]):
        for path in simple_paths(board.neighbours, (start,), steps):
            if all(cell in image for cell in path):
                mask = sum(1 << image[cell] for cell in path[1:])
                needed.setdefault(image[path[-1]], []).append(mask)
    return needed


def _first_bad_mask(
    index: DealIndex, codes: Codes, mover: int, opponent: int, paths: dict[int, list[int]]
) -> int | None:
    """The lowest bad rank of a pair of slots."""
    start = index.rank(1 << mover | 1 << opponent, mover, opponent)
    ranks = np.arange(start, start + index.masks, dtype=np.uint32)
    face_up: Masks = index.unrank_many(ranks)[0]
    best = np.full(index.masks, 15, dtype=np.uint8)
    for end, needed in paths.items():
        if end == opponent:
            continue
        legal = np.zeros(index.masks, dtype=bool)
        for mask in needed:
            legal |= (face_up & mask) == mask
        after = face_up[legal] & ~np.uint32(1 << mover)
        best[legal] = np.minimum(best[legal], codes[index.rank(after, opponent, end)])
    expected = np.where(best < 8, 14 - best, 15 - best)
    wrong = np.flatnonzero(expected != codes[ranks])
    return start + int(wrong[0]) if wrong.size else None
