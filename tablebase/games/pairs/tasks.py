"""Pair Solitaire as a task: one player, short stacks."""

from __future__ import annotations

import hashlib
import random
from types import MappingProxyType
from typing import Any, cast

import numpy as np

from tablebase.engine.arrays import U8
from tablebase.games.pairs.game import MAX_TABLE_CARDS, PairsGame
from tablebase.games.pairs.generators import shuffled
from tablebase.games.pairs.notation import DECK, RANKS, SUITS, Card, write
from tablebase.games.pairs.position import PERFECT, Position
from tablebase.games.pairs.solver import match_masks
from tablebase.rl.task import Instance, Numbers, Planes, Points, Rows, Task

KINDS = len(RANKS) + len(SUITS)


class StackArrays(Instance):
    """All positions of a stack; a row is a mask of the cards left."""

    game: PairsGame

    @property
    def notation(self) -> str:
        """The stack, top card first."""
        return write(self.game.stack)

    def observe(self, rows: Rows) -> Planes:
        """The cards left, closed up: the rank and the suit of each."""
        stack = self.game.stack
        found = np.zeros((len(rows), KINDS, 1, len(stack)), np.int8)
        for number, card in enumerate(stack):
            there = np.flatnonzero(rows >> np.uint32(number) & 1)
            places = _places(rows[there], np.uint32(1 << number))
            for kind in card.kinds:
                found[there, kind, 0, places] = 1
        return found

    def actions(self, rows: Rows, after: Rows) -> Numbers:
        """The place of each removed card in the closed-up stack."""
        return _places(rows, rows ^ after).astype(np.int64)


class PairsTask(Task):
    """Pair Solitaire with a short stack.

    An observation has a plane of one row for each rank, ace first, then for each suit: it shows
    where the cards left are, closed up, top card first. An action is a card's place there. Points
    are two minus the cards that remain at the end, so 0 is a perfect game.
    """

    name = "pairs"
    agents = ("player",)
    most_agents = 1
    arrays = StackArrays
    options = MappingProxyType({"cards": 20})
    planes = (*(f"rank {rank}" for rank in RANKS), *(f"suit {suit}" for suit in SUITS))

    def __init__(self, cards: int = 20) -> None:
        if not PERFECT < cards <= MAX_TABLE_CARDS:
            raise ValueError(f"{cards} cards: expected {PERFECT + 1} to {MAX_TABLE_CARDS}")
        self.cards = cards
        self.shape = KINDS, 1, cards
        self.actions = cards
        self.most_plies = self.most_points = cards - PERFECT

    @property
    def example(self) -> str:
        """The first cards of a new deck, one suit after the other; any card may be removed."""
        return write(DECK[: self.cards])

    def start(self, text: str) -> Position:
        """The position with a notation, cards separated by blanks or commas, or as in file names.

        Raises as `Position.parse`, `ValueError` if the stack has another number of cards.
        """
        if not isinstance(text, str):
            return cast(Position, self.own(text))
        found = Position.parse(text.replace("-", " "))
        if len(found.stack) != self.cards:
            raise ValueError(f"a stack of {len(found.stack)} cards: expected {self.cards}")
        return found

    def draw(self, rng: random.Random) -> Position:
        """A shuffled stack, beatable or not."""
        return shuffled(rng, self.cards)

    def identity(self, start: Position) -> str:
        """The number of cards, and a digest of which cards match which: ``pairs 20 5b0a...``.

        It is the same for stacks that differ only in the names of ranks and suits, or that are each
        other upside down.
        """
        number = len(self.own(start).stack)
        matches = match_masks(start.stack)[:number, None] >> np.arange(number, dtype=np.uint64) & 1
        texts = (
            np.packbits(each.astype(np.bool_)).tobytes() for each in (matches, matches[::-1, ::-1])
        )
        return f"pairs {number} {hashlib.sha256(min(texts)).hexdigest()}"

    def action_of(self, position: Position, move: Card) -> int:
        """The place of the card among those left."""
        return int(self.own(position).cards.index(move))

    def points(self, layers: Any, wins: Any, distances: Any) -> Points:
        """Two minus the cards that remain."""
        left = np.asarray(layers, np.int16) - np.asarray(distances, np.int16)
        return np.asarray(np.int16(PERFECT) - left)


def _places(masks: Rows, cards: Any) -> U8:
    """The number of cards left above cards that are given as masks."""
    found: U8 = np.bitwise_count(masks & cards - np.uint32(1))
    return found
