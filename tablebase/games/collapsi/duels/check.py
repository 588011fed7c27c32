"""The independent check: every entry of a table is derived again from its successors.

It shares the rules and the index with the induction, but none of its code or ideas. All simple
paths of a card are listed once (`Ways`). Entries are compared placement by placement with plain
numpy, from the view of the side to move instead of the hero's.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import I64, U8, Bools, Codes
from tablebase.games.collapsi.duels.duel import CODING
from tablebase.games.collapsi.duels.layout import DuelLayout
from tablebase.games.collapsi.walks import simple_paths


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


def _expected(layout: DuelLayout, ways: Ways, on_move: U8, codes: Codes, number: int) -> Codes:
    """What the codes of a placement should be, shape ``(heroes, sets)``."""
    index, coding = layout.index, CODING
    moves, out = index.following
    face_up = index.face_up_of(number, np.arange(index.set_counts[number]))
    heroes = np.arange(index.heroes[number])[:, np.newaxis]
    lost = coding.at_end(0)
    best = np.full((heroes.size, face_up.size), lost, np.uint8)
    legal = ways.legal(number, face_up)
    left = face_up & ~(1 << int(index.places[number, 0]))
    for end, rows in legal.items():
        if not rows.any():
            continue
        then = moves[number, end]
        place = index.set_of(then, left[rows])
        # The side to move comes last in the next turn.
        next_heroes = (heroes - 1) % heroes.size
        after = codes[index.starts[then] + next_heroes * index.set_counts[then] + place]
        hero_moves = next_heroes <= on_move[index.turn_starts[then] + place]
        # An immediate loss is worse than any move.
        best[:, rows] = np.maximum(
            best[:, rows], coding.of_moves(after, hero_moves == (heroes == 0))
        )
    then = out[number]
    if then >= 0:
        stuck = ~np.logical_or.reduce([*legal.values(), np.zeros(face_up.size, bool)])
        place = index.set_of(then, face_up[stuck])
        best[1:, stuck] = codes[index.starts[then] + heroes[:-1] * index.set_counts[then] + place]
    return best


class Ways:
    """Where a placement's side to move can go, for all its face-up sets at once.

    All simple paths of a card are listed once; an end is legal for a set if all cells of some path
    to it are face up. This shares no code with the kernels.
    """

    def __init__(self, layout: DuelLayout) -> None:
        self._layout = layout
        self._needed: dict[tuple[int, int], dict[int, list[int]]] = {}

    def legal(self, number: int, face_up: I64) -> dict[int, Bools]:
        """End slot -> for each of a placement's face-up sets, whether the end is legal."""
        index = self._layout.index
        mover, held = int(index.places[number, 0]), int(index.held[number])
        edition = index.families[index.kinds[number]].edition
        found = {}
        for end, needed in self._paths(mover, edition).items():
            if not held >> end & 1:
                masks = np.array(needed)[:, np.newaxis]
                found[end] = (face_up & masks == masks).any(axis=0)
        return found

    def _paths(self, mover: int, edition: int) -> dict[int, list[int]]:
        """Free end slot -> the masks of slots that each path to it needs."""
        if (mover, edition) not in self._needed:
            layout, free = self._layout, self._layout.index.free
            joker_steps = layout.rules.editions[max(edition, 0)].joker_steps
            steps = joker_steps if mover >= free else (layout.slot_cards[mover],)
            found: dict[int, set[int]] = {}
            for length in steps:
                for path in simple_paths(layout.neighbours, (mover,), length):
                    if path[-1] < free:
                        found.setdefault(path[-1], set()).add(sum(1 << slot for slot in path[1:]))
            self._needed[mover, edition] = {end: sorted(masks) for end, masks in found.items()}
        return self._needed[mover, edition]


def turns(layout: DuelLayout) -> U8:
    """Who really moves: the first player in turn order who can; those before them are out.

    Returns a place in turn order for every placement and each of its face-up sets, and the last but
    one where the game is over. A hero at this place or an earlier one is the side to move in their
    duel (or is out).
    """
    index, ways = layout.index, Ways(layout)
    starts, (_, out) = index.turn_starts, index.following
    found = np.zeros(int(index.set_counts.sum()), np.uint8)
    for number, sets in enumerate(index.set_counts.tolist()):
        then, last = out[number], index.heroes[number] - 2
        if then < 0 and not last:
            continue
        face_up = index.face_up_of(number, np.arange(sets))
        legal = ways.legal(number, face_up)
        stuck = ~np.logical_or.reduce([*legal.values(), np.zeros(sets, bool)])
        mover = found[starts[number] : starts[number] + sets]
        if then < 0:
            mover[stuck] = last
        else:
            at = starts[then] + index.set_of(then, face_up[stuck])
            mover[stuck] = 1 + found[at]
    return found


def turns_of_ranks(layout: DuelLayout) -> U8:
    """`turns` of the position of every rank, shape ``(index.size,)``."""
    return for_each_hero(layout, np.split(turns(layout), layout.index.turn_starts[1:]))


def for_each_hero(layout: DuelLayout, arrays: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """Arrays over the face-up sets of each placement, repeated for every rank."""
    k = layout.index.heroes.tolist()
    return np.concatenate([np.tile(array, each) for array, each in zip(arrays, k, strict=True)])
