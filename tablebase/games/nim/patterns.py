"""Exact winning chances of players who know some losing patterns.

The article names four patterns that lose for the side to move, and says that knowing them makes you
99 % unbeatable in primary school. Here, a player who can leave a position that they know to be lost
does so, and otherwise makes a random move. A *careful* player looks one move further, and avoids
moves after which the opponent could leave such a position. The remaining moves are equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.tables.masks import numbers_left
from tablebase.engine.tables.table import build_table
from tablebase.games.nim.game import game_of
from tablebase.games.nim.parts import left_of, parts_of
from tablebase.games.nim.parts_kernels import part_of
from tablebase.games.nim.position import Position
from tablebase.games.nim.rules import Rules

PATTERNS = (
    "1100/1100/0000/0000",
    "1001/1001/1001/0000",
    "1011/0111/0000/0000",
    "1010/1010/0000/0000",
)
"""The article's losing patterns."""

KNOWN = {
    "nothing": "a random move",
    "end": "leave a single stone",
    "drawn": "or a pattern as drawn, turned, reflected or shifted",
    "parts": "or the parts of a pattern, wherever each lies",
    "pairs": "leave a single stone, or parts that a mirror or a twin pairs",
}
"""What a player can know, in words."""

OPPONENTS = {
    "random": "makes random moves",
    "same": "knows as much",
    "perfect": "makes a best move",
    "foe": "knows what the player does, and plays against that",
}
"""Whom they can play against, in words."""

MAX_SIDE = 4
"""The largest side of a board: all moves of all positions of a larger one need too much memory."""

Moves = npt.NDArray[np.bool_]
"""Which takes are made, shape (positions, takes); those of a position are equally likely."""


class Chances(NamedTuple):
    """The probability that a player wins.

    `first` and `second` are from the full board, as the player who begins and as the other. `won`
    is the mean over all positions that perfect play wins for the player, with either side to move.
    """

    first: float
    second: float
    won: float


class Board:
    """All positions of a small square board, for players who know some lost positions."""

    def __init__(self, rules: Rules, patterns: Sequence[str] = PATTERNS) -> None:
        if rules.rows > MAX_SIDE:
            raise ValueError(f"board {rules}: expected at most {MAX_SIDE}x{MAX_SIDE}")
        self.rules = rules
        self.patterns = [Position.parse(text).stones for text in patterns]
        self.parts = parts_of(rules)
        takes = np.array([mask for mask, _ in rules.takes])
        stones = np.arange(1 << rules.cells)[:, None]
        self.legal: Moves = stones & takes == takes
        self.after = np.where(self.legal, stones ^ takes, 0)
        self.number = numbers_left(rules.cells)  # of stones

    def known(self, name: str) -> npt.NDArray[np.bool_]:
        """The positions known to be lost by a player with one of `KNOWN`, shape (positions,)."""
        found: npt.NDArray[np.bool_] = (self.number == 1) & (name != "nothing")
        masks: Iterable[int] = ()
        if name == "drawn":
            masks = (mask for pattern in self.patterns for mask in self._images(pattern))
        elif name == "parts":
            masks = (mask for pattern in self.patterns for mask in self._same_parts(pattern))
        found[[*masks]] = True
        if name == "pairs":
            found |= self.parts.paired & ~self.parts.fickle
        return found

    def _images(self, pattern: int) -> Iterator[int]:
        """A position turned, reflected and shifted."""
        side = self.rules.rows
        cells = [
            (row, column)
            for row, column in product(range(side), repeat=2)
            if pattern & self.rules.bit(row, column)
        ]
        for down, right, turned in product((1, -1), (1, -1), (False, True)):
            image = [(down * row, right * column) for row, column in cells]
            image = [cell[::-1] for cell in image] if turned else image
            for by_rows, by_columns in product(range(2 * side - 1), repeat=2):
                moved = [(row + by_rows, column + by_columns) for row, column in image]
                if all(0 <= at < side for cell in moved for at in cell):
                    yield sum(self.rules.bit(*cell) for cell in moved)

    def _same_parts(self, pattern: int) -> set[int]:
        """The positions whose parts have the same shapes as those of a position."""
        side, shapes = self.rules.rows, self.parts.shapes
        pairs = [mask for mask, _ in Rules(side, side, 2).takes if mask.bit_count() == 2]
        found = {0}
        for part in parts_in(self.rules, pattern):
            twins = np.flatnonzero(shapes == shapes[part]).tolist()
            found = {
                stones | twin
                for stones, twin in product(found, twins)
                if not stones & twin and not any(stones & two and twin & two for two in pairs)
            }
        return found

    def moves(self, known: npt.NDArray[np.bool_], careful: bool = False) -> Moves:
        """The moves of a player who knows some lost positions, see the top of this module."""
        leaves = self.legal & known[self.after]
        can_leave: npt.NDArray[np.bool_] = leaves.sum(axis=1) > 0
        others = self.legal
        if careful:
            safe = self.legal & ~can_leave[self.after]
            others = np.where(safe.any(axis=1, keepdims=True), safe, self.legal)
        return np.where(can_leave[:, None], leaves, others)

    def best_moves(self) -> Moves:
        """The moves that win soonest, or lose latest."""
        codes = build_table(game_of(self.rules)).codes()
        after = np.where(self.legal, codes[self.after], self.rules.coding.no_entry)
        best: Moves = self.legal & (after == after.min(axis=1, keepdims=True))
        return best

    def chances(self, mine: Moves, theirs: Moves | None) -> Chances:
        """The chances of a player who makes some moves against one who makes others.

        None stands for an opponent who knows `mine` and makes the best move against it.
        """
        first, second = np.zeros((2, len(self.number)))
        first[0], second[0] = self.rules.misere, not self.rules.misere
        for number in range(1, self.rules.cells + 1):
            rows = np.flatnonzero(self.number == number)
            first[rows] = self._mean(rows, mine, second)
            if theirs is None:
                after = np.where(self.legal[rows], first[self.after[rows]], 1)
                second[rows] = after.min(axis=1)
            else:
                second[rows] = self._mean(rows, theirs, first)
        won = np.where(self.parts.wins, first, second)
        return Chances(float(first[-1]), float(second[-1]), float(won[1:].mean()))

    def _mean(
        self, rows: npt.NDArray[np.intp], made: Moves, after: npt.NDArray[np.float64]
    ) -> npt.NDArray[np.float64]:
        """The mean of what comes after the moves made in some positions."""
        chosen = made[rows]
        sums = (chosen * after[self.after[rows]]).sum(axis=1)
        found: npt.NDArray[np.float64] = sums / chosen.sum(axis=1)
        return found


def parts_in(rules: Rules, stones: int) -> list[int]:
    """The connected parts of a position."""
    side, left = rules.rows, left_of(rules)
    found = []
    while stones:
        found.append(part_of(stones, side, left))
        stones ^= found[-1]
    return found


def measure(rules: Rules | None = None) -> Iterator[tuple[str, bool, dict[str, Chances]]]:
    """The chances of players by what they know, `KNOWN`, whether careful, and by `OPPONENTS`."""
    board = Board(rules or Rules())
    best = board.best_moves()
    for name, careful in product(KNOWN, (False, True)):
        if careful and name == "nothing":
            continue
        mine = board.moves(board.known(name), careful)
        theirs = board.legal, mine, best, None
        yield (
            name,
            careful,
            {
                opponent: board.chances(mine, moves)
                for opponent, moves in zip(OPPONENTS, theirs, strict=True)
            },
        )
