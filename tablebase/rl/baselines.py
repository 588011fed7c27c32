"""Baselines: random moves, and the strategies for Collapsi, as policies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.strategy.choices import choices
from tablebase.games.collapsi.strategy.strategy import Strategy
from tablebase.games.collapsi.tasks import DealArrays
from tablebase.rl.batch import Batch

Chances = npt.NDArray[np.float64]


def random_moves(batch: Batch) -> Chances:
    """Every legal move is equally likely."""
    return evenly(batch.legal)


def strategy_moves(strategy: Strategy) -> Callable[[Batch], Chances]:
    """The policy that makes a strategy's moves, all equally likely; only for Collapsi.

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


def evenly(made: npt.NDArray[Any]) -> Chances:
    """Equal probabilities for the actions marked in `made`, shape ``(n, actions)``."""
    numbers = np.maximum(made.sum(axis=1, keepdims=True), 1)
    return np.asarray(made / numbers)
