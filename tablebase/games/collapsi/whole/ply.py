"""One ply: the positions after each move, for those that a file leaves out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.whole.geometry import Geometry
from tablebase.games.collapsi.whole.ply_kernels import all_ends


def successors(
    geometry: Geometry,
    face_up: npt.NDArray[np.uint16],
    mover: npt.NDArray[np.uint8],
    opponent: npt.NDArray[np.uint8],
    letters: npt.NDArray[np.uint32],
) -> tuple[npt.NDArray[np.intp], tuple[Any, ...]]:
    """The positions after each move of some positions after both first moves.

    Returns for each the number of the position it follows, ascending, and the four arrays that
    describe them, as `solver.Whole.codes` takes them.
    """
    cards = np.array(geometry.letters, np.uint8)[letters >> 2 * mover.astype(np.uint32) & 3]
    ends = np.empty(face_up.size, np.uint16)
    all_ends(geometry.neighbours, face_up, mover, cards, ends)
    ends &= ~(np.uint16(1) << opponent.astype(np.uint16))
    row, end = np.nonzero(ends[:, None] >> np.arange(geometry.size, dtype=np.uint16) & 1)
    left = face_up & ~(np.uint16(1) << mover.astype(np.uint16))
    return row, (left[row], opponent[row], end.astype(np.uint8), letters[row])
