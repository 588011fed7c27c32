"""The independent check: every entry of a table is derived again from its successors.

It shares the rules and the index with the induction, but none of its code or ideas. All simple
paths of a card are listed once (`batch.Ways`). Entries are compared placement by placement with
plain numpy, from the view of the side to move instead of the hero's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.duels.batch import Ways, face_up_sets, places_of, turns
from tablebase.games.collapsi.duels.duel import CODING

if TYPE_CHECKING:
    from tablebase.engine.game import Codes
    from tablebase.games.collapsi.duels.layout import DuelLayout


def first_error(layout: DuelLayout, codes: Codes) -> int | None:
    """The lowest rank whose code does not follow from its successors'; None if all do.

    `codes` has one code a byte, shape ``(index.size,)``.
    """
    index, ways, on_move = layout.index, Ways(layout), turns(layout)
    for number in range(len(index.starts)):
        expected = _expected(layout, ways, on_move, codes, number).reshape(-1)
        start = int(index.starts[number])
        wrong = np.flatnonzero(expected != codes[start : start + expected.size])
        if wrong.size:
            return start + int(wrong[0])
    return None


def _expected(
    layout: DuelLayout, ways: Ways, on_move: npt.NDArray[np.uint8], codes: Codes, number: int
) -> Codes:
    """What the codes of a placement should be, shape ``(heroes, sets)``."""
    index, coding = layout.index, CODING
    face_up = face_up_sets(layout, number)
    heroes = np.arange(index.heroes[number])[:, np.newaxis]
    lost = coding.at_end(0)
    best = np.full((heroes.size, face_up.size), lost, np.uint8)
    legal = ways.legal(number, face_up)
    left = face_up & ~(1 << int(index.places[number, 0]))
    for end, rows in legal.items():
        if not rows.any():
            continue
        then = index.after[number, end]
        place = places_of(layout, then, left[rows])
        # The side to move comes last in the next turn.
        next_heroes = (heroes - 1) % heroes.size
        after = codes[index.starts[then] + next_heroes * index.set_counts[then] + place]
        hero_moves = next_heroes <= on_move[index.turn_starts[then] + place]
        # An immediate loss is worse than any move.
        best[:, rows] = np.maximum(
            best[:, rows], coding.of_moves(after, hero_moves == (heroes == 0))
        )
    then = index.out[number]
    if then >= 0:
        stuck = ~np.logical_or.reduce([*legal.values(), np.zeros(face_up.size, bool)])
        place = places_of(layout, then, face_up[stuck])
        best[1:, stuck] = codes[index.starts[then] + heroes[:-1] * index.set_counts[then] + place]
    return best
