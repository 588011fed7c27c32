"""Exact win probabilities on small decks, by backward induction over chance.

Cards are laid and drawn for good, so positions never recur, and one pass of memoised recursion
gives each its exact probability. Cards are drawn one by one, each card of the deck equally likely.
The best player may lay more than the minimum before drawing, and knows the hand, the piles and
which cards are in the deck.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numba.typed import Dict

from tablebase.engine.arrays import U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.thegame.advice import Player
from tablebase.games.thegame.evaluation import Int, KernelRules, Word, shape_of
from tablebase.games.thegame.kernels import HEIGHTS_MASK, height_of, placed, sorted_piles
from tablebase.games.thegame.position import Position
from tablebase.games.thegame.rules import Rules
from tablebase.games.thegame.strategies import Strategy

Known = dict[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], float]
"""Probabilities by hand, tops and deck."""

Memory = dict[Word, float]
"""Probabilities by key, as the kernels use them."""

MAX_CARDS = 16
"""Hand and deck are two masks beside the heights in a key of 64 bits."""

DRAWING = 3
"""The phase of drawing cards; the others are the number of cards laid, up to the minimum."""


def best_win_probability(rules: Rules, *, exactly: bool = False) -> float:
    """The probability that a game is won with best play.

    The rules have 16 cards or fewer; 12 cards take about a minute, and every further card longer.
    With `exactly`, a turn lays exactly the minimum while there is a deck, as strategies do, and no
    more. Raises `ValueError` if there are more cards, or the minimum is more than two.
    """
    _check(rules)
    memory: Memory = Dict.empty(types.uint64, types.float64)
    shape, deck = shape_of(rules), (1 << rules.cards) - 1
    # As if the minimum had just been laid: the next thing is to fill the hand.
    start = np.uint64(deck << 4 | DRAWING)
    _solve(start, shape, exactly, memory)
    return float(memory[start])


def _check(rules: Rules) -> None:
    if rules.cards > MAX_CARDS or rules.minimum > 2:
        raise ValueError(
            f"{rules.cards} cards with {rules.minimum} to lay a turn: expected {MAX_CARDS} cards "
            "or fewer, and a minimum of 1 or 2"
        )


@kernel()
def _solve(start: Word, shape: KernelRules, exactly: bool, memory: Memory) -> None:
    """Find the best probability of winning from a moment, and from all moments it depends on.

    `start` is a key of `_key`; `memory` has what is known, and is added to.
    """
    # A game has at most 3 n moments in a row, each with at most 4 n + 1 others to wait for.
    waiting = np.empty(3 * shape.n * (4 * shape.n + 1) + 1, np.uint64)
    waiting[0] = start
    count: Int = 1
    while count:
        key = waiting[count - 1]
        value, more = _value(key, waiting, count, shape, exactly, memory)
        if more == count:
            memory[key] = value
            count -= 1
        else:
            count = more


@helper()
def _value(
    key: Word, waiting: U64, count: Int, shape: KernelRules, exactly: bool, memory: Memory
) -> tuple[float, Int]:
    """Value a moment by those that follow; unknown ones are added to the waiting."""
    phase = np.int64(key & np.uint64(15))
    deck = np.int64(key >> np.uint64(4)) & 0xFFFF
    hand = np.int64(key >> np.uint64(20)) & 0xFFFF
    heights = key >> np.uint64(36)
    if hand == 0 and deck == 0:
        return 1.0, count
    best = 0.0
    more: Int = count
    if phase == DRAWING:
        cards = 0
        for bit in range(shape.n):
            if deck >> bit & 1:
                drawn = hand | 1 << bit
                value, more = _known(
                    _key(heights, drawn, deck ^ 1 << bit, DRAWING, shape), waiting, more, memory
                )
                best += value
                cards += 1
        return best / cards, more
    if phase == shape.minimum and deck:
        best, more = _known(_key(heights, hand, deck, DRAWING, shape), waiting, more, memory)
        if exactly:
            return best, more
    laid = phase + (phase < shape.minimum)
    for bit in range(shape.n):
        if not hand >> bit & 1:
            continue
        for pile in range(shape.piles):
            top = height_of(heights, pile)
            height = bit + 1 if pile < shape.ups else shape.n - bit
            if height > top or height == top - shape.trick:
                after = placed(heights, 0, pile, height) & HEIGHTS_MASK
                after = sorted_piles(after, shape.ups, shape.piles)
                value, more = _known(
                    _key(after, hand ^ 1 << bit, deck, laid, shape), waiting, more, memory
                )
                best = max(best, value)
    return best, more


@helper()
def _key(heights: Word, hand: Int, deck: Int, phase: Int, shape: KernelRules) -> Word:
    """Make the key of a moment within a turn.

    `heights` are the piles as in the keys of `kernels`, `hand` and `deck` masks of cards, index 1
    lowest. `phase` counts the cards laid this turn, up to the minimum, or is `DRAWING`, which is
    over when the hand is full or the deck empty.
    """
    held: Int = 0
    for bit in range(shape.n):
        held += hand >> bit & 1
    if phase == DRAWING and (held == shape.hand or deck == 0):
        phase = 0
    return heights << np.uint64(36) | np.uint64(hand << 20 | deck << 4 | phase)


@helper()
def _known(key: Word, waiting: U64, count: Int, memory: Memory) -> tuple[float, Int]:
    """Look a moment up; if it is not known, add it to the waiting."""
    if key in memory:
        return memory[key], count
    waiting[count] = key
    return 0.0, count + 1


def win_probability(strategy: Strategy, rules: Rules, depth: int | None = None) -> float:
    """The exact probability that a strategy wins, over every deal and without sampling.

    Raises as `best_win_probability`.
    """
    _check(rules)
    player = Player(strategy, depth, rules)
    return _drawn(player, Position.start((), rules), {})


def _drawn(player: Player, position: Position, known: Known) -> float:
    """The probability to win from a position whose hand is to be filled up."""
    deck = position.deck
    key = (position.hand, position.tops, deck)
    if key not in known:
        if len(position.hand) < player.rules.hand and deck:
            chances = [_drawn(player, position.draw((card,)), known) for card in deck]
            known[key] = sum(chances) / len(chances)
        else:
            known[key] = _played(player, position, known)
    return known[key]


def _played(player: Player, position: Position, known: Known) -> float:
    """The probability to win from the start of a turn."""
    advice = player.advise(position)
    if advice.position.remaining == 0:
        return 1.0
    return 0.0 if advice.value is None else _drawn(player, advice.position, known)
