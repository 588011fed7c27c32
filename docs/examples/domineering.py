"""Domineering: Left lays dominoes upright, Right across; whoever cannot lay one has lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tablebase.engine.game import Game
from tablebase.engine.kernels import game_kernel, helper
from tablebase.engine.position import CompiledRules, Position
from tablebase.engine.tables.selftest import Sample
from tablebase.engine.values import Coding, Result
from tablebase.errors import NotationError


@dataclass(frozen=True)
class Board(Position):
    """A board; bit ``row * width + column`` of `free` is set for a free cell."""

    height: int
    width: int
    free: int

    @classmethod
    def parse(cls, text: str) -> Board:
        rows = text.split("/")
        if set(text) - {".", "#", "/"} or len({len(row) for row in rows}) != 1:
            raise NotationError(f"{text!r}: expected rows of . and #, with / between them")
        free = sum(1 << at for at, cell in enumerate("".join(rows)) if cell == ".")
        return cls(len(rows), len(rows[0]), free)

    @property
    def game(self) -> Domineering:
        return Domineering(self.height, self.width)

    @property
    def laid(self) -> int:
        """Dominoes on the board; Left has the move if they are even."""
        return (self.height * self.width - self.free.bit_count()) // 2

    @property
    def layer(self) -> int:
        return self.height * self.width // 2 - self.laid

    @property
    def sides(self) -> tuple[str, str]:
        return ("right", "left") if self.laid % 2 else ("left", "right")

    def legal_moves(self) -> list[str]:
        """The first cell of each domino, such as b2, in reading order."""
        return [self._name(domino) for domino in self._dominoes if self.free & domino == domino]

    def play(self, move: str) -> Board:
        domino = next(domino for domino in self._dominoes if self._name(domino) == move)
        return Board(self.height, self.width, self.free ^ domino)

    @property
    def _dominoes(self) -> list[int]:
        """The masks of the dominoes that the side to move may lay if their cells are free."""
        return (across if self.laid % 2 else upright)(self.height, self.width)

    def _name(self, domino: int) -> str:
        row, column = divmod((domino & -domino).bit_length() - 1, self.width)
        return f"{chr(ord('a') + column)}{row + 1}"

    def __str__(self) -> str:
        cells = ["." if self.free >> at & 1 else "#" for at in range(self.height * self.width)]
        return "/".join("".join(cells[r * self.width :][: self.width]) for r in range(self.height))


def upright(height: int, width: int) -> list[int]:
    """The masks of all upright dominoes, in reading order."""
    return [(1 | 1 << width) << at for at in range((height - 1) * width)]


def across(height: int, width: int) -> list[int]:
    """The masks of all dominoes that lie across, in reading order."""
    return [3 << at for at in range(height * width) if at % width < width - 1]


@helper()
def count_bits(mask):
    """The number of set bits."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@game_kernel
def successors(rank, context, out):
    """Fill `out` with the boards after all dominoes of the side to move."""
    cells, middle = context[0], context[1]
    covered = cells - count_bits(rank)
    if covered % 2:
        return -1  # half a domino: no position has this rank
    dominoes = context[middle:] if covered % 4 else context[2:middle]
    free, count = np.uint64(rank), 0
    for domino in dominoes:
        if free & domino == domino:
            out[count] = free ^ domino
            count += 1
    return count


@game_kernel
def layer(rank, context):
    """The dominoes that the free cells have room for."""
    return count_bits(rank) // 2


@dataclass(frozen=True)
class Domineering(Game[Board]):
    """All boards of a size; the rank of a board is its mask of free cells."""

    height: int
    width: int

    name = "domineering"
    coding = Coding(bits=8, end=Result.LOSS)

    @property
    def key(self) -> str:
        return f"{self.height}x{self.width}"

    @property
    def size(self) -> int:
        return 2 ** (self.height * self.width)

    @property
    def layers(self) -> int:
        return self.height * self.width // 2 + 1

    def rank(self, position: Board) -> int:
        return position.free

    def unrank(self, rank: int) -> Board:
        if (self.height * self.width - rank.bit_count()) % 2:
            raise IndexError(f"rank {rank} has half a domino")
        return Board(self.height, self.width, rank)

    def attributes(self) -> dict[str, Any]:
        return {"game": self.name, "height": self.height, "width": self.width}

    @property
    def compiled(self) -> CompiledRules:
        left, right = upright(self.height, self.width), across(self.height, self.width)
        context = [self.height * self.width, 2 + len(left), *left, *right]
        return CompiledRules(successors, layer, max(1, len(left), len(right)), context)


def sample() -> Sample[Board]:
    """Three rows of four, and of each board its image upside down and from left to right."""
    return Sample(Domineering(3, 4), images=_images)


def _images(board: Board) -> Iterator[Board]:
    rows = str(board).split("/")
    yield Board.parse("/".join(rows[::-1]))
    yield Board.parse("/".join(row[::-1] for row in rows))
