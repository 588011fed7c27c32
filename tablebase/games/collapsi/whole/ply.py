"""One ply: the positions after each move, for those that a file leaves out."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.rules import Rules
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
    after = Boards(left[row], opponent[row], end.astype(np.uint8), letters[row])
    return _shifted(geometry.rules, row, after) if geometry.rules.turn.lines_move else (row, after)


def _shifted(
    rules: Rules, row: npt.NDArray[np.intp], boards: Boards
) -> tuple[npt.NDArray[np.intp], Boards]:
    """The positions after each shift of the opponent, who has just moved; `row` as returned."""
    images = _shifts(rules)[boards.opponent]
    face_up, letters = np.zeros(images.shape[:2], np.uint16), np.zeros(images.shape[:2], np.uint32)
    for cell in range(images.shape[2]):
        to = images[:, :, cell]
        face_up |= (boards.face_up[:, None] >> cell & 1) << to
        letters |= (boards.letters[:, None] >> 2 * cell & 3) << 2 * to
    mover, opponent = (
        np.take_along_axis(images, pawn[:, None, None], 2).ravel()
        for pawn in (boards.mover, boards.opponent)
    )
    after = Boards(face_up.ravel(), mover, opponent, letters.ravel())
    return row.repeat(images.shape[1]), after


@lru_cache(maxsize=8)
def _shifts(rules: Rules) -> npt.NDArray[np.uint8]:
    """Where each cell's content goes, shape (cells, shifts, cells): first the cell moved to."""
    board = rules.board
    every = [list(rules.turn.following(board, cell).values()) for cell in range(board.size)]
    return np.array(every, np.uint8)
