"""The independent check: every entry of a table is derived again from its successors.

It shares the rule of matching with the induction, but none of its code or ideas. Here the table is
an array with one axis of length two for each card, gone or left. The positions in which two
matching cards have exactly one given card between them are one view of it. The positions after
removing one or the other are two more. So each such triple takes two maxima over at most an eighth
of the table.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from tablebase.engine.tables.masks import numbers_left
from tablebase.games.pairs.position import CODING

if TYPE_CHECKING:
    from tablebase.engine.game import Codes
    from tablebase.games.pairs.notation import Card

GONE, LEFT = 0, 1


def first_error(stack: tuple[Card, ...], codes: Codes) -> int | None:
    """The lowest rank whose code does not follow from its successors; None if all do.

    `codes` is unpacked, shape ``(2**cards,)``.
    """
    cards = len(stack)
    replies = CODING.replies[codes].reshape((2,) * cards).transpose()  # axis i is card i
    ends = np.array([CODING.at_end(layer) for layer in range(cards + 1)], np.uint8)
    best = ends[numbers_left(cards)].reshape((2,) * cards).transpose()
    for first, between, last in combinations(range(cards), 3):
        if not stack[first].matches(stack[last]):
            continue
        view: list[int | slice] = [slice(None)] * cards
        view[first : last + 1] = [GONE] * (last + 1 - first)
        view[first] = view[between] = view[last] = LEFT
        for removed in (first, last):
            after = view.copy()
            after[removed] = GONE
            mine = best[(*view, ...)]
            np.maximum(mine, replies[(*after, ...)], out=mine)
    wrong = best.transpose() != codes.reshape((2,) * cards)
    return int(wrong.argmax()) if wrong.any() else None
