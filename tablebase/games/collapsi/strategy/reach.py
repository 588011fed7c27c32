"""Where a pawn can go, for every set of face-up cells: what the features are computed from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.fast import STRATEGY
from tablebase.games.collapsi.rules import Edition, Rules
from tablebase.games.collapsi.strategy.feature_kernels import View
from tablebase.games.collapsi.strategy.features import StrategyError
from tablebase.games.collapsi.strategy.kernels import fill_reach
from tablebase.games.collapsi.whole.geometry import distances


class MoveTable:
    """The cells that a pawn can go to, by face-up cells, its own cell, and how far it may go.

    A row of the `table` belongs to a set of face-up cells. A *column* belongs to a cell and a
    number of steps, or to a joker on the cell under one of the editions. After these come columns
    for the same numbers of steps and jokers, each with the cells from which a pawn can go to at
    most one cell.

    Raises `StrategyError` for rules that `fast.STRATEGY` does not fit.
    """

    def __init__(self, rules: Rules) -> None:
        size = rules.board.size
        STRATEGY.check(rules, StrategyError, "strategies")
        self.rules = rules
        self.steps = rules.max_steps
        self.kinds = self.steps + len(rules.editions)  # columns of a cell
        self.near = np.array(rules.board.neighbour_masks, np.uint64)
        self.far = distances(rules.board)
        self.table = np.zeros(
            (1 << size, (size + 1) * self.kinds), np.min_scalar_type((1 << size) - 1)
        )
        jokers = [sum(1 << steps - 1 for steps in e.joker_steps) for e in rules.editions]
        fill_reach(self.near, self.steps, np.array(jokers, np.uint64), self.table)

    def column(self, cell: int, card: int, edition: Edition) -> int:
        """The column of a cell with a card."""
        if card == JOKER:
            return cell * self.kinds + self.steps + self.rules.editions.index(edition)
        return cell * self.kinds + card - 1

    def columns(self, cards: Sequence[int], edition: Edition) -> U64:
        """The columns of all cells."""
        found = [self.column(cell, card, edition) for cell, card in enumerate(cards)]
        return np.array(found, np.uint64)

    def view(self, cards: Sequence[int], edition: Edition) -> View:
        """The cards as the kernels take them, without distances to the end."""
        size, columns = len(cards), self.columns(cards, edition)
        lying = np.zeros(self.kinds, np.uint64)
        cells = np.arange(size)
        bits = np.uint64(1) << cells.astype(np.uint64)
        np.bitwise_or.at(lying, columns.astype(np.int64) - cells * self.kinds, bits)
        ends = np.zeros(size, np.int64)
        return View(self.table, columns, np.array(cards), self.near, self.far, ends, lying)

    @property
    def blank(self) -> View:
        """The board before kernels lay cards on it."""
        size = len(self.near)
        columns = np.arange(0, size * self.kinds, self.kinds).astype(np.uint64)
        none = np.zeros((2, size), np.int64)
        lying = np.zeros(self.kinds, np.uint64)
        return View(self.table, columns, none[0], self.near, self.far, none[1], lying)


@lru_cache(maxsize=2)
def reach_of(rules: Rules) -> MoveTable:
    """The reach under some rules; cached, so that it is computed only once."""
    return MoveTable(rules)
