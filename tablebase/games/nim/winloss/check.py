"""The independent check of a file of a win/loss table.

It checks every checksum and count of lost positions, and derives a sample of each slab anew from
its successors. That shares the rules and where a position lies with the induction, but none of its
code or ideas: here moves are those of `Rules.takes`, played one at a time.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from tablebase.engine.tables.check import TableCheck
from tablebase.engine.tables.large_file import check_pieces
from tablebase.engine.tables.store import StoredCodes
from tablebase.games.nim.winloss.file import WinLossFile
from tablebase.games.nim.winloss.layout import SLAB_CELLS, U64
from tablebase.games.nim.winloss.lookup import LostLookup

SAMPLE = 1000
"""Positions of each slab that are derived anew."""


def check(table: WinLossFile, *, sample: int = SAMPLE, seed: int = 0) -> Iterator[TableCheck]:
    """Check a file, with a random sample of positions of each slab; yields as `check_pieces`."""
    rng = np.random.default_rng(seed)

    def check_slab(number: int, stored: StoredCodes) -> tuple[int, str]:
        places = rng.integers(1 << SLAB_CELLS, size=sample, dtype=np.uint64)
        stones = np.uint64(number << SLAB_CELLS) | places
        return sample, _error_in(table, stored, stones)

    return check_pieces(table, check_slab)


def _error_in(table: WinLossFile, stored: StoredCodes, stones: U64) -> str:
    counted = int(np.bitwise_count(stored.packed()).sum(dtype=np.int64))
    if counted != stored.attributes.get("losses"):
        return f"{counted} positions are lost, not {stored.attributes.get('losses')}"
    wrong = np.flatnonzero(table.lost(stones) != derived(table, stones))
    return (
        f"position {int(stones[wrong[0]]):#x} does not follow from its moves" if wrong.size else ""
    )


def derived(table: LostLookup, stones: U64) -> npt.NDArray[np.bool_]:
    """Whether the side to move loses, from the positions after each move."""
    frame = table.frame
    # If taking the last stone loses, the side to move when none is left has won.
    wins: npt.NDArray[np.bool_] = (stones == 0) & frame.misere
    for taken, _ in frame.takes:
        mask = np.uint64(taken)
        there = np.flatnonzero(stones & mask == mask)
        wins[there] |= table.lost(stones[there] & ~mask)
    lost: npt.NDArray[np.bool_] = ~wins
    return lost
