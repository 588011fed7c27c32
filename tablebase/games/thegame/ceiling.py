"""The share of shuffles that a player who sees the deck can win: many games solved, resumable.

No player wins more, so it is a ceiling for every strategy. Game i of a seed is the same as in
`simulator`.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import local
from typing import Any, NamedTuple

from tablebase.engine.jobs.shards import Job, Workers, results
from tablebase.games.thegame.referee import check_games, shuffled
from tablebase.games.thegame.rules import THE_GAME, Rules
from tablebase.study.intervals import wilson
from tablebase.study.runs import FileKind, continued

WIDTH = 8192
"""Positions kept of each step, at most, unless another width is asked for."""

FORMAT = "tablebase thegame ceiling 1"
SAVE_SECONDS = 10.0
SOLVED_GAMES = FileKind("a run of solved games", "run", most=1 << 28)


class Solved(NamedTuple):
    """Whether a game can be won, None if undecided, and the positions kept of each step."""

    won: bool | None
    width: int


@dataclass(frozen=True)
class Ceiling:
    """What a player who sees the deck can win of some games, from number 0 on."""

    games: tuple[Solved, ...]

    @property
    def won(self) -> int:
        """Number of games that can be won, each replayed by the rules."""
        return sum(game.won is True for game in self.games)

    @property
    def lost(self) -> int:
        """Number of games proven lost."""
        return sum(game.won is False for game in self.games)

    @property
    def undecided(self) -> int:
        """Number of games of which neither is known."""
        return sum(game.won is None for game in self.games)

    @property
    def bounds(self) -> tuple[float, float]:
        """The share of these games that can be won: undecided games lost, and won."""
        number = len(self.games)
        return self.won / number, (self.won + self.undecided) / number

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% confidence interval of the share of all shuffles that can be won.

        Undecided games count as lost for its lower end and as won for its upper end.
        """
        low, _ = wilson(self.won, len(self.games))
        _, high = wilson(self.won + self.undecided, len(self.games))
        return low, high

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain data, for JSON."""
        widths = Counter(game.width for game in self.games if game.won)
        return {
            "games": len(self.games),
            "won": self.won,
            "lost": self.lost,
            "undecided": self.undecided,
            "bounds": list(self.bounds),
            "interval_95": list(self.interval),
            "won_by_width": {str(width): widths[width] for width in sorted(widths)},
            "not_won": {
                "lost": [number for number, game in enumerate(self.games) if game.won is False],
                "undecided": [number for number, game in enumerate(self.games) if game.won is None],
            },
        }


def ceiling(
    games: int,
    *,
    seed: int = 1,
    rules: Rules = THE_GAME,
    at_least: bool = False,
    width: int = WIDTH,
    workers: int | None = None,
    file: str | os.PathLike[str] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Ceiling:
    """Find out which games a player who sees the deck can win.

    Games are numbers 0 to ``games - 1`` of the seed. `at_least` and `width` are those of
    `clairvoyant.Clairvoyant`; `workers` and `progress`, and the errors, those of
    `simulator.simulate`. A `file` is saved every few seconds; another call continues from there,
    also for more games, or with a greater width for those undecided.
    """
    from tablebase.games.thegame.clairvoyant import Clairvoyant

    check_games(games, seed, workers)
    make = partial(Clairvoyant, rules, at_least=at_least, width=width)
    make()  # refuses what cannot be solved before there is a file
    memory = local()

    def solve(number: int) -> tuple[int, Solved]:
        if not hasattr(memory, "player"):
            memory.player = make()
        found = memory.player.solve(shuffled(seed, number, rules))
        return number, Solved(found.won, found.width)

    run = {"format": FORMAT, "rules": rules.as_dict(), "at least": at_least, "seed": seed}
    with continued(file, SOLVED_GAMES, run, list[Solved](), _load, _dump) as (known, keep):
        if len(known) > games:
            raise ValueError(f"{file} holds {len(known)} games: expected {games} or fewer")
        todo = [number for number in range(games) if _is_open(known, number, width)]
        solved, saved = dict(enumerate(known)), time.monotonic()
        try:
            with contextlib.closing(results(Job(solve, todo), Workers(workers))) as parts:
                for done, part in enumerate(parts, games - len(todo) + 1):
                    solved.update([part.payload])
                    if progress is not None:
                        progress(done / games)
                    if time.monotonic() - saved > SAVE_SECONDS:
                        keep(_first(solved))
                        saved = time.monotonic()
        finally:
            keep(_first(solved))
    return Ceiling(tuple(_first(solved)))


def _is_open(known: list[Solved], number: int, width: int) -> bool:
    """Whether a game is new, or was undecided by a narrower search."""
    return number >= len(known) or (known[number].won is None and known[number].width < width)


def _first(solved: dict[int, Solved]) -> list[Solved]:
    """The games from number 0 up to the first that is not solved."""
    first: list[Solved] = []
    while len(first) in solved:
        first.append(solved[len(first)])
    return first


def _load(data: dict[str, Any]) -> list[Solved]:
    games = [Solved(*row) for row in data["games"]]
    for won, width in games:
        if not (won is None or type(won) is bool) or type(width) is not int or width < 1:
            raise ValueError("expected true, false or null, and a width, for each game")
    return games


def _dump(games: list[Solved]) -> dict[str, Any]:
    return {"games": games}
