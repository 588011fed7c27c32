"""The positions after both first moves, from which a deal's first two plies follow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Protocol

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Codes
from tablebase.games.collapsi.rules import CODING


class LooksUp(Protocol):
    """Looks up positions after both first moves."""

    def codes(
        self,
        face_up: npt.NDArray[np.uint16],
        mover: npt.NDArray[np.uint8],
        opponent: npt.NDArray[np.uint8],
        letters: npt.NDArray[np.uint32],
    ) -> Codes:
        """The codes of some positions, see `solver.Whole.codes`."""


def third_plies(source: LooksUp, free_cells: Sequence[int], letters: int) -> Codes:
    """The codes of a deal's positions with all free cards face up, shape (f, f).

    `free_cells` are the deal's f cells that are not jokers, ascending; `letters` are the cards, as
    `source` takes them. Codes are at ``[mover, opponent]``, as `deals.openings.opening_codes` takes
    them, with no entry where both are the same.
    """
    slots = np.array(list(permutations(range(len(free_cells)), 2)))
    mover, opponent = np.ascontiguousarray(np.array(free_cells, np.uint8)[slots].T)
    face_up = np.full(len(slots), sum(1 << cell for cell in free_cells), np.uint16)
    codes = np.full((len(free_cells),) * 2, CODING.no_entry, np.uint8)
    codes[tuple(slots.T)] = source.codes(
        face_up, mover, opponent, np.full(len(slots), letters, np.uint32)
    )
    return codes
