"""2D Nim as the engine sees it: the game of one board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from tablebase.engine.arrays import U8
from tablebase.engine.game import Codes, Game, Solver
from tablebase.engine.position import CompiledRules
from tablebase.engine.rooms import own_position
from tablebase.engine.searched import Limits, Searched
from tablebase.engine.tables.masks import numbers_left
from tablebase.engine.values import Coding
from tablebase.errors import MissingTableError
from tablebase.games.nim.position import Position
from tablebase.games.nim.rules import Rules

if TYPE_CHECKING:
    from tablebase.engine.tables.selftest import Sample

MAX_TABLE_CELLS = 32
"""Ranks have 32 bits."""


@lru_cache(maxsize=64)
def game_of(rules: Rules) -> NimGame:
    """The game of a board."""
    return NimGame(rules)


def of_position(position: Position) -> NimGame:
    """The game, and so the table, that holds a position."""
    return game_of(position.rules)


def read(item: Rules | str, game: NimGame | None = None) -> Position:
    """The position that a text means, or the rules of a board: the full one."""
    if isinstance(item, Rules):
        return Position.full(item)
    if game is None:
        return Position.parse(item)
    return Position.parse(item, take=game.rules.take, misere=game.rules.misere)


def from_attributes(attributes: Mapping[str, Any]) -> NimGame:
    """The game of a stored table, from the attributes of `NimGame.attributes`.

    Raises `ValueError` if they do not describe a board.
    """
    return game_of(Rules.of_attributes(attributes))


@dataclass(frozen=True)
class NimGame(Game[Position]):
    """All sets of stones on a board; the rank of a position is its mask."""

    rules: Rules

    name = "nim"

    @property
    def key(self) -> str:
        """The rules: ``4x4-take3-misere``."""
        return self.rules.key

    @property
    def size(self) -> int:
        """Number of positions; raises `MissingTableError` if the board is too large for a table."""
        size, rules = 1 << self.rules.cells, self.rules
        if rules.cells > MAX_TABLE_CELLS:
            raise MissingTableError(
                f"a table of distances of {rules} needs {size / 2**30:,.0f} GiB, a byte for each "
                f"of {size:,} positions: expected at most {MAX_TABLE_CELLS} cells"
            )
        return size

    @property
    def coding(self) -> Coding:
        """The codes of values."""
        return self.rules.coding

    @property
    def layers(self) -> int:
        """Numbers of stones that can be left."""
        return self.rules.cells + 1

    def attributes(self) -> dict[str, Any]:
        """The attributes of a stored table; docs/format.md explains each."""
        return {"game": self.name, **self.rules.attributes()}

    def rank(self, position: Position) -> int:
        """The rank of a position; raises `PositionError` if it is of another board or rules."""
        return int(own_position(position, self).stones)

    def unrank(self, rank: int) -> Position:
        """The position with a rank; raises `IndexError` if it is not 0 to ``size - 1``."""
        if not 0 <= rank < self.size:
            raise IndexError(f"rank {rank}: expected 0 to {self.size - 1}")
        return Position(rank, self.rules)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Every position as plain columns, for export: ``stones`` left, shape ``(size,)``."""
        return {"stones": self.layer_of_ranks()}

    def layer_of_ranks(self) -> U8:
        """The number of stones left in every position, shape ``(size,)``."""
        return numbers_left(self.size.bit_length() - 1)

    @property
    def compiled(self) -> CompiledRules:
        """The rules as kernels, for search and for comparison with the solver's own."""
        from tablebase.games.nim.kernels import rules_of

        return rules_of(self.rules)

    def solver(self) -> Solver:
        """A new backward induction of this board."""
        from tablebase.games.nim.solver import NimSolver

        return NimSolver(self.rules, self.size)

    def search(
        self, position: Position, method: str, goal: str, limits: Limits
    ) -> Searched[Position]:
        """Search a position without a table; see `tablebase.search`, which checks arguments."""
        from tablebase.games.nim.search.solving import search

        return search(own_position(position, self), method, goal, limits)

    def first_error(self, codes: Codes) -> int | None:
        """The first rank whose code is not what its successors imply; see `check`."""
        from tablebase.games.nim.check import first_error

        return first_error(self.rules, codes)


def sample() -> Sample[Position]:
    """A board of 3x4 stones with its two mirror images, for `tablebase.engine.tables.selftest`."""
    from tablebase.engine.tables.selftest import Sample

    def mirrored(position: Position) -> Iterator[Position]:
        rows = str(position).split("/")
        yield Position.parse("/".join(reversed(rows)))
        yield Position.parse("/".join(row[::-1] for row in rows))

    return Sample(game_of(Rules(3, 4)), images=mirrored)
