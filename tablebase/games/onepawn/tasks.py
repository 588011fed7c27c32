"""The first version as a task: two players, one board a game."""

from __future__ import annotations

import random
from types import MappingProxyType
from typing import Any, cast

import numpy as np

from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.moves import Move
from tablebase.games.collapsi.symmetry import automorphisms, canonical
from tablebase.games.onepawn.game import DECKS, OnePawnGame, Position, Rules
from tablebase.rl.task import Instance, Numbers, Planes, Points, Rows, Task
from tablebase.support.seeds import shuffled


class BoardArrays(Instance):
    """All positions of a board; a row is a position's rank."""

    game: OnePawnGame

    @property
    def notation(self) -> str:
        """The start."""
        return str(self.game.start)

    def observe(self, rows: Rows) -> Planes:
        """The face-up cards of each kind, the pawn; see `FirstVersionTask`."""
        game, board, cards = self.game, self.game.rules.board, np.array(self.game.cards)
        masks, pawns = game.decoded(rows)
        cells, home = np.array(game.cells), game.start.home
        found = np.zeros((len(rows), max(cards) + 2, board.size), np.int8)
        found[:, cards[cells], cells] = masks[:, None] >> np.arange(len(cells)) & 1
        found[:, 0, home] = pawns == home
        found[np.arange(len(rows)), -1, pawns] = 1
        return found.reshape(len(rows), -1, board.rows, board.columns)

    def actions(self, rows: Rows, after: Rows) -> Numbers:
        """The cells that moves end on."""
        return self.game.decoded(after)[1]


class FirstVersionTask(Task):
    """The first version on a square board with one of the usual decks.

    An observation has a plane for each kind of card, the joker first, which shows the face-up ones,
    and one for the pawn. An action is the cell that a move ends on. Points are the number of cards
    face up at the end, the pawn's included, negative for a loss. The digits of `joker`
    are the numbers of steps to choose from on the first move.

    Raises `ValueError` if there is no usual deck of that size, or there are no such steps.
    """

    name = "onepawn"
    agents = ("first", "second")
    arrays = BoardArrays
    options = MappingProxyType({"side": 4, "joker": 1234})

    def __init__(self, side: int = 4, joker: int = 1234) -> None:
        if side**2 not in DECKS:
            raise ValueError(f"side {side}: expected {' or '.join(f'{n**0.5:.0f}' for n in DECKS)}")
        if joker < 1:
            raise ValueError(f"joker {joker}: expected digits of 1 to 9, such as 1234")
        self.side, self.joker = side, joker
        self.rules = Rules(Board(side, side), tuple(map(int, str(joker))))
        kinds = range(1, max(DECKS[side**2]) + 1)
        self.planes = ("joker", *(f"card {kind}" for kind in kinds), "pawn")
        self.shape = len(self.planes), side, side
        self.actions = side**2
        self.most_plies = side**2 - 1
        self.most_points = side**2
        self.origin = self.planes.index("pawn")

    @property
    def example(self) -> str:
        """A random board."""
        return str(self.draw(random.Random(0)))

    def start(self, text: str) -> Position:
        """The position with a notation; raises as `Position.parse`."""
        if not isinstance(text, str):
            return cast(Position, self.own(text))
        return Position.parse(text, self.rules)

    def draw(self, rng: random.Random) -> Position:
        """A shuffled board."""
        return Position.start(tuple(shuffled(rng, DECKS[self.rules.board.size])), self.rules)

    def identity(self, start: Position) -> str:
        """The rules and the smallest image of the board: ``onepawn 4x4 1234`` and its cards."""
        cards, _ = canonical(self.rules.board, self.own(start).cards, automorphisms)
        board = f"{self.side}x{self.side}"
        return f"onepawn {board} {self.joker} {''.join(map(str, cards))}"

    def action_of(self, position: Position, move: Move) -> int:
        """The cell that a move ends on."""
        self.own(position)
        return move.destination

    def points(self, layers: Any, wins: Any, distances: Any) -> Points:
        """The number of cards face up at the end; negative for a loss."""
        left = np.asarray(layers, np.int16) + 1 - np.asarray(distances, np.int16)
        return np.where(wins, left, -left)
