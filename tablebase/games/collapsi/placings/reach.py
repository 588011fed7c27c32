"""Which positions of a deal play can reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.duels.layout import DuelLayout
from tablebase.games.collapsi.duels.solver import steps_of
from tablebase.support.lazy import cached_property

if TYPE_CHECKING:
    from tablebase.games.collapsi.placings.kernels import Placements
    from tablebase.games.collapsi.position import Position


class Reach:
    """The positions that play can reach from some positions of a deal.

    They include those in which the side to move cannot move and is about to be out.

    Attributes
    ----------
    layout : DuelLayout
        The deal's.
    reached : ndarray of bool, shape (positions,)
        By the number of a position.
    ends : ndarray of uint32, shape (positions,)
        Where the side to move can end, as a mask of slots; 0 for positions that are not reached.
    """

    def __init__(self, *positions: Position) -> None:
        from tablebase.games.collapsi.placings.kernels import reach_family

        deal = positions[0].deal
        self.layout = DuelLayout(deal.cards, deal.rules)
        index = self.layout.index
        size = int(index.set_counts.sum())
        self.reached = np.zeros(size, np.bool_)
        self.ends = np.zeros(size, np.uint32)
        self.reached[[self.number(position) for position in positions]] = True
        neighbours = np.array(self.layout.adjacent, np.uint64)
        for kind in reversed(range(len(index.families))):
            steps = steps_of(self.layout, index.families[kind])
            reach_family(
                self.placements, *self.span(kind), neighbours, steps, self.reached, self.ends
            )

    @cached_property
    def placements(self) -> Placements:
        """The placements as the kernels take them."""
        from tablebase.games.collapsi.placings.kernels import Placements

        index = self.layout.index
        return Placements(
            index.places, index.turn_starts, index.set_counts, index.held, index.after, index.out
        )

    def span(self, kind: int) -> tuple[int, int, int, int]:
        """The placements and the face-up sets of a family, first and past the last."""
        index = self.layout.index
        from_set = index.full if index.families[kind].waiting else 0
        return index.numbers[kind], index.numbers[kind + 1], from_set, index.full + 1

    def number(self, position: Position) -> int:
        """The number of a position of this deal; `PositionError` for any other."""
        self.layout.check_cards(position)
        return self.layout.index.position(self.layout.placed(position))

    @property
    def settled(self) -> npt.NDArray[np.bool_]:
        """The positions reached in which the side to move can move, or the game is over."""
        over = (self.layout.index.out < 0).repeat(self.layout.index.set_counts)
        return self.reached & ((self.ends > 0) | over)
