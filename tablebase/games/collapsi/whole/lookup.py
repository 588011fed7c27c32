"""Look-ups: from each position to its record in memory."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.whole import kernels
from tablebase.games.collapsi.whole.geometry import MAX_CELLS, Geometry


class Atlas:
    """The way from each position to its record, as `kernels.probe_many` needs it."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        shapes = [shape for layer in geometry.shapes for shape in layer]
        size = geometry.size
        shape_of = np.zeros(1 << size, np.uint16)
        smallest, leads_to_shape = geometry.images
        for number, shape in enumerate(shapes):
            shape_of[smallest == shape.mask] = number
        high_starts = list(accumulate((words.high.size for words in geometry.words), initial=0))
        low_starts = list(accumulate((words.low.size for words in geometry.words), initial=0))
        table = np.zeros((len(shapes), 6), np.uint64)
        cells = np.zeros((len(shapes), size), np.uint8)
        orbits = np.zeros((len(shapes), size), np.uint8)
        to_mover = np.zeros((len(shapes), size), np.uint16)
        for at, shape in enumerate(shapes):
            layer = shape.layer
            table[at] = (
                self.first_record(layer) + geometry.offsets[shape.mask], len(shape.movers), layer,
                geometry.words[layer].low_bits, high_starts[layer], low_starts[layer],
            )  # fmt: skip
            cells[at, :layer] = shape.cells
            orbits[at, list(shape.movers)] = range(len(shape.movers))
            for cell, number in shape.to_mover.items():
                to_mover[at, cell] = number
        leads = np.zeros((1 << size, size), np.uint16)
        kernels.fill_leads(
            geometry.automorphisms, self._compositions(), leads_to_shape, shape_of, to_mover, leads
        )
        self.tables = (
            leads, geometry.automorphisms, geometry.inverses, shape_of, table, cells, orbits,
        )  # fmt: skip
        self.ranks = (
            np.concatenate([words.high for words in geometry.words]),
            np.concatenate([words.low for words in geometry.words]),
        )

    def first_record(self, layer: int) -> int:
        """Records of all layers below."""
        return sum(self.geometry.records(below) for below in range(1, layer))

    def _compositions(self) -> npt.NDArray[np.uint16]:
        """Number of the automorphism "first b, then a" at [a, b]."""
        # Automorphisms are in lexicographic order, so their keys are ascending.
        images = self.geometry.automorphisms
        weights = MAX_CELLS ** np.arange(images.shape[1], dtype=np.uint64)[::-1]
        keys = images @ weights
        return np.stack([np.searchsorted(keys, row[images] @ weights) for row in images]).astype(
            np.uint16
        )
