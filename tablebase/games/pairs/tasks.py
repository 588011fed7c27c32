"""Pair Solitaire as a task: one player, short stacks."""

from __future__ import annotations

import hashlib
import random
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.games.pairs.game import MAX_TABLE_CARDS, PairsGame, of_position
from tablebase.games.pairs.generators import shuffled
from tablebase.games.pairs.notation import DECK, RANKS, SUITS, Card
from tablebase.games.pairs.position import PERFECT, Position
from tablebase.games.pairs.solver import match_masks
from tablebase.rl.task import Instance, Moves, Planes, Points, Rows, Task, masks_of

KINDS = len(RANKS) + len(SUITS)


class StackArrays(Instance):
    """All positions of a stack; a row is a mask of the cards left."""

    def __init__(self, game: PairsGame) -> None:
        super().__init__(game)
        self.stack = game.stack

    @property
    def notation(self) -> str:
        """The stack, top card first."""
        return " ".join(map(str, self.stack))

    def row_of(self, position: Position) -> Rows:
        """One position as an array of one row."""
        return masks_of([position.mask])

    def observe(self, rows: Rows) -> Planes:
        """The cards left, closed up: the rank and the suit of each."""
        found = np.zeros((len(rows), KINDS, 1, len(self.stack)), np.int8)
        for number, card in enumerate(self.stack):
            there = np.flatnonzero(rows >> np.uint32(number) & 1)
            places = _place(rows[there], np.uint32(number))
            for kind in card.kinds:
                found[there, kind, 0, places] = 1
        return found

    def moves(self, rows: Rows) -> Moves:
        """All legal moves: the action is the card's place in the closed-up stack."""
        numbers = np.arange(len(self.stack), dtype=np.uint32)
        of, cards = np.nonzero(self._removable(rows)[:, None] >> numbers & 1)
        bits = numbers[cards]
        after = rows[of] & ~(np.uint32(1) << bits)
        return Moves(of, _place(rows[of], bits).astype(np.int64), after)

    def _removable(self, rows: Rows) -> Rows:
        """The masks of the cards that may be removed."""
        found: Rows
        one_before, two_before, found = np.zeros((3, *rows.shape), np.uint32)  # masks of a card
        for number, matches in enumerate(_match_masks(self.stack)):
            own = rows & np.uint32(1 << number)
            pair = (own != 0) & (two_before & matches != 0)
            found |= (own | two_before) * pair
            two_before = np.where(own, one_before, two_before)
            one_before = np.where(own, own, one_before)
        return found


class PairsTask(Task):
    """Pair Solitaire with a short stack.

    An observation has a plane of one row for each rank, ace first, then for each suit: it shows
    where the cards left are, closed up, top card first. An action is a card's place there. Points
    are two minus the cards that remain at the end, so 0 is a perfect game.
    """

    name = "pairs"
    agents = ("player",)
    most_agents = 1
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
        return " ".join(map(str, DECK[: self.cards]))

    def start(self, text: str) -> Position:
        """The position with a notation, cards separated by blanks or commas, or as in file names.

        Raises as `Position.parse`, `ValueError` if the stack has another number of cards.
        """
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
        matches = _match_masks(start.stack)[:, None] >> np.arange(len(start.stack)) & 1
        texts = (
            np.packbits(each.astype(np.bool_)).tobytes() for each in (matches, matches[::-1, ::-1])
        )
        return f"pairs {len(start.stack)} {hashlib.sha256(min(texts)).hexdigest()}"

    def action_of(self, position: Position, move: Card) -> int:
        """The place of the card among those left."""
        return position.cards.index(move)

    def instance(self, position: Position) -> Instance:
        """The stack that a position belongs to."""
        return _arrays(of_position(position))

    def points(self, layers: Any, wins: Any, distances: Any) -> Points:
        """Two minus the cards that remain."""
        left = np.asarray(layers, np.int16) - np.asarray(distances, np.int16)
        return np.asarray(np.int16(PERFECT) - left)


@lru_cache(maxsize=16)
def _arrays(game: PairsGame) -> StackArrays:
    return StackArrays(game)


def _match_masks(stack: tuple[Card, ...]) -> npt.NDArray[np.uint32]:
    """For each card of a stack, the mask of the cards that match it."""
    return match_masks(stack)[: len(stack)].astype(np.uint32)


def _place(masks: npt.NDArray[np.uint32], bits: Any) -> npt.NDArray[np.uint8]:
    """The number of cards left above a card."""
    found: npt.NDArray[np.uint8] = np.bitwise_count(masks & (np.uint32(1) << bits) - np.uint32(1))
    return found
