"""A position: a stack and which of its cards are left; legal removals, play, replay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tablebase.engine.values import OnePlayerCoding, Result, Value
from tablebase.errors import IllegalMoveError, NotationError, PositionError, plural, quote
from tablebase.games.pairs.notation import Card, Move, move_of, read, read_moves, write
from tablebase.games.pairs.rules import SOURCE, Rules
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
    Solitaire*. Its code looks only one way, but its example needs both.) `rules` may be a variant.
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
    rules: Rules = SOURCE

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
    def of(cls, stack: Iterable[Card], rules: Rules = SOURCE) -> Position:
        """The start of a stack; raises as `Position`."""
        cards = tuple(stack)
        return cls(cards, (1 << len(cards)) - 1, rules)

    @classmethod
    def parse(cls, text: str, rules: Rules = SOURCE) -> Position:
        """Read a position; a stack without removed cards is its start.

        Raises `NotationError` if the text is not a stack's notation, see the module `notation`, and
        `PositionError` if the position is impossible.
        """
        found = read(text)
        mask = sum(1 << at for at, (_, there) in enumerate(found) if there)
        return cls(tuple(card for card, _ in found), mask, rules)

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

    def legal_moves(self) -> tuple[Move, ...]:
        """What may be removed, in stack order; empty if the game is over."""
        return tuple(self._removals)

    @cached_property
    def _removals(self) -> dict[Move, int]:
        """What may be removed, and its mask."""
        found = {}
        for distance, first, number in self.rules.removals:
            for at, (card, other) in enumerate(
                zip(self.cards, self.cards[distance:], strict=False)
            ):
                if card.matches(other):
                    found[at + first, number] = self.cards[at + first : at + first + number]
        return {
            move_of(cards): sum(1 << self.stack.index(card) for card in cards)
            for _, cards in sorted(found.items())
        }

    @property
    def is_terminal(self) -> bool:
        """Whether no card may be removed, so that the game is over."""
        return not self.legal_moves()

    @property
    def is_perfect(self) -> bool:
        """Whether two cards are left, or the rule's goal: the fewest of any game."""
        return self.layer <= self.rules.goal

    def play(self, move: Move | str) -> Position:
        """The position after a move, given as a `Card` or `Two`, or by its notation.

        Raises `NotationError` if the text is no move, and `IllegalMoveError` if it is not legal
        here.
        """
        chosen = _move(move) if isinstance(move, str) else move
        if chosen not in self._removals:
            expected = write(self.legal_moves()) or "no move, the game is over"
            raise IllegalMoveError(f"{self.why_not(chosen)}: expected {expected}")
        return Position(self.stack, self.mask & ~self._removals[chosen], self.rules)

    def why_not(self, move: Move | str) -> str:
        """Why a move is not legal, in a sentence; raises `NotationError` if the text is no move."""
        chosen = _move(move) if isinstance(move, str) else move
        return f"{chosen} {self._why_not(chosen)}"

    def _why_not(self, move: Move) -> str:
        cards = (move,) if isinstance(move, Card) else tuple(move)
        if not set(cards) <= set(self.stack):
            return "is not in the stack"
        if not set(cards) <= set(self.cards):
            return "has been removed already"
        if self.rules.between or len(cards) > 1:
            return "does not lie between two cards that match"
        near = " or ".join(map(str, self._partners(self.cards.index(cards[0]))))
        apart = {2: "two", 3: "three"}[self.rules.distance]
        return f"does not match {near or f'a card {apart} places away: there is none'}"

    def _partners(self, at: int) -> list[Card]:
        """The cards that would let the card in a place be removed if it matched one of them."""
        removals = sorted(self.rules.removals, key=lambda removal: -removal.first)
        places = [at + removal.distance - 2 * removal.first for removal in removals]
        return [self.cards[place] for place in places if 0 <= place < len(self.cards)]

    def replay(self, moves: Iterable[Move | str] | str) -> list[Position]:
        """The positions of a game, from this one to that after the last move.

        `moves` are the cards to remove, in order, or their notation, such as ``"KD 9C"``. Raises
        `NotationError` if a move is not one or two cards, and `IllegalMoveError` at the first
        illegal move, with its number.
        """
        game = [self]
        for number, move in enumerate(_moves(moves), start=1):
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


def _move(text: str) -> Move:
    found = read_moves(text)
    if len(found) != 1:
        raise NotationError(f"{quote(text)}: expected one move")
    return found[0]


def _moves(moves: Iterable[Move | str] | str) -> Iterable[Move | str]:
    return read_moves(moves) if isinstance(moves, str) else moves
