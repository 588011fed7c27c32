"""2D Nim as a task: one board, with games that start from any of its positions."""

from __future__ import annotations

import random
from types import MappingProxyType

import numpy as np

from tablebase.engine.arrays import U32
from tablebase.engine.game import Ranks
from tablebase.games.nim.game import NimGame, game_of
from tablebase.games.nim.position import SIDES, Position, Take
from tablebase.games.nim.rules import Rules
from tablebase.rl.splits import split_of
from tablebase.rl.task import BoardTask, Instance, Numbers, Planes, Rows


class BoardArrays(Instance):
    """All positions of a board; a row is a mask of stones."""

    game: NimGame

    def observe(self, rows: Rows) -> Planes:
        """The stones that are left."""
        rules = self.game.rules
        shape = len(rows), 1, rules.rows, rules.columns
        return (rows[:, None] >> _bits(rules) & 1).astype(np.int8).reshape(shape)

    def actions(self, rows: Rows, after: Rows) -> Numbers:
        """The places in `Rules.takes` of the stones taken."""
        takes = np.array([mask for mask, _ in self.game.rules.takes], np.uint32)
        order = np.argsort(takes)
        return order[np.searchsorted(takes[order], rows ^ after)]


class NimTask(BoardTask):
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
    arrays = BoardArrays
    options = MappingProxyType({"rows": 4, "columns": 4, "take": 3, "misere": True})

    def __init__(self, rows: int = 4, columns: int = 4, take: int = 3, misere: bool = True) -> None:
        self.rules = Rules(rows, columns, take, misere)
        self.game = game_of(self.rules)
        self.rows, self.columns, self.take, self.misere = rows, columns, take, misere
        if self.rules.cells > MOST_CELLS:
            raise ValueError(f"board {self.rules}: expected at most {MOST_CELLS} cells")
        self.shape = 1, self.rules.rows, self.rules.columns
        self.actions = len(self.rules.takes)

    def draw(self, rng: random.Random) -> Position:
        """A random position; all but the empty one are equally likely."""
        return Position(1 + int(rng.random() * self.rules.full), self.rules)

    def image(self, position: Position) -> Position:
        """The smallest of its turns and reflections, as a binary number."""
        masks = np.array([position.stones], np.uint32)
        return Position(int(_smallest_images(self.rules, masks)[0]), self.rules)

    def in_split(self, split: str) -> Ranks:
        """The masks of a split, which follows from the smallest image."""
        every = _smallest_images(self.rules, np.arange(self.game.size, dtype=np.uint32))
        firsts, of = np.unique(every, return_inverse=True)
        found = (split_of(self._named(self.game.unrank(mask))) for mask in firsts.tolist())
        mine = np.array([one == split for one in found])
        return np.flatnonzero(mine[of]).astype(np.uint32)

    def action_of(self, position: Position, move: Take) -> int:
        """The place of a move's stones in `Rules.takes`."""
        position = self.own(position)
        return [mask for mask, _ in self.rules.takes].index(move.stones)


MOST_CELLS = 25
"""The largest board whose positions are sorted into splits."""


def _bits(rules: Rules) -> U32:
    """The bit of each cell, in reading order."""
    return np.arange(rules.cells, dtype=np.uint32)[::-1]


def _smallest_images(rules: Rules, masks: U32) -> U32:
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
