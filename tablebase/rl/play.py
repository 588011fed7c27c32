"""The adapter: a position of any of the engine's games, in the form that environments need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tablebase.engine.arrays import I8
from tablebase.errors import IllegalMoveError
from tablebase.rl.task import Planes, Reward, Task
from tablebase.support.lazy import cached_property


@dataclass(frozen=True)
class Play:
    """A position of a task. It never changes, so copies are the same object.

    Players and actions are numbers: players from 0 in the order of `Task.agents`, actions from 0 to
    ``task.actions - 1``.
    """

    task: Task
    position: Any

    def __deepcopy__(self, memo: object) -> Play:
        return self

    @cached_property
    def moves(self) -> Mapping[int, Any]:
        """The legal moves by the numbers of their actions, ascending; empty if the game is over."""
        position, action_of = self.position, self.task.action_of
        return dict(sorted((action_of(position, move), move) for move in position.legal_moves()))

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return not self.moves

    @property
    def player(self) -> int:
        """The player to move."""
        return self.task.agents.index(self.position.sides[0])

    def after(self, action: int) -> Play:
        """The position after an action; raises `IllegalMoveError` if it is not legal."""
        if action not in self.moves:
            expected = ", ".join(map(str, self.moves)) or "none, the game is over"
            raise IllegalMoveError(
                f"action {action} is not legal in {self.position}: expected {expected}"
            )
        return Play(self.task, self.position.play(self.moves[action]))

    def returns(self, reward: Reward) -> list[float]:
        """The reward of each player: zeros until the game is over."""
        if not self.is_over:
            return [0.0] * len(self.task.agents)
        return self.task.paid(self.position, reward)

    def observation(self, player: int) -> Planes:
        """What a player sees, shape ``task.shape``."""
        return self.task.observe(self.position, self.task.agents[player])

    def mask(self, player: int) -> I8:
        """1 for each legal action of a player, 0 for others, shape ``(task.actions,)``."""
        mask = np.zeros(self.task.actions, np.int8)
        if player == self.player:
            mask[list(self.moves)] = 1
        return mask
