"""Collapsi as a task: two players, one deal a game; strategies as policies."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, cast

import numpy as np

from tablebase.engine.arrays import I64, U8, U64
from tablebase.engine.game import Ranks
from tablebase.engine.rooms import own_position
from tablebase.errors import PositionError
from tablebase.games.collapsi.deals.game import DealGame
from tablebase.games.collapsi.deck import COLOURS, GONE, JOKER
from tablebase.games.collapsi.fast import STRATEGY
from tablebase.games.collapsi.game import of_position
from tablebase.games.collapsi.moves import Move
from tablebase.games.collapsi.notation import Cell, write
from tablebase.games.collapsi.position import Deal, Position
from tablebase.games.collapsi.rules import COLLAPSI, Edition, Rules
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.strategy.advice import choices
from tablebase.games.collapsi.strategy.preferences import Strategy, load_strategy
from tablebase.games.collapsi.strategy.reach import reach_of
from tablebase.games.collapsi.symmetry import canonical
from tablebase.rl.baselines import evenly
from tablebase.rl.batch import Batch, Chances
from tablebase.rl.task import Arena, Instance, Moves, Numbers, Planes, Points, Reward, Rows, Task

_OTHERS = {
    2: ("other pawn",),
    3: ("next pawn", "last pawn", "pawns that are out"),
    4: ("next pawn", "third pawn", "last pawn", "pawns that are out"),
}
"""The planes after that of one's own pawn, for each number of players."""

_FIRST = "first"
"""The option that stands for the rules' first edition, for which each has another name."""

_EXAMPLE = "A223/4A2J/3A23/J3A4"


class DealArrays(Instance):
    """All positions of a deal under one edition; rows are as in `POSITION_DTYPE`."""

    def __init__(self, game: DealGame, edition: Edition) -> None:
        super().__init__(game)
        self.edition = edition
        self.deal = game
        self._number = game.rules.editions.index(edition)

    @property
    def notation(self) -> str:
        """The deal, one of those that symmetry makes equal."""
        return str(self.written)

    @property
    def written(self) -> Deal:
        """The deal whose positions the ranks number."""
        return Deal(self.deal.cards, tuple(sorted(self.deal.layout.jokers)), self.deal.rules)

    @property
    def ranks(self) -> Ranks:
        """All positions except the first plies of other editions."""
        index = self.deal.index
        first = index.openings + 2 * index.opening_block * self._number
        openings = np.arange(first, first + 2 * index.opening_block, dtype=np.uint32)
        return np.concatenate([np.arange(index.openings, dtype=np.uint32), openings])

    def row_of(self, position: Position) -> Rows:
        """One position as an array of one row; raises `PositionError` if it is of another deal."""
        position = own_position(position, self.deal)
        row = position.face_up, position.mover, position.opponent, self._number
        return np.array([row], self.deal.layout.dtype)

    def observe(self, rows: Rows) -> Planes:
        """What the side to move sees; see `CollapsiTask`."""
        return _observed(self.deal.rules, rows, _own_planes(self.deal)[None])

    def moves(self, rows: Rows) -> Moves:
        """All legal moves: the action is the place of the cell that a move ends on."""
        columns = reach_of(self.deal.rules).columns(self.deal.cards, self.edition)
        return _moves(self.deal.rules, rows, columns[rows["mover"]])


class DealsArena(Arena):
    """Positions of many deals, with one look-up each."""

    def __init__(self, task: CollapsiTask, starts: Sequence[Position]) -> None:
        super().__init__(task, starts)
        self.rules = task.rules
        games = [cast(DealArrays, instance).deal for instance in self.instances]
        reach = reach_of(self.rules)
        self._columns = np.array([reach.columns(game.cards, task.edition) for game in games])
        self._planes = np.array([_own_planes(game) for game in games])

    def observe(self, deals: Numbers, rows: Rows) -> Planes:
        """What the side to move sees; see `CollapsiTask`."""
        return _observed(self.rules, rows, self._planes[deals])

    def moves(self, deals: Numbers, rows: Rows) -> Moves:
        """All legal moves: the action is the place of the cell that a move ends on."""
        return _moves(self.rules, rows, self._columns[deals, rows["mover"]])

    def layers(self, deals: Numbers, rows: Rows) -> U8:
        """The layer of each position: two fewer than the cards face up."""
        face_up: U8 = np.bitwise_count(rows["face_up"])
        return face_up - np.uint8(2)


def _own_planes(game: DealGame) -> I64:
    """The plane of each cell's card."""
    kinds = list(_kinds(game.rules))
    return np.array([kinds.index(card) for card in game.cards])


def _observed(rules: Rules, rows: Rows, planes: I64) -> Planes:
    """What the side to move sees, given the planes of the cells, of each row or of all."""
    board, kinds = rules.board, len(_kinds(rules))
    grid = np.array(board.places)
    found = np.zeros((len(rows), kinds + 2, board.rows * board.columns), np.int8)
    every = np.arange(len(rows))
    face_up = (rows["face_up"][:, None] >> np.arange(board.size) & 1).astype(np.int8)
    found[every[:, None], planes, grid] = face_up
    for plane, pawn in ((-2, "mover"), (-1, "opponent")):
        found[every, plane, grid[rows[pawn]]] = 1
    return found.reshape(len(rows), -1, board.rows, board.columns)


def _moves(rules: Rules, rows: Rows, columns: U64) -> Moves:
    """All legal moves, given the column of `MoveTable` of each mover's card."""
    board, mover, opponent = rules.board, rows["mover"], rows["opponent"]
    one = rows["face_up"].dtype.type(1)
    left = rows["face_up"] & ~(one << mover)
    ends = reach_of(rules).table[left, columns] & ~(one << opponent)
    of, cells = np.nonzero(ends[:, None] >> np.arange(board.size, dtype=ends.dtype) & 1)
    after = np.empty(len(of), rows.dtype)
    after["face_up"], after["mover"], after["opponent"] = left[of], opponent[of], cells
    after["edition"] = rows["edition"][of]
    return Moves(of, np.array(board.places)[cells], after)


class CollapsiTask(Task):
    """Collapsi; `rules` are rules or what `load_rules` takes.

    Observations have a plane for each kind of card, jokers first, that shows the face-up cards of
    that kind; then a plane for the observer's own pawn, and one for the pawn of each other player,
    in turn order from the observer. With three or four players, another plane shows which of these
    pawns are out. An action is the place on the grid, in reading order, that a move ends on; where
    lines are shifted, each place has an action for each shift that may follow. If the board loses
    its outline, the grid is as large as play can make it, the layout stands in its first corner,
    and a plane before those of the pawns shows the cards that are face down. Points are those of
    the paper, seen from the side to move: the number of cards face up at the end, negative for a
    loss. With three or four players the winner gets 1 and each other player -1.

    Positions are arrays, as labels and scores need them, only under rules like the published ones.
    """

    name = "collapsi"
    most_agents = len(COLOURS)
    options = MappingProxyType({"rules": "collapsi", "edition": _FIRST})

    def __init__(self, rules: Rules | str = COLLAPSI, edition: Edition | str | None = None) -> None:
        rules = load_rules(rules)
        spreads = rules.turn.spreads
        self.rules, self.edition = rules, rules.edition(None if edition == _FIRST else edition)
        self.agents = COLOURS[: rules.players]
        kinds = ["joker" if kind == JOKER else f"card {kind}" for kind in _kinds(rules)]
        self.planes = *kinds, *["card face down"] * spreads, "own pawn", *_OTHERS[rules.players]
        self.most_plies = rules.turn.layers(rules.board.size) - 1
        rows, columns = (  # a ply makes the board longer or wider by one place at most
            side + self.most_plies * spreads for side in (rules.board.rows, rules.board.columns)
        )
        self.shape = len(self.planes), rows, columns
        self._followed = tuple(rules.turn.followed_by)
        self.actions = rows * columns * len(self._followed)
        self.most_points = rules.board.size
        if rules.board.wrap and not rules.board.missing and not spreads:
            self.origin = self.planes.index("own pawn")

    @property
    def example(self) -> str:
        """The deal of the README, or a random one under other rules."""
        if self.rules == COLLAPSI:
            return _EXAMPLE
        return str(Deal.random(random.Random(0), self.rules))

    def start(self, text: str) -> Position:
        """The position with a notation; raises as `Position.parse`, and if play cannot reach it."""
        if not isinstance(text, str):
            return cast(Position, self.own(text))
        position = Position.parse(text, self.edition, self.rules)
        board, home, made = position.board, self.rules.board, self.most_plies - position.layer
        if max(board.rows - home.rows, board.columns - home.columns) > made:
            raise PositionError(
                f"{board.rows}x{board.columns} places after ply {made}: expected at most "
                f"{home.rows + made}x{home.columns + made}"
            )
        return position

    def draw(self, rng: random.Random) -> Position:
        """The start of a uniformly random deal."""
        return Deal.random(rng, self.rules).start(self.edition)

    def identity(self, start: Position) -> str:
        """The rules and the canonical deal, jokers alike: ``collapsi JA34.34J3.AA22.322A``."""
        board = self.rules.board
        cards, _ = canonical(board, self.own(start).dealt, self.rules.turn.symmetries)
        return f"{self.rules.table_name} {write([Cell(card) for card in cards], board, '.')}"

    def action_of(self, position: Position, move: Move) -> int:
        """The place of the cell that a move ends on, and the shift that follows."""
        place = self._place(self.own(position), move.destination)
        return place * len(self._followed) + self._followed.index(move.shift)

    def _place(self, position: Position, cell: int) -> int:
        """The place of a cell on the grid of observations."""
        row, column = divmod(position.board.places[cell], position.board.columns)
        return row * self.shape[2] + column

    def observe(self, position: Position, agent: str) -> Planes:
        """What a player sees, pawns in turn order from theirs."""
        position = self.own(position)
        found = np.zeros((len(self.planes), self.shape[1] * self.shape[2]), np.int8)
        places = [self._place(position, cell) for cell in range(len(position.cards))]
        own = self.planes.index("own pawn")
        for cell, card in enumerate(position.cards):
            if position.face_up >> cell & 1:
                found[card, places[cell]] = 1
            elif self.rules.turn.spreads:
                found[own - 1, places[cell]] = 1
        seat, players = self.agents.index(agent), len(self.agents)
        for later in range(players):
            player = (seat + later) % players
            if (cell := position.pawns[player]) != GONE:
                found[own + later, places[cell]] = 1
                if player not in position.order:
                    found[-1, places[cell]] = 1
        return found.reshape(self.shape)

    def paid(self, position: Position, reward: Reward) -> list[float]:
        """The reward of each player; of more than two, the winner has 1 and each other -1."""
        if self.rules.turn.two_sided:
            return super().paid(position, reward)
        return [1.0 if agent == self.own(position).winner else -1.0 for agent in self.agents]

    def most_reward(self, reward: Reward) -> int:
        """As `Task.most_reward`; only where plies count cards there are points."""
        if reward == "points" and not self.rules.turn.is_scored:
            raise ValueError(
                f"reward 'points' under the rules {self.rules.name!r}: expected result, as with "
                "landing or more than two players there are no points"
            )
        return super().most_reward(reward)

    def instance(self, position: Position) -> Instance:
        """The deal that a position belongs to.

        Raises `ValueError` for rules that `fast.STRATEGY` does not fit.
        """
        STRATEGY.check(self.rules)
        return _arrays(cast(DealGame, of_position(self.own(position))), self.edition)

    def arena(self, starts: Sequence[Position]) -> DealsArena:
        """The deals of some starts."""
        return DealsArena(self, starts)

    def points(self, layers: Any, wins: Any, distances: Any) -> Points:
        """The number of cards face up at the end, two more than the layer; negative for a loss."""
        left = np.asarray(layers, np.int16) + 2 - np.asarray(distances, np.int16)
        return np.where(wins, left, -left)

    def policy(self, name: str) -> Callable[[Batch], Chances]:
        """The policy of a strategy: its name, or a TOML file."""
        return strategy_moves(load_strategy(name))


def strategy_moves(strategy: Strategy) -> Callable[[Batch], Chances]:
    """The policy that makes a strategy's moves, all equally likely.

    It raises as `choices.choices`, and `TypeError` for another game.
    """

    def policy(batch: Batch) -> Chances:
        if not isinstance(batch.instance, DealArrays):
            raise TypeError(f"strategy {strategy} for {batch.task.name}: expected collapsi")
        board = batch.instance.deal.rules.board
        cells = choices(strategy, batch.instance.written, batch.rows, batch.instance.edition)
        made = np.zeros(batch.legal.shape, np.bool_)
        made[:, board.places] = cells[:, None] >> np.arange(board.size, dtype=np.uint64) & 1
        return evenly(made)

    return policy


@lru_cache(maxsize=64)
def _arrays(game: DealGame, edition: Edition) -> DealArrays:
    return DealArrays(game, edition)


def _kinds(rules: Rules) -> range:
    """The kinds of cards, jokers first."""
    return range(max(rules.deck) + 1)
