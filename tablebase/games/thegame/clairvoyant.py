"""A player who sees the order of the deck: games won, proven lost, or undecided.

Every win is replayed by the rules (`referee`). A loss is proven if the search left nothing out but
states in which some card can never be laid, and still did not lay all cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from tablebase.games.thegame.clairvoyant_kernels import (
    HIGH,
    HIGH_MASK,
    LOW,
    PHASE_SHIFT,
    Steps,
    search,
)
from tablebase.games.thegame.evaluation import shape_of
from tablebase.games.thegame.kernels import HEIGHTS_MASK, height_of
from tablebase.games.thegame.position import Position
from tablebase.games.thegame.referee import DRAW, Round, name_of
from tablebase.games.thegame.rules import Rules

FIRST_WIDTH = 16
"""States kept of each step at first."""

FACTOR = 8
"""How many times as many are kept if that was not enough."""

MOST_WIDTH = 1 << 17
"""The search then takes 500 MB."""

MAX_CARDS = LOW + HIGH

MAX_PHASE = 3
"""Cards laid in a turn before the last one; a state has two bits for them."""

PRICES = (3.0, 4.0)
"""See `clairvoyant_kernels.worth`; chosen on the first 100 games of seed 7."""


class Solution(NamedTuple):
    """What is known of a game whose deck is known: whether it can be won, None if undecided.

    `moves` are those of a game won, as in `referee`; otherwise none. `width` is how many states the
    last search kept of each step.
    """

    won: bool | None
    moves: tuple[str, ...]
    width: int


class Clairvoyant:
    """A player who sees the deck, under given rules of 98 cards or fewer.

    With `at_least` a turn may have more cards than the minimum, as the rule sheet says. By default
    it has exactly the minimum, as in the talk's Procedure 1. When the deck is empty, any number
    will do either way. At most `width` states are kept of each step. Raises `ValueError` if there
    are too many cards, or a turn can be too long, or the width is out of range.
    """

    def __init__(self, rules: Rules, *, at_least: bool = False, width: int = 8192) -> None:
        self._longest = 2 * rules.minimum - 1 if at_least else rules.minimum
        if rules.cards > MAX_CARDS or self._longest > MAX_PHASE + 1:
            most = MAX_PHASE // 2 + 1 if at_least else MAX_PHASE + 1
            raise ValueError(
                f"{rules.cards} cards with {rules.minimum} to lay a turn: expected {MAX_CARDS} "
                f"cards or fewer, and a minimum of {most} or less"
            )
        if not 1 <= width <= MOST_WIDTH:
            raise ValueError(f"width {width}: expected 1 to {MOST_WIDTH:,}")
        self.rules, self.at_least, self.width = rules, at_least, width
        self._steps: dict[int, Steps] = {}

    def solve(self, cards: Sequence[int]) -> Solution:
        """Find out whether a game can be won, by wider and wider searches.

        `cards` are all cards of the deck, in the order in which they are drawn.
        """
        order = np.array(cards, np.int64) - self.rules.lowest + 1
        prices, shape = np.array(PRICES, np.float32), shape_of(self.rules)
        for width in self._widths():
            if width not in self._steps:
                self._steps[width] = self._space(width)
            steps = self._steps[width]
            cut = search(order, self._longest, prices, shape, steps)
            if steps.sizes[-1]:
                return Solution(True, tuple(self._replayed(cards, steps)), width)
            if not cut:
                return Solution(False, (), width)
        return Solution(None, (), self.width)

    def _widths(self) -> Iterator[int]:
        width = FIRST_WIDTH
        while width < self.width:
            yield width
            width *= FACTOR
        yield self.width

    def _space(self, width: int) -> Steps:
        n = self.rules.cards
        # A turn may go on after a card, or end.
        children = width * self.rules.hand * self.rules.piles * 2
        return Steps(
            states=np.zeros((n + 1, width, 2), np.uint64),
            parents=np.zeros((n + 1, width), np.int32),
            sizes=np.zeros(n + 1, np.int64),
            children=np.zeros((children, 2), np.uint64),
            values=np.zeros(children, np.float32),
            origins=np.zeros(children, np.int32),
            table=np.zeros(1 << (2 * children - 1).bit_length(), np.int32),
        )

    def _replayed(self, cards: Sequence[int], steps: Steps) -> Iterator[str]:
        """The moves of the game found; each is legal when it is played."""
        hand = self.rules.hand
        now = Round(Position.start(tuple(cards[:hand]), self.rules), tuple(cards[hand:]))
        for card, tops, drawn in self._line(steps):
            play = next(
                play
                for play in now.position.plays()
                if play.card == card and self._by_kind(now.position.lay(play).tops) == tops
            )
            yield name_of(play, self.rules)
            now = now.play(name_of(play, self.rules))
            if drawn and now.can_draw:
                yield DRAW
                now = now.play(DRAW)

    def _line(self, steps: Steps) -> Iterator[tuple[int, list[int], bool]]:
        """For each step of the game found the card, the tops after it, and whether the turn ends.

        The tops of the piles up are in order, and those of the piles down.
        """
        rules, state = self.rules, 0
        words = []
        for step in range(rules.cards, -1, -1):
            words.append(steps.states[step, state].tolist())
            state = int(steps.parents[step, state])
        for (low, high), (new_low, new_high) in pairwise(reversed(words)):
            laid = (new_low ^ low) | ((new_high ^ high) & int(HIGH_MASK)) << LOW
            heights = np.uint64(new_high >> HIGH & int(HEIGHTS_MASK))
            tops = tuple(
                start + rules.direction(pile) * int(height_of(heights, pile))
                for pile, start in enumerate(rules.starts)
            )
            yield (
                laid.bit_length() + rules.lowest - 1,
                self._by_kind(tops),
                not new_high >> PHASE_SHIFT,
            )

    def _by_kind(self, tops: tuple[int, ...]) -> list[int]:
        return sorted(tops[: self.rules.ups]) + sorted(tops[self.rules.ups :])
