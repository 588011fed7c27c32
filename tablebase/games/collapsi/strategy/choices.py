"""What a strategy does in many positions of a deal."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.errors import StrategyError
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.rules import Edition
from tablebase.games.collapsi.strategy.features import FEATURES
from tablebase.games.collapsi.strategy.kernels import make_choices
from tablebase.games.collapsi.strategy.preferences import Strategy
from tablebase.games.collapsi.strategy.reach import reach_of
from tablebase.games.collapsi.strategy.terms import terms_of


def choices(
    strategy: Strategy,
    deal: Deal,
    positions: npt.NDArray[Any],
    edition: Edition | str | None = None,
) -> npt.NDArray[np.uint64]:
    """The moves that a strategy may make in positions of a deal, all equally likely.

    They are masks of the cells to move to, shape (n,), 0 where the game is over; the positions are
    of POSITION_DTYPE. Raises StrategyError as `reach.Reach`, or if the strategy looks at values, as
    `advice.advise` can.
    """
    view = reach_of(deal.rules).view(deal.cards, deal.rules.edition(edition))
    chosen = np.zeros(positions.shape, np.uint64)
    numbers = np.bitwise_count(positions["face_up"])
    rows = np.stack([positions[name] for name in ("face_up", "mover", "opponent")], axis=1)
    for number in np.unique(numbers).tolist():
        near, far, spans = terms_of([strategy], number)
        terms = np.concatenate([near, far])
        for feature in terms[:, 1].tolist():
            if FEATURES[feature].solved:
                raise StrategyError(
                    f"strategy {strategy} looks at {FEATURES[feature].name}: expected no feature "
                    "that needs the value of a move"
                )
        places = np.flatnonzero(numbers == number)
        own = np.zeros(len(places), np.uint64)
        make_choices(view, rows[places].astype(np.int64), terms, spans[-1], own)
        chosen[places] = own
    return chosen
