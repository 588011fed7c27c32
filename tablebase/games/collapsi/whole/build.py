"""Solve a whole game: in memory, or layer by layer into a file."""

from __future__ import annotations

from collections.abc import Callable

from tablebase.engine.jobs.machine import check_memory, completed, cores
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
    weights = _weights(whole)

    def report(layer: int, fraction: float) -> None:
        if progress is not None:
            progress(weights[layer - 1] + fraction * (weights[layer] - weights[layer - 1]))

    whole.solve(keep=keep, threads=threads or cores(), progress=report, visit=visit)
    return whole


class WholeSolver:
    """Solves a whole game to be stored, layer by layer."""

    def __init__(self, rules: Rules, *, small: bool = False) -> None:
        self.table = WholeTable(rules, small=small)
        self._whole = Whole(rules)

    def memory(self) -> int:
        """Bytes of memory that solving takes."""
        return self._whole.memory(keep=False) + MARGIN

    def solve_into(self, out: PieceWriter[Piece], threads: int) -> None:
        """Solve the game, and add each solved piece that `out` lacks."""
        whole, weights = self._whole, _weights(self._whole)

        def report(layer: int, fraction: float) -> None:
            before, after = weights[layer - 1 : layer + 1]
            out.report(before + fraction * (after - before))

        def store(layer: int, records: Records) -> None:
            if layer not in self.table.layers:
                return
            todo = [piece for piece in pieces_of(whole.geometry, layer) if piece not in out]

            def encode(piece: Piece) -> StoredTable:
                return out.encode(piece, whole.packed_codes(self.table.units(piece), records))

            for done, stored in enumerate(completed(encode, todo, threads), 1):
                out.add(stored)
                report(layer, SOLVING + (1 - SOLVING) * done / len(todo))

        def solved(layer: int, fraction: float) -> None:
            report(layer, SOLVING * fraction)

        whole.solve(keep=False, threads=threads, progress=solved, visit=store)


def solver(rules: Rules, *, small: bool = False) -> WholeSolver:
    """The solver of the whole game of some rules; `small` as in `file.WholeTable`."""
    return WholeSolver(rules, small=small)


def _weights(whole: Whole) -> list[float]:
    """Share of the positions in the layers up to each."""
    entries = [whole.geometry.entries(layer) for layer in range(1, whole.geometry.top + 1)]
    total = sum(entries)
    return [sum(entries[:layer]) / total for layer in range(len(entries) + 1)]
