"""The index: the rank of a position in its deal's table, dense and without holes.

After both first moves the jokers are gone and f free cells remain (14 on the real board),
numbered as *slots* 0 to f - 1. A position is the mover's slot i, the opponent's slot and the
set of face-up slots. Seen from the mover, the other f - 1 slots are renumbered, the least
connected to him first; let j be the opponent's number, and the set a mask of these numbers:

    rank = (i * (f - 1) + j) * 2**(f - 2) + (the mask without bit j, the gap closed)

that is 14 * 13 * 2**12 = 745,472 positions. Behind them follow the first two plies, for
each edition and for each joker that may be red's: the start, then red's f destinations.

The renumbering is for compression: neighbours in rank order then differ in a card that hardly
matters to the mover. It makes a stored table 6 % smaller than ascending slots do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.board import Board

Mask = Any
"""An int or an array of unsigned integers: the arithmetic is the same."""

Orders = npt.NDArray[np.uint8]
"""For each mover's slot the other slots in the order of their numbers."""

WALK_STEPS = 7
"""Longest walk that counts as a connection to the mover."""


def squeeze(mask: Mask, bit: Mask) -> Mask:
    """Remove a bit from a mask and close the gap."""
    return mask >> bit + 1 << bit | mask & (1 << bit) - 1


def spread(mask: Mask, bit: Mask) -> Mask:
    """Insert a zero bit into a mask; the inverse of `squeeze` for masks without that bit."""
    return mask >> bit << bit + 1 | mask & (1 << bit) - 1


def mover_orders(board: Board, cards: Sequence[int], free: Sequence[int]) -> Orders:
    """For each mover's slot the other slots, the least connected to the mover first.

    Two cells are the better connected the more often a walk over free cells from one comes to
    the other: walks of k steps count 4**-k, up to `WALK_STEPS` steps. Equal connections are
    ordered by card, the highest first, then by slot.

    Parameters
    ----------
    board : Board
        The board.
    cards : sequence of int
        Card value of each cell.
    free : sequence of int
        The cell of each slot.

    Returns
    -------
    ndarray of uint8, shape ``(free, free - 1)``
    """
    adjacent = np.array([[b in board.neighbours[a] for b in free] for a in free], dtype=np.int64)
    walks = np.eye(len(free), dtype=np.int64)
    connection = walks.copy()
    for _ in range(WALK_STEPS):
        walks = walks @ adjacent
        connection = 4 * connection + walks
    np.fill_diagonal(connection, -1)  # the mover comes first, and is left out
    falling = np.broadcast_to([-cards[cell] for cell in free], connection.shape)
    return np.lexsort((falling, connection))[:, 1:].astype(np.uint8)


@dataclass(frozen=True, eq=False)
class Index:
    """Ranks of the positions of a deal.

    Parameters
    ----------
    orders : ndarray of uint8, shape ``(free, free - 1)``
        For each mover's slot the other slots in the order of their numbers.
    editions : int
        Number of editions whose first plies the table holds.
    """

    orders: Orders
    editions: int

    @cached_property
    def _orders(self) -> list[list[int]]:
        # Plain integers: a rank in Python must not wrap around, and is faster so.
        orders: list[list[int]] = self.orders.tolist()
        return orders

    @cached_property
    def free(self) -> int:
        """Number of slots: cells that are not jokers."""
        return len(self.orders)

    @cached_property
    def masks(self) -> int:
        """Number of positions of a pair of pawns: subsets of the other free cells."""
        return 1 << (self.free - 2)

    @cached_property
    def openings(self) -> int:
        """Rank of the first opening position: the number of positions after the first moves."""
        return self.free * (self.free - 1) * self.masks

    @cached_property
    def size(self) -> int:
        """Number of positions in all."""
        return self.openings + self.editions * 2 * (1 + self.free)

    def rank(self, face_up: Mask, mover: int, opponent: int) -> Mask:
        """Rank of a position after both first moves.

        Parameters
        ----------
        face_up : int or array of int
            Bit mask of the face-up slots; an array is of uint32.
        mover, opponent : int
            The pawns' slots, both face up.
        """
        order = self._orders[mover]
        other = order.index(opponent)
        mask = face_up & 0
        for bit, slot in enumerate(order):
            mask |= (face_up >> slot & 1) << bit
        return (mover * (self.free - 1) + other) * self.masks + squeeze(mask, other)

    def unrank(self, rank: int) -> tuple[int, int, int]:
        """``(face_up, mover, opponent)`` of a rank below `openings`."""
        pair, rest = divmod(rank, self.masks)
        mover, other = divmod(pair, self.free - 1)
        mask = spread(rest, other) | 1 << other
        order = self._orders[mover]
        face_up = sum(1 << slot for bit, slot in enumerate(order) if mask >> bit & 1)
        return face_up | 1 << mover, mover, order[other]

    def unrank_many(self, ranks: Mask) -> tuple[Mask, Mask, Mask]:
        """`unrank` for an array of ranks of type uint32; gives three such arrays."""
        pair, rest = np.divmod(ranks, np.uint32(self.masks))
        mover, other = np.divmod(pair, np.uint32(self.free - 1))
        mask = spread(rest, other) | np.uint32(1) << other
        face_up = np.uint32(1) << mover
        for bit in range(self.free - 1):
            face_up |= (mask >> bit & 1) << self.orders[mover, bit]
        return face_up, mover, self.orders[mover, other].astype(np.uint32)

    def opening_rank(self, edition: int, red_joker: int, red: int | None) -> int:
        """Rank of a position of the first two plies.

        Parameters
        ----------
        edition : int
            Number of the edition among the rules'.
        red_joker : int
            0 or 1: which joker, by ascending cell, is or was red's.
        red : int or None
            The slot red has moved to, None before the first move.
        """
        block = edition * 2 + red_joker
        return self.openings + block * (1 + self.free) + (0 if red is None else 1 + red)

    def opening_unrank(self, rank: int) -> tuple[int, int, int | None]:
        """``(edition, red_joker, red)`` of a rank of at least `openings`."""
        block, red = divmod(rank - self.openings, 1 + self.free)
        return block // 2, block % 2, red - 1 if red else None

    def plies(self) -> npt.NDArray[np.uint8]:
        """The ply of every rank, shape ``(size,)``: the number of collapsed cards."""
        face_up = np.bitwise_count(np.arange(self.masks, dtype=np.uint32))
        later = np.tile(self.free - face_up, self.free * (self.free - 1))
        first = np.tile([0] + [1] * self.free, self.editions * 2)
        return np.concatenate([later, first]).astype(np.uint8)
