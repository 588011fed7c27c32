"""Kayles for three: whoever finds no pin loses, and the first player tries not to.

The first player, the hero, plays against a team of the two others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tablebase.engine.game import Game
from tablebase.engine.kernels import game_kernel
from tablebase.engine.position import AGAIN, CompiledRules, Position
from tablebase.engine.tables.selftest import Sample
from tablebase.engine.values import Result, TeamCoding
from tablebase.errors import NotationError


@dataclass(frozen=True)
class Pins(Position):
    """A row of pins, and whose turn it is: 0 is the hero."""

    row: str
    turn: int = 0

    @classmethod
    def parse(cls, text: str) -> Pins:
        row, _, turn = text.partition(" ")
        if not row or set(row) - {"0", "1"} or turn not in ("0", "1", "2"):
            raise NotationError(f"{text!r}: expected 1 and 0, a space, and whose turn it is")
        return cls(row, int(turn))

    @property
    def game(self) -> ThreeKayles:
        return ThreeKayles(len(self.row))

    @property
    def layer(self) -> int:
        return self.row.count("1")

    @property
    def sides(self) -> tuple[str, str]:
        return ("team", "hero") if self.turn else ("hero", "team")

    def legal_moves(self) -> list[str]:
        """One pin by its number from 1, or two neighbours as 3-4."""
        pins = [at for at, pin in enumerate(self.row, start=1) if pin == "1"]
        return [str(at) for at in pins] + [f"{at}-{at + 1}" for at in pins if at + 1 in pins]

    def play(self, move: str) -> Pins:
        row = list(self.row)
        for at in move.split("-"):
            row[int(at) - 1] = "0"
        return Pins("".join(row), (self.turn + 1) % 3)

    def __str__(self) -> str:
        return f"{self.row} {self.turn}"


@game_kernel
def successors(rank, context, out):
    """Fill `out`; of the two players of the team, the second moves after the first: again."""
    row, turn = np.uint64(rank // 3), rank % 3
    after = (turn + 1) % 3
    if turn == 1:
        after += AGAIN
    count = 0
    for pins in context:
        if row & pins == pins:
            out[count] = 3 * np.int64(row ^ pins) + after
            count += 1
    return count


@game_kernel
def layer(rank, context):
    """The number of pins left."""
    row, count = rank // 3, 0
    while row:
        row &= row - 1
        count += 1
    return count


@dataclass(frozen=True)
class ThreeKayles(Game[Pins]):
    """All rows of a length on each player's turn; the rank is three times the row, and the turn."""

    pins: int

    name = "kayles-three"
    coding = TeamCoding(bits=8, end=Result.LOSS)

    @property
    def key(self) -> str:
        return str(self.pins)

    @property
    def size(self) -> int:
        return 3 * 2**self.pins

    @property
    def layers(self) -> int:
        return self.pins + 1

    def rank(self, position: Pins) -> int:
        return 3 * int(position.row, 2) + position.turn

    def unrank(self, rank: int) -> Pins:
        return Pins(f"{rank // 3:0{self.pins}b}", rank % 3)

    def attributes(self) -> dict[str, Any]:
        return {"game": self.name, "pins": self.pins}

    @property
    def compiled(self) -> CompiledRules:
        single = [1 << at for at in reversed(range(self.pins))]
        masks = single + [pin | pin >> 1 for pin in single[:-1]]
        return CompiledRules(successors, layer, max_moves=len(masks), context=masks)


def sample() -> Sample[Pins]:
    """Six pins."""
    return Sample(ThreeKayles(6))
