"""The solution of every deal: induction from layer to layer, and look-ups in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate, takewhile
from typing import Any

import numpy as np

from tablebase.engine.game import Codes
from tablebase.engine.jobs.shards import completed
from tablebase.engine.packed import packed_size
from tablebase.games.collapsi.rules import CODING, COLLAPSI, Rules
from tablebase.games.collapsi.whole import kernels
from tablebase.games.collapsi.whole.geometry import Geometry, Unit, geometry_of
from tablebase.games.collapsi.whole.lookup import Boards, record_tables
from tablebase.games.collapsi.whole.plan import Records, ShapePlan, layer_plan
from tablebase.support.lazy import cached_property

UNITS_AT_ONCE = 4  # their codes, one a byte, take 13 MB on the real board

Progress = Callable[[int, float], None]  # called with a layer and the fraction of it that is done


def _same_end(cells: Sequence[int], others: Sequence[int]) -> int:
    """How many of the last cells are the same."""
    pairs = zip(reversed(cells), reversed(others), strict=True)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


class Whole:
    """The solution of every deal; with a `pool` of more cards, of every deck chosen from it.

    Examples
    --------
    >>> whole = Whole()
    >>> whole.solve(top=5)  # all 14 layers take 30 seconds and 5.4 GB
    >>> whole.code(0b10111, mover=0, opponent=4, cards=(1, 2, 3, 0, 4) + 11 * (0,))
    14
    """

    in_memory = True

    def __init__(self, rules: Rules = COLLAPSI, pool: Sequence[int] | None = None) -> None:
        self.rules = rules
        self.origin = "solved"
        # The geometry of a pool is large, and is not used again.
        self.geometry = geometry_of(rules) if pool is None else Geometry(rules, pool)
        self.layers: dict[int, Records] = {}
        self.records: Records | None = None

    @cached_property
    def _tables(self) -> tuple[Any, Any]:
        """What look-ups need."""
        return record_tables(self.geometry)

    def solve(
        self,
        *,
        keep: bool = True,
        threads: int = 2,
        top: int | None = None,
        progress: Progress | None = None,
        visit: Callable[[int, Records], None] | None = None,
    ) -> None:
        """Solve all layers upwards, to `top` or by default to the one after both first moves.

        With `keep`, all layers are kept, for look-ups; otherwise only the last one is, and half the
        memory is enough. `progress` is called a few thousand times in all; an exception that it
        raises ends the work at once. `visit` is called with each layer and its complete records,
        for example to store them; without `keep` the array is reused two layers later.
        """
        self.records = None
        layers = self._allocate(self.geometry.top if top is None else top, keep)
        layers[1][:] = kernels.NO_ENTRIES  # there is no opponent, so no move leads there
        for layer in range(2, len(layers) + 1):
            self._solve_layer(layer, layers[layer - 1], layers[layer], threads, progress)
            if visit is not None:
                visit(layer, layers[layer])
        if keep:
            self.layers, self.records = layers, layers[1].base
        else:
            self.layers = {len(layers): layers[len(layers)]}

    def memory(self, *, keep: bool) -> int:
        """Bytes that the records of `solve` take."""
        sizes = [self.geometry.records(layer) for layer in range(1, self.geometry.top + 1)]
        return 8 * (sum(sizes) if keep else max(sizes[::2]) + max(sizes[1::2], default=0))

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a whole game in memory cannot be pickled: store it in a file and open it")

    def close(self) -> None:
        """Free the records."""
        self.layers, self.records = {}, None

    def _allocate(self, top: int, keep: bool) -> dict[int, Records]:
        """Arrays for the records of each layer: slices of one, or two that take turns."""
        sizes = [self.geometry.records(layer) for layer in range(1, top + 1)]
        if keep:
            room = np.empty(sum(sizes), np.uint64)
            return dict(enumerate(np.split(room, np.cumsum(sizes)[:-1]), 1))
        rooms = [np.empty(max(sizes[turn::2], default=0), np.uint64) for turn in range(2)]
        return {layer: rooms[(layer - 1) % 2][:size] for layer, size in enumerate(sizes, 1)}

    def _solve_layer(
        self,
        layer: int,
        source: Records,
        target: Records,
        threads: int,
        progress: Progress | None,
    ) -> None:
        plans = [layer_plan(self.geometry, shape) for shape in self.geometry.shapes[layer]]
        tasks = [(plan, first, last) for plan in plans for first, last in plan.ranges()]

        def work(task: tuple[ShapePlan, int, int]) -> None:
            plan, first, last = task
            own = self.geometry.records_of(plan.shape, target)[first:last]
            plan.run(plan.words.words[first:last], source, own)

        for _ in completed(work, tasks, threads, progress and partial(progress, layer)):
            pass

    def packed_codes(self, units: Sequence[Unit], records: Records | None = None) -> Codes:
        """The codes of units of the same shape and mover, one unit after the other, packed.

        `records` are those of their layer, if they are not kept here.
        """
        shape, mover = units[0].shape, units[0].mover
        if records is None:
            records = self.layers[shape.layer]
        words, own = self.geometry.words[shape.layer], self.geometry.records_of(shape, records)
        stored = [words.without(unit.turns) for unit in units]
        firsts = [0, *accumulate(some.count for some in stored)]
        packed = np.empty(packed_size(firsts[-1], CODING.bits), np.uint8)
        place = {cell: 2 * (shape.layer - 1 - i) for i, cell in enumerate(shape.cells)}
        orbit = np.uint64(shape.movers.index(mover))
        for at in range(0, len(units), UNITS_AT_ONCE):
            some = units[at : at + UNITS_AT_ONCE]
            codes = np.empty((len(some), words.count), np.uint8)
            kernels.spread(own, orbit, np.array([unit.opponent for unit in some], np.uint8), codes)
            for number, unit in enumerate(some):
                high_moves, low_moves = words.moves([[place[cell] for cell in unit.cells]])
                kernels.arrange(
                    codes[number], words.words, np.uint64(2 * _same_end(unit.cells, shape.cells)),
                    stored[at + number].begins, high_moves[0], low_moves[0], *words.ranks,
                    np.uint64(firsts[at + number]), packed,
                )  # fmt: skip
        return packed

    def codes(self, boards: Boards) -> Codes:
        """The codes of positions; `RuntimeError` if the layers have not been solved and kept."""
        if self.records is None:
            raise RuntimeError("no layers to look up: expected `solve` with `keep` first")
        codes = np.empty(boards.letters.size, np.uint8)
        kernels.probe_many(*boards, self.records, *self._tables, codes)
        return codes

    def code(self, face_up: int, mover: int, opponent: int, cards: Sequence[int]) -> int:
        """The code of one position; `cards` as in `Deal.cards`, any value where face down."""
        position = face_up, mover, opponent, self.geometry.letters_of(cards)
        arrays = map(np.array, zip(position), (np.uint16, np.uint8, np.uint8, np.uint32))
        return int(self.codes(Boards(*arrays))[0])
