"""A position: a stack and which of its cards are left; legal removals, play, replay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tablebase.engine.values import OnePlayerCoding, Result, Value
from tablebase.errors import IllegalMoveError, NotationError, PositionError, plural, quote
from tablebase.games.pairs.notation import Card, read, read_cards, write
from tablebase.support.lazy import cached_property

PERFECT = 2
"""The number of cards that a perfect game leaves: no game leaves fewer."""

CODING = OnePlayerCoding(8, Result.LOSS, goal=PERFECT)
"""The codes of values: the most removals possible, and whether they leave two cards."""


@dataclass(frozen=True)
class Position:
    """A position of Pair Solitaire: the cards at the start, top card first, and those left.

    A card may be removed when it matches, in rank or suit, a card exactly two places away, before
    or after it; the stack then closes up. (The rule is from the article *Deconstructing Pair
    Solitaire*. Its code looks only one way, but its example needs both.)
    Bit i of `mask` is card i of the stack. Raises `PositionError` if the stack has fewer than two
    cards, or a card twice.

    Examples
    --------
    >>> position = Position.parse("2H 9C 2S KD 2C 2D")
    >>> [str(card) for card in position.legal_moves()]
    ['2H', '2S', 'KD', '2C', '2D']
    >>> str(position.play("KD"))
    '2H 9C 2S xKD 2C 2D'
    """

    room = "pairs"

    stack: tuple[Card, ...]
    mask: int

    def __post_init__(self) -> None:
        size = len(self.stack)
        if size < PERFECT:
            raise PositionError(f"a stack of {plural(size, 'card')}: expected at least {PERFECT}")
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

        Raises `NotationError` if the text is not a stack's notation, see the module `notation`, and
        `PositionError` if the position is impossible.
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
        """The player and the stack, which wins if more than two cards remain."""
        return "player", "stack"

    @cached_property
    def _moves(self) -> tuple[Card, ...]:
        cards = self.cards
        pairs = [(at, at + 2) for at in range(len(cards) - 2) if cards[at].matches(cards[at + 2])]
        return tuple(cards[at] for at in sorted({at for pair in pairs for at in pair}))

    def legal_moves(self) -> tuple[Card, ...]:
        """The cards that may be removed, in stack order; none if the game is over."""
        return self._moves

    @property
    def is_terminal(self) -> bool:
        """Whether no card may be removed, so that the game is over."""
        return not self.legal_moves()

    @property
    def is_perfect(self) -> bool:
        """Whether two cards are left: the fewest of any game."""
        return self.layer <= PERFECT

    def play(self, move: Card | str) -> Position:
        """The position after the removal of a card.

        Raises `NotationError` if the text is no card, and `IllegalMoveError` if it is not legal
        here.
        """
        card = _card(move)
        if card not in self.legal_moves():
            expected = write(self.legal_moves()) or "no move, the game is over"
            raise IllegalMoveError(f"{self.why_not(card)}: expected {expected}")
        return Position(self.stack, self.mask & ~(1 << self.stack.index(card)))

    def why_not(self, move: Card | str) -> str:
        """Why a move is not legal, in a sentence; raises `NotationError` if the text is no card."""
        card = _card(move)
        if card not in self.stack:
            return f"{card} is not in the stack"
        if card not in self.cards:
            return f"{card} has been removed already"
        at = self.cards.index(card)
        near = [self.cards[place] for place in (at - 2, at + 2) if 0 <= place < self.layer]
        said = " or ".join(map(str, near)) or "a card two places away: there is none"
        return f"{card} does not match {said}"

    def replay(self, moves: Iterable[Card | str] | str) -> list[Position]:
        """The positions of a game, from this one to that after the last move.

        `moves` are the cards to remove, in order, or their notation, such as ``"KD 9C"``. Raises
        `NotationError` if something is not a card, and `IllegalMoveError` at the first illegal
        move, with its number.
        """
        game = [self]
        cards = _cards(moves) if isinstance(moves, str) else moves
        for number, move in enumerate(cards, start=1):
            try:
                game.append(game[-1].play(move))
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {number}: {error}") from None
        return game

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


def _card(move: Card | str) -> Card:
    if isinstance(move, Card):
        return move
    cards = _cards(str(move))
    if len(cards) != 1:
        raise NotationError(f"{quote(move)}: expected one move")
    return cards[0]


def _cards(text: str) -> tuple[Card, ...]:
    return read_cards(text) if text.strip(" ,") else ()
