"""Decisions where lines shift: critical positions of random deals, and all their moves and shifts.

A feature describes the position after the move and its shift, and counts moves ahead as if no line
shifted any more: so a player would count them at the table. Shifts lead from deal to deal, so the
values come from the whole game: they are looked up layer by layer while it is solved.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.jobs.resources import check_memory
from tablebase.engine.jobs.threads import cores
from tablebase.games.collapsi.position import Deal, random_deals
from tablebase.games.collapsi.rules import CODING, Rules
from tablebase.games.collapsi.shifts import Images, all_shifts
from tablebase.games.collapsi.strategy.decisions import (
    Decisions,
    Rows,
    critical,
    draw_positions,
    joined,
    moves_of,
    values_of,
)
from tablebase.games.collapsi.strategy.reach import Reach, reach_of
from tablebase.games.collapsi.whole.build import MARGIN
from tablebase.games.collapsi.whole.geometry import MAX_CELLS
from tablebase.games.collapsi.whole.plan import Records
from tablebase.games.collapsi.whole.solver import Whole


class _Moves(NamedTuple):
    """The moves of some positions of a deal, each with a shift.

    `positions` are the numbers of their positions, ascending. `after` are rows of the face-up cells
    after a move and its shift, the cell of the side that has moved, and that of the other.
    `letters` are the cards then, as `Whole.codes` takes them.
    """

    positions: Rows
    after: Rows
    letters: npt.NDArray[np.uint32]
    values: npt.NDArray[np.int16]


def draw_shifted(
    rules: Rules,
    deals: int,
    seed: int,
    *,
    each: int = 16,
    most: int = MAX_CELLS,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> Decisions:
    """Draw critical positions of random deals where lines shift, as `draw_decisions`.

    They have up to `most` face-up cards; fewer take less time and memory. `progress` is called with
    the share of the work that is done. Raises MemoryError before the work starts if too little
    memory is free.
    """
    rng, whole = random.Random(seed), Whole(rules)
    top = min(most, whole.geometry.top) - 1  # after a move
    check_memory(whole.memory(keep=False, top=top) + MARGIN, "solving the whole game in memory")
    reach = reach_of(replace(rules, shift=""))
    drawn = [
        (deal, draw_positions(deal, each, rng, most))
        for deal in random_deals(deals, rng.getrandbits(32), rules)
    ]
    moves = [_moves(whole, reach, deal, positions) for deal, positions in drawn]
    codes = _codes(whole, top, moves, threads, progress)
    return joined(
        critical(deal, positions, own.positions, CODING.signed_dte_of(found) <= 0, own.values)
        for (deal, positions), own, found in zip(drawn, moves, codes, strict=True)
    )


def _moves(whole: Whole, reach: Reach, deal: Deal, positions: Rows) -> _Moves:
    """The moves of some positions of a deal, with each shift that may follow."""
    numbers, moves = moves_of(reach, deal, positions)
    parts = []
    for images in _every_shift(deal.rules):
        chosen = np.flatnonzero(_may_follow(deal.rules, images)[moves[:, 1]])
        image = np.array(images)
        cards = np.empty(len(image), np.int64)
        cards[image] = deal.cards
        face_up, *pawns = moves[chosen].T
        bits = face_up[:, None] >> np.arange(len(image)) & 1
        after = np.stack([(bits << image).sum(axis=1), *(image[pawn] for pawn in pawns)], axis=1)
        letters = np.repeat(whole.letters_of(cards[None].astype(np.uint8)), len(chosen))
        values = values_of(reach, tuple(cards.tolist()), deal.rules.editions[0], after)
        parts.append(_Moves(numbers[chosen], after, letters, values))
    order = np.argsort(np.concatenate([part.positions for part in parts]), kind="stable")
    return _Moves(
        np.concatenate([part.positions for part in parts])[order],
        np.concatenate([part.after for part in parts])[order],
        np.concatenate([part.letters for part in parts])[order],
        np.concatenate([part.values for part in parts])[order],
    )


def _every_shift(rules: Rules) -> list[Images]:
    """No shift and all others, in a fixed order."""
    return sorted({tuple(range(rules.board.size)), *all_shifts(rules.board)})


def _may_follow(rules: Rules, images: Images) -> npt.NDArray[np.bool_]:
    """Whether a shift may follow a move, by the cell that it ends on."""
    cells = range(rules.board.size)
    return np.array([images in rules.turn.following(rules.board, c).values() for c in cells])


def _codes(
    whole: Whole,
    top: int,
    moves: list[_Moves],
    threads: int | None,
    progress: Callable[[float], None] | None,
) -> list[npt.NDArray[np.uint8]]:
    """The codes of the positions after moves, looked up while the whole game is solved."""
    after = np.concatenate([own.after for own in moves])
    letters = np.concatenate([own.letters for own in moves])
    cards = np.bitwise_count(after[:, 0])
    codes = np.zeros(len(after), np.uint8)

    def visit(layer: int, records: Records) -> None:
        chosen = np.flatnonzero(cards == layer)
        face_up, opponent, mover = after[chosen].T
        codes[chosen] = whole.codes_in(
            layer, records, face_up.astype(np.uint16), mover.astype(np.uint8),
            opponent.astype(np.uint8), letters[chosen],
        )  # fmt: skip

    weights = np.cumsum([0, 0, *(whole.geometry.records(layer) for layer in range(2, top + 1))])

    def report(layer: int, fraction: float) -> None:
        if progress is not None:
            before, here = weights[layer - 1 : layer + 1]
            progress((before + fraction * (here - before)) / weights[top])

    whole.solve(keep=False, threads=threads or cores(), top=top, visit=visit, progress=report)
    return np.split(codes, np.cumsum([len(own.after) for own in moves])[:-1])
