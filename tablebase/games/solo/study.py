"""All boards of a deck counted: how many can be cleared, and the cards left on the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from tablebase.engine.arrays import I8, I64, U8, U16, U32
from tablebase.engine.jobs.shards import completed
from tablebase.games.collapsi.rules import COLLAPSI
from tablebase.games.collapsi.rules import Rules as CollapsiRules
from tablebase.games.collapsi.strategy.openings import deals_of
from tablebase.games.collapsi.whole.geometry import Geometry, Shape, cells_of, geometry_of
from tablebase.games.solo import study_kernels as kernels
from tablebase.games.solo.game import Rules

BOARDS_AT_ONCE = 32 * kernels.LANES

NEVER = -1
"""Replaces the number of cards left if the exit cannot be reached at all."""


@dataclass(frozen=True)
class Cleared:
    """All boards of a deck under some rules, by the number of cards left with best play.

    `left` is the number of boards by the fewest cards that can be left when the pawn leaves,
    ascending; `NEVER` comes first. Each layout of the deck counts with either joker as the exit.
    """

    rules: Rules
    left: dict[int, int]

    @property
    def boards(self) -> int:
        """Number of boards."""
        return sum(self.left.values())

    def share(self, most: int = 0) -> float:
        """The share of the boards on which at most this many cards can be left."""
        return sum(n for left, n in self.left.items() if 0 <= left <= most) / self.boards

    def as_dict(self) -> dict[str, Any]:
        """The counts as plain data, for JSON."""
        return {
            "rules": self.rules.as_dict(),
            "boards": self.boards,
            "cleared": self.left.get(0, 0),
            "share": self.share(),
            "by_cards_left": {str(left): n for left, n in self.left.items() if left != NEVER},
            "never_out": self.left.get(NEVER, 0),
        }


class Task(NamedTuple):
    """Boards with their jokers in the same cells, and the same way to enter the exit."""

    rules: Sequence[Rules]  # different in their joker steps
    reaches: U16  # of `kernels.reach`
    starts: Sequence[int]  # where the first move can end, for each of the rules
    cards: U8
    weights: I64


def study(
    readings: Sequence[Rules],
    deck: CollapsiRules = COLLAPSI,
    *,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> list[Cleared]:
    """Count all boards of a deck under each of some rules.

    `deck` gives the deck and the board; the board of the readings, and how many cards may be left,
    do not matter. Several sets of joker steps take no longer than one. `threads` is by default one
    for each core this process may use. Raises ValueError if the deck has more than 16 cells or four
    kinds of cards.
    """
    geometry = geometry_of(deck)
    counts = [dict.fromkeys(range(NEVER, geometry.top + 1), 0) for _ in readings]
    for task, left in completed(_finish, _tasks(readings, geometry), threads, progress):
        for rules, row in zip(task.rules, left, strict=True):
            found = counts[readings.index(rules)]
            for cards in np.unique(row).tolist():
                found[cards] += int(task.weights[row == cards].sum())
    return [
        Cleared(rules, {left: n for left, n in found.items() if n})
        for rules, found in zip(readings, counts, strict=True)
    ]


def _tasks(readings: Sequence[Rules], geometry: Geometry) -> Iterator[Task]:
    """The boards in parts: each essentially different board, with either joker as the exit."""
    for shape in geometry.shapes[geometry.top]:
        words, weights = deals_of(geometry, shape)
        cards = _cards(words, shape)
        jokers = cells_of((1 << geometry.size) - 1 & ~shape.mask)
        for start, exit_ in (jokers, jokers[::-1]):
            for way in dict.fromkeys(rules.exit for rules in readings):
                rules = [each for each in readings if each.exit == way]
                reaches, starts = _reaches(rules, geometry, shape, start, exit_)
                part = partial(Task, rules, reaches, starts)
                for first in range(0, words.size, BOARDS_AT_ONCE):
                    some = slice(first, first + BOARDS_AT_ONCE)
                    yield part(cards[some], weights[some])


def _cards(words: U32, shape: Shape) -> U8:
    """The letters of words, by ascending cell."""
    places = [2 * (shape.layer - 1 - shape.cells.index(cell)) for cell in sorted(shape.cells)]
    return (words[:, None] >> np.array(places, np.uint32) & np.uint32(3)).astype(np.uint8)


def _reaches(
    rules: Sequence[Rules], geometry: Geometry, shape: Shape, start: int, exit_: int
) -> tuple[U16, list[int]]:
    """Where the pawn can go from each slot with each card, and from the start."""
    slots = shape.layer
    neighbours, door = geometry.neighbours, rules[0].exit == "door"
    steps = np.array([1 << card - 1 for card in geometry.letters], np.uint64)
    reaches = np.zeros((1 << slots, slots, steps.size), np.uint16)
    cells = np.array(sorted(shape.cells), np.uint64)
    kernels.reach(neighbours, cells, steps, np.uint64(exit_), door, reaches)
    starts = []
    for each in rules:
        chosen = np.uint64(sum(1 << number - 1 for number in each.joker_steps))
        starts.append(
            int(kernels.reach_of_start(neighbours, cells, start, chosen, np.uint64(exit_), door))
        )
    return reaches, starts


def _finish(task: Task) -> tuple[Task, I8]:
    """The fewest cards that each board can leave, shape (rules, boards)."""
    left = np.full((len(task.rules), task.weights.size), NEVER, np.int8)
    todo = np.arange(task.weights.size)
    for most in range(task.cards.shape[1] + 1):
        finishes = np.empty(todo.size, np.uint16)
        kernels.finish(task.reaches, task.cards[todo], most, finishes)
        for row, start in zip(left, task.starts, strict=True):
            row[todo[(finishes & start != 0) & (row[todo] == NEVER)]] = most
        todo = todo[(left[:, todo] == NEVER).any(axis=0)]
        if not todo.size:
            break
    return task, left
