"""The index: the rank of a position in its deal's table, without gaps.

After both first moves the jokers are gone and f free cells remain (14 in the published game),
numbered as *slots* 0 to f - 1. A position is the mover's slot i, the opponent's slot j and the set
of face-up slots, and ranks are ordered by (i, j, set):

    pair = i * (f - 1) + (j - 1 if j > i else j)
    rank = pair * 2**(f - 2) + (the set without i and j, the gaps closed)

In the published game that is 14 * 13 * 2**12 = 745,472 positions. The slots are the canonical
deal's free cells in reading order, which compresses well (see docs/method.md).

With landing, f * 2**(f - 1) positions with both pawns on slot i follow, ordered by (i, the set
without i, the gap closed).

Last come the positions with a joker face up, for each edition and for each joker that may be red's:
the start, then red on each slot, and with landing red on blue's joker.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tablebase.engine.arrays import U8
from tablebase.engine.tables.masks import Mask, spread, squeeze
from tablebase.support.lazy import cached_property

# Kernels compile these two, for signed numbers.


def ranked(face_up: Mask, mover: Mask, opponent: Mask, free: Mask) -> Mask:
    """See `DealIndex.rank`."""
    if mover == opponent:
        shared = free * (free - 1) << free - 2
        return shared + (mover << free - 1) + squeeze(face_up, mover)
    low, high = (mover, opponent) if mover < opponent else (opponent, mover)
    pair = mover * (free - 1) + opponent - (opponent > mover)
    return (pair << free - 2) + squeeze(squeeze(face_up, high), low)


def unranked(rank: Mask, free: Mask) -> tuple[Mask, Mask, Mask]:
    """See `DealIndex.unrank`."""
    masks = 1 << free - 2
    beyond = rank - free * (free - 1) * masks
    if beyond >= 0:
        slot = beyond >> free - 1
        return spread(beyond & 2 * masks - 1, slot) | 1 << slot, slot, slot
    mover = (rank >> free - 2) // (free - 1)
    opponent = (rank >> free - 2) - mover * (free - 1)
    opponent += opponent >= mover
    low, high = min(mover, opponent), max(mover, opponent)
    others = spread(spread(rank & masks - 1, low), high)
    return others | 1 << mover | 1 << opponent, mover, opponent


@dataclass(frozen=True)
class DealIndex:
    """Ranks of the positions of a deal.

    It has `free` cells that are not jokers, at least 2, and the first plies under `editions`
    editions. With `landing` both pawns may stand on one cell.
    """

    free: int
    editions: int
    landing: bool = False

    @cached_property
    def masks(self) -> int:
        """Number of positions of a pair of slots: subsets of the other free cells."""
        return 1 << (self.free - 2)

    @cached_property
    def shared(self) -> int:
        """Rank of the first position with both pawns on one slot."""
        return self.free * (self.free - 1) * self.masks

    @cached_property
    def openings(self) -> int:
        """Rank of the first position with a joker face up."""
        return self.shared + self.landing * self.free * 2 * self.masks

    @cached_property
    def opening_block(self) -> int:
        """Number of positions with a joker face up, of one edition and one joker of red's."""
        return 1 + self.free + self.landing

    @cached_property
    def size(self) -> int:
        """Number of positions in all."""
        return self.openings + self.editions * 2 * self.opening_block

    def rank(self, face_up: Mask, mover: int, opponent: int) -> Mask:
        """Rank of a position without a joker face up.

        `face_up` is the mask of the face-up slots or a uint32 array of such masks; both pawns'
        slots are face up.
        """
        return ranked(face_up, mover, opponent, self.free)

    def unrank(self, rank: int) -> tuple[int, int, int]:
        """``(face_up, mover, opponent)`` of a rank below `openings`."""
        return unranked(rank, self.free)

    def opening_rank(self, edition: int, red_joker: int, red: int | None) -> int:
        """Rank of a position with a joker face up.

        `edition` is its number among the rules', and `red_joker` 0 or 1: which joker, by ascending
        cell, is or was red's. `red` is the slot red has moved to, `free` for blue's joker, None
        before the first move. (If blue leaves a shared joker, red waits on it and blue is on the
        slot: the same position.)
        """
        block = edition * 2 + red_joker
        return self.openings + block * self.opening_block + (0 if red is None else 1 + red)

    def opening_unrank(self, rank: int) -> tuple[int, int, int | None]:
        """``(edition, red_joker, red)`` of a rank of at least `openings`."""
        block, red = divmod(rank - self.openings, self.opening_block)
        return block // 2, block % 2, red - 1 if red else None

    def plies(self) -> U8:
        """The number of collapsed cards of every rank, shape ``(size,)``."""
        plies = np.empty(self.size, dtype=np.uint8)
        face_up = np.bitwise_count(np.arange(2 * self.masks, dtype=np.uint32))
        plies[: self.shared].reshape(-1, self.masks)[:] = self.free - face_up[: self.masks]
        plies[self.shared : self.openings].reshape(-1, 2 * self.masks)[:] = self.free + 1 - face_up
        first = plies[self.openings :].reshape(-1, self.opening_block)
        first[:, 0], first[:, 1:] = 0, 1
        return plies
