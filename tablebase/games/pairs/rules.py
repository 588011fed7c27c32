"""The rule that says which cards may be removed, and its variants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.errors import quote
from tablebase.games.pairs.notation import Card, read_cards


class Removal(NamedTuple):
    """What two matching cards allow to be removed: `number` cards in a row, 1 or 2.

    The second card is `distance` places after the first, and the first card to remove `first`
    places after it.
    """

    distance: int
    first: int
    number: int = 1


@dataclass(frozen=True)
class Rules:
    """A rule of removal, and what it `says` in words.

    `weights` are what a matching pair at distance 0 (none), 1, 2, ... is worth to the search. A
    perfect game leaves `goal` cards: no game leaves fewer. `ends` are the first and the last card
    of each stack, if the rule fixes them.
    """

    name: str
    says: str
    removals: tuple[Removal, ...]
    weights: tuple[int, ...]
    goal: int = 2
    ends: tuple[Card, ...] = ()

    def array(self) -> npt.NDArray[np.int64]:
        """The removals as rows of an array, for the kernels."""
        return np.array(self.removals, np.int64)

    @property
    def most(self) -> int:
        """The most cards that a move removes."""
        return max(removal.number for removal in self.removals)

    @property
    def distance(self) -> int:
        """How many places apart two matching cards are at most."""
        return max(removal.distance for removal in self.removals)

    @property
    def ways(self) -> int:
        """On which side a card's match may be: 1 after it, 2 before it, 3 on either side."""
        return sum(1 if removal.first == 0 else 2 for removal in self.removals)

    @property
    def between(self) -> bool:
        """Whether cards between two that match are removed, rather than one of the two."""
        return any(0 < removal.first < removal.distance for removal in self.removals)


_PAIRS = (0, -1, 4, 2)  # measured for the source's rule, see docs/pairs.md

SOURCE = Rules(
    "both",
    "a card may be removed if it matches the card two places before or after it",
    (Removal(2, 0), Removal(2, 2)),
    _PAIRS,
)
_ALL = (
    SOURCE,
    Rules(
        "after",
        "a card may be removed if it matches the card two places after it",
        (Removal(2, 0),),
        _PAIRS,
    ),
    Rules(
        "before",
        "a card may be removed if it matches the card two places before it",
        (Removal(2, 2),),
        _PAIRS,
    ),
    Rules(
        "three-apart",
        "a card may be removed if it matches the card three places before or after it",
        (Removal(3, 0), Removal(3, 3)),
        (0, -1, -1, 4, 2),
        goal=3,
    ),
    Rules(
        "royal-marriage",
        "one card, or two neighbours, may be removed if they lie between two cards that match",
        (Removal(2, 1), Removal(3, 1, 2)),
        (0, 0, 4, 4, 2),
        ends=read_cards("QH KH"),
    ),
)
RULES = {rules.name: rules for rules in _ALL}
"""The rules by name."""


def rules_of(name: str) -> Rules:
    """The rules with a name; raises `ValueError` if there are none."""
    if name not in RULES:
        raise ValueError(f"unknown rule {quote(name)}: expected {', '.join(RULES)}")
    return RULES[name]
