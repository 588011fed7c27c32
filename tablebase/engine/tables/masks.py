"""Sets as bit masks, for games whose positions are subsets and for ranks without gaps."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Mask = Any
"""An int or an array of unsigned integers: the arithmetic is the same."""


def squeeze(mask: Mask, bit: Mask) -> Mask:
    """Remove a bit from a mask and close the gap.

    Kernels compile this and `spread`, for signed and unsigned numbers.
    """
    return mask ^ (mask ^ mask >> 1) >> bit << bit


def spread(mask: Mask, bit: Mask) -> Mask:
    """Insert a zero bit; the inverse of `squeeze` for masks without it."""
    return mask + (mask >> bit << bit)


def numbers_left(things: int) -> npt.NDArray[np.uint8]:
    """The size of each subset of `things` things, shape ``(2**things,)``."""
    return np.bitwise_count(np.arange(1 << things, dtype=np.uint32))
