"""Kayles for learning machines."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from kayles.game import Kayles, game_of
from kayles.position import Pins
from tablebase.rl.task import BoardTask, Instance, Numbers, Planes, Rows


class RowArrays(Instance):
    """The rows of a length; each is its rank."""

    game: Kayles

    def observe(self, rows: Rows) -> Planes:
        """The pins that stand: shape (rows, 1, 1, pins)."""
        shifts = np.arange(self.game.pins, dtype=np.uint32)[::-1]
        return (rows[:, None] >> shifts & 1).astype(np.int8)[:, None, None]

    def actions(self, rows: Rows, after: Rows) -> Numbers:
        """The place of the pins that were knocked down among all that could be."""
        return np.argmax((rows ^ after)[:, None] == np.array(self.game.taken), axis=1)


class KaylesTask(BoardTask):
    """Kayles with a number of pins; a row and its mirror image are in the same split."""

    name = "kayles"
    agents = ("first", "second")
    planes = ("standing pins",)
    arrays = RowArrays
    options = MappingProxyType({"pins": 10})
    game: Kayles

    def __init__(self, pins: int = 10) -> None:
        self.game, self.pins = game_of(pins), pins
        self.shape = 1, 1, pins
        self.actions = len(self.game.taken)

    def image(self, position: Pins) -> Pins:
        """The smaller of a row and its mirror image."""
        return Pins(min(position.row, position.row[::-1]))
