"""Solo: its rules, positions, and every position of one board.

Source: what the designer has published about the solo game, which leaves open how the exit is
entered, whether cards may be left, and how far the pawn steps from the first joker.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tablebase.engine.position import CompiledRules
from tablebase.engine.values import OnePlayerCoding, Result, Value
from tablebase.errors import PositionError, quote
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.moves import paths
from tablebase.games.collapsi.one_pawn import PawnGame, PawnPosition, PawnRules, read_cells
from tablebase.games.collapsi.rules import COLLAPSI
from tablebase.support.lazy import cached_property

if TYPE_CHECKING:
    from tablebase.engine.tables.selftest import Sample

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


@dataclass(frozen=True)
class SoloGame(PawnGame[Position]):
    """All positions of one board."""

    cards: tuple[int, ...]
    exit: int
    rules: Rules

    name = "solo"
    coding = CODING
    positions = Position

    @cached_property
    def start(self) -> Position:
        """The start."""
        size = len(self.cards)
        first = next(
            cell for cell in range(size) if self.cards[cell] == JOKER and cell != self.exit
        )
        return Position(self.cards, self.exit, first, (1 << size) - 1, self.rules)

    @property
    def size(self) -> int:
        """Number of positions."""
        return self.on_cards + (1 << len(self.cells)) + 1

    @property
    def layers(self) -> int:
        """Numbers of cards that can be face up."""
        return len(self.cells) + 2

    @property
    def compiled(self) -> CompiledRules:
        """The rules as kernels."""
        from tablebase.games.solo.kernels import layer, successors

        return CompiledRules(successors, layer, 3 * len(self.cards), self.context)

    @property
    def tail(self) -> Sequence[int]:
        """The cells of the exit and of the start, and two readings."""
        return self.exit, self.start.pawn, self.rules.exit == "door", self.rules.left == "any"

    def clearing_chance(self) -> float:
        """The chance that uniformly random legal moves clear the board."""
        from tablebase.engine.compiled.solver import random_means

        cleared = np.zeros(self.size)
        cleared[self.on_cards] = 1
        return float(random_means(self, self.compiled, cleared)[-1])


def sample() -> Sample[Position]:
    """A board of seven cards, for `tablebase.engine.tables.selftest`."""
    from tablebase.engine.tables.selftest import Sample

    return Sample(SoloGame.of(Position.parse("A2Jr/AA3/J2A", Rules(Board(3, 3)))))
