"""The first plies of a deal, while a joker is face up, from the positions after them.

A pawn on a joker moves by the steps of an edition. These are a handful of positions, so all solvers
share this code, which goes position by position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tablebase.games.collapsi.deals.opening_kernels import solve_openings
from tablebase.games.collapsi.rules import JOKER, Rules

if TYPE_CHECKING:
    from tablebase.engine.game import Codes
    from tablebase.engine.values import Coding


def opening_codes(rules: Rules, cards: tuple[int, ...], third: Codes, coding: Coding) -> Codes:
    """The codes of the positions with a joker face up, in the order of their ranks.

    Parameters
    ----------
    third : ndarray of uint8, shape ``(f, f)``
        At ``[mover, opponent]`` the codes of the positions with all f free cards face up.

    Returns
    -------
    ndarray of uint8, shape ``(editions, 2, 1 + f)``, with landing ``(editions, 2, 2 + f)``
        For each edition and for each joker that may be red's, by ascending cell: the start; red on
        each slot; with landing, red on blue's joker.
    """
    cells = np.array([cell for cell, card in enumerate(cards) if card != JOKER])
    jokers = np.array([cell for cell, card in enumerate(cards) if card == JOKER])
    steps = [sum(1 << step - 1 for step in edition.joker_steps) for edition in rules.editions]
    codes = np.empty((len(steps), 2, 1 + cells.size + rules.landing), np.uint8)
    neighbours = np.array(rules.board.neighbour_masks, np.uint64)
    solve_openings(
        neighbours, cells, jokers, np.array(steps, np.uint64),
        np.ascontiguousarray(third), coding.replies, codes,
    )  # fmt: skip
    return codes
