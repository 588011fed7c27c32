"""A position of the first version: cards, which of them are face up, and the one pawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.one_pawn import PawnPosition, read_cells
from tablebase.games.onepawn.rules import FIRST_VERSION, Rules


@dataclass(frozen=True)
class Position(PawnPosition):
    """A position of the first version.

    The players move the pawn in turn. Whoever cannot move loses.

    Examples
    --------
    >>> from tablebase import Board
    >>> position = Position.parse("A2J/A3A/22A", Rules(Board(3, 3)))
    >>> str(position.play("c2"))
    'A2xJ/A3Ar/22A'
    """

    room = "onepawn"

    cards: tuple[int, ...]
    pawn: int
    face_up: int
    rules: Rules = FIRST_VERSION
    jokers: ClassVar[int] = 1

    @classmethod
    def start(cls, cards: tuple[int, ...], rules: Rules = FIRST_VERSION) -> Position:
        """The start: the pawn on the joker, every card face up."""
        pawn = cards.index(JOKER) if JOKER in cards else 0
        return cls(cards, pawn, (1 << len(cards)) - 1, rules)

    @classmethod
    def parse(cls, text: str, rules: Rules = FIRST_VERSION) -> Position:
        """Read a position: rows of cards, ``x`` before those face down, ``r`` after the pawn's.

        Without a pawn it is on the joker. Raises `NotationError` if the text is not made of such
        rows, or a card's value is unknown, and `PositionError` if the position is impossible.
        """
        cards, pawn, face_up = read_cells(text, rules.board, cls.jokers)
        return cls(cards, cards.index(JOKER) if pawn is None else pawn, face_up, rules)

    @property
    def home(self) -> int:
        """The cell of the joker."""
        return self.cards.index(JOKER)

    @property
    def deal(self) -> tuple[Any, ...]:
        """The cards and the rules."""
        return self.cards, self.rules

    def at(self, pawn: int, face_up: int) -> Position:
        """Another position of the same board."""
        return Position(self.cards, pawn, face_up, self.rules)

    @property
    def ply(self) -> int:
        """Plies played: each has collapsed a card."""
        return len(self.cards) - self.face_up.bit_count()

    @property
    def layer(self) -> int:
        """The cards face up, the pawn's not counted."""
        return self.face_up.bit_count() - 1

    @property
    def sides(self) -> tuple[str, str]:
        """The side to move, and the other."""
        return ("second", "first") if self.ply % 2 else ("first", "second")

    def as_dict(self) -> dict[str, Any]:
        """The rules, and the number of plies played."""
        return {"rules": self.rules.as_dict(), "ply": self.ply}
