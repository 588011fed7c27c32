"""What the parts of a position say about who wins: sums of games, and pairing by a mirror.

No take touches two connected parts of a position, so it is a sum of games. Under normal play each
part is equal to a heap of Nim, and a table of the values of all shapes decides every position. A
part that a half-turn maps to itself is worth nothing: whatever is taken, its image can be taken
too. The same holds for two parts of the same shape.

Under misère play this is true for *tame* positions, in which all play is as in Nim (Conway 1976, On
Numbers and Games, chapter 12; Berlekamp, Conway and Guy 1982, Winning Ways, chapter 13).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tablebase.engine.arrays import I32, U8, Bools
from tablebase.engine.tables.masks import numbers_left
from tablebase.games.nim import parts_kernels as kernels
from tablebase.games.nim.rules import Rules

MAX_SIDE = 5
"""The largest side of a board: the arrays for 6x6 would take 64 times the memory of its tables."""


@dataclass(frozen=True)
class Parts:
    """What the parts of all positions of a square board say about them.

    Attributes, shape (positions,)
    ------------------------------
    values, misere : ndarray of uint8
        The nim-values under normal and misère play; the side to move wins unless it is 0.
    tame, tame_leads : ndarray of bool
        Whether all play from the position is as in Nim; whether a move leads to such a position
        that is lost.
    shapes : ndarray of int32
        The shape of a connected position, see `parts_kernels`; 0 for any other.
    largest : ndarray of uint8
        The number of stones of the largest part.
    paired, leads : ndarray of bool
        Whether each part is its own mirror image or has a twin; whether a move leads to such a
        position.
    fickle : ndarray of bool
        Whether each part is worth the same as heaps of one stone.
    """

    rules: Rules
    values: U8
    misere: U8
    tame: Bools
    tame_leads: Bools
    shapes: I32
    largest: U8
    paired: Bools
    leads: Bools
    fickle: Bools

    @property
    def wins(self) -> Bools:
        """Whether the side to move wins, under the rules' play."""
        found: Bools = (self.misere if self.rules.misere else self.values) != 0
        return found

    @property
    def by_values(self) -> Bools:
        """Whether the side to move would win if every position were tame, by its parts' values."""
        found: Bools = self.values != 0
        return found ^ self.fickle if self.rules.misere else found

    @property
    def by_pairing(self) -> tuple[Bools, Bools]:
        """Positions that pairing decides, at once or after a move, and those that it gets right.

        Paired positions count as lost, and others from which a move leads to one as won.
        """
        decided = self.paired | self.leads
        return decided, decided & (self.paired != self.wins)

    def as_dict(self) -> dict[str, Any]:
        """Numbers of positions as plain data, for JSON."""
        decided, right = self.by_pairing
        return {
            "board": f"{self.rules.rows}x{self.rules.columns}",
            **self.rules.as_dict(),
            "positions": self.values.size,
            "lost": int((~self.wins).sum()),
            "pairing": {
                "paired": int(self.paired.sum()),
                "lost": int((self.paired & ~self.wins).sum()),
                "decided": int(decided.sum()),
                "right": int(right.sum()),
            },
            "tame": {
                "positions": int(self.tame.sum()),
                "decided": int((self.tame | self.tame_leads).sum()),
            },
            "values": self.rows(),
        }

    def rows(self) -> list[dict[str, Any]]:
        """How many shapes there are, and how many positions they decide, by the largest part."""
        sizes = numbers_left(self.rules.cells)
        is_shape = self.shapes == np.arange(self.shapes.size)
        is_shape[0] = False
        right = self.by_values == self.wins
        return [
            {
                "largest": largest,
                "shapes": int((is_shape & (sizes <= largest)).sum()),
                "positions": int(inside.sum()),
                "tame": int((inside & self.tame).sum()),
                "right": int((inside & right).sum()),
            }
            for largest in range(1, self.rules.cells + 1)
            if (inside := self.largest <= largest).any()
        ]


def parts_of(rules: Rules) -> Parts:
    """What the parts of all positions of a square board say.

    Raises ValueError if the board is not square or larger than `MAX_SIDE`.
    """
    side = rules.rows
    if side != rules.columns or side > MAX_SIDE:
        raise ValueError(f"board {rules}: expected a square one, up to {MAX_SIDE}x{MAX_SIDE}")
    size = 1 << rules.cells
    takes = np.array([mask for mask, _ in rules.takes], np.int64)
    left = left_of(rules)
    values, misere, largest = np.zeros((3, size), np.uint8)
    tame, tame_leads, mirrored, paired, leads, fickle = np.zeros((6, size), np.bool_)
    shapes = np.zeros(size, np.int32)
    kernels.fill_values(takes, values, misere, tame)
    kernels.fill_shapes(side, left, rules.take, shapes, mirrored)
    kernels.fill_parts(side, left, shapes, mirrored, values, misere, largest, paired, fickle)
    kernels.fill_leads(takes, paired, leads)
    lost = (misere if rules.misere else values) == 0
    kernels.fill_leads(takes, tame & lost, tame_leads)
    return Parts(rules, values, misere, tame, tame_leads, shapes, largest, paired, leads, fickle)


def left_of(rules: Rules) -> int:
    """The mask of all columns but the last."""
    cells = ((row, column) for row in range(rules.rows) for column in range(rules.columns - 1))
    return sum(rules.bit(*cell) for cell in cells)
