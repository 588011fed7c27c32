"""Solving a win/loss table into a file, slab by slab."""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.engine.tables.large_file import Writer
from tablebase.engine.tables.store import StoredTable
from tablebase.games.nim.rules import Rules
from tablebase.games.nim.winloss.file import WinLossTable
from tablebase.games.nim.winloss.solver import MARGIN, WinLoss


class WinLossSolver:
    """Solves the win/loss table of a board, to be stored; raises `ValueError` if it is over 6x6."""

    def __init__(self, rules: Rules) -> None:
        self.table = WinLossTable(rules)
        self._memory = WinLoss(rules)

    def memory(self) -> int:
        """Bytes of memory that solving takes."""
        return self._memory.memory() + MARGIN

    def solve_into(self, out: Writer[int], threads: int) -> None:
        """Solve the table and add each slab that `out` lacks as soon as it is solved."""
        slabs = len(self.table.pieces())

        def encode(number: int, words: U64) -> StoredTable | None:
            if number in out:
                return None
            lost = int(np.bitwise_count(words).sum(dtype=np.int64))
            packed = words.astype("<u8", copy=False).view(np.uint8)
            return out.encode(number, packed, losses=lost)

        for done, stored in enumerate(self._memory.solving(encode, threads), 1):
            if stored is not None:
                out.add(stored)
            out.report(done / slabs)
        self._memory.close()


def solver(rules: Rules, *, small: bool = False) -> WinLossSolver:
    """What solves the win/loss table of a board; `ValueError` if it should be `small`."""
    if small:
        raise ValueError(f"{rules} have no small table: expected rules of collapsi")
    return WinLossSolver(rules)
