"""Collapsi as a task: two players, one deal a game; strategies as policies."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from types import MappingProxyType
from typing import Any, cast

import numpy as np

from tablebase.engine.game import Ranks
from tablebase.engine.lazy import cached_property
from tablebase.games.collapsi.deals.batch import position_dtype, unrank_many
from tablebase.games.collapsi.deals.game import DealGame
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.game import of_position
from tablebase.games.collapsi.position import Deal, Position
from tablebase.games.collapsi.rules import COLLAPSI, Edition, Rules
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.strategy.choices import choices
from tablebase.games.collapsi.strategy.preferences import Strategy, load_strategy
from tablebase.games.collapsi.strategy.reach import MAX_CELLS, reach_of
from tablebase.rl.baselines import evenly
from tablebase.rl.batch import Batch, Chances
from tablebase.rl.task import Instance, Moves, Planes, Points, Rows, Task

_EXAMPLE = "A223/4A2J/3A23/J3A4"


class DealArrays(Instance):
    """All positions of a deal under one edition; rows are as in `deals.batch.POSITION_DTYPE`."""

    def __init__(self, game: DealGame, edition: Edition) -> None:
        super().__init__(game)
        self.edition = edition
        self.deal = game
        self._number = game.rules.editions.index(edition)

    @cached_property
    def ranks(self) -> Ranks:
        """All positions except the first plies of other editions."""
        index = self.deal.index
        first = index.openings + 2 * index.opening_block * self._number
        openings = np.arange(first, first + 2 * index.opening_block, dtype=np.uint32)
        return np.concatenate([np.arange(index.openings, dtype=np.uint32), openings])

    def row_of(self, position: Position) -> Rows:
        """One position as an array of one row."""
        row = position.face_up, position.mover, position.opponent, self._number
        return np.array([row], position_dtype(self.deal.layout))

    def rows_of(self, ranks: Ranks) -> Rows:
        """The positions with some ranks."""
        return unrank_many(self.deal.layout, ranks)

    def observe(self, rows: Rows) -> Planes:
        """What the side to move sees; see `CollapsiTask`."""
        board, cards = self.deal.rules.board, np.array(self.deal.cards)
        kinds = list(_kinds(self.deal.rules))
        places = board.rows * board.columns
        found = np.zeros((len(rows), len(kinds) + 2, places), np.int8)
        cells = np.arange(board.size)
        face_up = (rows["face_up"][:, None] >> cells & 1).astype(np.int8)
        own = np.array([kinds.index(card) for card in cards])
        found[:, own, np.array(board.places)] = face_up
        every = np.arange(len(rows))
        for plane, pawn in ((-2, "mover"), (-1, "opponent")):
            found[every, plane, np.array(board.places)[rows[pawn]]] = 1
        return found.reshape(len(rows), -1, board.rows, board.columns)

    def moves(self, rows: Rows) -> Moves:
        """All legal moves: the action is the place of the cell that a move ends on."""
        reach = reach_of(self.deal.rules)
        columns = reach.columns(self.deal.cards, self.edition)
        board = self.deal.rules.board
        mover, opponent = rows["mover"], rows["opponent"]
        one = rows["face_up"].dtype.type(1)
        left = rows["face_up"] & ~(one << mover)
        ends = reach.table[left, columns[mover]] & ~(one << opponent)
        of, cells = np.nonzero(ends[:, None] >> np.arange(board.size, dtype=ends.dtype) & 1)
        after = np.empty(len(of), rows.dtype)
        after["face_up"], after["mover"], after["opponent"] = left[of], opponent[of], cells
        after["edition"] = rows["edition"][of]
        return Moves(of, np.array(board.places)[cells], after)


class CollapsiTask(Task):
    """Collapsi for two players; `rules` are rules or what `load_rules` takes.

    Observations have a plane for each kind of card, jokers first, that shows the face-up cards of
    that kind; then a plane for the observer's own pawn, and one for the other pawn. An action is
    the place on the grid, in reading order, that a move ends on. Points are those of the paper,
    seen from the side to move: the number of cards face up at the end, negative for a loss.

    Raises `ValueError` if the rules have more players, landing or shifts, or too large a board.
    """

    name = "collapsi"
    agents = ("red", "blue")
    options = MappingProxyType({"rules": "collapsi", "edition": "wild"})

    def __init__(self, rules: Rules | str = COLLAPSI, edition: Edition | str | None = None) -> None:
        rules = rules if isinstance(rules, Rules) else load_rules(rules)
        if not rules.turn.is_published or rules.board.size > MAX_CELLS:
            raise ValueError(
                f"rules {rules.name!r}: expected two players, no landing, no shift, and at most "
                f"{MAX_CELLS} cells"
            )
        self.rules, self.edition = rules, rules.edition(edition)
        kinds = ["joker" if kind == JOKER else f"card {kind}" for kind in _kinds(rules)]
        self.planes = (*kinds, "own pawn", "other pawn")
        self.shape = len(self.planes), rules.board.rows, rules.board.columns
        self.actions = rules.board.rows * rules.board.columns
        self.most_plies = self.most_points = rules.board.size
        if rules.board.wrap and not rules.board.missing:
            self.origin = self.planes.index("own pawn")

    @property
    def example(self) -> str:
        """The deal of the README, or a random one under other rules."""
        if self.rules == COLLAPSI:
            return _EXAMPLE
        return str(Deal.random(random.Random(0), self.rules))

    def start(self, text: str) -> Position:
        """The position with a notation; raises as `Position.parse`."""
        return Position.parse(text, self.edition, self.rules)

    def draw(self, rng: random.Random) -> Position:
        """The start of a uniformly random deal."""
        return Deal.random(rng, self.rules).start(self.edition)

    def identity(self, start: Position) -> str:
        """The rules and the canonical deal, jokers alike: ``collapsi JA34.34J3.AA22.322A``."""
        return f"{of_position(start).name} {of_position(start).key}"

    def action_of(self, position: Position, move: Any) -> int:
        """The place of the cell that a move ends on."""
        place: int = self.rules.board.places[move.destination]
        return place

    def instance(self, position: Position) -> Instance:
        """The deal that a position belongs to."""
        return _arrays(cast(DealGame, of_position(position)), self.edition)

    def points(self, layers: Any, wins: Any, distances: Any) -> Points:
        """The number of cards face up at the end, two more than the layer; negative for a loss."""
        left = np.asarray(layers, np.int16) + 2 - np.asarray(distances, np.int16)
        return np.where(wins, left, -left)

    def seen_by_other(self, planes: Planes) -> Planes:
        """The same planes with the pawns exchanged."""
        return planes[[*range(len(planes) - 2), -1, -2]]

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
        game, board = batch.instance.deal, batch.instance.deal.rules.board
        jokers = tuple(sorted(game.layout.jokers))
        deal = Deal(game.cards, jokers, game.rules)
        cells = choices(strategy, deal, batch.rows, batch.instance.edition)
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
