"""A position: a stack and which of its cards are left; legal removals, play, replay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tablebase import games
from tablebase.engine.game import Game
from tablebase.engine.lazy import cached_property
from tablebase.engine.values import OnePlayerCoding, Result, Value
from tablebase.errors import IllegalMoveError, PositionError
from tablebase.games.pairs.notation import Card, read, read_cards, write

PERFECT = 2
"""The number of cards that a perfect game leaves: no game leaves fewer."""

CODING = OnePlayerCoding(8, Result.LOSS, goal=PERFECT)
"""The codes of values: the most removals possible, and whether they leave two cards."""


@dataclass(frozen=True)
class Position:
    """A position of Pair Solitaire.

    A card may be removed when it matches, in rank or suit, a card exactly two places away, before
    or after it; the stack then closes up. (The rule is from the article *Deconstructing Pair
    Solitaire*. Its code looks only one way, but its example needs both.)

    Parameters
    ----------
    stack : tuple of Card
        The cards at the start, top card first.
    mask : int
        Bit mask of the cards left; bit i is card i of the stack.

    Raises
    ------
    PositionError
        If the stack has fewer than two cards, or a card twice.

    Examples
    --------
    >>> position = Position.parse("2H 9C 2S KD 2C 2D")
    >>> [str(card) for card in position.legal_moves()]
    ['2H', '2S', 'KD', '2C', '2D']
    >>> str(position.play("KD"))
    '2H 9C 2S xKD 2C 2D'
    """

    stack: tuple[Card, ...]
    mask: int

    def __post_init__(self) -> None:
        size = len(self.stack)
        if size < PERFECT:
            cards = "1 card" if size == 1 else f"{size} cards"
            raise PositionError(f"a stack of {cards}: expected at least {PERFECT}")
        if len(set(self.stack)) < size:
            twice = next(card for card in self.stack if self.stack.count(card) > 1)
            raise PositionError(f"{twice} appears twice: expected each card once")
        if not 0 <= self.mask < 1 << size:
            raise PositionError(f"mask {self.mask:#x}: expected one of {size} bits")

    @classmethod
    def of(cls, stack: Iterable[Card]) -> Position:
        """The start of a stack; raises as `Position`."""
        cards = tuple(stack)
        return cls(cards, (1 << len(cards)) - 1)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a position; a stack without removed cards is its start.

        Raises
        ------
        NotationError
            If the text is not a stack's notation, see the module `notation`.
        PositionError
            If the position is impossible.
        """
        found = read(text)
        mask = sum(1 << at for at, (_, there) in enumerate(found) if there)
        return cls(tuple(card for card, _ in found), mask)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards left, top card first."""
        return tuple(card for at, card in enumerate(self.stack) if self.mask >> at & 1)

    @property
    def layer(self) -> int:
        """Number of cards left."""
        return self.mask.bit_count()

    @property
    def sides(self) -> tuple[str, str]:
        """The player, and the stack, which wins if more than two cards remain."""
        return "player", "stack"

    def legal_moves(self) -> tuple[Card, ...]:
        """The cards that may be removed, in stack order; empty if the game is over."""
        return tuple(card for at, card in enumerate(self.cards) if self._is_removable(at))

    def _is_removable(self, at: int) -> bool:
        return any(self.cards[at].matches(other) for other in self._two_away(at))

    def _two_away(self, at: int) -> tuple[Card, ...]:
        """The cards exactly two places before and after a place."""
        return self.cards[at - 2 : at - 1 if at >= 2 else 0] + self.cards[at + 2 : at + 3]

    @property
    def is_terminal(self) -> bool:
        """Whether no card may be removed, so that the game is over."""
        return not self.legal_moves()

    @property
    def is_perfect(self) -> bool:
        """Whether two cards are left, the fewest of any game."""
        return self.layer <= PERFECT

    def play(self, move: Card | str) -> Position:
        """The position after removing a card, given as a `Card` or by its notation.

        Raises
        ------
        NotationError
            If the text is no card.
        IllegalMoveError
            If the card may not be removed here.
        """
        card = _card(move) if isinstance(move, str) else move
        if card not in self.cards or not self._is_removable(self.cards.index(card)):
            expected = write(self.legal_moves()) or "no move, the game is over"
            raise IllegalMoveError(f"{card} {self._why_not(card)}: expected {expected}")
        return Position(self.stack, self.mask & ~(1 << self.stack.index(card)))

    def _why_not(self, card: Card) -> str:
        if card not in self.stack:
            return "is not in the stack"
        if card not in self.cards:
            return "has been removed already"
        others = map(str, self._two_away(self.cards.index(card)))
        return f"does not match {' or '.join(others) or 'a card two places away: there is none'}"

    def replay(self, moves: Iterable[Card | str] | str) -> list[Position]:
        """The positions of a game, from this one to that after the last move.

        `moves` are the cards removed, in order; or their notation, such as ``"KD 9C"``.

        Raises
        ------
        NotationError
            If a move is no card.
        IllegalMoveError
            At the first illegal move, with its number.
        """
        game = [self]
        for number, move in enumerate(_cards(moves), start=1):
            try:
                game.append(game[-1].play(move))
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {number}: {error}") from None
        return game

    @property
    def game(self) -> Game[Any]:
        """The game, and so the table, that holds this position."""
        return games.game_of("pairs", self.stack)

    def as_dict(self) -> dict[str, int]:
        """The number of cards left; the fewest that can remain is the probe's score."""
        return {"cards": self.layer}

    def score(self, value: Value) -> int:
        """The cards that remain at the end."""
        return self.layer - value.dte

    def __str__(self) -> str:
        return " ".join(
            f"{'' if self.mask >> at & 1 else 'x'}{card}" for at, card in enumerate(self.stack)
        )


def _card(text: str) -> Card:
    (card,) = read_cards(text)
    return card


def _cards(moves: Iterable[Card | str] | str) -> Iterable[Card | str]:
    if isinstance(moves, str):
        return read_cards(moves) if moves.strip() else ()
    return moves
