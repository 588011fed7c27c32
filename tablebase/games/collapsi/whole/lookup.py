"""Look-ups: from each position to its shape, its record in memory, and the positions after it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import U8, U16, U32, Bools
from tablebase.games.collapsi.deck import steps_mask
from tablebase.games.collapsi.rules import SMALL_CELLS
from tablebase.games.collapsi.whole.geometry import Geometry


class Boards(NamedTuple):
    """Positions after both first moves, arrays of shape (n,).

    `face_up` are masks of the face-up cells, which include `mover` and `opponent`, two different
    cells. `letters` are the cards, see `Geometry.letters_of`; face-down cards do not matter.
    """

    face_up: U16
    mover: U8
    opponent: U8
    letters: U32

    @classmethod
    def of(cls, rows: npt.NDArray[Any], letters: int, chosen: Any = ...) -> Boards:
        """Rows of positions, or those that are chosen, all with the same cards."""
        columns = (rows[name][chosen] for name in cls._fields[:3])
        face_up, mover, opponent = map(np.ascontiguousarray, columns)
        return cls(face_up, mover, opponent, np.full(face_up.size, letters, np.uint32))

    def where(self, chosen: Bools | slice) -> Boards:
        """Those that are chosen, in the same order."""
        return Boards(
            self.face_up[chosen], self.mover[chosen], self.opponent[chosen], self.letters[chosen]
        )


def successors(geometry: Geometry, boards: Boards) -> tuple[npt.NDArray[np.intp], Boards]:
    """The positions after each move of some positions.

    Returns for each successor the number of the position that it follows, ascending, and then the
    successors.
    """
    from tablebase.games.collapsi.path_kernels import all_ends

    face_up, mover, opponent, letters = boards
    steps = np.array([steps_mask((card,)) for card in geometry.letters], np.uint16)
    ends = np.empty(face_up.size, np.uint16)
    own = steps[letters >> 2 * mover.astype(np.uint32) & 3]
    all_ends(geometry.neighbours, face_up, mover, own, ends)
    ends &= ~(np.uint16(1) << opponent.astype(np.uint16))
    row, end = np.nonzero(ends[:, None] >> np.arange(geometry.size, dtype=np.uint16) & 1)
    left = face_up & ~(np.uint16(1) << mover.astype(np.uint16))
    return row, Boards(left[row], opponent[row], end.astype(np.uint8), letters[row])


class ShapeIndex:
    """The way from each set of face-up cells and mover to their shape and its mover.

    `shape_of` has the shape of each set, by its number among all shapes, layer by layer, uint16 of
    shape ``(2**cells,)``. `automorphisms`, uint16 of shape ``(2**cells, cells)``, has the number of
    the automorphism that brings each set and mover there; undefined if the mover is not in the set.
    `orbits`, uint8 of shape ``(shapes, cells)``, has the number of each mover among those of its
    shape. `pieces` lists all shapes with each of their movers, in order, and `first_piece` is the
    place of each shape's first mover there.
    """

    def __init__(self, geometry: Geometry) -> None:
        shapes = [shape for layer in geometry.shapes for shape in layer]
        smallest, leads = geometry.images
        number_of = np.zeros(1 << geometry.size, np.uint16)
        to_mover = np.zeros((len(shapes), geometry.size), np.uint16)
        self.orbits = np.zeros((len(shapes), geometry.size), np.uint8)
        for number, shape in enumerate(shapes):
            number_of[shape.mask] = number
            to_mover[number, list(shape.to_mover)] = list(shape.to_mover.values())
            self.orbits[number, list(shape.movers)] = range(len(shape.movers))
        self.pieces = [(shape, mover) for shape in shapes for mover in shape.movers]
        self.first_piece = np.cumsum([0, *(len(shape.movers) for shape in shapes)])[:-1]
        self.shape_of = number_of[smallest]
        movers = geometry.automorphisms[leads]  # for each set, where each cell goes
        then = to_mover[self.shape_of[:, None], movers]
        self.automorphisms = _compositions(geometry.automorphisms)[then, leads[:, None]]


@lru_cache(maxsize=8)
def shape_index(geometry: Geometry) -> ShapeIndex:
    """The index of a geometry, kept for all files of its rules."""
    return ShapeIndex(geometry)


def _compositions(automorphisms: U8) -> U16:
    """Number of the automorphism "first b, then a" at [a, b]."""
    # Automorphisms are in lexicographic order, so their keys are ascending.
    weights = SMALL_CELLS ** np.arange(automorphisms.shape[1], dtype=np.uint64)[::-1]
    keys = automorphisms @ weights
    composed = [np.searchsorted(keys, row[automorphisms] @ weights) for row in automorphisms]
    return np.array(composed, np.uint16)


def record_tables(geometry: Geometry) -> tuple[Any, Any]:
    """What `kernels.probe_many` needs to find positions' records: its `tables` and `ranks`."""
    rows, cells = [], []
    first = high_start = low_start = 0
    for layer, words in zip(geometry.shapes, geometry.words, strict=True):
        for shape in layer:
            begin = first + geometry.offsets[shape.mask]
            starts = high_start, low_start
            rows.append((begin, len(shape.movers), shape.layer, words.low_bits, *starts))
            cells.append([*shape.cells, *(0 for _ in range(geometry.size - shape.layer))])
        first += sum(words.count * len(shape.movers) for shape in layer)
        high_start, low_start = high_start + words.high.size, low_start + words.low.size
    index = shape_index(geometry)
    tables = (
        index.automorphisms, index.shape_of, index.orbits, geometry.automorphisms,
        geometry.inverses, np.array(rows, np.uint64), np.array(cells, np.uint8),
    )  # fmt: skip
    high = np.concatenate([words.high for words in geometry.words])
    return tables, (high, np.concatenate([words.low for words in geometry.words]))
