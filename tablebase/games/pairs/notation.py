"""Cards and stacks as text: ``AS KS 3H 10D``, top card first.

A card is its rank (``A 2 ... 10 J Q K``; ``T`` is ten) and its suit (``S H D C`` or ``♠ ♥ ♦ ♣``),
in either case. Blanks or commas separate cards. In a position an ``x`` before a card marks it as
removed: ``AS xKS 3H``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from tablebase.errors import NotationError, quote

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
SUITS = "SHDC"

# Links have _ for a blank. What is left out chooses the text or the emoji form of a symbol.
_SYMBOLS = str.maketrans("♠♥♦♣♤♡♢♧_", f"{SUITS * 2} ", "\ufe0e\ufe0f")

_CARD = re.compile(rf"(x?)({'|'.join(RANKS)}|T)([{SUITS}])", re.IGNORECASE)


class Card(NamedTuple):
    """A playing card: its rank, 0 (ace) to 12 (king), and the index of its suit in `SUITS`."""

    rank: int
    suit: int

    def matches(self, other: Card) -> bool:
        """Whether the other card has the same rank or the same suit."""
        return self.rank == other.rank or self.suit == other.suit

    @property
    def kinds(self) -> tuple[int, int]:
        """Numbers of its rank and of its suit: cards match if they share one."""
        return self.rank, len(RANKS) + self.suit

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]


DECK = tuple(Card(rank, suit) for suit in range(len(SUITS)) for rank in range(len(RANKS)))
"""The 52 cards."""


def read(text: str) -> list[tuple[Card, bool]]:
    """Read cards, each with whether it is still in the stack.

    Raises `NotationError` if something is not a card, or there is none.
    """
    words = re.split(r"[\s,]+", text.translate(_SYMBOLS).strip(" \t\r\n,"))
    if words == [""]:
        raise NotationError(f"{quote(text)} has no cards: expected some like AS KS 3H 10D")
    found = []
    for number, word in enumerate(words, start=1):
        match = _CARD.fullmatch(word)
        if match is None:
            raise NotationError(
                f"{quote(word)}, number {number}, is not a card: expected a rank A 2 ... 10 J Q "
                "K and a suit S H D C, like 10D"
            )
        rank = match[2].upper().replace("T", "10")
        card = Card(RANKS.index(rank), SUITS.index(match[3].upper()))
        found.append((card, not match[1]))
    return found


def read_cards(text: str) -> tuple[Card, ...]:
    """Read a list of cards, none marked as removed; raises the same errors as `read`."""
    cards = read(text)
    for card, there in cards:
        if not there:
            raise NotationError(f"'x{card}': expected a card without an x")
    return tuple(card for card, _ in cards)


def write(cards: Iterable[Card]) -> str:
    """Write cards, separated by blanks; the inverse of `read_cards`."""
    return " ".join(map(str, cards))
