"""One ply: the positions after each move, for those that a file leaves out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.whole.geometry import Geometry


class Boards(NamedTuple):
    """Positions after both first moves, arrays of shape (n,) as `solver.Whole.codes` takes them."""

    face_up: npt.NDArray[np.uint16]
    mover: npt.NDArray[np.uint8]
    opponent: npt.NDArray[np.uint8]
    letters: npt.NDArray[np.uint32]

    def where(self, chosen: npt.NDArray[np.bool_] | slice) -> Boards:
        """Those that are chosen, in the same order."""
        return Boards(
            self.face_up[chosen], self.mover[chosen], self.opponent[chosen], self.letters[chosen]
        )


def successors(geometry: Geometry, boards: Boards) -> tuple[npt.NDArray[np.intp], Boards]:
    """The positions after each move of some positions.

    Returns for each successor the number of the position that it follows, ascending, and then the
    successors.
    """
    from tablebase.games.collapsi.whole.ply_kernels import all_ends

    face_up, mover, opponent, letters = boards
    cards = np.array(geometry.letters, np.uint8)[letters >> 2 * mover.astype(np.uint32) & 3]
    ends = np.empty(face_up.size, np.uint16)
    all_ends(geometry.neighbours, face_up, mover, cards, ends)
    ends &= ~(np.uint16(1) << opponent.astype(np.uint16))
    row, end = np.nonzero(ends[:, None] >> np.arange(geometry.size, dtype=np.uint16) & 1)
    left = face_up & ~(np.uint16(1) << mover.astype(np.uint16))
    return row, Boards(left[row], opponent[row], end.astype(np.uint8), letters[row])
