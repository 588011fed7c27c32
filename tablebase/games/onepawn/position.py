"""A position of the first version: cards, which of them are face up, and the one pawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablebase.engine.position import Position as EnginePosition
from tablebase.errors import NotationError, PositionError, quote
from tablebase.games.collapsi.deck import JOKER, UNKNOWN
from tablebase.games.collapsi.moves import Move, chosen, paths
from tablebase.games.collapsi.notation import Cell, read, write
from tablebase.games.collapsi.one_pawn import PAWN
from tablebase.games.onepawn.rules import FIRST_VERSION, Rules


@dataclass(frozen=True)
class Position(EnginePosition):
    """A position of the first version.

    The pawn starts on the joker. The players move it in turn: as many steps as its card says, over
    face-up cards, as in Collapsi. Then the card that it leaves collapses. Whoever cannot move
    loses.

    Parameters
    ----------
    cards : tuple of int
        The card of each cell, 0 for the joker.
    pawn : int
        The pawn's cell.
    face_up : int
        Bit mask of the cells that are face up.
    rules : Rules
        The board, and the first move.

    Raises
    ------
    PositionError
        If no game leads there.

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

    def __post_init__(self) -> None:
        size = self.rules.board.size
        if len(self.cards) != size or not all(0 <= card <= 9 for card in self.cards):
            raise PositionError(f"cards {quote(self.cards)}: expected {size} of 0 (joker) to 9")
        if (jokers := self.cards.count(JOKER)) != 1:
            raise PositionError(f"{jokers} jokers: expected one")
        if not 0 <= self.face_up < 1 << size:
            raise PositionError(f"face-up mask {self.face_up:#x}: expected {size} bits at most")
        if not 0 <= self.pawn < size or not self.face_up >> self.pawn & 1:
            raise PositionError("the pawn is not on a face-up card: expected it to be on one")
        if self.face_up >> self.joker & 1 and not self.is_start:
            raise PositionError(
                "the joker is face up: expected the pawn on it and every card face up, or the "
                "joker face down after the first move"
            )

    @classmethod
    def start(cls, cards: tuple[int, ...], rules: Rules = FIRST_VERSION) -> Position:
        """The start: the pawn on the joker, every card face up."""
        pawn = cards.index(JOKER) if JOKER in cards else 0
        return cls(cards, pawn, (1 << len(cards)) - 1, rules)

    @classmethod
    def parse(cls, text: str, rules: Rules = FIRST_VERSION) -> Position:
        """Read a position: rows of cards, ``x`` before those face down, ``r`` after the pawn's.

        Without a pawn it is on the joker.

        Raises
        ------
        NotationError
            If the text is not made of such rows, or a card's value is unknown.
        PositionError
            If the position is impossible.
        """
        cells, side = read(text, rules.board)
        if side or any(cell.card == UNKNOWN for cell in cells):
            raise NotationError(
                f"{quote(text)}: expected the value of every card, and no side to move"
            )
        cards = tuple(cell.card for cell in cells)
        pawns = [at for at, cell in enumerate(cells) if cell.pawns]
        if len(pawns) > 1 or any(cell.pawns not in ("", PAWN) for cell in cells):
            raise NotationError(f"{quote(text)}: expected one pawn, {PAWN} after its card")
        if cards.count(JOKER) != 1:
            raise NotationError(f"{quote(text)} has {cards.count(JOKER)} jokers: expected 1")
        face_up = sum(1 << at for at, cell in enumerate(cells) if cell.face_up)
        return cls(cards, pawns[0] if pawns else cards.index(JOKER), face_up, rules)

    @property
    def joker(self) -> int:
        """The cell of the joker."""
        return self.cards.index(JOKER)

    @property
    def is_start(self) -> bool:
        """Whether the game begins here."""
        return self.pawn == self.joker and self.face_up == (1 << len(self.cards)) - 1

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

    def legal_moves(self) -> tuple[Move, ...]:
        """The moves, by ascending destination; empty if the game is over."""
        rules = self.rules
        steps = rules.joker_steps if self.is_start else (self.cards[self.pawn],)
        found = paths(rules.board, self.face_up, self.pawn, steps)
        name = rules.board.cell_name
        return tuple(Move(cell, found[cell], name(cell)) for cell in sorted(found))

    def play(self, move: Move | str | int) -> Position:
        """The position after a move, given as a move, its name or its destination's cell.

        Raises `IllegalMoveError` if it is not legal.
        """
        cell = chosen(move, self.legal_moves(), self).destination
        return Position(self.cards, cell, self.face_up & ~(1 << self.pawn), self.rules)

    def as_dict(self) -> dict[str, Any]:
        """The rules, and the number of plies played."""
        return {"rules": self.rules.as_dict(), "ply": self.ply}

    def __str__(self) -> str:
        cells = [
            Cell(card, bool(self.face_up >> at & 1), PAWN if at == self.pawn else "")
            for at, card in enumerate(self.cards)
        ]
        return write(cells, self.rules.board)
