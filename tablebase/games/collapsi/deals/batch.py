"""Millions of positions of a deal at once: arrays of positions to ranks and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tablebase.errors import PositionError
from tablebase.games.collapsi.rules import SMALL_CELLS

if TYPE_CHECKING:
    from tablebase.engine.game import Ranks
    from tablebase.games.collapsi.card_game import Layout
    from tablebase.games.collapsi.deals.layout import DealLayout

POSITION_DTYPE = np.dtype(
    [("face_up", "<u2"), ("mover", "u1"), ("opponent", "u1"), ("edition", "u1")]
)
"""A position of a given deal in an array: the mask of the face-up cells, the pawns' cells, and the
number of the edition among the rules' (0 is wild), which matters only for the first two plies.

Without landing, the number of face-down cards is the ply, and its parity shows the side to move.
During the first two plies a pawn that has not moved stands on its joker.
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
"""A position of any deal: its cards as in `Deal.cards`, then the fields of `POSITION_DTYPE`.

After both first moves, face-down cards may have any value. Beyond the board's cells the value is 0.
"""


def position_dtype(layout: Layout) -> np.dtype[Any]:
    """The type of a position of a deal in an array, `POSITION_DTYPE` or `WIDE_POSITION_DTYPE`."""
    return WIDE_POSITION_DTYPE if layout.rules.board.size > SMALL_CELLS else POSITION_DTYPE


def rank_many(layout: DealLayout, positions: npt.NDArray[Any]) -> Ranks:
    """The ranks of an array of positions of a deal, in the same shape.

    Raises `TypeError` if the array is not of `position_dtype`, and `PositionError` if a row is not
    a position of the deal; the message names the first.
    """
    expected = position_dtype(layout)
    if positions.dtype != expected:
        raise TypeError(f"array of {positions.dtype}: expected {expected}")
    flat = positions.reshape(-1)
    later = np.bitwise_count(flat["face_up"]) <= layout.index.free
    ranks = np.empty(flat.shape, dtype=np.uint32)
    bad = (
        _rank_later(layout, flat, ranks) if later.all() else _rank_mixed(layout, flat, later, ranks)
    )
    if bad >= 0:
        raise PositionError(
            f"row {bad}, {flat[bad]}, is not a position of the deal {layout.notation}"
        )
    return ranks.reshape(positions.shape)


def _rank_later(layout: DealLayout, rows: npt.NDArray[Any], ranks: Ranks) -> int:
    """Rank positions without a joker face up; return the first bad row, -1 if there is none."""
    from tablebase.games.collapsi.deals.rank_kernels import rank_positions

    face_up, mover, opponent = rows["face_up"], rows["mover"], rows["opponent"]
    cells = np.array(layout.cells[: layout.free], dtype=np.uint8)
    return rank_positions(face_up, mover, opponent, cells, layout.index.landing, ranks)


def _rank_mixed(
    layout: DealLayout, rows: npt.NDArray[Any], later: npt.NDArray[np.bool_], ranks: Ranks
) -> int:
    """Rank positions, some with a joker face up; returns the same as `_rank_later`."""
    some = np.empty(int(later.sum()), dtype=np.uint32)
    first_bad = _rank_later(layout, rows[later], some)
    ranks[later] = some
    places = np.flatnonzero(~later)
    known = _openings(layout)
    found = rows[places, None] == known
    ranks[places] = layout.index.openings + found.argmax(axis=1)
    bad = [*places[~found.any(axis=1)].tolist()]
    if first_bad >= 0:
        bad.append(int(np.flatnonzero(later)[first_bad]))
    return min(bad, default=-1)


def unrank_many(layout: DealLayout, ranks: Ranks) -> npt.NDArray[Any]:
    """The positions of an array of ranks, in the same shape; the inverse of `rank_many`.

    Raises `IndexError` if a rank is not below ``index.size``.
    """
    index = layout.index
    if ranks.size and int(ranks.max()) >= index.size:
        raise IndexError(f"rank {ranks.max()}: expected 0 to {index.size - 1}")
    positions = np.zeros(ranks.shape, dtype=position_dtype(layout))
    later = ranks < index.openings
    face_up, mover, opponent = index.unrank_many(ranks[later])
    cells = np.array(layout.cells, dtype=np.uint8)
    positions["face_up"][later] = layout.cell_masks[face_up]
    positions["mover"][later] = cells[mover]
    positions["opponent"][later] = cells[opponent]
    positions[~later] = _openings(layout)[ranks[~later] - index.openings]
    return positions


def _openings(layout: DealLayout) -> npt.NDArray[Any]:
    """The positions with a joker face up, in rank order."""
    ranks = range(layout.index.openings, layout.index.size)
    return np.array([layout.opening(rank) for rank in ranks], dtype=position_dtype(layout))


def columns(layout: DealLayout) -> dict[str, npt.NDArray[Any]]:
    """Every position of a deal as plain columns, for export; each has shape ``(index.size,)``.

    ``edition`` (number among the rules' editions, -1 if it does not matter), ``face_up`` (mask
    of cells), ``red``, ``blue`` (cells), ``ply``, ``red_to_move``.
    """
    index = layout.index
    positions = unrank_many(layout, np.arange(index.size, dtype=np.uint32))
    ply = index.plies()
    red_to_move = ply % 2 == 0
    mover, opponent = positions["mover"], positions["opponent"]
    edition = positions["edition"].astype(np.int8)
    edition[: index.openings] = -1
    return {
        "edition": edition,
        "face_up": positions["face_up"],
        "red": np.where(red_to_move, mover, opponent),
        "blue": np.where(red_to_move, opponent, mover),
        "ply": ply,
        "red_to_move": red_to_move,
    }
