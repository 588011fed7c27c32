"""Peg solitaire on a triangle of 15 holes: jump over a peg and remove it, until one is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tablebase.engine.game import Game
from tablebase.engine.kernels import game_kernel
from tablebase.engine.position import CompiledRules, Position
from tablebase.engine.tables.selftest import Sample
from tablebase.engine.values import OnePlayerCoding, Result
from tablebase.errors import NotationError

HOLES = [(row, place) for row in range(5) for place in range(row + 1)]
DIRECTIONS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]
JUMPS = [
    (
        hole,
        HOLES.index((row + down, place + right)),
        HOLES.index((row + 2 * down, place + 2 * right)),
    )
    for hole, (row, place) in enumerate(HOLES)
    for down, right in DIRECTIONS
    if (row + 2 * down, place + 2 * right) in HOLES
]
"""The holes of each jump: from which, over which, to which."""


@dataclass(frozen=True)
class Pegs(Position):
    """The pegs of a triangle, a mask of holes from the top."""

    mask: int

    @classmethod
    def parse(cls, text: str) -> Pegs:
        if len(text) != len(HOLES) or set(text) - {"0", "1"}:
            raise NotationError(f"{text!r}: expected {len(HOLES)} of 1 (a peg) and 0")
        return cls(int(text[::-1], 2))

    @property
    def game(self) -> Triangle:
        return Triangle()

    @property
    def layer(self) -> int:
        return self.mask.bit_count()

    @property
    def sides(self) -> tuple[str, str]:
        return "player", "the board"

    def legal_moves(self) -> list[str]:
        """Jumps by their first and last hole, such as 0-3."""
        return [
            f"{start}-{end}"
            for start, over, end in JUMPS
            if self.mask >> start & 1 and self.mask >> over & 1 and not self.mask >> end & 1
        ]

    def play(self, move: str) -> Pegs:
        start, end = map(int, move.split("-"))
        over = next(middle for first, middle, last in JUMPS if (first, last) == (start, end))
        return Pegs(self.mask ^ (1 << start | 1 << over | 1 << end))

    def __str__(self) -> str:
        return f"{self.mask:0{len(HOLES)}b}"[::-1]


@game_kernel
def successors(rank, context, out):
    """Fill `out` with the triangles after all jumps."""
    mask, count = np.uint64(rank), 0
    for number in range(0, context.size, 2):
        pegs, hole = context[number], context[number + 1]
        if mask & pegs == pegs and not mask & hole:
            out[count] = mask ^ (pegs | hole)
            count += 1
    return count


@game_kernel
def layer(rank, context):
    """The number of pegs."""
    count = 0
    while rank:
        rank &= rank - 1
        count += 1
    return count


@dataclass(frozen=True)
class Triangle(Game[Pegs]):
    """All sets of pegs; the rank is the mask."""

    name, key = "triangle", "15"
    coding = OnePlayerCoding(bits=8, end=Result.LOSS, goal=1)  # one peg left is a win
    size = 2 ** len(HOLES)
    layers = len(HOLES) + 1

    def rank(self, position: Pegs) -> int:
        return position.mask

    def unrank(self, rank: int) -> Pegs:
        return Pegs(rank)

    def attributes(self) -> dict[str, Any]:
        return {"game": self.name}

    @property
    def compiled(self) -> CompiledRules:
        context = [
            mask for start, over, end in JUMPS for mask in (1 << start | 1 << over, 1 << end)
        ]
        return CompiledRules(successors, layer, max_moves=len(JUMPS), context=context)


def sample() -> Sample[Pegs]:
    """The whole game."""
    return Sample(Triangle())
