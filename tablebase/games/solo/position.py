"""A position of Solo: cards, which of them are face up, and the pawn; legal moves, play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from tablebase.engine.values import OnePlayerCoding, Result, Value
from tablebase.errors import PositionError, quote
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.moves import paths
from tablebase.games.collapsi.one_pawn import PawnPosition, read_cells
from tablebase.games.solo.rules import SOLO, Rules

CODING = OnePlayerCoding(8, Result.LOSS, goal=0)
"""The codes of values: the most cards that can be collapsed, and whether the player can win."""


@dataclass(frozen=True)
class Position(PawnPosition):
    """A position of Solo.

    The pawn starts on one joker; the other is the exit, in the cell `exit`, which is always face
    up. The game is over when the pawn is on the exit or cannot move.

    Examples
    --------
    >>> position = Position.parse("A223/4A2Jr/3A23/J3A4")
    >>> str(position.play("a1"))
    'Ar223/4A2xJ/3A23/J3A4'
    """

    room = "solo"

    cards: tuple[int, ...]
    exit: int
    pawn: int
    face_up: int
    rules: Rules = SOLO
    jokers: ClassVar[int] = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.exit not in {cell for cell, card in enumerate(self.cards) if card == JOKER}:
            raise PositionError(f"exit {self.exit}: expected the cell of a joker")
        if not self.face_up >> self.exit & 1:
            raise PositionError(f"face-up mask {self.face_up:#x}: expected it to have the exit")

    @classmethod
    def parse(cls, text: str, rules: Rules = SOLO) -> Position:
        """Read a position: rows of cards, ``x`` before those face down, ``r`` after the pawn's.

        Without a pawn it is on the first joker. Raises `NotationError` if the text is not made of
        such rows, or a card's value is unknown, and `PositionError` if the position is impossible.
        """
        cards, pawn, face_up = read_cells(text, rules.board, cls.jokers)
        jokers = [cell for cell, card in enumerate(cards) if card == JOKER]
        pawn = jokers[0] if pawn is None else pawn
        up = [joker for joker in jokers if face_up >> joker & 1]
        if not up:
            raise PositionError(f"{quote(text)}: expected the exit, a joker, face up")
        exit_ = next((joker for joker in up if len(up) == 1 or joker != pawn), jokers[1])
        return cls(cards, exit_, pawn, face_up, rules)

    @property
    def home(self) -> int:
        """The cell of the first joker."""
        return next(
            cell for cell, card in enumerate(self.cards) if card == JOKER and cell != self.exit
        )

    @property
    def deal(self) -> tuple[Any, ...]:
        """The cards, the exit and the rules."""
        return self.cards, self.exit, self.rules

    def at(self, pawn: int, face_up: int) -> Position:
        """Another position of the same board."""
        return Position(self.cards, self.exit, pawn, face_up, self.rules)

    @property
    def remaining(self) -> int:
        """Number of cards face up, the exit not counted."""
        return self.face_up.bit_count() - 1

    @property
    def layer(self) -> int:
        """The number of cards face up, or 0 if the pawn has left and may leave cards behind."""
        return 0 if self.pawn == self.exit and self.rules.left == "any" else self.remaining

    @property
    def sides(self) -> tuple[str, str]:
        """The player, and the board, which wins if the player does not."""
        return "player", "board"

    def ends(self) -> dict[int, tuple[int, ...]]:
        """The cells that a move can end on, and a path to each."""
        if self.pawn == self.exit:
            return {}
        if self.rules.exit == "exact":
            return super().ends()
        board, steps = self.rules.board, self.steps
        found = paths(board, self.face_up & ~(1 << self.exit), self.pawn, steps)
        entering = paths(board, self.face_up, self.pawn, range(1, max(steps) + 1))
        return found | {cell: entering[cell] for cell in (self.exit,) if cell in entering}

    def replay(self, moves: Iterable[str]) -> list[Position]:
        """The positions of a game, from this one to the one after the last move."""
        played = [self]
        for move in moves:
            played.append(played[-1].play(move))
        return played

    def as_dict(self) -> dict[str, Any]:
        """The readings, and the number of cards face up."""
        return {"rules": self.rules.as_dict(), "cards": self.remaining}

    def score(self, value: Value) -> int:
        """The cards left at the end, the exit not counted."""
        return self.remaining - value.dte
