"""A position of 2D Nim: which stones are left; notation, legal moves, play.

The notation is the article's: rows of 1 (a stone) and 0 (a gap), separated by ``/``, blanks or, as
in links, ``_``: ``1110/1000/0000/0000``. ``4x4`` is the full board. A move is named by the ends of
the line of stones that it takes: ``a1-c1``, or ``a1`` for a single stone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from tablebase.engine.values import Value
from tablebase.errors import IllegalMoveError, NotationError, PositionError, expected, quote
from tablebase.games.nim.rules import Rules

SIDES = ("first", "second")
"""The players: `first` is to move in the position that was asked about."""

_SIZE = re.compile(r"(\d{1,2})x(\d{1,2})")


@dataclass(frozen=True)
class Take:
    """A legal move: the mask of the stones taken, see `Rules`, and the line's ends: ``a1-c1``."""

    stones: int
    name: str = field(compare=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Position:
    """A position of 2D Nim: a mask of the stones left, the article's number of it; see `Rules`.

    `side_to_move`, ``"first"`` or ``"second"``, is a label for lines of play. Positions that differ
    only in this label are equal: the stones do not show whose turn it is, and it does not matter.
    Raises `PositionError` if the mask is not one of the board.

    Examples
    --------
    >>> position = Position.parse("1110/1000/0000/0000")
    >>> [str(move) for move in position.legal_moves()]
    ['a1', 'a1-b1', 'a1-c1', 'a1-a2', 'b1', 'b1-c1', 'c1', 'a2']
    >>> str(position.play("a1-b1"))
    '0010/1000/0000/0000'
    """

    room = "nim"

    stones: int
    rules: Rules
    side_to_move: str = field(default=SIDES[0], compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.stones <= self.rules.full:
            raise PositionError(
                f"stones {self.stones:#x}: expected a mask of {self.rules.cells} cells"
            )
        if self.side_to_move not in SIDES:
            raise PositionError(
                f"side to move {quote(self.side_to_move)}: expected {' or '.join(SIDES)}"
            )

    @classmethod
    def parse(cls, text: str, *, take: int = 3, misere: bool = True) -> Position:
        """Read a position, rows of 1 and 0, or the size of a full board, such as ``4x4``.

        The rows give the size of the board; `take` and `misere` are as in `Rules`. Raises
        `NotationError` if the text is not a position's notation, and `ValueError` if there is no
        such board, or nothing may be taken.
        """
        if size := _SIZE.fullmatch(text.strip()):
            return cls.full(Rules(int(size[1]), int(size[2]), take, misere))
        rows = [row for row in re.split(r"[/\s_]+", text.strip()) if row]
        if not rows:
            raise NotationError(
                f"{quote(text)} is not a position: expected rows of 1 and 0, or 4x4"
            )
        for number, row in enumerate(rows, start=1):
            if bad := re.search("[^01]", row):
                raise NotationError(
                    f"{quote(text)}: row {number} {quote(row)} has {bad[0]!r} at character "
                    f"{bad.start() + 1}, expected 1 (a stone) or 0 (a gap)"
                )
            if len(row) != len(rows[0]):
                raise NotationError(
                    f"{quote(text)}: row {number} {quote(row)} has {len(row)} cells, "
                    f"expected {len(rows[0])} as in row 1"
                )
        return cls(int("".join(rows), 2), Rules(len(rows), len(rows[0]), take, misere))

    @classmethod
    def full(cls, rules: Rules) -> Position:
        """The full board."""
        return cls(rules.full, rules)

    @property
    def layer(self) -> int:
        """Number of stones left."""
        return self.stones.bit_count()

    @property
    def sides(self) -> tuple[str, str]:
        """The side to move and the other side."""
        return SIDES if self.side_to_move == SIDES[0] else (SIDES[1], SIDES[0])

    def legal_moves(self) -> tuple[Take, ...]:
        """The legal moves, in the order of `Rules.takes`; empty where no stone is left."""
        return tuple(
            Take(mask, name) for mask, name in self.rules.takes if self.stones & mask == mask
        )

    @property
    def is_terminal(self) -> bool:
        """Whether no stone is left, so that the game is over."""
        return not self.stones

    def play(self, move: Take | str) -> Position:
        """The position after a legal move, or one named by its ends in either order (``"a1-c1"``).

        Raises `IllegalMoveError` if it is not legal here.
        """
        text = str(move)
        names = text, "-".join(reversed(text.split("-")))
        for mask, name in self.rules.takes:
            if name in names and self.stones & mask == mask:
                return Position(self.stones & ~mask, self.rules, self.sides[1])
        raise IllegalMoveError(
            f"{quote(text)} is not legal in {self}: {expected(self.legal_moves())}"
        )

    def as_dict(self) -> dict[str, Any]:
        """The rules, which the notation leaves out, and the number of stones left."""
        return {**self.rules.as_dict(), "stones": self.layer}

    def score(self, value: Value) -> None:
        """None: the game has no score."""

    def __str__(self) -> str:
        cells, width = f"{self.stones:0{self.rules.cells}b}", self.rules.columns
        return "/".join(cells[at : at + width] for at in range(0, len(cells), width))
