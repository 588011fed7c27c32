"""Solve a whole game: in memory, or layer by layer into a file."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from tablebase.engine.jobs.machine import check_memory, cores
from tablebase.engine.jobs.shards import completed
from tablebase.engine.tables.large_file import PieceWriter
from tablebase.engine.tables.store import StoredTable
from tablebase.games.collapsi.rules import COLLAPSI, Rules
from tablebase.games.collapsi.whole.file import Piece, WholeTable, pieces_of
from tablebase.games.collapsi.whole.plan import Records
from tablebase.games.collapsi.whole.solver import Whole

MARGIN = 1 << 29  # bytes of memory for everything but the records
SOLVING = 0.25  # share of a layer's work that is solving; the rest is compression


def solve_whole(
    rules: Rules = COLLAPSI,
    progress: Callable[[float], None] | None = None,
    threads: int | None = None,
    *,
    keep: bool = True,
    visit: Callable[[int, Records], None] | None = None,
) -> Whole:
    """Solve a whole game in memory, by default with a thread for each core this process may use.

    With `keep`, all layers are kept, for look-ups; otherwise only the last, for the deals' first
    plies. `progress` is called with the fraction of the work that is done, and `visit` with each
    layer and its records. See `Whole.solve`. Raises MemoryError before the work starts if too
    little memory is free.
    """
    whole = Whole(rules)
    check_memory(whole.memory(keep=keep) + MARGIN, "solving the whole game in memory")
    share = _share_of(whole)

    def report(layer: int, done: float) -> None:
        if progress is not None:
            progress(share(layer, done))

    whole.solve(keep=keep, threads=threads or cores(), progress=report, visit=visit)
    return whole


class WholeSolver:
    """Solves a whole game to be stored, layer by layer; `small` as in `file.WholeTable`."""

    def __init__(self, rules: Rules, *, small: bool = False) -> None:
        self.table = WholeTable(rules, small=small)
        self._whole = Whole(rules)

    def memory(self) -> int:
        """Bytes of memory that solving takes."""
        return self._whole.memory(keep=False) + MARGIN

    def solve_into(self, out: PieceWriter[Piece], threads: int) -> None:
        """Solve the game, and add each solved piece that `out` lacks."""
        whole, share = self._whole, _share_of(self._whole)

        def store(layer: int, records: Records) -> None:
            if layer not in self.table.layers:
                return

            def encode(piece: Piece) -> StoredTable:
                return out.encode(piece, whole.packed_codes(self.table.units(piece), records))

            def report(done: float) -> None:
                out.report(share(layer, SOLVING + (1 - SOLVING) * done))

            todo = [piece for piece in pieces_of(whole.geometry, layer) if piece not in out]
            for stored in completed(encode, todo, threads, report):
                out.add(stored)

        def solved(layer: int, done: float) -> None:
            out.report(share(layer, SOLVING * done))

        whole.solve(keep=False, threads=threads, progress=solved, visit=store)


def _share_of(whole: Whole) -> Callable[[int, float], float]:
    """The share of all positions that is done, given a layer and what is done of that."""
    entries = [whole.geometry.entries(layer) for layer in range(1, whole.geometry.top + 1)]
    before = [0, *accumulate(entries)]

    def share(layer: int, done: float) -> float:
        return (before[layer - 1] + done * entries[layer - 1]) / before[-1]

    return share
