"""Solo as a task: one player, one board a game."""

from __future__ import annotations

import random
from types import MappingProxyType
from typing import Any, cast

import numpy as np

from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.rules import COLLAPSI
from tablebase.games.collapsi.symmetry import automorphisms
from tablebase.games.solo.boards import random_start
from tablebase.games.solo.game import SOLO, Position, Rules, SoloGame
from tablebase.rl.task import Instance, Numbers, Planes, Points, Rows, Task

KINDS = sorted({*COLLAPSI.deck} - {JOKER})
"""The kinds of cards that are turned."""


class BoardArrays(Instance):
    """All positions of a board; a row is a position's rank."""

    game: SoloGame

    @property
    def notation(self) -> str:
        """The start."""
        return str(self.game.start)

    def observe(self, rows: Rows) -> Planes:
        """The face-up cards of each kind, the exit, the pawn; see `SoloTask`."""
        game, board = self.game, self.game.rules.board
        masks, pawns = game.decoded(rows)
        kinds = [KINDS.index(game.cards[cell]) for cell in game.cells]
        found = np.zeros((len(rows), len(KINDS) + 2, board.size), np.int8)
        found[:, kinds, game.cells] = masks[:, None] >> np.arange(len(game.cells)) & 1
        found[:, -2, game.exit] = 1
        found[np.arange(len(rows)), -1, pawns] = 1
        return found.reshape(len(rows), -1, board.rows, board.columns)

    def actions(self, rows: Rows, after: Rows) -> Numbers:
        """The cells that moves end on."""
        return self.game.decoded(after)[1]


class SoloTask(Task):
    """Solo on the published board.

    An observation has a plane for each kind of card, which shows the face-up ones without the
    pawn's joker, then one for the exit and one for the pawn. An action is the cell that a move ends
    on. Only a cleared board wins; points are minus the number of cards left at the end.
    """

    name = "solo"
    agents = ("player",)
    most_agents = 1
    arrays = BoardArrays
    planes = (*(f"card {kind}" for kind in KINDS), "exit", "pawn")
    options = MappingProxyType({"exit": SOLO.exit})

    def __init__(self, exit: str = SOLO.exit) -> None:  # noqa: A002
        self.rules = Rules(exit=exit, left="none")
        self.exit, board = exit, self.rules.board
        self.shape = len(self.planes), board.rows, board.columns
        self.actions = board.size
        self.most_plies = self.most_points = board.size - 1
        self.origin = self.planes.index("pawn")

    @property
    def example(self) -> str:
        """The board of the docs, which can be cleared."""
        return "A3Jr4/2AA2/234J/332A"

    def start(self, text: str) -> Position:
        """The position with a notation; raises as `Position.parse`."""
        if not isinstance(text, str):
            return cast(Position, self.own(text))
        return Position.parse(text, self.rules)

    def draw(self, rng: random.Random) -> Position:
        """A shuffled board, whether it can be cleared or not; the pawn starts on either joker."""
        return random_start(rng, rules=self.rules)

    def identity(self, start: Position) -> str:
        """The smallest image of the board, start and exit: ``solo door`` and its cards."""
        start = self.own(start)
        marked = [card + 8 * (cell == start.exit) for cell, card in enumerate(start.cards)]
        images = (
            tuple(marked[g[cell]] for cell in range(len(marked)))
            for g in automorphisms(self.rules.board)
        )
        return f"solo {self.exit} {''.join(map(str, min(images)))}"

    def action_of(self, position: Position, move: Any) -> int:
        """The cell that a move ends on."""
        self.own(position)
        cell: int = move.destination
        return cell

    def points(self, layers: Any, wins: Any, distances: Any) -> Points:
        """Minus the cards left."""
        left = np.asarray(layers, np.int16) - np.asarray(distances, np.int16)
        return np.asarray(-left)
