"""Short names of the arrays that kernels take, by their numbers."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

U8: TypeAlias = npt.NDArray[np.uint8]
U16: TypeAlias = npt.NDArray[np.uint16]
U32: TypeAlias = npt.NDArray[np.uint32]
U64: TypeAlias = npt.NDArray[np.uint64]
I64: TypeAlias = npt.NDArray[np.int64]

Codes: TypeAlias = U8
"""Codes, one a byte; if *packed*, 4-bit codes are two a byte, the even rank in the low half."""

Ranks: TypeAlias = U32
"""Ranks of positions in a table."""
