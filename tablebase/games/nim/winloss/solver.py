"""The win/loss table in memory: induction, and look-ups."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np

from tablebase.engine.arrays import U64, Bools
from tablebase.engine.jobs.machine import check_memory
from tablebase.engine.jobs.shards import completed
from tablebase.engine.tables.large_file import PieceWriter
from tablebase.engine.tables.store import StoredTable
from tablebase.games.nim.rules import Rules
from tablebase.games.nim.winloss import kernels
from tablebase.games.nim.winloss.file import WinLossTable
from tablebase.games.nim.winloss.layout import (
    SLAB_BYTES,
    SLAB_WORDS,
    canonical_slabs,
    mirrored,
    slab_count,
)
from tablebase.games.nim.winloss.mirror import mirrored_slab
from tablebase.games.nim.winloss.plan import plan_of

T = TypeVar("T")

UNITS = SLAB_WORDS // 64
MARGIN = 1 << 29
"""Bytes of memory for everything but the table."""


class WinLoss:
    """Who wins each position of a board, and of all smaller ones of the same rules, in memory.

    Raises `ValueError` if the board is over 6x6.

    Examples
    --------
    >>> from tablebase.games.nim import Position, Rules
    >>> from tablebase.games.nim.winloss.lookup import probe
    >>> table = WinLoss(Rules(4, 4))
    >>> table.solve()
    >>> found = probe(table, Position.parse("1110/1000/0000/0000"))
    >>> found.result.value, [str(move) for move in found.winning]
    ('win', ['a1-c1'])
    """

    def __init__(self, rules: Rules) -> None:
        self.table = WinLossTable(rules)
        self.frame = self.table.rules
        self.words: U64 | None = None

    @property
    def origin(self) -> str:
        """Where the table lies, for people."""
        return "solved"

    def close(self) -> None:
        """Free the memory of the table."""
        self.words = None

    def memory(self) -> int:
        """Bytes of memory that solving takes."""
        return slab_count(self.frame) * SLAB_BYTES + MARGIN

    def solve(
        self, *, threads: int | None = None, progress: Callable[[float], None] | None = None
    ) -> None:
        """Solve every position, by default with a thread for each core this process may use.

        `progress` is called with the fraction of the work that is done. An exception that it raises
        ends the work at once. Raises `MemoryError` before the work starts if there is not enough
        memory free.
        """
        check_memory(self.memory(), f"solving {self.frame}, {1 << self.frame.cells:,} positions,")
        total = sum(map(len, canonical_slabs(self.frame)))
        for done, _ in enumerate(self.solving(lambda number, slab: None, threads), 1):
            if progress is not None:
                progress(done / total)

    def solve_into(self, out: PieceWriter[int], threads: int) -> None:
        """Solve every position and add each slab that `out` lacks as soon as it is solved."""
        slabs = len(self.table.pieces())

        def encode(number: int, words: U64) -> StoredTable | None:
            if number in out:
                return None
            lost = int(np.bitwise_count(words).sum(dtype=np.int64))
            packed = words.astype("<u8", copy=False).view(np.uint8)
            return out.encode(number, packed, losses=lost)

        for done, stored in enumerate(self.solving(encode, threads), 1):
            if stored is not None:
                out.add(stored)
            out.report(done / slabs)
        self.close()

    def solving(self, visit: Callable[[int, U64], T], threads: int | None = None) -> Iterator[T]:
        """Solve every position; yield what `visit` returns, slab by slab.

        `visit` is called in the solving thread with the number of each canonical slab and its words
        as soon as they are solved. Look-ups work once all slabs have been yielded.
        """
        words = np.empty(slab_count(self.frame) * SLAB_WORDS, np.uint64)
        slabs, plan = words.reshape(-1, SLAB_WORDS), plan_of(self.frame)

        def work(number: int) -> T:
            kernels.solve_units(words, number * UNITS, UNITS, plan)
            if (image := mirrored(number)) != number:
                mirrored_slab(slabs[number], slabs[image])
            return visit(number, slabs[number])

        for layer in canonical_slabs(self.frame):
            yield from completed(work, layer, threads)
        self.words = words

    def slab(self, number: int) -> U64:
        """The words of a slab, shape (2**18,); raises `RuntimeError` if not solved."""
        slab: U64 = self._solved.reshape(-1, SLAB_WORDS)[number]
        return slab

    def lost(self, stones: U64) -> Bools:
        """Whether the side to move loses, for masks of the frame; raises as `slab`."""
        words: U64 = self._solved[stones >> np.uint64(6)]
        lost: Bools = (words >> (stones & np.uint64(63)) & np.uint64(1)) == 1
        return lost

    @property
    def _solved(self) -> U64:
        if self.words is None:
            raise RuntimeError("no table to look up in: expected `solve` before")
        return self.words


def solver(rules: Rules, *, small: bool = False) -> WinLoss:
    """What solves the win/loss table of a board; `ValueError` if it should be `small`."""
    if small:
        raise ValueError(f"{rules} have no small table: expected rules of collapsi")
    return WinLoss(rules)
