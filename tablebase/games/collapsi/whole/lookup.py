"""Look-ups: from each position to its shape and mover, and to its record in memory."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.whole.geometry import MAX_CELLS, Geometry


class Leads:
    """The way from each set of face-up cells and mover to their shape and its mover.

    Attributes
    ----------
    shape_of : ndarray of uint16, shape (2**cells,)
        The shape of each set, by its number among all shapes, layer by layer.
    automorphisms : ndarray of uint16, shape (2**cells, cells)
        The automorphism that brings each set and mover there, by its number. Undefined if the
        mover is not in the set.
    orbits : ndarray of uint8, shape (shapes, cells)
        The number of each mover among those of its shape.
    pieces : list
        All shapes with each of their movers, in order.
    first_piece : ndarray of int64, shape (shapes,)
        The place of each shape's first mover in `pieces`.
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
def leads_of(geometry: Geometry) -> Leads:
    """The leads of a geometry, kept for all files of its rules."""
    return Leads(geometry)


def _compositions(automorphisms: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
    """Number of the automorphism "first b, then a" at [a, b]."""
    # Automorphisms are in lexicographic order, so their keys are ascending.
    weights = MAX_CELLS ** np.arange(automorphisms.shape[1], dtype=np.uint64)[::-1]
    keys = automorphisms @ weights
    composed = [np.searchsorted(keys, row[automorphisms] @ weights) for row in automorphisms]
    return np.array(composed, np.uint16)


class Atlas:
    """The way from each position to its record, as `kernels.probe_many` needs it."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        shapes = [shape for layer in geometry.shapes for shape in layer]
        high_starts = list(accumulate((words.high.size for words in geometry.words), initial=0))
        low_starts = list(accumulate((words.low.size for words in geometry.words), initial=0))
        table = np.zeros((len(shapes), 6), np.uint64)
        cells = np.zeros((len(shapes), geometry.size), np.uint8)
        for at, shape in enumerate(shapes):
            layer = shape.layer
            table[at] = (
                self.first_record(layer) + geometry.offsets[shape.mask], len(shape.movers), layer,
                geometry.words[layer].low_bits, high_starts[layer], low_starts[layer],
            )  # fmt: skip
            cells[at, :layer] = shape.cells
        leads = leads_of(geometry)
        self.tables = (
            leads.automorphisms, leads.shape_of, leads.orbits, geometry.automorphisms,
            geometry.inverses, table, cells,
        )  # fmt: skip
        self.ranks = (
            np.concatenate([words.high for words in geometry.words]),
            np.concatenate([words.low for words in geometry.words]),
        )

    def first_record(self, layer: int) -> int:
        """Records of all layers below."""
        return sum(self.geometry.records(below) for below in range(1, layer))
