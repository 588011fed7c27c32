"""The first two plies of a deal, from the codes after both first moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Protocol

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Codes
from tablebase.games.collapsi.moves import paths
from tablebase.games.collapsi.rules import CODING, JOKER, Rules


class LooksUp(Protocol):
    """What answers positions after both first moves."""

    def codes(
        self,
        face_up: npt.NDArray[np.uint16],
        mover: npt.NDArray[np.uint8],
        opponent: npt.NDArray[np.uint8],
        letters: npt.NDArray[np.uint32],
    ) -> Codes:
        """The codes of some positions, see `solver.Whole.codes`."""


def first_plies(source: LooksUp, rules: Rules, cards: Sequence[int], letters: int) -> Codes:
    """The codes of the first two plies of a deal.

    Parameters
    ----------
    source : LooksUp
    rules : Rules
    cards : sequence of int
        As in `Deal.cards`.
    letters : int
        The same as `source` takes them.

    Returns
    -------
    ndarray of uint8, shape (editions, 2, cells + 1)
        For each edition and each joker that is red's, by ascending cell: at [..., c] the
        position after red's first move with red on cell c, no entry for the jokers'; at
        [..., cells] the start.
    """
    board, size = rules.board, rules.board.size
    everything = (1 << size) - 1
    jokers = [cell for cell, card in enumerate(cards) if card == JOKER]
    after = _after_both(source, size, jokers, letters)
    codes = np.full((len(rules.editions), 2, size + 1), CODING.no_entry, np.uint8)
    for number, edition in enumerate(rules.editions):
        for turn, (red, blue) in enumerate((jokers, jokers[::-1])):
            now = codes[number, turn]
            ends = list(paths(board, everything & ~(1 << red), blue, edition.joker_steps))
            now[:size] = CODING.replies[after[:, ends].min(1, initial=CODING.no_entry)]
            now[jokers] = CODING.no_entry
            ends = list(paths(board, everything, red, edition.joker_steps))
            now[size] = CODING.replies[now[ends].min(initial=CODING.no_entry)]
    return codes


def _after_both(source: LooksUp, size: int, jokers: Sequence[int], letters: int) -> Codes:
    """The codes after both first moves, by the mover's and the opponent's cell."""
    free = [cell for cell in range(size) if cell not in jokers]
    pawns = np.array(list(permutations(free, 2)), np.uint8)
    mover, opponent = np.ascontiguousarray(pawns.T)
    face_up = np.full(len(pawns), sum(1 << cell for cell in free), np.uint16)
    codes = np.full((size, size), CODING.no_entry, np.uint8)
    codes[mover, opponent] = source.codes(
        face_up, mover, opponent, np.full(len(pawns), letters, np.uint32)
    )
    return codes
