"""The rules of The Game, as data.

Source: The Game by Steffen Benndorf (2015), played alone, as in F. Dietrich's talk "Development
and Analysis of Strategies for the Card Game The Game" (2019), slides "The Game". Cards are
laid on piles that go up or down; a card is *playable* on a pile that goes up if it is higher than
the pile's top, or lower by exactly the trick distance (the *backwards trick*); on a pile that goes
down the other way round. Each turn at least a minimum of cards is laid, then the hand is filled
up from the deck.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

MAX_BITS = 126
"""Cards and two trick distances must fit into two 64-bit words (see `kernels`)."""

MAX_TRICK = 17
"""The kernels pack three bits for each card within the trick distance into one word."""

MAX_HAND = 10
"""The kernels tabulate all subsets of a hand."""

MAX_PILES = 4
"""The kernels multiply the rows of four piles."""


@dataclass(frozen=True)
class Rules:
    """Deck, hand, piles, trick distance and minimum plays; `ValueError` if one is out of range.

    The deck is every card from `lowest` to `highest`. Piles up start at ``lowest - 1``, piles down
    at ``highest + 1``; there are 1 to 4 in all. A full `hand` has 1 to 10 cards. `trick` is how far
    a card may go back, exactly. A turn lays a `minimum` of cards before the hand is filled up.

    Examples
    --------
    >>> THE_GAME.cards, THE_GAME.playable(23, 0, 33), THE_GAME.playable(24, 0, 33)
    (98, True, False)
    """

    lowest: int = 2
    highest: int = 99
    hand: int = 8
    ups: int = 2
    downs: int = 2
    trick: int = 10
    minimum: int = 2

    def __post_init__(self) -> None:
        if not 1 <= self.minimum <= self.hand <= MAX_HAND:
            raise ValueError(
                f"hand of {self.hand} cards with {self.minimum} to lay a turn: expected "
                f"1 <= minimum <= hand <= {MAX_HAND}"
            )
        if not (self.ups >= 0 and self.downs >= 0 and 1 <= self.piles <= MAX_PILES):
            raise ValueError(
                f"{self.ups} piles up and {self.downs} down: expected 1 to {MAX_PILES} in all"
            )
        if self.lowest < 1 or self.cards < self.hand:
            raise ValueError(
                f"deck of cards {self.lowest} to {self.highest}: expected positive numbers, and "
                f"{self.hand} cards at least to fill a hand"
            )
        if not 1 <= self.trick <= MAX_TRICK or self.cards + 2 * self.trick > MAX_BITS:
            raise ValueError(
                f"{self.cards} cards with trick distance {self.trick}: expected 1 to {MAX_TRICK}, "
                f"and cards + 2 * trick <= {MAX_BITS}"
            )

    def as_dict(self) -> dict[str, int]:
        """The rules as plain data, for JSON."""
        return asdict(self)

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return self.highest - self.lowest + 1

    @property
    def piles(self) -> int:
        """How many piles there are; those that go up come first."""
        return self.ups + self.downs

    @property
    def starts(self) -> tuple[int, ...]:
        """The tops of the empty piles."""
        return (self.lowest - 1,) * self.ups + (self.highest + 1,) * self.downs

    def direction(self, pile: int) -> int:
        """1 if a pile goes up, -1 if it goes down."""
        return 1 if pile < self.ups else -1

    def is_trick(self, card: int, pile: int, top: int) -> bool:
        """Whether a card goes back by exactly the trick distance on a pile with this top."""
        return (top - card) * self.direction(pile) == self.trick

    def playable(self, card: int, pile: int, top: int) -> bool:
        """Whether a card may be laid on a pile with this top."""
        return (card - top) * self.direction(pile) > 0 or self.is_trick(card, pile, top)


THE_GAME = Rules()
"""The published game: cards 2 to 99, a hand of 8, two piles up and two down, 10 back."""

MOST_PLAYERS = 5

HANDS = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}
"""Cards in a full hand by the number of players, from the rule sheet."""
