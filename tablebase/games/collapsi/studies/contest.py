"""A match between imperfect players: their chances, from games that they have played.

Each deal is played twice, once with either player first. So a round is a draw from the games that
its first player started, and the chances of a match follow from those at all later scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.intervals import Estimate, mean_of
from tablebase.engine.lazy import cached_property
from tablebase.games.collapsi.rules import Edition, Rules
from tablebase.games.collapsi.strategy.games import Game, play
from tablebase.games.collapsi.strategy.players import Player
from tablebase.games.collapsi.studies.match import RESAMPLES, TARGET, Round, Starts, starts_again

F64 = npt.NDArray[np.float64]
State = tuple[int, int, bool]
"""The points of the first player and of the second, and whether the first starts the round."""

Number = Any
"""A number, or an array with a number for each resample."""


@dataclass(frozen=True)
class Contest:
    """The chances of a match, given how likely each end of a round is for whoever starts it.

    `first` and `second` give the probability of each end, in rounds that the first and the second
    player start.
    """

    first: dict[Round, Number]
    second: dict[Round, Number]
    target: int
    starts: Starts

    def chance(self, *, starting: bool) -> Number:
        """The chance that the first player wins the match."""
        return self._expected(lambda state: float(state[0] >= self.target), 0.0)[0, 0, starting]

    def rounds(self, *, starting: bool) -> Number:
        """How many rounds the match has on average."""
        return self._expected(lambda state: 0.0, 1.0)[0, 0, starting]

    def _expected(self, ended: Callable[[State], float], each: float) -> dict[State, Number]:
        """The mean total: `each` for every round, and `ended` of the final state."""
        found: dict[State, Number] = {}
        for state in self._states():
            total: Number = each
            for end, likely in (self.first if state[2] else self.second).items():
                after = self._after(state, end)
                over = max(after[:2]) >= self.target
                total = total + likely * (ended(after) if over else found[after])
            found[state] = total
        return found

    def _states(self) -> Iterator[State]:
        """All states, each after those that it can lead to."""
        for total in range(2 * self.target - 2, -1, -1):
            for mine in range(max(0, total - self.target + 1), min(total + 1, self.target)):
                yield from ((mine, total - mine, first) for first in (True, False))

    def _after(self, state: State, end: Round) -> State:
        mine, theirs, first = state
        if end.won == first:
            mine += end.points
        else:
            theirs += end.points
        return mine, theirs, first == starts_again(self.starts, end)


@dataclass(frozen=True)
class PlayedMatch:
    """Matches of two players, from the games that they have played in random deals.

    Attributes
    ----------
    plies : ndarray of uint8, shape (deals, 2)
        The length of the game of each deal, with the first player starting and with the second.
    cells : int
        How many cards a deal has.
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
        return self._estimate(lambda contest: contest.chance(starting=True))

    @property
    def reply(self) -> Estimate:
        """The chance of the first player if the second starts the match."""
        return self._estimate(lambda contest: contest.chance(starting=False))

    @property
    def rounds(self) -> Estimate:
        """How many rounds a match has on average, if the first player starts it."""
        return self._estimate(lambda contest: contest.rounds(starting=True))

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

    def _estimate(self, figure: Callable[[Contest], Number]) -> Estimate:
        """A figure, with a 95 % interval by resampling the deals."""
        low, high = np.quantile(figure(self._resampled), [0.025, 0.975])
        return Estimate(len(self.plies), float(figure(self._observed)[0]), float(low), float(high))

    @cached_property
    def _observed(self) -> Contest:
        return self._contest(np.ones((1, len(self.plies))))

    @cached_property
    def _resampled(self) -> Contest:
        deals = len(self.plies)
        rng = np.random.default_rng([self.seed, self.target])
        weights = rng.multinomial(deals, np.full(deals, 1 / deals), RESAMPLES)
        return self._contest(weights.astype(np.float64))

    def _contest(self, weights: F64) -> Contest:
        first, second = (self._odds(column, weights) for column in (0, 1))
        return Contest(first, second, self.target, self.starts)

    def _odds(self, column: int, weights: F64) -> dict[Round, F64]:
        """The probability of each end of a round, for each row of weights of the deals."""
        plies = self.plies[:, column]
        return {
            Round(length % 2 == 1, self.cells - length): (weights[:, plies == length]).sum(axis=1)
            / len(plies)
            for length in np.unique(plies).tolist()
        }


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
    games = list(dict.fromkeys(Game(*each) for pair in pairs for each in (pair, pair[::-1])))
    played = play(
        games, deals, seed, rules=rules, edition=edition, threads=threads, progress=progress
    )
    number = {game: at for at, game in enumerate(games)}
    return [
        PlayedMatch(
            one,
            other,
            played.plies[:, [number[Game(one, other)], number[Game(other, one)]]],
            rules.board.size,
            seed,
            target,
            starts,
        )
        for one, other in pairs
    ]
