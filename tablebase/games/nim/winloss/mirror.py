"""The mirror image of a slab: a kernel of the layout, which solving and look-ups share."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.nim.winloss.layout import mirrored

Int: TypeAlias = Any
"""An int or a numpy integer."""

_MIRRORED_ROWS = mirrored(np.arange(64, dtype=np.uint64))


def mirrored_slab(words: U64, image: U64 | None = None) -> U64:
    """A slab with left and right exchanged in every row, in an array of its own or a given one."""
    image = np.empty_like(words) if image is None else image
    mirror_slab(words, _MIRRORED_ROWS, image)
    return image


@kernel()
def mirror_slab(slab: U64, rows: U64, image: U64) -> None:
    """Exchange left and right in every row of a slab; writes `image`.

    `rows` is the mirror image of each row, shape ``(64,)``. Slabs have shape ``(2**18,)``.
    """
    unit = np.empty(64, np.uint64)
    for high in range(64):
        for middle in range(64):
            source = np.uint64(high << 12 | middle << 6)
            for j in range(64):
                word = slab[source + np.uint64(j)]
                # Lanes are exchanged as their numbers' bits are: 0 with 5, 1 with 4, 2 with 3.
                word = exchange(word, np.uint64(31), np.uint64(0x0000_0000_AAAA_AAAA))
                word = exchange(word, np.uint64(14), np.uint64(0x0000_CCCC_0000_CCCC))
                unit[j] = exchange(word, np.uint64(4), np.uint64(0x00F0_00F0_00F0_00F0))
            target = rows[high] << np.uint64(12) | rows[middle] << np.uint64(6)
            for j in range(64):
                image[target | rows[j]] = unit[j]


@helper()
def exchange(word: Int, distance: Int, lower: Int) -> Int:
    """Exchange the bits of a mask with those a distance above."""
    differ = (word ^ word >> distance) & lower
    return word ^ differ ^ differ << distance
