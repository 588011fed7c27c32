"""The whole game: every position of every deal, solved layer by layer.

A position after both first moves depends only on its face-up cards and not on the deal it came
from, so deals share their late positions. Layer m holds all positions with m face-up cards, of
all deals together, and needs only layer m - 1.

    words.py     the cards on some cells, ranked
    geometry.py  shapes: sets of face-up cells, one for all its images
    unit.py      how positions are grouped for storage
    plan.py      what is read and written to solve a shape
    solver.py    `Whole`: the induction, and look-ups in what it solved
    lookup.py    from each position to its shape, and to its record in memory
    kernels.py   the compiled loops
    ply.py       the positions after each move, for those that a small file leaves out
    file.py      the file: `WholeTable`, how it is cut, and `WholeFile`, look-ups
    build.py     solving in memory, or into a file
    store.py     a file or memory as a store of tables, for `tablebase.Tablebase`
    check.py     the independent check of a file, with check_index.py and check_kernels.py

The names below are imported when first used: those that solve need numba, and the others do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebase.support.lazy import exports

if TYPE_CHECKING:
    from tablebase.games.collapsi.whole.geometry import Geometry as Geometry
    from tablebase.games.collapsi.whole.geometry import Shape as Shape
    from tablebase.games.collapsi.whole.solver import Openings as Openings
    from tablebase.games.collapsi.whole.solver import Whole as Whole
    from tablebase.games.collapsi.whole.unit import Unit as Unit
    from tablebase.games.collapsi.whole.unit import place_of as place_of
    from tablebase.games.collapsi.whole.unit import units as units
    from tablebase.games.collapsi.whole.words import Words as Words

__getattr__, __dir__ = exports(__name__)
