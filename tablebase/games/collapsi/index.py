"""The index: the rank of a position in its deal's table, dense and without holes.

After both first moves the jokers are gone and f free cells remain (14 on the real board),
numbered as *slots* 0 to f - 1. A position is the mover's slot i, the opponent's slot j and
the set of face-up slots, and ranks are ordered by (i, j, set):

    pair = i * (f - 1) + (j - 1 if j > i else j)
    rank = pair * 2**(f - 2) + (the set without i and j, the gaps closed)

that is 14 * 13 * 2**12 = 745,472 positions. The slots are the canonical deal's free cells in
reading order, and compress well so (see docs/method.md). Behind them follow the first two
plies, for each edition and for each joker that may be red's: the start, then red's f
destinations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.lazy import cached_property

Mask = Any
"""An int or an array of unsigned integers: the arithmetic is the same."""


def squeeze(mask: Mask, low: Mask, high: Mask) -> Mask:
    """Remove the bits `low` < `high` from a mask and close the gaps."""
    mask = mask >> high + 1 << high | mask & (1 << high) - 1
    return mask >> low + 1 << low | mask & (1 << low) - 1


def spread(mask: Mask, low: Mask, high: Mask) -> Mask:
    """Insert zero bits at `low` < `high`; the inverse of `squeeze` for masks without them."""
    mask = mask >> low << low + 1 | mask & (1 << low) - 1
    return mask >> high << high + 1 | mask & (1 << high) - 1


@dataclass(frozen=True)
class Index:
    """Ranks of the positions of a deal.

    Parameters
    ----------
    free : int
        Number of cells that are not jokers, at least 2.
    editions : int
        Number of editions whose first plies the table holds.
    """

    free: int
    editions: int

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
        pair = mover * (self.free - 1) + opponent - (opponent > mover)
        low, high = sorted((mover, opponent))
        return pair * self.masks + squeeze(face_up, low, high)

    def unrank(self, rank: int) -> tuple[int, int, int]:
        """``(face_up, mover, opponent)`` of a rank below `openings`."""
        pair, rest = divmod(rank, self.masks)
        mover, opponent = divmod(pair, self.free - 1)
        opponent += opponent >= mover
        low, high = sorted((mover, opponent))
        return spread(rest, low, high) | 1 << mover | 1 << opponent, mover, opponent

    def unrank_many(self, ranks: Mask) -> tuple[Mask, Mask, Mask]:
        """`unrank` for an array of ranks of type uint32; gives three such arrays."""
        pair, rest = np.divmod(ranks, np.uint32(self.masks))
        mover, opponent = np.divmod(pair, np.uint32(self.free - 1))
        opponent += opponent >= mover
        one = np.uint32(1)
        mask = spread(rest, np.minimum(mover, opponent), np.maximum(mover, opponent))
        return mask | one << mover | one << opponent, mover, opponent

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
