"""The backward induction of one deal: validates, allocates, and calls the kernels."""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tablebase.engine.induction import pack
from tablebase.games.collapsi import kernels
from tablebase.games.collapsi.rules import CODING, JOKER, Edition, Rules, paths

if TYPE_CHECKING:
    from tablebase.engine.game import Codes
    from tablebase.games.collapsi.game import CollapsiGame

Words = npt.NDArray[np.uint64]

BLOCKS_PER_STEP = 64
"""Blocks of 64 face-up sets solved between two chances to show progress or to stop."""


class CollapsiSolver:
    """A backward induction of one deal, in the labels of its canonical deal.

    Parameters
    ----------
    game : CollapsiGame
        The deal; its table is the canonical deal's.
    """

    def __init__(self, game: CollapsiGame) -> None:
        self._game = game
        board, free = game.rules.board, game.free_cells
        cards = [game.canonical_cards[cell] for cell in free]
        adjacent = [
            sum(1 << s for s, b in enumerate(free) if b in board.neighbours[a]) for a in free
        ]
        self._cards = np.array(cards, dtype=np.uint8)
        self._adjacent = np.array(adjacent, dtype=np.uint16)
        self._blocks = kernels.n_blocks(len(free))
        self.steps = -(-self._blocks // BLOCKS_PER_STEP)

    def step(self, number: int) -> None:
        """Solve the face-up sets of one range of blocks; earlier ranges have been solved."""
        if number == 0:
            self._reach, self._values, self._words = _workspace(len(self._cards), max(self._cards))
            kernels.destination_planes(self._adjacent, self._cards, self._reach)
        first = number * BLOCKS_PER_STEP
        last = min(first + BLOCKS_PER_STEP, self._blocks)
        kernels.solve_blocks(self._reach, self._cards, first, last, self._values, self._words)

    def codes(self) -> Codes:
        """The packed codes in rank order, the first two plies last."""
        index = self._game.index
        packed = np.empty(index.size // 2, dtype=np.uint8)
        packed[: index.openings // 2] = kernels.packed_codes(self._words, index.free)
        packed[index.openings // 2 :] = pack(self._openings(packed), CODING.bits)
        return packed

    def _openings(self, packed: Codes) -> Codes:
        """The codes of the first two plies, from those of the third, where all 14 cards are up."""
        game, index = self._game, self._game.index
        last_of_pair = packed[index.masks // 2 - 1 : index.openings // 2 : index.masks // 2] >> 4
        third = np.full((index.free, index.free), CODING.no_entry, dtype=np.uint8)
        third[~np.eye(index.free, dtype=bool)] = last_of_pair
        cells = np.array(game.free_cells)
        jokers = [cell for cell, card in enumerate(game.canonical_cards) if card == JOKER]
        codes: list[int] = []
        for edition in game.rules.editions:
            for red, blue in (jokers, jokers[::-1]):
                # third[s, d]: red on slot s, blue moves to slot d; the entry for d = s is none.
                second = _reply(third[:, _ends(game.rules, red, blue, edition)[cells]])
                first = _reply(second[_ends(game.rules, None, red, edition)[cells]])
                codes += [int(first), *second.tolist()]
        return np.array(codes, dtype=np.uint8)


_thread = threading.local()


def _workspace(free: int, max_step: int) -> tuple[Words, Words, Words]:
    """The arrays to work in, the same for every deal that a thread solves.

    Fresh pages from the system would cost as much time as the induction itself. A thread
    solves one deal at a time, from the first step to the codes.
    """
    if getattr(_thread, "shape", None) != (free, max_step):
        _thread.shape = (free, max_step)
        _thread.arrays = kernels.workspace(free, max_step)
    arrays: tuple[Words, Words, Words] = _thread.arrays
    return arrays


def _reply(codes: Codes) -> Codes:
    """The mover's codes from those of his successors along the last axis."""
    mine: Codes = CODING.replies[codes.min(axis=-1, initial=CODING.no_entry)]
    return mine


@lru_cache(maxsize=4096)
def _ends(
    rules: Rules, collapsed: int | None, joker: int, edition: Edition
) -> npt.NDArray[np.bool_]:
    """Which cells a pawn can reach from its joker, all cards but `collapsed` being face up."""
    face_up = (1 << rules.board.size) - 1
    if collapsed is not None:
        face_up &= ~(1 << collapsed)
    ends = np.zeros(rules.board.size, dtype=bool)
    ends[list(paths(rules.board, face_up, joker, edition.joker_steps))] = True
    return ends
