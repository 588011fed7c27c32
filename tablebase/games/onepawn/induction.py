"""The backward induction of one board of the first version."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tablebase.engine.jobs.resources import check_memory
from tablebase.games.onepawn.kernels import solve

if TYPE_CHECKING:
    from tablebase.engine.game import Codes
    from tablebase.games.onepawn.game import OnePawnGame
    from tablebase.games.onepawn.rules import Rules


class OnePawnSolver:
    """A backward induction over all sets of face-up cards, by ascending masks."""

    steps = 1

    def __init__(self, game: OnePawnGame) -> None:
        self._game = game
        check_memory(game.size, f"a table of {game.key}, {game.size:,} positions,")
        self._codes = np.zeros(game.size, np.uint8)

    def step(self, number: int) -> None:
        """Solve every position; the start is last."""
        game, codes = self._game, self._codes
        replies = game.coding.replies
        steps = steps_of(game.cards, game.rules)
        solve(neighbours_of(game.rules), steps, np.uint64(game.start.pawn), replies, codes)
        after = [game.rank(game.start.play(move)) for move in game.start.legal_moves()]
        codes[-1] = replies[min(codes[after], default=game.coding.no_entry)]

    def codes(self) -> Codes:
        """The codes in rank order, one a byte."""
        return self._codes


def neighbours_of(rules: Rules) -> npt.NDArray[np.uint64]:
    """The neighbours of each cell as a bit mask."""
    return np.array(rules.board.neighbour_masks, np.uint64)


def steps_of(cards: tuple[int, ...], rules: Rules) -> npt.NDArray[np.uint64]:
    """The numbers of steps from each cell, bit s - 1 for s; from the joker, of the first move."""
    first = sum(1 << number - 1 for number in rules.joker_steps)
    return np.array([1 << card - 1 if card else first for card in cards], np.uint64)
