"""The decks of the atlas, and its sets of joker steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import factorial, prod

from tablebase.errors import quote
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.rules import COLLAPSI, Edition, Rules

KINDS = (1, 2, 3, 4)
"""The cards of a deck, from the ace."""

CARDS = COLLAPSI.board.size - COLLAPSI.players
"""Cards of a deck, jokers not counted."""

EDITIONS = tuple(
    Edition("".join(map(str, steps)), steps)
    for steps in [(1,), (2,), (1, 2), (1, 3), (2, 4), (1, 2, 3), (1, 2, 4), (1, 2, 3, 4)]
)
"""Sets of joker steps, named by their digits: ``1`` is `single`, ``1234`` is `wild`.

All other sets play the same as one of these. On the first turns nearly every card is face up, so
wherever a pawn can go in 1 step it can also go in 3, around a square, and wherever in 2 steps also
in 4. So adding 1 to a set with 3 changes nothing, and neither does adding 2 to a set with 4.
"""

Deck = tuple[int, ...]
"""How many aces, 2s, 3s and 4s a deck has."""


def every_deck(least: int = 0) -> Iterator[Deck]:
    """All decks with at least `least` cards of each kind: 680, or 286 with every card."""
    counts = range(least, CARDS + 1)
    return (deck for deck in product(counts, repeat=len(KINDS)) if sum(deck) == CARDS)


def cards_of(copies: Sequence[int]) -> list[int]:
    """The cards of a deck, given the number of copies of each kind."""
    return [card for card, count in zip(KINDS, copies, strict=True) for _ in range(count)]


def name_of(deck: Deck) -> str:
    """A deck's name, such as ``4-4-4-2``; `parse_deck` is the inverse."""
    return "-".join(map(str, deck))


def parse_deck(text: str) -> Deck:
    """Read a deck's name; raises ValueError for any other text."""
    parts = text.split("-")
    if len(parts) == len(KINDS) and all(part.isdecimal() and len(part) < 3 for part in parts):
        deck = tuple(map(int, parts))
        if sum(deck) == CARDS:
            return deck
    raise ValueError(
        f"deck {quote(text)}: expected how many aces, 2s, 3s and 4s, {CARDS} in all, such as "
        "4-4-4-2"
    )


def edition_of(steps: str) -> Edition:
    """The edition that plays the same as a set of joker steps, given by its digits.

    Raises ValueError if they are not digits from 1 to 4.
    """
    chosen = set(steps)
    if chosen and chosen <= set("1234"):
        chosen |= {other for step, other in (("3", "1"), ("4", "2")) if step in chosen}
        return next(edition for edition in EDITIONS if set(edition.name) == chosen)
    raise ValueError(f"joker steps {quote(steps)}: expected some of 1 to 4, such as 12")


@lru_cache(maxsize=1024)
def rules_of(deck: Deck) -> Rules:
    """The rules with a deck and every set of joker steps."""
    jokers = [JOKER] * COLLAPSI.players
    return Rules(name_of(deck), COLLAPSI.board, (*jokers, *cards_of(deck)), EDITIONS)


def deals_of(deck: Deck) -> int:
    """Number of deals of a deck, with red's joker in the corner."""
    return (CARDS + 1) * factorial(CARDS) // prod(map(factorial, deck))
