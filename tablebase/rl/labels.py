"""Labels: the exact value, distance to the end and best moves of many positions.

A deal is solved in memory, then its positions are labelled by look-ups. Only one deal's table and
one batch's arrays are in memory at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Codes, Ranks
from tablebase.engine.lazy import cached_property
from tablebase.engine.tables.table import Table, build_table
from tablebase.engine.values import Coding
from tablebase.rl.batch import SIZE, Batch, batches
from tablebase.rl.task import Instance, Points, Task

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Labels:
    """What is exactly known of a batch, for the sides to move.

    Attributes
    ----------
    codes : ndarray of uint8, shape (n,)
        The codes of the positions, see `tablebase.engine.values`.
    move_codes : ndarray of uint8, shape (n, actions)
        The codes of the moves, for the side that makes them; 0 for actions that are not legal.
    """

    batch: Batch
    codes: Codes
    move_codes: Codes

    @property
    def _coding(self) -> Coding:
        return self.batch.instance.game.coding

    @property
    def wins(self) -> Bools:
        """Whether the side to move wins, shape ``(n,)``."""
        return self.codes >= self._coding.first_win

    @property
    def distances(self) -> npt.NDArray[np.uint8]:
        """Plies to the end with perfect play, shape ``(n,)``."""
        return _distances(self._coding)[self.codes]

    @property
    def points(self) -> Points:
        """Points at the end with perfect play, shape ``(n,)``; see `Task.points`."""
        return self.batch.task.points(self.batch.layers, self.wins, self.distances)

    @cached_property
    def optimal(self) -> Bools:
        """The moves than which none is better, shape ``(n, actions)``.

        They win soonest; where no move wins, they lose latest.
        """
        found: Bools = self.batch.legal & (self.move_codes == self.codes[:, None])
        return found

    @cached_property
    def winning(self) -> Bools:
        """The moves that keep or reach a win, shape ``(n, actions)``."""
        found: Bools = self.batch.legal & (self.move_codes >= self._coding.first_win)
        return found

    @property
    def move_distances(self) -> npt.NDArray[np.uint8]:
        """Plies to the end, the move included, shape ``(n, actions)``; 0 if it is not legal."""
        return np.where(self.batch.legal, _distances(self._coding)[self.move_codes], np.uint8(0))

    @property
    def move_points(self) -> Points:
        """Points at the end if a move is made, shape ``(n, actions)``; 0 if it is not legal."""
        layers = self.batch.layers[:, None]
        points = self.batch.task.points(layers, self.winning, self.move_distances)
        return np.where(self.batch.legal, points, np.int16(0))


def label(batch: Batch, table: Table[Any]) -> Labels:
    """The labels of a batch, from the table of its deal."""
    moves, coding = batch.moves, table.game.coding
    again = np.full(len(moves.of), len(batch.task.agents) == 1)
    found = np.zeros((len(batch), batch.task.actions), np.uint8)
    found[moves.of, moves.actions] = coding.of_moves(table.probe_many(moves.after), again)
    return Labels(batch, table.probe_many(batch.rows), found)


def stream(
    task: Task,
    instances: Iterable[Instance],
    positions: int | None = None,
    *,
    seed: int = 0,
    size: int = SIZE,
) -> Iterator[Labels]:
    """Label the positions of some deals, batch by batch; see `Task.instances`.

    Parameters
    ----------
    positions : int, optional
        Draw so many random positions of each deal, each as likely; by default take all.
    seed : int
        Random seed of the positions.
    size : int
        Positions in a batch, at most.
    """
    state = np.random.RandomState(seed)  # its sequence is guaranteed, unlike a Generator's
    for instance in instances:
        table = build_table(instance.game)
        ranks = instance.ranks
        if positions is not None:
            ranks = _drawn(ranks, positions, state)
        for batch in batches(task, instance, ranks, size):
            yield label(batch, table)


def _drawn(ranks: Ranks, number: int, state: np.random.RandomState) -> Ranks:
    found: Ranks = ranks[state.randint(0, len(ranks), number)]
    return found


def _distances(coding: Coding) -> npt.NDArray[np.uint8]:
    """The distance to the end of each code."""
    return np.abs(np.array(coding.signed_dte)).astype(np.uint8)
