"""The first version of Collapsi: its rules, positions, and every position of one board.

Source: what the designer has said about the first playtest: one pawn, moved by both players in
turn, 5x5, A to 6, one joker; whoever cannot move loses. How far the pawn steps from the joker is
not known, so it is an option.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from tablebase.engine.position import CompiledRules
from tablebase.engine.values import Coding, Result
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.one_pawn import PawnGame, PawnPosition, PawnRules, read_cells
from tablebase.support.lazy import cached_property

if TYPE_CHECKING:
    from tablebase.engine.tables.selftest import Sample

CODING = Coding(8, Result.LOSS)

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


@dataclass(frozen=True)
class OnePawnGame(PawnGame[Position]):
    """All positions of one board."""

    cards: tuple[int, ...]
    rules: Rules

    name = "onepawn"
    coding = CODING
    positions = Position

    @cached_property
    def start(self) -> Position:
        """The start."""
        return Position.start(self.cards, self.rules)

    @property
    def size(self) -> int:
        """Number of positions."""
        return self.on_cards + 1

    @property
    def layers(self) -> int:
        """Numbers of cards that can be face up besides the pawn's."""
        return len(self.cards)

    @property
    def compiled(self) -> CompiledRules:
        """The rules as kernels."""
        from tablebase.games.onepawn.kernels import layer, successors

        return CompiledRules(successors, layer, 3 * len(self.cards), self.context)


def sample() -> Sample[Position]:
    """A board of eight cards, for `tablebase.engine.tables.selftest`."""
    from tablebase.engine.tables.selftest import Sample

    return Sample(OnePawnGame.of(Position.parse("A2J/A3A/22A", Rules(Board(3, 3)))))
