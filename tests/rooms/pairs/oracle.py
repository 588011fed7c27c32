"""Pair Solitaire by brute force, over tuples of cards as text; shares no code with the package."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
DECK = [rank + suit for suit in "SHDC" for rank in RANKS]


def matching(a: str, b: str) -> bool:
    """Same rank or same suit."""
    return a[:-1] == b[:-1] or a[-1] == b[-1]


def removals(stack: tuple[str, ...]) -> list[int]:
    """The places that may be removed."""
    found = set()
    for place in range(len(stack) - 2):
        if matching(stack[place], stack[place + 2]):
            found |= {place, place + 2}
    return sorted(found)


def after(stack: tuple[str, ...], place: int) -> tuple[str, ...]:
    """The stack closed up."""
    return stack[:place] + stack[place + 1 :]


@cache
def fewest(stack: tuple[str, ...]) -> int:
    """The fewest cards that can remain."""
    return min((fewest(after(stack, place)) for place in removals(stack)), default=len(stack))


def layers(stack: tuple[str, ...]) -> Iterator[set[tuple[str, ...]]]:
    """The different stacks after 0, 1, ... removals."""
    layer = {stack}
    while layer:
        yield layer
        layer = {after(found, place) for found in layer for place in removals(found)}


def last_cards(stack: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The stacks in which games can end."""
    return {found for layer in layers(stack) for found in layer if not removals(found)}


def reachable(stack: tuple[str, ...]) -> list[int]:
    """Numbers of different stacks after 0, 1, ... removals."""
    return [len(layer) for layer in layers(stack)]


@cache
def chance(stack: tuple[str, ...]) -> float:
    """The chance that random removals leave two cards."""
    places = removals(stack)
    if not places:
        return float(len(stack) == 2)
    return sum(chance(after(stack, place)) for place in places) / len(places)


def random_stacks(count, seed, most=12):
    """Stacks of 3 to `most` cards, from a random number of ranks and suits."""
    rng = random.Random(seed)
    for _ in range(count):
        size = rng.randint(3, most)
        pool = rng.sample(DECK, rng.randint(size, 52))
        yield tuple(rng.sample(pool, size))
