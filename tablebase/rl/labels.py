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

from tablebase.engine.arrays import U8, Bools
from tablebase.engine.game import Codes, Ranks
from tablebase.engine.tables.table import Table, build_table
from tablebase.engine.values import Coding
from tablebase.rl.batch import SIZE, Batch, batches
from tablebase.rl.task import Instance, Points, Task, check_turns
from tablebase.support.lazy import cached_property

Distances = U8


@dataclass(frozen=True)
class Labels:
    """The exact values of a batch's positions and moves, for the sides to move.

    `codes` are those of the positions, see `tablebase.engine.values`, shape (n,); `codes_of_moves`
    those of the moves in `Batch.moves`, for the side that makes them, shape (moves,).
    """

    batch: Batch
    codes: Codes
    codes_of_moves: Codes

    @property
    def _coding(self) -> Coding:
        return self.batch.instance.game.coding

    @property
    def wins(self) -> Bools:
        """Whether the side to move wins, shape ``(n,)``."""
        return self.codes >= self._coding.first_win

    @property
    def distances(self) -> Distances:
        """Plies to the end with perfect play, shape ``(n,)``."""
        return _distances(self._coding)[self.codes]

    @property
    def points(self) -> Points:
        """Points at the end with perfect play, shape ``(n,)``; see `Task.points`."""
        return self.batch.task.points(self.batch.layers, self.wins, self.distances)

    @property
    def best_moves(self) -> Bools:
        """Which of the moves in `Batch.moves` are optimal, shape ``(moves,)``."""
        found: Bools = self.codes_of_moves == self.codes[self.batch.moves.of]
        return found

    @property
    def winning_moves(self) -> Bools:
        """Which of the moves in `Batch.moves` win, shape ``(moves,)``."""
        return self.codes_of_moves >= self._coding.first_win

    @property
    def points_of_moves(self) -> Points:
        """Points at the end after the moves in `Batch.moves`, shape ``(moves,)``."""
        layers = self.batch.layers[self.batch.moves.of]
        distances = _distances(self._coding)[self.codes_of_moves]
        return self.batch.task.points(layers, self.winning_moves, distances)

    @cached_property
    def optimal(self) -> Bools:
        """Which actions are best moves, shape ``(n, actions)``.

        They win soonest, or lose latest if no move wins.
        """
        return self._by_action(self.best_moves)

    @cached_property
    def winning(self) -> Bools:
        """Which actions win, shape ``(n, actions)``."""
        return self._by_action(self.winning_moves)

    @property
    def move_distances(self) -> Distances:
        """Plies to the end if a move is made, shape ``(n, actions)``; 0 if it is not legal."""
        return self._by_action(_distances(self._coding)[self.codes_of_moves])

    @property
    def move_points(self) -> Points:
        """Points at the end if a move is made, shape ``(n, actions)``; 0 if it is not legal."""
        return self._by_action(self.points_of_moves)

    def _by_action(self, of_moves: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Values of the moves in `Batch.moves`, as an array by action."""
        found = np.zeros((len(self.batch), self.batch.task.actions), of_moves.dtype)
        found[self.batch.moves.of, self.batch.moves.actions] = of_moves
        return found


def label(batch: Batch, table: Table[Any]) -> Labels:
    """The labels of a batch, from the table of its deal."""
    check_turns(batch.task, table.game)
    after = table.probe_many(batch.moves.after)
    again = np.full(len(after), len(batch.task.agents) == 1)
    return Labels(batch, table.probe_many(batch.rows), table.game.coding.of_moves(after, again))


def stream(
    task: Task,
    instances: Iterable[Instance],
    positions: int | None = None,
    *,
    seed: int = 0,
    size: int = SIZE,
) -> Iterator[Labels]:
    """Label the positions of some deals, batch by batch; see `Task.instances`.

    Draws `positions` random positions of each deal, all equally likely; takes all by default.
    A batch has at most `size`.
    """
    state = np.random.RandomState(seed)  # its sequence is guaranteed, unlike a Generator's
    for instance in instances:
        table = build_table(instance.game)
        ranks = instance.ranks
        ranks = ranks[table.codes()[ranks] != table.game.coding.no_entry]  # without unused ranks
        if positions is not None:
            ranks = _drawn(ranks, positions, state)
        for batch in batches(task, instance, ranks, size):
            yield label(batch, table)


def _drawn(ranks: Ranks, number: int, state: np.random.RandomState) -> Ranks:
    return ranks[state.randint(0, len(ranks), number)]


def _distances(coding: Coding) -> Distances:
    """The distance to the end of each code."""
    found: Distances = np.abs(np.array(coding.signed_dte)).astype(np.uint8)
    return found
