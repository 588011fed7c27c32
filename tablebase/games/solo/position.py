"""A position of Solo: cards, which of them are face up, and the pawn; legal moves, play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tablebase.engine.values import OnePlayerCoding, Result, Value
from tablebase.errors import NotationError, PositionError, plural, quote
from tablebase.games.collapsi.deck import JOKER, UNKNOWN
from tablebase.games.collapsi.moves import Move, chosen, paths
from tablebase.games.collapsi.notation import Cell, read, write
from tablebase.games.collapsi.one_pawn import PAWN
from tablebase.games.solo.rules import SOLO, Rules

CODING = OnePlayerCoding(8, Result.LOSS, goal=0)
"""The codes of values: the most cards that can be collapsed, and whether the player can win."""


@dataclass(frozen=True)
class Position:
    """A position of Solo.

    The pawn starts on one joker; the other is the exit. A move takes as many steps as the pawn's
    card says, over face-up cards, as in Collapsi; then the card that it leaves collapses. The game
    is over when the pawn is on the exit or cannot move.

    Parameters
    ----------
    cards : tuple of int
        The card of each cell, 0 for both jokers.
    exit : int
        The cell of the exit.
    pawn : int
        The pawn's cell.
    face_up : int
        Bit mask of the cells that are face up, the exit among them.
    rules : Rules
        The board and the readings.

    Raises
    ------
    PositionError
        If no game leads there.

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

    def __post_init__(self) -> None:
        board = self.rules.board
        if len(self.cards) != board.size or not all(0 <= card <= 9 for card in self.cards):
            raise PositionError(
                f"cards {quote(self.cards)}: expected {board.size} of 0 (joker) to 9"
            )
        jokers = [cell for cell, card in enumerate(self.cards) if card == JOKER]
        if len(jokers) != 2 or self.exit not in jokers:
            raise PositionError(
                f"{plural(len(jokers), 'joker')}: expected two, one of them the exit"
            )
        everything = (1 << board.size) - 1
        if not self.face_up | everything == everything or not self.face_up >> self.exit & 1:
            raise PositionError(f"face-up mask {self.face_up:#x}: expected it to have the exit")
        if not 0 <= self.pawn < board.size or not self.face_up >> self.pawn & 1:
            raise PositionError("the pawn is not on a face-up card: expected it to be on one")
        if self.face_up >> self.start & 1 and not self.is_start:
            raise PositionError(
                "the first joker is face up: expected the pawn on it and every card face up, or "
                "the joker face down after the first move"
            )

    @classmethod
    def parse(cls, text: str, rules: Rules = SOLO) -> Position:
        """Read a position: rows of cards, ``x`` before those face down, ``r`` after the pawn's.

        Without a pawn it is on the first joker.

        Raises
        ------
        NotationError
            If the text is not made of such rows, or a card's value is unknown.
        PositionError
            If the position is impossible.
        """
        cells, side = read(text, rules.board)
        jokers = [at for at, cell in enumerate(cells) if cell.card == JOKER]
        if side or any(cell.card == UNKNOWN for cell in cells):
            raise NotationError(
                f"{quote(text)}: expected the value of every card, and no side to move"
            )
        if len(jokers) != 2:
            raise NotationError(f"{quote(text)} has {plural(len(jokers), 'joker')}: expected 2")
        pawns = [at for at, cell in enumerate(cells) if cell.pawns]
        if len(pawns) > 1 or any(cell.pawns not in ("", PAWN) for cell in cells):
            raise NotationError(f"{quote(text)}: expected one pawn, {PAWN} after its card")
        pawn = pawns[0] if pawns else jokers[0]
        face_up = sum(1 << at for at, cell in enumerate(cells) if cell.face_up)
        up = [joker for joker in jokers if face_up >> joker & 1]
        if not up:
            raise PositionError(f"{quote(text)}: expected the exit, a joker, face up")
        exit_ = next((joker for joker in up if len(up) == 1 or joker != pawn), jokers[1])
        return cls(tuple(cell.card for cell in cells), exit_, pawn, face_up, rules)

    @property
    def start(self) -> int:
        """The cell of the first joker."""
        return next(
            cell for cell, card in enumerate(self.cards) if card == JOKER and cell != self.exit
        )

    @property
    def is_start(self) -> bool:
        """Whether the game begins here."""
        return self.pawn == self.start and self.face_up == (1 << self.rules.board.size) - 1

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

    def legal_moves(self) -> tuple[Move, ...]:
        """The moves, by ascending destination; empty if the game is over."""
        if self.pawn == self.exit:
            return ()
        rules = self.rules
        steps = rules.joker_steps if self.is_start else (self.cards[self.pawn],)
        door = 1 << self.exit if rules.exit == "door" else 0
        found = paths(rules.board, self.face_up & ~door, self.pawn, steps)
        if door:
            entering = paths(rules.board, self.face_up, self.pawn, range(1, max(steps) + 1))
            if self.exit in entering:
                found[self.exit] = entering[self.exit]
        name = rules.board.cell_name
        return tuple(Move(cell, found[cell], name(cell)) for cell in sorted(found))

    def play(self, move: Move | str | int) -> Position:
        """The position after a move, given as a move, its name or its destination's cell.

        Raises `IllegalMoveError` if it is not legal.
        """
        cell = chosen(move, self.legal_moves(), self).destination
        left = self.face_up & ~(1 << self.pawn)
        return Position(self.cards, self.exit, cell, left, self.rules)

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

    def __str__(self) -> str:
        cells = [
            Cell(card, bool(self.face_up >> at & 1), PAWN if at == self.pawn else "")
            for at, card in enumerate(self.cards)
        ]
        return write(cells, self.rules.board)
