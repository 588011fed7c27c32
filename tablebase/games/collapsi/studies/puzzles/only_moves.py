"""All positions of a deal in which exactly one of many moves wins."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.tables.table import Table
from tablebase.games.collapsi.deals.batch import rank_many, unrank_many
from tablebase.games.collapsi.deals.layout import DealLayout
from tablebase.games.collapsi.position import Deal, Position
from tablebase.games.collapsi.strategy.reach import reach_of


class OnlyMoves(NamedTuple):
    """Positions in which exactly one move wins, arrays of shape (n,)."""

    ranks: npt.NDArray[np.uint32]
    positions: npt.NDArray[Any]  # of POSITION_DTYPE
    moves: npt.NDArray[np.uint64]  # the cell of the winning move, as a mask
    dte: npt.NDArray[np.int64]
    lasting: npt.NDArray[np.int64]  # how many losing moves last a given number of plies or more

    def where(self, chosen: npt.NDArray[Any]) -> OnlyMoves:
        """Some of them."""
        return OnlyMoves(*(column[chosen] for column in self))


def only_moves(table: Table[Position], deal: Deal, *, least: int, plies: int) -> OnlyMoves:
    """The positions of a deal's table with `least` or more legal moves, exactly one of which wins.

    Both jokers have collapsed. A losing move counts as lasting if it lasts `plies` plies or more.
    """
    layout, reach = DealLayout(deal.cards, deal.rules), reach_of(deal.rules)
    signed = table.game.coding.signed_dte_of(table.codes()).astype(np.int64)
    ranks = np.flatnonzero(signed[: layout.index.openings] > 0).astype(np.uint32)
    positions = unrank_many(layout, ranks)
    columns = reach.columns(deal.cards, deal.rules.editions[0])
    mover, opponent = _bits(positions["mover"]), _bits(positions["opponent"])
    after = positions["face_up"] & ~mover
    moves = reach.table[after, columns[positions["mover"]]] & ~opponent
    many = np.bitwise_count(moves) >= least
    ranks, positions, after, moves = ranks[many], positions[many], after[many], moves[many]
    winning = np.zeros(ranks.shape, np.uint64)
    lasting = np.zeros(ranks.shape, np.int64)
    for cell in layout.cells[: layout.free]:
        at = np.flatnonzero(moves >> np.uint64(cell) & np.uint64(1))
        following = np.zeros(at.shape, positions.dtype)
        following["face_up"] = after[at]
        following["mover"] = positions["opponent"][at]
        following["opponent"] = cell
        dte = signed[rank_many(layout, following)]
        winning[at[dte <= 0]] |= np.uint64(1 << cell)
        lasting[at] += dte >= plies - 1
    found = OnlyMoves(ranks, positions, winning, signed[ranks], lasting)
    return found.where(np.bitwise_count(winning) == 1)


def _bits(cells: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
    return np.uint64(1) << cells.astype(np.uint64)
