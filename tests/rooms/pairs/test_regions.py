"""The kernel that finds all positions of a region, against brute force.

Slow: every layer of 5,000 stacks of Pair Solitaire, by brute force. Needs a minute of processor
time.
"""

import random

import numpy as np
from support.effort import by_effort

from rooms.pairs import oracle
from tablebase.games.pairs import Position, solver
from tablebase.games.pairs.kernels import NO_CARD
from tablebase.games.pairs.region_kernels import CARDS, FIRST_SLOTS, LAST, START, spread
from tablebase.games.pairs.regions import explore
from tablebase.games.pairs.solver import match_masks

SLOTS = 1 << 20
TWO_SUITS = oracle.DECK[:26]
"""A stack of these has many positions."""


def layers_by_hand(stack):
    """Of each layer, the positions and the first card of those whose removal leads there."""
    layer = {stack: NO_CARD}
    while layer:
        yield layer
        below = {}
        for cards in layer:
            for place in oracle.removals(cards):
                last = stack.index(cards[place])
                below.setdefault(oracle.after(cards, place), []).append(last)
        layer = {cards: min(lasts) for cards, lasts in below.items()}


def layers_by_kernel(stack):
    """The same by the kernel, each with the cards removed to get it."""
    matches = match_masks(Position.parse(" ".join(stack)).stack)
    layer, removed = np.array([(1 << len(stack)) - 1 | int(START)], np.uint64), 0
    while layer.size:
        yield layer, int(removed)
        layer, removed, full = spread(layer, matches, SLOTS)
        assert not full


def cards_of(stack, mask):
    return tuple(card for at, card in enumerate(stack) if int(mask) >> at & 1)


def check_kernel(count, seed, sizes, deck=oracle.DECK):
    """Positions, last cards and all cards removed so far, layer by layer; the largest layer."""
    rng, largest = random.Random(seed), 0
    for _ in range(count):
        stack = tuple(rng.sample(deck, rng.choice(sizes)))
        gone = seen = 0
        expected = layers_by_hand(stack)
        by_kernel = layers_by_kernel(stack)
        for (layer, removed), positions in zip(by_kernel, expected, strict=True):
            found = {cards_of(stack, entry & CARDS): int(entry >> LAST) for entry in layer}
            assert len(found) == len(layer)
            assert found == positions
            gone |= removed
            left = set.union(*(set(stack) - set(cards) for cards in positions))
            seen |= sum(1 << stack.index(card) for card in left)
            assert gone == seen
            largest = max(largest, len(layer))
    return largest


def test_layers_against_brute_force():
    assert check_kernel(by_effort(200, 5_000), 1, range(3, by_effort(14, 17))) > 100


def test_a_table_that_has_to_grow():
    assert check_kernel(4, seed=2, sizes=[15], deck=TWO_SUITS) > FIRST_SLOTS


def test_a_table_that_may_not_grow():
    stack = tuple(random.Random(2).sample(TWO_SUITS, 15))
    matches = match_masks(Position.parse(" ".join(stack)).stack)
    for layer, _ in layers_by_kernel(stack):
        found, _, full = spread(layer, matches, FIRST_SLOTS)
        expected, _, _ = spread(layer, matches, SLOTS)
        assert full == (3 * len(expected) > 2 * FIRST_SLOTS)
        assert full or sorted(found) == sorted(expected)


def test_layers_are_forgotten_if_they_fill_their_memory(monkeypatch):
    """The proof is the same; the game must then come from a round."""
    monkeypatch.setattr(solver, "NARROW", 0)  # so no round finds the game before the proof
    rng = random.Random(6)
    for _ in range(9):
        position = Position.parse(" ".join(rng.sample(TWO_SUITS, 17)))
        matches = match_masks(position.stack)
        (region,) = explore(position, matches, 1 << 30, lambda: False)
        memory = 15 * sum(region.sizes)
        (less,) = explore(position, matches, memory, lambda: False)
        assert (region.forgotten, less.forgotten) == (False, True)
        assert (less.finished, less.sizes) == (True, region.sizes)
        found, alone = solver.solve(position, memory=memory), solver.solve(position)
        assert (found.left, found.proven) == (alone.left, True)
        if found.complete:
            assert found.states == alone.states
