"""The grade of a puzzle: which of five players, a rule and four look-aheads, find its move.

A player *finds* the move if they make that move and no other, and *misses* it if they never make
it. (A strategy chooses at random between moves that it ranks equal.)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.strategy.choices import choices
from tablebase.games.collapsi.strategy.preferences import load_strategy

RULE = "traps"
"""The best short rule that we have, see docs/learn.md."""

LOOK_AHEADS = tuple(f"look-ahead-{plies}" for plies in range(2, 6))


class Graded(NamedTuple):
    """The grades of some positions with one winning move each, arrays of shape (n,).

    A grade is 1 if every look-ahead of 2 plies or more finds the move, 2 if every one of 3 plies or
    more does, and so on; 5 if 5 plies do not find it. A position is `tempting` if the rule and
    every look-ahead that does not find the move miss it.
    """

    grades: npt.NDArray[np.int64]
    tempting: npt.NDArray[np.bool_]


def grade(deal: Deal, positions: npt.NDArray[Any], moves: npt.NDArray[np.uint64]) -> Graded:
    """Grade positions of a deal.

    `positions` are as in `choices`; `moves` holds the cells of the winning moves as masks.
    """
    grades = np.full(positions.shape, 1 + len(LOOK_AHEADS))
    tempting = choices(load_strategy(RULE), deal, positions) & moves == 0
    for plies, name in reversed([*enumerate(LOOK_AHEADS, 1)]):
        made = choices(load_strategy(name), deal, positions)
        found = (made == moves) & (grades == plies + 1)
        grades[found] = plies
        tempting &= found | (made & moves == 0)
    return Graded(grades, tempting)
