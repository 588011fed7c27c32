"""The rules of the first version of Collapsi, as data.

Source: what the designer has said about the first playtest: one pawn, moved by both players in
turn, 5x5, A to 6, one joker; whoever cannot move loses. How far the pawn steps from the joker is
not known, so it is an option.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.one_pawn import PawnRules

BOARD = Board(5, 5)

MAX_CELLS = 25
"""The largest board: its table has 201 million positions."""

DECKS = {
    16: (0, *(1, 2, 3) * 4, 4, 4, 4),
    25: (0, *(1, 2, 3, 4, 5, 6) * 4),
}
"""The deck for each number of cells. On 25 cells it is one joker and four each of A to 6, the only
deck with the same number of each. On 16 cells we chose one joker, four each of A to 3, and three
4s."""


@dataclass(frozen=True)
class Rules(PawnRules):
    """The board, of 3 to `MAX_CELLS` cells, and the numbers of steps that the first move may take.

    Raises `ValueError` if they are none of these.
    """

    board: Board = BOARD
    joker_steps: tuple[int, ...] = (1, 2, 3, 4)
    sizes: ClassVar[range] = range(3, MAX_CELLS + 1)


FIRST_VERSION = Rules()
"""The board of the first playtest; the first move as in rules 1.1 of Collapsi."""
