"""Many games of one strategy: seeded, on all cores, resumable.

Game number i of a seed has the same cards for every player, so the counts of a run do not depend on
the number of workers, on interruptions, or on how many games it was meant to have.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from math import inf
from threading import local
from typing import Any

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.engine.jobs.shards import Job, Workers, results
from tablebase.games.thegame.evaluation import Evaluation, shape_of, space_for
from tablebase.games.thegame.referee import check_games
from tablebase.games.thegame.rules import Rules
from tablebase.games.thegame.strategies import Strategy
from tablebase.games.thegame.team import rules_for
from tablebase.study.intervals import wilson
from tablebase.study.runs import FileKind, continued, read_counts

BLOCK = 100
"""Games that a worker plays at a time."""

SAVED_RUN = FileKind("a saved run", "run", most=1 << 20)

SAVE_EVERY = 20
"""Blocks between two writes of a run's file."""

FORMAT = "tablebase thegame run 1"


@dataclass(frozen=True)
class Endings:
    """How a number of games ended.

    `remaining` counts games by cards remaining, `tricks` games won by backwards tricks; shape (n +
    1,).
    """

    remaining: I64
    tricks: I64

    def __add__(self, other: Endings) -> Endings:
        return Endings(self.remaining + other.remaining, self.tricks + other.tricks)

    @property
    def games(self) -> int:
        """How many games were played."""
        return int(self.remaining.sum())

    @property
    def wins(self) -> int:
        """How many games were won: no card remained."""
        return int(self.remaining[0])

    @property
    def win_rate(self) -> tuple[float, float]:
        """The share of games won, and its standard error."""
        share = self.wins / self.games
        return share, float(np.sqrt(share * (1 - share) / self.games))

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% confidence interval of the share of games won."""
        return wilson(self.wins, self.games)

    @property
    def cards_remaining(self) -> tuple[float, float]:
        """The mean number of cards remaining, and its standard error."""
        return _mean(self.remaining)

    @property
    def tricks_per_win(self) -> tuple[float, float]:
        """The mean number of backwards tricks in games won, and its standard error."""
        return _mean(self.tricks)

    def share_below(self, cards: int) -> float:
        """The share of games with fewer than `cards` cards remaining."""
        return float(self.remaining[:cards].sum() / self.games)

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain data, for JSON; null where no game was won."""
        names = "win_rate", "cards_remaining", "tricks_per_win"
        figures: dict[str, Any] = {"games": self.games, "wins": self.wins}
        for name in names:
            mean, error = getattr(self, name)
            figures |= {name: _finite(mean), f"{name}_error": _finite(error)}
        figures["interval_95"] = list(self.interval)
        return figures | {"below_10": self.share_below(10), "remaining": self.remaining.tolist()}


def _mean(counts: I64) -> tuple[float, float]:
    """Mean and standard error of 0, 1, ..., given how often each occurs; NaN if none does."""
    number = int(counts.sum())
    if not number:
        return float("nan"), float("nan")
    values = np.arange(counts.size)
    mean = float(counts @ values / number)
    return mean, float(np.sqrt(counts @ (values - mean) ** 2) / number)


def _finite(number: float) -> float | None:
    return None if np.isnan(number) else number


def simulate(
    strategy: Strategy,
    games: int,
    *,
    players: int = 1,
    at_least: bool | None = None,
    depth: int | None = None,
    seed: int = 1,
    rules: Rules | None = None,
    workers: int | None = None,
    file: str | os.PathLike[str] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Endings:
    """Play games by one strategy, alone or as every one of several players.

    Games are numbers 0 to ``games - 1`` of the seed. Turns of several players may lay more than the
    minimum of cards, as the rule sheet says, and those of one player do not, as in the talk, unless
    `at_least` says otherwise. `depth` is how many cards to look beyond the minimum, by default the
    strategy's own; `rules` have by default the published hand for this number of players; `workers`
    is the number of threads, by default one for each core this process may use. A `file` keeps
    finished games; another call continues from there, also for more games. `progress` is called
    with the share done, from 0 to 1.

    The result is the same for any number of workers, and whether or not the run was interrupted.
    Raises `ValueError` if a number is out of range or the file holds more games, `FileFormatError`
    if the file is not of this run, and `FileBusyError` if another process writes to it.
    """
    check_games(games, seed, workers)
    rules = rules_for(players) if rules is None else rules
    if players * rules.hand > rules.cards:
        raise ValueError(
            f"{players} players with {rules.hand} of {rules.cards} cards each: expected a full "
            "hand for everybody"
        )
    extra = strategy.extra if lays_on(players, at_least) else inf
    run = {"format": FORMAT, **_conditions(strategy, depth, seed, rules)}
    # One player who lays exactly the minimum needs no more, so that older files still continue.
    run["rules"] |= ({"players": players} if players > 1 else {}) | (
        {"extra": extra} if extra < inf else {}
    )
    play = _player_of(strategy, depth, seed, rules, players, extra)
    none = Endings(*np.zeros((2, rules.cards + 1), np.int64))
    load = partial(_load, cards=rules.cards)
    with continued(file, SAVED_RUN, run, none, load, _dump) as (done, keep):
        return _play_on(done, games, play, keep, workers=workers, file=file, progress=progress)


def lays_on(players: int, at_least: bool | None) -> bool:
    """Whether turns may lay more than the minimum of cards; see `simulate`."""
    return players > 1 if at_least is None else at_least


def _conditions(strategy: Strategy, depth: int | None, seed: int, rules: Rules) -> dict[str, Any]:
    """What the games of a run depend on, as its file has it."""
    run = {
        "strategy": strategy.name,
        "search": strategy.search(depth)._asdict(),
        "rules": rules.as_dict(),
        "seed": seed,
        "value function": _digest(strategy.evaluation(rules)),
    }
    if strategy.foresight is not None:
        run["foresight"] = json.loads(json.dumps(strategy.foresight))
    return run


def _play_on(
    done: Endings,
    games: int,
    play: Callable[[int, int], Endings],
    keep: Callable[[Endings], None],
    *,
    workers: int | None,
    file: str | os.PathLike[str] | None,
    progress: Callable[[float], None] | None,
) -> Endings:
    """Play the games of a run that are not done yet, and keep them from time to time.

    `play` plays games `first` to ``last - 1``, in any thread. `keep` is called also if the run is
    interrupted. The others are as for `simulate`. Raises `ValueError` if more games are done than
    wanted.
    """
    if done.games > games:
        raise ValueError(f"{file} holds {done.games} games: expected {games} or fewer")
    job = Job(lambda first: play(first, min(first + BLOCK, games)), range(done.games, games, BLOCK))
    try:
        with contextlib.closing(results(job, Workers(workers), ordered=True)) as parts:
            for part in parts:
                done += part.payload
                if progress is not None:
                    progress(done.games / games)
                if (part.number + 1) % SAVE_EVERY == 0:
                    keep(done)
    finally:
        keep(done)
    return done


def _player_of(
    strategy: Strategy, depth: int | None, seed: int, rules: Rules, players: int, extra: float
) -> Callable[[int, int], Endings]:
    """Get a function that plays games `first` to ``last - 1`` of a seed, in any thread."""
    from tablebase.games.thegame.playing import play_many

    search, foresight = strategy.search(depth), strategy.foresight
    evaluation, shape, memory = strategy.evaluation(rules), shape_of(rules), local()

    def play(first: int, last: int) -> Endings:
        if not hasattr(memory, "spaces"):
            space = space_for(rules, search)
            memory.spaces = space, space_for(rules, foresight.ahead) if foresight else space
        counts = np.zeros((2, rules.cards + 1), np.int64)
        games, tables = (np.uint64(seed), first, last), (shape, evaluation)
        several = None if players == 1 else players
        more = None if several is None and extra == inf else extra
        play_many(*games, several, search, foresight, more, *tables, *memory.spaces, *counts)
        return Endings(*counts)

    return play


def _digest(evaluation: Evaluation) -> str:
    """A digest that distinguishes value functions, even after a change under the same name."""
    digest = sha256()
    for field in evaluation:
        digest.update(field.tobytes() if isinstance(field, np.ndarray) else repr(field).encode())
    return digest.hexdigest()[:16]


def _load(data: dict[str, Any], cards: int) -> Endings:
    remaining, tricks = (read_counts(data[name], (cards + 1,)) for name in ("remaining", "tricks"))
    return Endings(remaining, tricks)


def _dump(done: Endings) -> dict[str, Any]:
    counts = {"remaining": done.remaining.tolist(), "tricks": done.tricks.tolist()}
    return {"games": done.games, **counts}
