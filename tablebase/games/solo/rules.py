"""The rules of Solo, as data.

Source: what the designer has published about the solo game, which leaves open how the exit is
entered, whether cards may be left, and how far the pawn steps from the first joker.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tablebase.errors import quote
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.one_pawn import PawnRules
from tablebase.games.collapsi.rules import COLLAPSI

EXITS = ("door", "exact")
LEFT = ("any", "none")
MAX_CELLS = 22
"""The largest board: a table of 20 cards has 11.5 million positions."""


@dataclass(frozen=True)
class Rules(PawnRules):
    """Board and readings; raises `ValueError` if they are none of these."""

    board: Board = COLLAPSI.board
    """5 to `MAX_CELLS` cells."""
    exit: str = EXITS[0]
    """How a move ends on the exit. A door is entered in any number of steps up to the card's
    number, and no move passes over it. With ``exact`` it is a card like any other."""
    left: str = LEFT[0]
    """How many cards may be left when the pawn leaves. With ``any`` the player wins by leaving, and
    the fewer cards are left, the better. With ``none`` only an empty board wins."""
    joker_steps: tuple[int, ...] = (1, 2, 3, 4)
    """The numbers of steps to choose from on the first move, from the joker."""
    sizes: ClassVar[range] = range(5, MAX_CELLS + 1)
    readings: ClassVar[Sequence[str]] = ("exit", "left")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.exit not in EXITS:
            raise ValueError(f"exit {quote(self.exit)}: expected {' or '.join(EXITS)}")
        if self.left not in LEFT:
            raise ValueError(f"left {quote(self.left)}: expected {' or '.join(LEFT)}")


SOLO = Rules()
"""The published board, and the readings nearest to what the designer has said."""
