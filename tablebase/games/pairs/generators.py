"""Make stacks: a pure shuffle, a filtered shuffle, a perfect sequence.

All use only `random.Random.random`, whose sequence Python guarantees for a seed.
All three are from the article *Deconstructing Pair Solitaire*.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from typing import TypeVar

from tablebase.games.pairs.notation import DECK, Card
from tablebase.games.pairs.position import PERFECT, Position

T = TypeVar("T")


def shuffled(rng: random.Random, cards: int = len(DECK)) -> Position:
    """A pure shuffle.

    Guarantee: every stack of `cards` cards of the deck is equally likely, beatable or not. Raises
    `ValueError` if the number of cards is not 2 to 52.
    """
    _check(cards)
    deck = list(DECK)
    for first in range(cards):  # Fisher and Yates
        other = first + int(rng.random() * (len(deck) - first))
        deck[first], deck[other] = deck[other], deck[first]
    return Position.of(deck[:cards])


def filtered(rng: random.Random, cards: int = len(DECK), *, memory: int | None = None) -> Position:
    """Pure shuffles until the solver beats one.

    Guarantee: beatable, and every beatable stack of `cards` cards is equally likely, as far as the
    solver can decide within its limits; with little `memory` it gives up sooner on a hard stack.
    Nearly every shuffle of 52 cards is beatable. Raises as `shuffled`.
    """
    from tablebase.games.pairs.solver import MEMORY, solve

    while True:
        position = shuffled(rng, cards)
        if solve(position, memory=memory or MEMORY).perfect:
            return position


def perfect(rng: random.Random, cards: int = len(DECK)) -> tuple[Position, tuple[Card, ...]]:
    """A perfect sequence: cards are put in one by one, each where it can be removed again at once.

    Guarantee: beatable, by removing the cards in reverse order; this game is returned too. Every
    beatable stack can come up, because its own game played backwards builds it, but stacks are not
    equally likely. The time is proportional to the number of cards: the
    stack is a linked list, and the cards that match a new one are found by rank and suit. Raises
    the same errors as `shuffled`.
    """
    _check(cards)
    first, second = shuffled(rng, PERFECT).stack
    # A linked list; None stands before the first card and after the last.
    after: dict[Card | None, Card | None] = {None: first, first: second, second: None}
    before: dict[Card | None, Card | None] = {None: second, second: first, first: None}
    placed: dict[int, list[Card]] = defaultdict(list)
    fitting: list[Card] = []  # cards that are not placed and match a placed card
    known = {first, second}  # cards that are placed or fitting

    def note(card: Card) -> None:
        for kind in card.kinds:
            if not placed[kind]:
                new = [other for other in _OF_KIND[kind] if other not in known]
                fitting.extend(new)
                known.update(new)
            placed[kind].append(card)

    note(first)
    note(second)
    order: list[Card] = []
    while len(order) < cards - PERFECT:
        card = _take(rng, fitting)
        partner = _choose(rng, [other for kind in card.kinds for other in placed[kind]])
        spots: list[tuple[Card | None, Card | None]] = []  # the pairs of cards it may go between
        if (next_ := after[partner]) is not None:
            spots.append((next_, after[next_]))
        if (last := before[partner]) is not None:
            spots.append((before[last], last))
        left, right = _choose(rng, spots)
        after[left], after[card] = card, right
        before[right], before[card] = card, left
        note(card)
        order.append(card)
    stack, at = [], after[None]
    while at is not None:
        stack.append(at)
        at = after[at]
    return Position.of(stack), tuple(order[::-1])


_OF_KIND: dict[int, list[Card]] = defaultdict(list)
for _card in DECK:
    for _kind in _card.kinds:
        _OF_KIND[_kind].append(_card)


def _check(cards: int) -> None:
    if not PERFECT <= cards <= len(DECK):
        raise ValueError(f"a stack of {cards} cards: expected {PERFECT} to {len(DECK)}")


def _choose(rng: random.Random, things: Sequence[T]) -> T:
    return things[int(rng.random() * len(things))]


def _take(rng: random.Random, things: list[T]) -> T:
    """Take one random thing out of a list, whose order may change."""
    at = int(rng.random() * len(things))
    things[at], things[-1] = things[-1], things[at]
    return things.pop()
