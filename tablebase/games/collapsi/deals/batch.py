"""Positions of a deal by the million: arrays of positions to ranks and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tablebase.errors import PositionError
from tablebase.games.collapsi.rules import SMALL_CELLS

if TYPE_CHECKING:
    from tablebase.engine.game import Ranks
    from tablebase.games.collapsi.deals.game import CollapsiGame

POSITION_DTYPE = np.dtype(
    [("face_up", "<u2"), ("mover", "u1"), ("opponent", "u1"), ("edition", "u1")]
)
"""A position of a given deal in an array: mask of the face-up cells, the pawns' cells, and the
number of the edition among the rules' (0 is wild), which matters at the first two plies only.

The ply, and so the side to move, is the number of face-down cards, but where pawns may land on each
other. At the first two plies a
pawn that has not moved stands on its joker.
"""

WIDE_POSITION_DTYPE = np.dtype(
    [("face_up", "<u4"), ("mover", "u1"), ("opponent", "u1"), ("edition", "u1")]
)
"""The same on boards of more than 16 cells, see `position_dtype`."""

BOARD_DTYPE = np.dtype(
    [
        ("cards", "u1", 16),
        ("face_up", "<u2"),
        ("mover", "u1"),
        ("opponent", "u1"),
        ("edition", "u1"),
    ]
)
"""A position of any deal: its cards, as in `Deal.cards` (any value where face down after both
first moves; 0 beyond the board's cells), then as in `POSITION_DTYPE`."""


def position_dtype(game: CollapsiGame) -> np.dtype[Any]:
    """The type of a position of a deal in an array."""
    return WIDE_POSITION_DTYPE if game.rules.board.size > SMALL_CELLS else POSITION_DTYPE


def rank_many(game: CollapsiGame, positions: npt.NDArray[Any]) -> Ranks:
    """The ranks of an array of positions of a deal.

    Parameters
    ----------
    game : CollapsiGame
        The deal.
    positions : ndarray of `position_dtype`
        Any shape.

    Returns
    -------
    ndarray of uint32, shape ``positions.shape``

    Raises
    ------
    TypeError
        If the array is of another dtype.
    PositionError
        If a row is no position of the deal; the message names the first.
    """
    expected = position_dtype(game)
    if positions.dtype != expected:
        raise TypeError(f"array of {positions.dtype}, expected {expected}")
    flat = positions.reshape(-1)
    later = np.bitwise_count(flat["face_up"]) <= game.index.free
    ranks = np.empty(flat.shape, dtype=np.uint32)
    bad = _rank_later(game, flat, ranks) if later.all() else _rank_mixed(game, flat, later, ranks)
    if bad >= 0:
        raise PositionError(f"row {bad}, {flat[bad]}, is no position of the deal {game.key}")
    return ranks.reshape(positions.shape)


def _rank_later(game: CollapsiGame, rows: npt.NDArray[Any], ranks: Ranks) -> int:
    """Rank positions without a joker face up; gives the first bad row, -1 if there is none."""
    from tablebase.games.collapsi.deals.nibble_kernels import rank_positions

    face_up, mover, opponent = rows["face_up"], rows["mover"], rows["opponent"]
    cells = np.array(game.cells, dtype=np.uint8)
    shared = game.index.shared if game.rules.landing else -1
    return rank_positions(face_up, mover, opponent, cells, shared, ranks)


def _rank_mixed(
    game: CollapsiGame, rows: npt.NDArray[Any], later: npt.NDArray[np.bool_], ranks: Ranks
) -> int:
    """The same for an array in which some rows have a joker face up."""
    some = np.empty(int(later.sum()), dtype=np.uint32)
    first_bad = _rank_later(game, rows[later], some)
    ranks[later] = some
    places = np.flatnonzero(~later)
    known = unrank_many(game, np.arange(game.index.openings, game.size, dtype=np.uint32))
    found = rows[places, None] == known
    ranks[places] = game.index.openings + found.argmax(axis=1)
    bad = [*places[~found.any(axis=1)].tolist()]
    if first_bad >= 0:
        bad.append(int(np.flatnonzero(later)[first_bad]))
    return min(bad, default=-1)


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
    ndarray of `position_dtype`, shape ``ranks.shape``

    Raises
    ------
    IndexError
        If a rank is not below ``game.size``.
    """
    if ranks.size and int(ranks.max()) >= game.size:
        raise IndexError(f"rank {ranks.max()}: expected 0 to {game.size - 1}")
    index = game.index
    positions = np.zeros(ranks.shape, dtype=position_dtype(game))
    later = ranks < index.openings
    face_up, mover, opponent = index.unrank_many(ranks[later])
    cells = np.array(game.cells, dtype=np.uint8)
    positions["face_up"][later] = game.cell_masks[face_up]
    positions["mover"][later] = cells[mover]
    positions["opponent"][later] = cells[opponent]
    for at in np.argwhere(~later):
        place = tuple(at)
        position = game.unrank(int(ranks[place]))
        edition = game.rules.editions.index(position.edition)
        positions[place] = (position.face_up, position.mover, position.opponent, edition)
    return positions
