"""All rows of a given length, numbered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from kayles.position import Pins
from tablebase.engine.game import Game
from tablebase.engine.position import CompiledRules
from tablebase.engine.values import Coding, Result


@dataclass(frozen=True)
class Kayles(Game[Pins]):
    """The rows of a length; the rank of a row is its binary number."""

    pins: int

    name = "kayles"
    coding = Coding(bits=8, end=Result.LOSS)  # if no pin is left, you have lost

    @property
    def key(self) -> str:
        """The length."""
        return str(self.pins)

    @property
    def size(self) -> int:
        """Two states of each pin."""
        return 2**self.pins

    @property
    def layers(self) -> int:
        """No pin to all pins."""
        return self.pins + 1

    @property
    def compiled(self) -> CompiledRules | None:
        """The rules as kernels, for rows whose ranks have less than 62 bits."""
        from kayles.kernels import layer, successors

        if self.pins > 61:
            return None
        return CompiledRules(successors, layer, 2 * self.pins, np.array(self.taken, np.uint64))

    @property
    def taken(self) -> list[int]:
        """The masks of what may be knocked down, in the order of the moves."""
        alone = [1 << self.pins - at for at in range(1, self.pins + 1)]
        return alone + [pin | pin >> 1 for pin in alone[:-1]]

    def rank(self, position: Pins) -> int:
        """The row as a binary number."""
        return int(position.row, 2)

    def unrank(self, rank: int) -> Pins:
        """The row with a number."""
        return Pins(f"{rank:0{self.pins}b}")

    def attributes(self) -> dict[str, Any]:
        """What a file says about the table."""
        return {"game": self.name, "pins": self.pins}


@lru_cache
def game_of(pins: int) -> Kayles:
    """The rows of a length."""
    return Kayles(pins)


def of_position(position: Pins) -> Kayles:
    """The rows as long as a given one."""
    return game_of(len(position.row))


def from_attributes(attributes: Mapping[str, Any]) -> Kayles:
    """The game of a stored table."""
    return game_of(attributes["pins"])
