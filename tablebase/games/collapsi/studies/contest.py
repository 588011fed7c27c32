"""A match between imperfect players: their chances, from games that they have played.

Each deal is played twice, once with either player first. So a round is a draw from the games that
its first player started, and the chances of a match follow from those at all later scores.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.rules import Edition, Rules
from tablebase.games.collapsi.strategy.games import play_both_ways
from tablebase.games.collapsi.strategy.players import Player
from tablebase.games.collapsi.studies.match import RESAMPLES, TARGET, RoundEnd, Starts, expected
from tablebase.study.intervals import Estimate, mean_of
from tablebase.support.lazy import cached_property

F64 = npt.NDArray[np.float64]
Odds = tuple[dict[RoundEnd, F64], dict[RoundEnd, F64]]
"""How likely each end of a round is that the first player starts, and that the second does."""


@dataclass(frozen=True)
class PlayedMatch:
    """Matches of two players, from the games that they have played in random deals.

    `plies`, shape (deals, 2), has the length of the game of each deal, with the first player
    starting and with the second; `cells` is how many cards a deal has.
    """

    player: Player
    opponent: Player
    plies: npt.NDArray[np.uint8]
    cells: int
    seed: int
    target: int = TARGET
    starts: Starts = "alternate"

    @property
    def start(self) -> Estimate:
        """The chance of the first player if they start the match."""
        return self._estimate(0.0, float, starting=True)

    @property
    def reply(self) -> Estimate:
        """The chance of the first player if the second starts the match."""
        return self._estimate(0.0, float, starting=False)

    @property
    def rounds(self) -> Estimate:
        """How many rounds a match has on average, if the first player starts it."""
        return self._estimate(1.0, lambda won: 0.0, starting=True)

    @property
    def cards(self) -> Estimate:
        """The mean number of face-up cards at the end of a round, whoever starts it."""
        return mean_of(self.cells - self.plies.mean(axis=1))

    @property
    def starter(self) -> Estimate:
        """The share of rounds won by the player who starts them."""
        return mean_of((self.plies % 2).mean(axis=1))

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain data, for JSON."""
        names = "start", "reply", "rounds", "starter", "cards"
        return {
            "player": self.player.name,
            "opponent": self.opponent.name,
            "target": self.target,
            "starts": self.starts,
            **{name: getattr(self, name).as_dict() for name in names},
        }

    def _estimate(self, each: float, ended: Callable[[bool], float], *, starting: bool) -> Estimate:
        """What the first player expects of `match.expected`; the interval is by resampling."""

        def figure(odds: Odds) -> F64:
            found: F64 = expected(self.target, self.starts, odds, each, ended)[0, 0, starting]
            return found

        low, high = np.quantile(figure(self._resampled), [0.025, 0.975])
        return Estimate(len(self.plies), float(figure(self._observed)[0]), float(low), float(high))

    @cached_property
    def _observed(self) -> Odds:
        return self._odds(np.ones((1, len(self.plies))))

    @cached_property
    def _resampled(self) -> Odds:
        deals = len(self.plies)
        rng = np.random.default_rng([self.seed, self.target])
        weights = rng.multinomial(deals, np.full(deals, 1 / deals), RESAMPLES)
        return self._odds(weights.astype(np.float64))

    def _odds(self, weights: F64) -> Odds:
        """How likely each end of a round is, for each row of weights of the deals."""
        first, second = (
            {
                RoundEnd(length % 2 == 1, self.cells - length): (weights[:, plies == length]).sum(
                    axis=1
                )
                / len(plies)
                for length in np.unique(plies).tolist()
            }
            for plies in self.plies.T
        )
        return first, second


def play_matches(
    pairs: Sequence[tuple[Player, Player]],
    deals: int,
    seed: int,
    *,
    rules: Rules,
    edition: Edition | str | None = None,
    target: int = TARGET,
    starts: Starts = "alternate",
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[PlayedMatch]:
    """The matches of pairs of players, from two games of each pair in each of some random deals.

    The parameters are those of `games.play` and `match.Match`; raises as these do.
    """
    played, columns = play_both_ways(
        pairs, deals, seed, rules=rules, edition=edition, threads=threads, progress=progress
    )
    return [
        PlayedMatch(*pair, played.plies[:, [*both]], rules.board.size, seed, target, starts)
        for pair, both in zip(pairs, columns, strict=True)
    ]
