"""Random boards of Solo that can be cleared, by how hard they are.

The less likely a board is to be cleared by chance, the harder it is. Its *tries* are how often a
player who moves at random has to start, on average, until the board is cleared. They are exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from tablebase.games.collapsi.rules import COLLAPSI, JOKER
from tablebase.games.solo.game import game_of
from tablebase.games.solo.position import Position
from tablebase.games.solo.rules import SOLO, Rules

GRADES = (30_000, 50_000, 90_000, 170_000)
"""Fewer tries than the first are grade 1, fewer than the second grade 2, the rest grade 5. Of
random boards that can be cleared by the door, about a fifth is in each."""


class Board(NamedTuple):
    """A board that can be cleared."""

    start: Position
    tries: float

    @property
    def grade(self) -> int:
        """From 1, easy, to 5."""
        return 1 + sum(self.tries >= limit for limit in GRADES)


def random_start(rng: Random, deck: Sequence[int] = COLLAPSI.deck, rules: Rules = SOLO) -> Position:
    """A random board, whether it can be cleared or not."""
    cards = list(deck)
    rng.shuffle(cards)
    start, exit_ = rng.sample([cell for cell, card in enumerate(cards) if card == JOKER], 2)
    return Position(tuple(cards), exit_, start, (1 << len(cards)) - 1, rules)


def boards(
    rng: Random,
    deck: Sequence[int] = COLLAPSI.deck,
    rules: Rules = SOLO,
    grade: int | None = None,
) -> Iterator[Board]:
    """Random boards that can be cleared, each equally likely; of one grade if it is given."""
    from tablebase.games.solo.induction import clearing_chance

    while True:
        start = random_start(rng, deck, rules)
        chance = clearing_chance(game_of(start.cards, start.exit, rules))
        if chance:
            found = Board(start, 1 / chance)
            if grade in (None, found.grade):
                yield found
