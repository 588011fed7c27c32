"""The index: the rank of a position in its deal's table, dense and without holes.

After both first moves the jokers are gone and f free cells remain (14 on the real board),
numbered as *slots* 0 to f - 1. A position is the mover's slot i, the opponent's slot j and
the set of face-up slots, and ranks are ordered by (i, j, set):

    pair = i * (f - 1) + (j - 1 if j > i else j)
    rank = pair * 2**(f - 2) + (the set without i and j, the gaps closed)

that is 14 * 13 * 2**12 = 745,472 positions. The slots are the canonical deal's free cells in
reading order, and compress well so (see docs/method.md). Where pawns may land on each other,
those with both pawns on slot i follow, by (i, the set without i, the gap closed), f * 2**(f - 1)
of them. Last come the positions with a joker face up, for each edition and for each joker that
may be red's: the start, then red's f destinations, and with landing red on blue's joker.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tablebase.engine.lazy import cached_property
from tablebase.engine.tables.masks import Mask, spread, squeeze


@dataclass(frozen=True)
class DealIndex:
    """Ranks of the positions of a deal.

    Parameters
    ----------
    free : int
        Number of cells that are not jokers, at least 2.
    editions : int
        Number of editions whose first plies the table holds.
    landing : bool
        Whether both pawns may stand on one cell.
    """

    free: int
    editions: int
    landing: bool = False

    @cached_property
    def masks(self) -> int:
        """Number of positions of a pair of pawns: subsets of the other free cells."""
        return 1 << (self.free - 2)

    @cached_property
    def shared(self) -> int:
        """Rank of the first position with both pawns on a slot: the number of those before."""
        return self.free * (self.free - 1) * self.masks

    @cached_property
    def openings(self) -> int:
        """Rank of the first opening position: the number of positions without a joker."""
        return self.shared + self.landing * self.free * 2 * self.masks

    @cached_property
    def opening_block(self) -> int:
        """Number of opening positions of an edition in which one joker is red's."""
        return 1 + self.free + self.landing

    @cached_property
    def size(self) -> int:
        """Number of positions in all."""
        return self.openings + self.editions * 2 * self.opening_block

    def rank(self, face_up: Mask, mover: int, opponent: int) -> Mask:
        """Rank of a position without a joker face up.

        Parameters
        ----------
        face_up : int or array of int
            Bit mask of the face-up slots; an array is of uint32.
        mover, opponent : int
            The pawns' slots, both face up.
        """
        if mover == opponent:
            return self.shared + mover * 2 * self.masks + squeeze(face_up, mover)
        pair = mover * (self.free - 1) + opponent - (opponent > mover)
        low, high = sorted((mover, opponent))
        return pair * self.masks + squeeze(squeeze(face_up, high), low)

    def unrank(self, rank: int) -> tuple[int, int, int]:
        """``(face_up, mover, opponent)`` of a rank below `openings`."""
        if rank >= self.shared:
            mover, rest = divmod(rank - self.shared, 2 * self.masks)
            return spread(rest, mover) | 1 << mover, mover, mover
        pair, rest = divmod(rank, self.masks)
        mover, opponent = divmod(pair, self.free - 1)
        opponent += opponent >= mover
        low, high = sorted((mover, opponent))
        return spread(spread(rest, low), high) | 1 << mover | 1 << opponent, mover, opponent

    def unrank_many(self, ranks: Mask) -> tuple[Mask, Mask, Mask]:
        """`unrank` for an array of ranks of type uint32; gives three such arrays."""
        pair, rest = np.divmod(ranks, np.uint32(self.masks))
        mover, opponent = np.divmod(pair, np.uint32(self.free - 1))
        opponent += opponent >= mover
        one = np.uint32(1)
        mask = spread(spread(rest, np.minimum(mover, opponent)), np.maximum(mover, opponent))
        face_up = mask | one << mover | one << opponent
        if self.landing:
            both = ranks >= self.shared
            cell, rest = np.divmod(ranks[both] - np.uint32(self.shared), np.uint32(2 * self.masks))
            face_up[both] = spread(rest, cell) | one << cell
            mover[both] = opponent[both] = cell
        return face_up, mover, opponent

    def opening_rank(self, edition: int, red_joker: int, red: int | None) -> int:
        """Rank of a position with a joker face up.

        Parameters
        ----------
        edition : int
            Number of the edition among the rules'.
        red_joker : int
            0 or 1: which joker, by ascending cell, is or was red's.
        red : int or None
            The slot red has moved to, None before the first move; `free` on blue's joker. (Where
            blue leaves that first, red stands there and blue on the slot: the same position.)
        """
        block = edition * 2 + red_joker
        return self.openings + block * self.opening_block + (0 if red is None else 1 + red)

    def opening_unrank(self, rank: int) -> tuple[int, int, int | None]:
        """``(edition, red_joker, red)`` of a rank of at least `openings`."""
        block, red = divmod(rank - self.openings, self.opening_block)
        return block // 2, block % 2, red - 1 if red else None

    def plies(self) -> npt.NDArray[np.uint8]:
        """The number of collapsed cards of every rank, shape ``(size,)``."""
        plies = np.empty(self.size, dtype=np.uint8)
        face_up = np.bitwise_count(np.arange(2 * self.masks, dtype=np.uint32))
        plies[: self.shared].reshape(-1, self.masks)[:] = self.free - face_up[: self.masks]
        plies[self.shared : self.openings].reshape(-1, 2 * self.masks)[:] = self.free + 1 - face_up
        first = plies[self.openings :].reshape(-1, self.opening_block)
        first[:, 0], first[:, 1:] = 0, 1
        return plies
