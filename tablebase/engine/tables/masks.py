"""Sets as bit masks, for games whose positions are subsets and for ranks without gaps."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Ranks
from tablebase.errors import PositionError

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


def ranks_of_masks(masks: npt.NDArray[Any], size: int, whole: str) -> Ranks:
    """The ranks of an array of masks, of any shape and unsigned integers; `whole` is for messages.

    Raises `TypeError` if the array is not of unsigned integers, and `PositionError` if a mask is
    not less than `size`, the number of positions.
    """
    if masks.dtype.kind != "u":
        raise TypeError(f"array of {masks.dtype}: expected masks of unsigned integers")
    if masks.size and int(masks.max()) >= size:
        raise PositionError(
            f"mask {masks.max():#x} is not a position of {whole}: expected less than {size:#x}"
        )
    return masks.astype(np.uint32, copy=False)


def numbers_left(things: int) -> npt.NDArray[np.uint8]:
    """The size of each subset of `things` things, shape ``(2**things,)``."""
    numbers = np.zeros(1 << things, dtype=np.uint8)
    for thing in range(things):
        numbers[1 << thing : 2 << thing] = numbers[: 1 << thing] + 1
    return numbers
