"""How hard a stack is for players who do not look ahead."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.games.pairs.kernels import play_out
from tablebase.games.pairs.position import PERFECT, Position
from tablebase.games.pairs.solver import match_masks

GRADES = {"easy": 20, "medium": 3, "hard": 0}
"""Grades, and how many of 1,000 greedy games must be perfect for each; the first that fits."""

PLAYS = 1000
"""Greedy games that decide a grade."""

TRIES = 1000
"""Stacks to try before giving up on a grade."""


class UngradedError(LookupError):
    """No stack of the wanted grade was found."""


class Difficulty(NamedTuple):
    """How random and greedy players fare in some games each, and how much choice a game left.

    A random player removes any legal card, all equally likely; a greedy one, at random, one of the
    cards that leave the most legal moves. For each: perfect games, and how many cards they leave on
    average. `forced` is the number of moves in the given game where no other card could be removed.
    """

    plays: int
    random_wins: int
    random_left: float
    greedy_wins: int
    greedy_left: float
    forced: int


def difficulty(game: list[Position], plays: int = PLAYS, seed: int = 0) -> Difficulty:
    """Measure how hard the start of a game is, by `plays` games of each player.

    `game` lists the positions of a game, such as the solver's, as `Position.replay` returns them.
    """
    rng = np.random.default_rng(seed)
    by_chance, greedy = (cards_left(game[0], plays, rng, each) for each in (False, True))
    return Difficulty(
        plays,
        int((by_chance == PERFECT).sum()),
        float(by_chance.mean()),
        int((greedy == PERFECT).sum()),
        float(greedy.mean()),
        forced=sum(len(position.legal_moves()) == 1 for position in game[:-1]),
    )


def grade(start: Position, seed: int = 0) -> str:
    """The grade of a stack that can be beaten: how often 1,000 greedy games of it are perfect."""
    wins = (cards_left(start, PLAYS, np.random.default_rng(seed), True) == PERFECT).sum()
    return next(name for name, least in GRADES.items() if wins >= least)


def of_grade(stacks: Iterator[Position], wanted: str) -> Position:
    """The first stack of a grade, among the next 1,000.

    Raises `UngradedError` if none of them is of that grade, as happens with few cards.
    """
    for stack in islice(stacks, TRIES):
        if grade(stack) == wanted:
            return stack
    raise UngradedError(f"none of {TRIES:,} stacks is {wanted}: expected a stack of more cards")


def cards_left(start: Position, plays: int, rng: np.random.Generator, greedy: bool) -> I64:
    """How many cards the greedy player, or the random one, leaves in each of `plays` games."""
    matches = match_masks(start.stack)
    numbers = rng.random((plays, len(start.stack)))
    mask = np.uint64(start.mask)
    return np.array([play_out(mask, matches, row, greedy) for row in numbers], np.int64)
