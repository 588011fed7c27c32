"""Batches: many positions of one deal, as arrays, for a policy to choose moves in."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tablebase.engine.arrays import F64, U8, Bools
from tablebase.engine.game import Ranks
from tablebase.rl.task import Instance, Moves, Planes, Rows, Task
from tablebase.support.lazy import cached_property

Chances = F64

SIZE = 1 << 16
"""Maximum number of positions in a batch: tens of megabytes with all arrays."""


class Batch:
    """Some positions of a deal, in the game's own dtype, without their values.

    Arrays are made when first used.
    """

    def __init__(self, task: Task, instance: Instance, rows: Rows) -> None:
        self.task, self.instance, self.rows = task, instance, rows

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def observations(self) -> Planes:
        """What the side to move sees in each, int8 of 0 and 1, shape ``(n, *task.shape)``."""
        return self.instance.observe(self.rows)

    @cached_property
    def moves(self) -> Moves:
        """All legal moves, as lists."""
        return self.instance.moves(self.rows)

    @cached_property
    def legal(self) -> Bools:
        """Which actions are legal, shape ``(n, task.actions)``; none where the game is over."""
        found = np.zeros((len(self), self.task.actions), np.bool_)
        found[self.moves.of, self.moves.actions] = True
        return found

    @cached_property
    def layers(self) -> U8:
        """The layer of each position, shape ``(n,)``: at most this many plies are left."""
        return self.instance.layers[self.instance.game.rank_many(self.rows)]

    @property
    def after(self) -> Batch:
        """The positions after all the `moves`, as seen by the player who moves next."""
        return Batch(self.task, self.instance, self.moves.after)


def batches(task: Task, instance: Instance, ranks: Ranks, size: int = SIZE) -> Iterator[Batch]:
    """The positions with some ranks, in batches of at most `size`."""
    for first in range(0, len(ranks), size):
        yield Batch(task, instance, instance.rows_of(ranks[first : first + size]))
