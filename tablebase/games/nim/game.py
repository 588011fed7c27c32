"""2D Nim as the engine sees it: the game of one board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.induction import packed_size
from tablebase.engine.values import Coding
from tablebase.errors import PositionError
from tablebase.games.nim.position import Position
from tablebase.games.nim.rules import Rules

if TYPE_CHECKING:
    from tablebase.engine.game import Codes, Ranks, Solver

MAX_TABLE_CELLS = 32
"""Ranks have 32 bits."""

CHUNK_SIZE = 1 << 15
MAX_CHUNKS = 1 << 12
"""A chunk has 32 KiB, more where a table would have too many to list."""


@lru_cache(maxsize=64)
def game_of(rules: Rules) -> NimGame:
    """The game of a board."""
    return NimGame(rules)


def from_attributes(attributes: Mapping[str, Any]) -> NimGame:
    """The game of a stored table.

    Parameters
    ----------
    attributes : mapping
        As `NimGame.attributes` gives them.

    Raises
    ------
    ValueError, KeyError, TypeError
        If they do not describe a board.
    """
    rows, columns, take = (attributes[name] for name in ("rows", "columns", "take"))
    return game_of(Rules(rows, columns, take, bool(attributes["misere"])))


@dataclass(frozen=True)
class NimGame:
    """All sets of stones on a board; the rank of a position is its mask.

    Parameters
    ----------
    rules : Rules
        The board and how stones are taken.

    Raises
    ------
    ValueError
        If the board has too many cells to be tabled.
    """

    rules: Rules

    def __post_init__(self) -> None:
        if self.rules.cells > MAX_TABLE_CELLS:
            raise ValueError(
                f"a table of {self.rules} has {1 << self.rules.cells:,} positions: expected at "
                f"most {MAX_TABLE_CELLS} cells"
            )

    @property
    def name(self) -> str:
        """All boards are filed under one name."""
        return "nim"

    @property
    def key(self) -> str:
        """The rules: ``4x4-take3-misere``."""
        rules = self.rules
        play = "misere" if rules.misere else "normal"
        return f"{rules.rows}x{rules.columns}-take{rules.take}-{play}"

    @property
    def size(self) -> int:
        """Number of positions."""
        return 1 << self.rules.cells

    @property
    def coding(self) -> Coding:
        """The codes of values."""
        return self.rules.coding

    @property
    def layers(self) -> int:
        """Numbers of stones that can be left."""
        return self.rules.cells + 1

    @property
    def chunk_size(self) -> int:
        """Bytes of a stored chunk."""
        packed = packed_size(self.size, self.coding.bits)
        return max(min(packed, CHUNK_SIZE), packed // MAX_CHUNKS)

    def attributes(self) -> dict[str, Any]:
        """What a stored table says of itself; docs/format.md explains each."""
        rules = self.rules
        return {
            "game": self.name,
            "rows": rules.rows,
            "columns": rules.columns,
            "take": rules.take,
            "misere": int(rules.misere),
        }

    def rank(self, position: Position) -> int:
        """The rank of a position of this board.

        Raises
        ------
        PositionError
            If it is of another board or of other rules.
        """
        if position.rules != self.rules:
            raise PositionError(f"{position} ({position.rules}) is no position of {self.rules}")
        return position.stones

    def unrank(self, rank: int) -> Position:
        """The position of a rank.

        Raises
        ------
        IndexError
            If the rank is not 0 to ``size - 1``.
        """
        if not 0 <= rank < self.size:
            raise IndexError(f"rank {rank}: expected 0 to {self.size - 1}")
        return Position(rank, self.rules)

    def rank_many(self, positions: npt.NDArray[Any]) -> Ranks:
        """The ranks of an array of masks of stones.

        Parameters
        ----------
        positions : ndarray of unsigned integers
            Any shape.

        Returns
        -------
        ndarray of uint32, shape ``positions.shape``

        Raises
        ------
        TypeError
            If the array is of another kind.
        PositionError
            If a mask is not one of the board.
        """
        if positions.dtype.kind != "u":
            raise TypeError(f"array of {positions.dtype}, expected masks of unsigned integers")
        if positions.size and int(positions.max()) >= self.size:
            raise PositionError(
                f"mask {positions.max():#x} is no position of {self.rules}: expected less than "
                f"{self.size:#x}"
            )
        return positions.astype(np.uint32, copy=False)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Every position in plain columns, for export: ``stones`` left, shape ``(size,)``."""
        return {"stones": self.layer_of_ranks()}

    def layer_of_ranks(self) -> npt.NDArray[np.uint8]:
        """The number of stones left of every position, shape ``(size,)``."""
        layers = np.zeros(self.size, dtype=np.uint8)
        for cell in range(self.rules.cells):
            layers[1 << cell : 2 << cell] = layers[: 1 << cell] + 1
        return layers

    def solver(self) -> Solver:
        """A new backward induction of this board."""
        from tablebase.games.nim.solver import NimSolver

        return NimSolver(self)

    def first_error(self, codes: Codes) -> int | None:
        """The first rank whose code is not what its successors imply; see `check`."""
        from tablebase.games.nim.check import first_error

        return first_error(self.rules, codes)
