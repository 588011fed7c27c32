"""Counts of the whole game's labelled positions (see `statistics.Positions`) by value."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tablebase.engine.arrays import I64, U64
from tablebase.engine.kernels import kernel
from tablebase.games.collapsi.path_kernels import count_bits
from tablebase.games.collapsi.rules import CODING
from tablebase.games.collapsi.whole.kernels import PLANE

if TYPE_CHECKING:
    from tablebase.games.collapsi.whole.solver import Whole


RECORDS_A_TASK = 1 << 22  # records that a thread counts at a time

_16 = np.uint64(16)
_EVERY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


def count_layer(whole: Whole, layer: int, records: U64) -> I64:
    """Number of labelled positions of a layer by code, shape (15,), from the layer's records.

    For the ``visit`` of `Whole.solve`. The records hold every word of a shape and every opponent,
    so each count is multiplied by the shape's images and the mover's orbit.

    Examples
    --------
    >>> from tablebase.games.collapsi.whole.solver import Whole
    >>> whole = Whole()
    >>> whole.solve(top=3)
    >>> counts = count_layer(whole, 3, whole.layers[3])
    >>> int(counts[0]), int(counts[14])  # losses in 0, wins in 1
    (194272, 17408)
    """
    geometry = whole.geometry
    parts, weights = [], []
    for shape in geometry.shapes[layer]:
        images = len(geometry.automorphisms) // len(shape.fixing)
        movers = geometry.automorphisms[list(shape.fixing)]
        own = geometry.records_of(shape, records)
        for number, mover in enumerate(shape.movers):
            for first in range(0, len(own), RECORDS_A_TASK):
                parts.append((own[first : first + RECORDS_A_TASK], number))
                weights.append(images * len(set(movers[:, mover].tolist())))
    with ThreadPoolExecutor(2) as pool:
        found = np.stack(list(pool.map(lambda part: _count_codes(*part), parts)))
    total: I64 = np.array(weights) @ found
    return total[: CODING.no_entry]


def write_counts(path: Path, counts: Mapping[int, I64]) -> None:
    """Write the counts of layers as text, a line for each value that occurs; see data/README.md."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("face_up", "result", "dte", "positions"))
        for layer, numbers in counts.items():
            values = [(CODING.decode(code), int(n)) for code, n in enumerate(numbers) if n]
            values.sort(key=lambda item: item[0].dte)
            writer.writerows((layer, v.result.value, v.dte, n) for v, n in values)


@kernel()
def _count_codes(records: U64, column: int) -> I64:
    """How often each code occurs in a column of records, shape ``(16,)``."""
    counts = np.zeros(16, np.int64)
    for begin in range(0, len(records), 4):
        # One plane of four records side by side.
        p0 = p1 = p2 = p3 = _EVERY
        for record in records[begin : begin + 4, column]:
            p0 = p0 << _16 | record & PLANE
            p1 = p1 << _16 | record >> _16 & PLANE
            p2 = p2 << _16 | record >> np.uint64(32) & PLANE
            p3 = p3 << _16 | record >> np.uint64(48)
        for code in range(15):
            same = p0 if code & 1 else ~p0
            same &= p1 if code & 2 else ~p1
            same &= p2 if code & 4 else ~p2
            same &= p3 if code & 8 else ~p3
            counts[code] += np.int64(count_bits(same))
    return counts
