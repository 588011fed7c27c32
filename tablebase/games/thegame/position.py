"""Positions of The Game, their notation, and the rule of laying cards.

Notation: the hand, a colon, and the piles in order, up before down, between slashes; each pile as
its cards in the order laid, so that the last is its top, ``-`` if it is empty::

    4 9 15 33 50 62 71 95 : 2 12 / - / 99 98 / -

It matters which cards are laid, because the others are in the deck; their order below the tops does
not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from tablebase.errors import IllegalMoveError, NotationError, PositionError, quote
from tablebase.games.thegame.rules import THE_GAME, Rules


class Play(NamedTuple):
    """A card laid on a pile; piles are numbered from 0, those that go up first."""

    card: int
    pile: int


@dataclass(frozen=True)
class Position:
    """The hand and the piles; all other cards are in the deck, in unknown order.

    The hand is kept in ascending order; a pile is its cards, the top last. Raises `PositionError`
    if a card is not in the deck or in two places, or the hand or the number of piles is not one of
    the rules.
    """

    hand: tuple[int, ...]
    piles: tuple[tuple[int, ...], ...]
    rules: Rules = THE_GAME

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", tuple(sorted(self.hand)))
        rules = self.rules
        if len(self.piles) != rules.piles:
            raise PositionError(f"{len(self.piles)} piles: expected {rules.piles}")
        if len(self.hand) > rules.hand:
            raise PositionError(f"hand of {len(self.hand)} cards: expected {rules.hand} or fewer")
        seen: set[int] = set()
        for card in (*self.hand, *(card for pile in self.piles for card in pile)):
            if not rules.lowest <= card <= rules.highest:
                raise PositionError(
                    f"card {card}: expected one from {rules.lowest} to {rules.highest}"
                )
            if card in seen:
                raise PositionError(f"card {card} appears twice: expected each card once")
            seen.add(card)
        for number, (start, pile) in enumerate(zip(rules.starts, self.piles, strict=True)):
            for top, card in pairwise((start, *pile)):
                if not rules.playable(card, number, top):
                    raise PositionError(
                        f"card {card} on {top}, pile {number + 1}: expected cards in the order laid"
                    )

    @classmethod
    def start(cls, hand: tuple[int, ...], rules: Rules = THE_GAME) -> Position:
        """The position with this hand before any card is laid."""
        return cls(hand, ((),) * rules.piles, rules)

    @classmethod
    def parse(cls, text: str, rules: Rules = THE_GAME) -> Position:
        """Read a position; ``str`` writes it.

        Raises `NotationError` if the text is not a position's notation, and `PositionError` if the
        rules forbid the position.

        Examples
        --------
        >>> position = Position.parse("4 9 15 33 50 62 71 95 : 2 12 / - / 99 98 / -")
        >>> position.tops, len(position.deck)
        ((12, 1, 98, 100), 86)
        """
        hand, colon, piles = text.partition(":")
        if not colon:
            raise NotationError(
                f"position {quote(text)}: expected HAND : PILE / PILE / PILE / PILE"
            )
        return cls(
            _cards(hand, text), tuple(_cards(pile, text) for pile in piles.split("/")), rules
        )

    def __str__(self) -> str:
        piles = (" ".join(map(str, pile)) or "-" for pile in self.piles)
        return f"{' '.join(map(str, self.hand)) or '-'} : {' / '.join(piles)}"

    @property
    def tops(self) -> tuple[int, ...]:
        """The top of each pile; of an empty one the number it starts from."""
        return tuple(
            pile[-1] if pile else start
            for pile, start in zip(self.piles, self.rules.starts, strict=True)
        )

    @property
    def deck(self) -> tuple[int, ...]:
        """The cards neither laid nor in hand, ascending."""
        gone = {*self.hand, *(card for pile in self.piles for card in pile)}
        cards = range(self.rules.lowest, self.rules.highest + 1)
        return tuple(card for card in cards if card not in gone)

    @property
    def remaining(self) -> int:
        """How many cards are not laid."""
        return self.rules.cards - sum(map(len, self.piles))

    def plays(self) -> Iterator[Play]:
        """The legal plays: cards in ascending order, for each the piles in order."""
        for card in self.hand:
            for pile, top in enumerate(self.tops):
                if self.rules.playable(card, pile, top):
                    yield Play(card, pile)

    def is_trick(self, play: Play) -> bool:
        """Whether a play is a backwards trick."""
        return self.rules.is_trick(play.card, play.pile, self.tops[play.pile])

    def lay(self, play: Play) -> Position:
        """The position after a play; raises `IllegalMoveError` if it is not legal."""
        if play not in self.plays():
            raise IllegalMoveError(
                f"{play.card} on pile {play.pile + 1} of {self}: expected a card in hand that is "
                "playable there"
            )
        piles = list(self.piles)
        piles[play.pile] += (play.card,)
        hand = tuple(card for card in self.hand if card != play.card)
        return Position(hand, tuple(piles), self.rules)

    def draw(self, cards: tuple[int, ...]) -> Position:
        """The position with cards taken from the deck.

        Raises `PositionError` if one is not in the deck, or the hand holds no more.
        """
        return Position(self.hand + cards, self.piles, self.rules)


def _cards(text: str, whole: str) -> tuple[int, ...]:
    """Read cards; none for a dash."""
    words = text.replace("_", " ").split()  # links have _ for a blank
    if words == ["-"]:
        return ()
    if not words or not all(word.isdecimal() and word.isascii() for word in words):
        raise NotationError(
            f"position {quote(whole)}: {quote(text.strip())} is not a list of cards, "
            "expected numbers, or - for none"
        )
    return tuple(map(int, words))
