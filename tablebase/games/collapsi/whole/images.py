"""Images of sets of cells: kernels of the index that solving, look-ups and check share."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tablebase.engine.kernels import helper, kernel

Int: TypeAlias = Any  # an int or a numpy integer

U8: TypeAlias = npt.NDArray[np.uint8]
U16: TypeAlias = npt.NDArray[np.uint16]
U32: TypeAlias = npt.NDArray[np.uint32]

_0 = np.uint64(0)
_1 = np.uint64(1)


@helper()
def image(mask: Int, automorphism: U8) -> Int:
    """The image of a mask of cells."""
    result = _0
    for cell in range(automorphism.size):
        result |= (np.uint64(mask) >> np.uint64(cell) & _1) << np.uint64(automorphism[cell])
    return result


@kernel()
def smallest_images(automorphisms: U8, smallest: U32, leads: U16) -> None:
    """The smallest image of every mask, and in `leads` the first automorphism that leads there."""
    half = automorphisms.shape[1] // 2
    size = smallest.size >> half
    low = np.empty(1 << half, np.uint32)
    high = np.empty(size, np.uint32)
    smallest[:] = smallest.size
    for g in range(automorphisms.shape[0]):
        for mask in range(low.size):
            low[mask] = image(mask, automorphisms[g])
        for mask in range(size):
            high[mask] = image(mask << half, automorphisms[g])
        for mask in range(smallest.size):
            candidate = high[mask >> half] | low[mask & (low.size - 1)]
            if candidate < smallest[mask]:
                smallest[mask] = candidate
                leads[mask] = g
