"""The average course of the piles in the games that a strategy wins.

All games are won in the same number of turns, because each turn has the minimum of cards, but for
the last. So the top of a pile after a turn has an average over the games won. The kernel of
`simulator` plays the games, and `advice` replays those that are won turn by turn.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from threading import local
from typing import Any

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.games.thegame.advice import Player, game
from tablebase.games.thegame.evaluation import F64
from tablebase.games.thegame.referee import check_games
from tablebase.games.thegame.rules import THE_GAME, Rules
from tablebase.games.thegame.simulator import conditions, play_on, player_of
from tablebase.games.thegame.strategies import Strategy
from tablebase.study.runs import FileKind, continued, read_counts

SAVED_COURSES = FileKind("saved courses", "run", most=1 << 20)

FORMAT = "tablebase thegame courses 1"


@dataclass(frozen=True)
class Courses:
    """The tops of the piles in games won.

    `depth` is how many cards the strategy looked beyond the minimum. `sums` and `squares` are sums
    over the games won of the piles' tops and of their squares, before the first turn and after each
    turn, shape (turns + 1, piles).
    """

    strategy: Strategy
    depth: int
    rules: Rules
    games: int
    wins: int
    sums: I64
    squares: I64

    def __add__(self, other: Courses) -> Courses:
        return replace(
            self,
            games=self.games + other.games,
            wins=self.wins + other.wins,
            sums=self.sums + other.sums,
            squares=self.squares + other.squares,
        )

    @property
    def by_number(self) -> bool:
        """Whether piles are identified by their number, because they count differently.

        If they count the same, the first pile of a kind is the one that is further along.
        """
        return not self.strategy.evaluation(self.rules).symmetric

    @property
    def means(self) -> F64:
        """The average tops, shape (turns + 1, piles); raises `ValueError` if no game was won."""
        if not self.wins:
            raise ValueError(
                f"{self.strategy.name} won none of {self.games:,} games: expected more games"
            )
        means: F64 = self.sums / self.wins
        return means

    @property
    def deviations(self) -> F64:
        """The standard deviations of the tops, like `means`."""
        deviations: F64 = np.sqrt(np.maximum(self.squares / self.wins - self.means**2, 0))
        return deviations

    @property
    def names(self) -> tuple[str, ...]:
        """What the piles are called, such as 'up 1'."""
        return tuple(
            f"{kind} {place + 1}"
            for kind, number in (("up", self.rules.ups), ("down", self.rules.downs))
            for place in range(number)
        )

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain data, for JSON."""
        return {
            "strategy": self.strategy.name,
            "depth": self.depth,
            "games": self.games,
            "wins": self.wins,
            "by_number": self.by_number,
            "piles": list(self.names),
            "means": self.means.tolist(),
            "deviations": self.deviations.tolist(),
        }


def courses(
    strategy: Strategy,
    games: int,
    *,
    depth: int | None = None,
    seed: int = 1,
    rules: Rules = THE_GAME,
    workers: int | None = None,
    file: str | os.PathLike[str] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Courses:
    """Play games by one strategy, and add up the tops of the piles in those won.

    The games are those of `simulator.simulate`, whose parameters and errors these are.
    """
    check_games(games, seed, workers)
    winners, memory = player_of(strategy, depth, seed, rules), local()
    symmetric = strategy.evaluation(rules).symmetric
    turns = -(-rules.cards // rules.minimum)
    none = Courses(
        strategy,
        strategy.search(depth).depth,
        rules,
        0,
        0,
        *np.zeros((2, turns + 1, rules.piles), np.int64),
    )

    def play(first: int, last: int) -> Courses:
        if not hasattr(memory, "player"):
            memory.player = Player(strategy, depth, rules)
        tops = np.array(
            [
                course(memory.player, seed, number, symmetric)
                for number in range(first, last)
                if winners(number, number + 1).wins
            ],
            np.int64,
        ).reshape(-1, *none.sums.shape)
        return replace(
            none, games=last - first, wins=len(tops), sums=tops.sum(0), squares=(tops**2).sum(0)
        )

    run = {"format": FORMAT, **conditions(strategy, depth, seed, rules)}
    load = partial(_load, none)
    with continued(file, SAVED_COURSES, run, none, load, _dump) as (done, keep):
        return play_on(done, games, play, keep, workers=workers, file=file, progress=progress)


def course(player: Player, seed: int, number: int, symmetric: bool) -> I64:
    """The tops of the piles in one game, before the first turn and after each: (turns + 1, piles).

    If `symmetric`, the piles of each kind are sorted by how far they are along, the furthest first.
    """
    rules = player.rules
    tops = [rules.starts, *(advice.position.tops for _, advice in game(player, seed, number))]
    found = np.array(tops, np.int64)
    if symmetric:
        found[:, : rules.ups] = -np.sort(-found[:, : rules.ups], axis=1)
        found[:, rules.ups :] = np.sort(found[:, rules.ups :], axis=1)
    return found


def _load(none: Courses, data: dict[str, Any]) -> Courses:
    games, wins = data["games"], data["wins"]
    sums, squares = (read_counts(data[name], none.sums.shape) for name in ("sums", "squares"))
    if not (type(games) is type(wins) is int and 0 <= wins <= games):
        raise ValueError(f"{wins} wins of {games} games")
    return replace(none, games=games, wins=wins, sums=sums, squares=squares)


def _dump(done: Courses) -> dict[str, Any]:
    return {
        "games": done.games,
        "wins": done.wins,
        "sums": done.sums.tolist(),
        "squares": done.squares.tolist(),
    }
