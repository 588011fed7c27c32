"""The rules of the first version of Collapsi, as data.

Source: what the designer has said about the first playtest: one pawn, moved by both players in
turn, 5x5, A to 6, one joker; whoever cannot move loses. How far the pawn steps from the joker is
not known, so it is an option.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablebase.errors import plural, quote
from tablebase.games.collapsi.board import Board

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
class Rules:
    """Board and reading.

    Attributes
    ----------
    board : Board
        3 to `MAX_CELLS` cells.
    joker_steps : tuple of int
        The numbers of steps to choose from on the first move, from the joker.

    Raises
    ------
    ValueError
        If they are none of these.
    """

    board: Board = BOARD
    joker_steps: tuple[int, ...] = (1, 2, 3, 4)

    def __post_init__(self) -> None:
        if not 3 <= self.board.size <= MAX_CELLS:
            raise ValueError(
                f"board of {plural(self.board.size, 'cell')}: expected 3 to {MAX_CELLS}"
            )
        if not self.joker_steps or not set(self.joker_steps) <= set(range(1, 10)):
            raise ValueError(f"joker steps {quote(self.joker_steps)}: expected some of 1 to 9")

    def as_dict(self) -> dict[str, Any]:
        """The rules as plain data; `from_dict` is the inverse."""
        return {
            "board": "/".join(self.board.picture),
            "wrap": self.board.wrap,
            "joker_steps": "".join(map(str, self.joker_steps)),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Rules:
        """The rules that `as_dict` described; raises ValueError, KeyError or TypeError."""
        board = Board.from_picture(str(data["board"]), wrap=bool(data["wrap"]))
        return cls(board, tuple(map(int, str(data["joker_steps"]))))


FIRST_VERSION = Rules()
"""The board of the first playtest; the first move as in rules 1.1 of Collapsi."""
