"""2D Nim as a task: one board, with games that start from any of its positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Ranks
from tablebase.games.nim.game import NimGame, game_of
from tablebase.games.nim.position import SIDES, Position, Take
from tablebase.games.nim.rules import Rules
from tablebase.rl.splits import check_split, split_of
from tablebase.rl.task import Instance, Numbers, Planes, Points, Rows, Task
from tablebase.support.lazy import cached_property


class BoardArrays(Instance):
    """The positions of a board, all of them or those of a split; a row is a mask of stones."""

    def __init__(self, rules: Rules, split: str | None = None) -> None:
        super().__init__(game_of(rules))
        self.rules = rules
        self._split = split

    @cached_property
    def ranks(self) -> Ranks:
        """The positions of the split."""
        if self._split is None:
            return super().ranks
        firsts, of = np.unique(_first_images(self.rules), return_inverse=True)
        mine = [split_of(_identity(self.rules, mask)) == self._split for mask in firsts.tolist()]
        return np.flatnonzero(np.array(mine)[of]).astype(np.uint32)

    def observe(self, rows: Rows) -> Planes:
        """The stones that are left."""
        shape = len(rows), 1, self.rules.rows, self.rules.columns
        return (rows[:, None] >> _bits(self.rules) & 1).astype(np.int8).reshape(shape)

    def actions(self, rows: Rows, after: Rows) -> Numbers:
        """The places in `Rules.takes` of the stones taken."""
        takes = np.array([mask for mask, _ in self.rules.takes], np.uint32)
        order = np.argsort(takes)
        return order[np.searchsorted(takes[order], rows ^ after)]


class NimTask(Task):
    """2D Nim on one board; the parameters are those of `nim.Rules`.

    An observation has one plane, which shows the stones left. An action is a take's place in
    `Rules.takes`. Points are ``cells + 1`` minus the plies to the end, negative for a loss. Starts
    are random positions with at least one stone. Positions that are the same after a turn or
    reflection of the board are in the same split.

    Raises `ValueError` if there is no such board, or it has more than `MOST_CELLS`.
    """

    name = "nim"
    agents = SIDES
    planes = ("stones",)
    options = MappingProxyType({"rows": 4, "columns": 4, "take": 3, "misere": True})

    def __init__(self, rows: int = 4, columns: int = 4, take: int = 3, misere: bool = True) -> None:
        self.rules = Rules(rows, columns, take, misere)
        self.rows, self.columns, self.take, self.misere = rows, columns, take, misere
        if self.rules.cells > MOST_CELLS:
            raise ValueError(f"board {self.rules}: expected at most {MOST_CELLS} cells")
        self.shape = 1, self.rules.rows, self.rules.columns
        self.actions = len(self.rules.takes)
        self.most_plies = self.rules.cells
        self.most_points = self.rules.cells + 1

    @property
    def example(self) -> str:
        """The full board."""
        return str(Position.full(self.rules))

    def start(self, text: str) -> Position:
        """The position with a notation; raises as `Position.parse`, and if of another board."""
        found = Position.parse(text, take=self.rules.take, misere=self.rules.misere)
        if found.rules != self.rules:
            raise ValueError(f"{found} is not a position of {self.rules}")
        return found

    def draw(self, rng: random.Random) -> Position:
        """A random position; all but the empty one are equally likely."""
        return Position(1 + int(rng.random() * self.rules.full), self.rules)

    def identity(self, start: Position) -> str:
        """The rules and the smallest image: ``nim 4x4-take3-misere 0000/0000/0000/0001``."""
        masks = np.array([start.stones], np.uint32)
        return _identity(self.rules, int(_smallest_images(self.rules, masks)[0]))

    def action_of(self, position: Position, move: Take) -> int:
        """The place of a move's stones in `Rules.takes`."""
        return [mask for mask, _ in self.rules.takes].index(move.stones)

    def instance(self, position: Position) -> Instance:
        """The board."""
        return _board(self.rules)

    def instances(self, split: str, count: int = 1, seed: int = 0) -> Iterator[Instance]:
        """The positions of a split of the only board, whatever `count` and `seed` are."""
        check_split(split)
        yield _board(self.rules, split)

    def points(self, layers: Any, wins: Any, distances: Any) -> Points:
        """``cells + 1`` minus the plies to the end, negative for a loss."""
        left = np.int16(self.rules.cells + 1) - np.asarray(distances, np.int16)
        return np.where(wins, left, -left)


MOST_CELLS = 25
"""The largest board whose positions are sorted into splits."""


@lru_cache(maxsize=8)
def _board(rules: Rules, split: str | None = None) -> BoardArrays:
    return BoardArrays(rules, split)


def _bits(rules: Rules) -> npt.NDArray[np.uint32]:
    """The bit of each cell, in reading order."""
    return np.arange(rules.cells, dtype=np.uint32)[::-1]


def _identity(rules: Rules, mask: int) -> str:
    return f"nim {rules.key} {Position(mask, rules)}"


def _first_images(rules: Rules) -> npt.NDArray[np.uint32]:
    """The smallest image of every position of a board."""
    return _smallest_images(rules, np.arange(NimGame(rules).size, dtype=np.uint32))


def _smallest_images(rules: Rules, masks: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """The smallest image of each mask under the turns and reflections of the board."""
    cells = np.arange(rules.cells).reshape(rules.rows, rules.columns)
    squares = [cells, cells.T] if rules.rows == rules.columns else [cells]
    smallest = masks
    for square in squares:
        for image in (square, square[::-1], square[:, ::-1], square[::-1, ::-1]):
            moved = np.zeros_like(masks)
            for bit, source in zip(_bits(rules), _bits(rules)[image.ravel()], strict=True):
                moved |= (masks >> source & np.uint32(1)) << bit
            smallest = np.minimum(smallest, moved)
    return smallest
