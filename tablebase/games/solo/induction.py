"""The backward induction of one board of Solo, and the chances of random moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tablebase.engine.jobs.resources import check_memory
from tablebase.games.solo.kernels import solve
from tablebase.games.solo.position import CODING

if TYPE_CHECKING:
    from tablebase.engine.game import Codes
    from tablebase.games.solo.game import SoloGame

NO_CHANCES = np.empty((0, 0))


class SoloSolver:
    """A backward induction over all sets of face-up cards, by ascending masks."""

    steps = 1

    def __init__(self, game: SoloGame) -> None:
        self._game = game
        slots = len(game.cells)
        check_memory(slots + 1 << slots, f"a table of {game.key}, {game.size:,} positions,")
        self._codes = np.zeros((slots + 1, 1 << slots), np.uint8)

    def step(self, number: int) -> None:
        """Solve every position after the first move."""
        solve_board(self._game, self._codes, NO_CHANCES)

    def codes(self) -> Codes:
        """The codes in rank order, one a byte."""
        slots = len(self._game.cells)
        masks = np.arange(1 << slots)
        start = self._game.start
        after = [_place(self._game, move.destination) for move in start.legal_moves()]
        best = max((self._codes[slot, -1] + 1 for slot in after), default=CODING.at_end(slots + 1))
        return np.concatenate(
            [
                *(self._codes[slot, masks >> slot & 1 == 1] for slot in range(slots)),
                self._codes[slots],
                [np.uint8(best)],
            ]
        )


def solve_board(
    game: SoloGame, codes: npt.NDArray[np.uint8], chances: npt.NDArray[np.float64]
) -> None:
    """Fill the codes of every position after the first move, see `kernels.solve`."""
    rules = game.rules
    solve(
        np.array(rules.board.neighbour_masks, np.uint64),
        np.array(game.cells, np.uint64),
        np.array([1 << game.cards[cell] - 1 for cell in game.cells], np.uint64),
        np.uint64(game.exit),
        rules.exit == "door",
        rules.left == "any",
        codes,
        chances,
    )


def clearing_chance(game: SoloGame) -> float:
    """The chance that uniformly random legal moves clear the board."""
    slots = len(game.cells)
    codes = np.zeros((slots + 1, 1 << slots), np.uint8)
    chances = np.zeros(codes.shape)
    solve_board(game, codes, chances)
    after = [_place(game, move.destination) for move in game.start.legal_moves()]
    return float(np.mean([chances[slot, -1] for slot in after])) if after else 0.0


def _place(game: SoloGame, cell: int) -> int:
    """The row of a pawn's cell in the kernel's arrays."""
    return len(game.cells) if cell == game.exit else game.cells.index(cell)
