"""Kayles for learning machines."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np

from kayles.game import Kayles, game_of
from kayles.position import Pins
from tablebase.rl.splits import check_split, split_of
from tablebase.rl.task import Instance, Moves, Planes, Points, Rows, Task


class Arrays(Instance):
    """The rows of a length, all of them or those of a split; each is its rank."""

    def __init__(self, game: Kayles, split: str = "") -> None:
        super().__init__(game)
        self._pins = np.arange(game.pins, dtype=np.uint32)[::-1]  # the shift of each pin's bit
        self._split = split

    @property
    def ranks(self) -> Any:
        """The ranks of the split."""
        ranks = range(self.game.size)
        mine = [rank for rank in ranks if self._split in ("", split_of(identity(self.game, rank)))]
        return np.array(mine, dtype=np.uint32)

    def row_of(self, position: Pins) -> Rows:
        """One position as an array."""
        return np.array([self.game.rank(position)], dtype=np.uint32)

    def rows_of(self, ranks: Any) -> Rows:
        """Positions are their ranks."""
        return ranks

    def observe(self, rows: Rows) -> Planes:
        """The pins that stand: shape (rows, 1, 1, pins)."""
        return (rows[:, None] >> self._pins & 1).astype(np.int8)[:, None, None]

    def moves(self, rows: Rows) -> Moves:
        """First each pin alone, then each with its right neighbour."""
        alone = np.uint32(1) << self._pins
        taken = np.concatenate([alone, alone[:-1] | alone[1:]])
        of, actions = np.nonzero(rows[:, None] & taken == taken)
        return Moves(of, actions, rows[of] & ~taken[actions])


class KaylesTask(Task):
    """Kayles with a number of pins. Points are ``pins + 1`` minus the plies to the end."""

    name = "kayles"
    agents = ("first", "second")
    planes = ("standing pins",)
    options = MappingProxyType({"pins": 10})

    def __init__(self, pins: int = 10) -> None:
        self.game, self.pins = game_of(pins), pins
        self.shape = 1, 1, pins
        self.actions = 2 * pins - 1
        self.most_plies = pins
        self.most_points = pins + 1

    @property
    def example(self) -> str:
        """All pins."""
        return "1" * self.game.pins

    def start(self, text: str) -> Pins:
        """A row of this length."""
        found = Pins.parse(text)
        if len(text) != self.game.pins:
            raise ValueError(f"a row of {len(text)} pins: expected {self.game.pins}")
        return found

    def draw(self, rng: random.Random) -> Pins:
        """Any row with a pin."""
        return self.game.unrank(1 + int(rng.random() * (self.game.size - 1)))

    def identity(self, start: Pins) -> str:
        """The same for a row and its mirror image."""
        return identity(self.game, self.game.rank(start))

    def action_of(self, position: Pins, move: str) -> int:
        """The pin from 0; for two, counted on behind the last pin."""
        first, _, second = move.partition("-")
        return int(first) - 1 + (self.game.pins if second else 0)

    def instance(self, position: Pins) -> Instance:
        """All rows."""
        return _arrays(self.game)

    def instances(self, split: str, count: int = 1, seed: int = 0) -> Iterator[Instance]:
        """The rows of a split of the only length."""
        check_split(split)
        yield _arrays(self.game, split)

    def points(self, layers: Any, wins: Any, distances: Any) -> Points:
        """The sooner the win, the more; negative for a loss."""
        left = np.int16(self.game.pins + 1) - np.asarray(distances, np.int16)
        return np.where(wins, left, -left)


def identity(game: Kayles, rank: int) -> str:
    """The length and the smaller of a row and its mirror image."""
    row = str(game.unrank(rank))
    return f"kayles {min(row, row[::-1])}"


@lru_cache
def _arrays(game: Kayles, split: str = "") -> Arrays:
    return Arrays(game, split)
