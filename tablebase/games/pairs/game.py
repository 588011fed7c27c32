"""Pair Solitaire as the engine sees it: all subsets of one short stack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from tablebase.engine.arrays import U8
from tablebase.engine.game import Codes, Game
from tablebase.engine.position import CompiledRules
from tablebase.engine.rooms import own_position
from tablebase.engine.tables.attributes import text
from tablebase.engine.tables.masks import numbers_left
from tablebase.games.pairs.notation import Card, read_cards, write
from tablebase.games.pairs.position import CODING, Position

if TYPE_CHECKING:
    from tablebase.engine.tables.selftest import Sample

MAX_TABLE_CARDS = 32
"""Ranks have 32 bits."""


@lru_cache(maxsize=64)
def game_of(stack: tuple[Card, ...]) -> PairsGame:
    """The game of a stack."""
    return PairsGame(stack)


def of_position(position: Position) -> PairsGame:
    """The game, and so the table, that holds a position."""
    return game_of(position.stack)


def from_attributes(attributes: Mapping[str, Any]) -> PairsGame:
    """The game of a stored table, from the attributes of `PairsGame.attributes`.

    Raises `ValueError` if they do not describe a stack.
    """
    return game_of(Position.of(read_cards(text(attributes, "stack"))).stack)


@dataclass(frozen=True)
class PairsGame(Game[Position]):
    """All sets of cards left of a stack, top card first; the rank of a position is its mask.

    The few masks of fewer than two cards, which no game reaches, count as perfect ends. Raises
    `ValueError` if there are too many cards for a table.
    """

    stack: tuple[Card, ...]

    def __post_init__(self) -> None:
        if len(self.stack) > MAX_TABLE_CARDS:
            raise ValueError(
                f"a table of {len(self.stack)} cards has {self.size:,} positions: expected at "
                f"most {MAX_TABLE_CARDS} cards; a solver of single stacks takes any"
            )

    name = "pairs"
    coding = CODING

    @property
    def key(self) -> str:
        """The stack: ``AS-KS-3H``."""
        return "-".join(map(str, self.stack))

    @property
    def size(self) -> int:
        """Number of positions."""
        return 1 << len(self.stack)

    @property
    def layers(self) -> int:
        """Numbers of cards that can be left."""
        return len(self.stack) + 1

    def attributes(self) -> dict[str, Any]:
        """The attributes of a stored table; docs/format.md explains each."""
        return {"game": self.name, "stack": write(self.stack)}

    def rank(self, position: Position) -> int:
        """The rank of a position; raises `PositionError` if it is of another stack."""
        return int(own_position(position, self).mask)

    def unrank(self, rank: int) -> Position:
        """The position with a rank; raises `IndexError` if it is not 0 to ``size - 1``."""
        if not 0 <= rank < self.size:
            raise IndexError(f"rank {rank}: expected 0 to {self.size - 1}")
        return Position(self.stack, rank)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Every position as plain columns, for export: ``cards`` left, shape ``(size,)``."""
        return {"cards": self.layer_of_ranks()}

    def layer_of_ranks(self) -> U8:
        """The number of cards left in every position, shape ``(size,)``."""
        return numbers_left(len(self.stack))

    @property
    def compiled(self) -> CompiledRules:
        """The rules as kernels."""
        from tablebase.games.pairs.kernels import layer, successors
        from tablebase.games.pairs.solver import match_masks

        return CompiledRules(successors, layer, len(self.stack), match_masks(self.stack))

    def first_error(self, codes: Codes) -> int | None:
        """The first rank whose code does not follow from its successors; see `check`."""
        from tablebase.games.pairs.check import first_error

        return first_error(self.stack, codes)


def sample() -> Sample[Position]:
    """A stack of ten cards, for `tablebase.engine.tables.selftest`."""
    from tablebase.engine.tables.selftest import Sample

    return Sample(of_position(Position.parse("2H 9C 2S KD 2C 9H 5S KH 5D 2D")))
