"""Positions of a deal by the million: arrays of positions to ranks and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.index import spread

if TYPE_CHECKING:
    from tablebase.engine.game import Ranks
    from tablebase.games.collapsi.game import CollapsiGame

POSITION_DTYPE = np.dtype(
    [("face_up", "<u2"), ("mover", "u1"), ("opponent", "u1"), ("edition", "u1")]
)
"""A position of a given deal in an array: mask of the face-up cells, the pawns' cells, and the
number of the edition among the rules' (0 is wild), which matters at the first two plies only.

The ply, and so the side to move, is the number of face-down cards. At the first two plies a
pawn that has not moved stands on its joker.
"""


def rank_many(game: CollapsiGame, positions: npt.NDArray[Any]) -> Ranks:
    """The ranks of an array of positions; see `CollapsiGame.rank_many`."""
    raise NotImplementedError


def unrank_many(game: CollapsiGame, ranks: Ranks) -> npt.NDArray[Any]:
    """The positions of an array of ranks; the inverse of `rank_many`.

    Parameters
    ----------
    game : CollapsiGame
        The deal.
    ranks : ndarray of uint32
        Any shape.

    Returns
    -------
    ndarray of `POSITION_DTYPE`, shape ``ranks.shape``

    Raises
    ------
    IndexError
        If a rank is not below ``game.size``.
    """
    if ranks.size and int(ranks.max()) >= game.size:
        raise IndexError(f"rank {ranks.max()}: expected 0 to {game.size - 1}")
    index = game.index
    positions = np.zeros(ranks.shape, dtype=POSITION_DTYPE)
    later = ranks < index.openings
    pair, rest = np.divmod(ranks[later], np.uint32(index.masks))
    mover, opponent = np.divmod(pair, np.uint32(index.free - 1))
    opponent += opponent >= mover
    one = np.uint32(1)
    mask = spread(rest, np.minimum(mover, opponent), np.maximum(mover, opponent))
    mask |= one << mover | one << opponent
    cells = np.array(game.cells, dtype=np.uint8)
    positions["face_up"][later] = game.cell_masks[mask]
    positions["mover"][later] = cells[mover]
    positions["opponent"][later] = cells[opponent]
    for at in np.argwhere(~later):
        place = tuple(at)
        position = game.unrank(int(ranks[place]))
        edition = game.rules.editions.index(position.edition)
        positions[place] = (position.face_up, position.mover, position.opponent, edition)
    return positions
