"""The rules of Solo, as data.

Source: what the designer has published about the solo game, which leaves open how the exit is
entered, whether cards may be left, and how far the pawn steps from the first joker.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablebase.errors import plural, quote
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.rules import COLLAPSI

EXITS = ("door", "exact")
LEFT = ("any", "none")
MAX_CELLS = 22
"""The largest board: a table of 20 cards has 11.5 million positions."""


@dataclass(frozen=True)
class Rules:
    """Board and readings.

    Attributes
    ----------
    board : Board
        5 to `MAX_CELLS` cells.
    exit : {'door', 'exact'}
        How a move ends on the exit. A door is entered in any number of steps up to the card's
        number, and no move passes over it. With ``exact`` it is a card like any other.
    left : {'any', 'none'}
        How many cards may be left when the pawn leaves. With ``any`` the player wins by leaving,
        and the fewer cards are left, the better. With ``none`` only an empty board wins.
    joker_steps : tuple of int
        The numbers of steps to choose from on the first move, from the joker.

    Raises
    ------
    ValueError
        If they are none of these.
    """

    board: Board = COLLAPSI.board
    exit: str = EXITS[0]
    left: str = LEFT[0]
    joker_steps: tuple[int, ...] = (1, 2, 3, 4)

    def __post_init__(self) -> None:
        if not 5 <= self.board.size <= MAX_CELLS:
            raise ValueError(
                f"board of {plural(self.board.size, 'cell')}: expected 5 to {MAX_CELLS}"
            )
        if self.exit not in EXITS:
            raise ValueError(f"exit {quote(self.exit)}: expected {' or '.join(EXITS)}")
        if self.left not in LEFT:
            raise ValueError(f"left {quote(self.left)}: expected {' or '.join(LEFT)}")
        if not self.joker_steps or not set(self.joker_steps) <= set(range(1, 10)):
            raise ValueError(f"joker steps {quote(self.joker_steps)}: expected some of 1 to 9")

    def as_dict(self) -> dict[str, Any]:
        """The rules as plain data; `from_dict` is the inverse."""
        return {
            "board": "/".join(self.board.picture),
            "wrap": self.board.wrap,
            "exit": self.exit,
            "left": self.left,
            "joker_steps": "".join(map(str, self.joker_steps)),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Rules:
        """The rules that `as_dict` described; raises ValueError, KeyError or TypeError."""
        board = Board.from_picture(str(data["board"]), wrap=bool(data["wrap"]))
        steps = tuple(map(int, str(data["joker_steps"])))
        return cls(board, str(data["exit"]), str(data["left"]), steps)


SOLO = Rules()
"""The published board, and the readings nearest to what the designer has said."""
