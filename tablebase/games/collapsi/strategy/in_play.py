"""How often strategies keep the win in positions from actual play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.intervals import Estimate, share_of_groups
from tablebase.engine.play.opponents import STRENGTHS
from tablebase.games.collapsi.rules import COLLAPSI, Edition, Rules
from tablebase.games.collapsi.strategy.games import Game, play
from tablebase.games.collapsi.strategy.players import Player
from tablebase.games.collapsi.strategy.preferences import Strategy, load_strategy

WAYS = ("random", "perfect", "itself")
"""How the positions arise: both sides play at random, perfectly, or as the strategy says."""

FIRST_MOVES = 2
"""The first plies, from the jokers, which totals leave out."""


@dataclass(frozen=True)
class Kept:
    """The share of critical positions in which a strategy keeps the win, in one way of play.

    `cards` is the share by number of face-up cards before the move, for those with any critical
    position. `total` is over all positions after both first moves, None if none is critical.
    """

    cards: Mapping[int, Estimate]
    total: Estimate | None

    def as_dict(self) -> dict[str, Any]:
        """The shares as plain data, for JSON."""
        return {
            "cards": {cards: found.as_dict() for cards, found in self.cards.items()},
            "total": self.total and self.total.as_dict(),
        }


def score_in_play(
    strategies: Sequence[Strategy],
    deals: int,
    seed: int,
    *,
    rules: Rules = COLLAPSI,
    edition: Edition | str | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, dict[str, Kept]]:
    """Score strategies in games of random deals, one game for each of `WAYS`; see `games.play`.

    Returns what each keeps, by its name and the way of play. The intervals allow for positions of
    one deal depending on each other.
    """
    walkers: list[Player] = [load_strategy("random"), STRENGTHS[0]]
    games = {
        (strategy.name, way): Game(player, player, strategy)
        for strategy in strategies
        for way, player in zip(WAYS, [*walkers, strategy], strict=True)
    }
    played = play(
        [*games.values()], deals, seed,
        rules=rules, edition=edition, threads=threads, progress=progress,
    )  # fmt: skip
    found: dict[str, dict[str, Kept]] = {}
    for number, (name, way) in enumerate(games):
        found.setdefault(name, {})[way] = _kept(played.kept[:, number])
    return found


def _kept(kept: npt.NDArray[np.float32]) -> Kept:
    """What games of one kind show; `kept` has shape (deals, 1 + cells), see `games.Played`."""
    critical = ~np.isnan(kept)
    shares = np.where(critical, kept, 0).astype(np.float64)
    numbers = critical.astype(np.int64)
    cards = {
        number: estimate
        for number in range(kept.shape[1])
        if (estimate := share_of_groups(shares[:, number], numbers[:, number])) is not None
    }
    later = slice(kept.shape[1] - FIRST_MOVES)
    return Kept(cards, share_of_groups(shares[:, later].sum(axis=1), numbers[:, later].sum(axis=1)))
