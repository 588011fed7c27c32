"""The backward induction for three and four players: allocates, and calls the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from tablebase.engine.arrays import Bools, Codes
from tablebase.engine.jobs.machine import check_memory
from tablebase.games.collapsi.duels.duel import CODING
from tablebase.games.collapsi.duels.index import Placements
from tablebase.games.collapsi.duels.layout import DuelLayout

BYTES_PER_POSITION = 2
"""An entry, and at the end its code."""

PIECES = 8
"""Steps of a family; progress is shown, and work may stop, between steps."""


class DuelSolver:
    """A backward induction over all duels of a deal, family by family.

    Raises `MemoryError` if there is not enough free memory, `BYTES_PER_POSITION`.
    """

    def __init__(self, layout: DuelLayout) -> None:
        self._layout, size = layout, layout.index.size
        check_memory(
            BYTES_PER_POSITION * size, f"a table of {layout.rules.name}, {size:,} positions,"
        )
        self._pieces = list(self._cut())
        self.steps = len(self._pieces)

    def _cut(self) -> Iterator[tuple[int, int, int]]:
        """Number of a family, and a range of its face-up sets."""
        index = self._layout.index
        for kind, family in enumerate(index.families):
            *_, first, last = index.span(kind)
            pieces = 1 if family.waiting else PIECES
            bounds = [first + (last - first) * piece // pieces for piece in range(pieces + 1)]
            yield from ((kind, *piece) for piece in pairwise(bounds))

    def step(self, number: int) -> None:
        """Solve a range of face-up sets of a family; earlier steps have been done."""
        from tablebase.games.collapsi.duels.kernels import solve_sets

        layout, index = self._layout, self._layout.index
        if number == 0:
            self._entries = np.empty(index.size, dtype=np.uint8)
            self._neighbours = np.array(layout.adjacent, np.uint64)
            self._placements = Placements(
                index.places, index.starts, index.set_counts, index.held, *index.following
            )
        kind, from_set, to_set = self._pieces[number]
        family, (first, last) = index.families[kind], index.numbers[kind : kind + 2]
        solve_sets(
            self._placements, first, last, family.k, from_set, to_set,
            self._neighbours, layout.steps(family), self._entries,
        )  # fmt: skip

    def codes(self) -> Codes:
        """The codes in rank order, one a byte."""
        from tablebase.games.collapsi.duels.kernels import side_codes

        return side_codes(self._entries, CODING.no_entry)

    def hero_wins(self) -> Bools:
        """Whether the hero can force a win, in rank order, once every step has been done."""
        from tablebase.games.collapsi.duels.kernels import FIRST_WIN, WON

        return self._entries & WON >= FIRST_WIN
