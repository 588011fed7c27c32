"""The adapter: a position of any of the engine's games, in the form that environments need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from tablebase.engine.lazy import cached_property
from tablebase.engine.rooms import game_of
from tablebase.engine.values import Result
from tablebase.errors import IllegalMoveError, quote
from tablebase.rl.task import Planes, Task

Reward = Literal["result", "points"]
"""The reward at the end: 1 for a win and -1 for a loss, or the task's points."""


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
        coding, layer = game_of(self.position).coding, self.position.layer
        value = coding.decode(coding.at_end(layer))
        if reward == "points":
            paid = float(self.task.points_of(layer, value))
        else:
            paid = 1.0 if value.result is Result.WIN else -1.0
        return [paid if number == self.player else -paid for number in range(len(self.task.agents))]

    def observation(self, player: int) -> Planes:
        """What a player sees, shape ``task.shape``."""
        instance = self.task.instance(self.position)
        planes = instance.observe(instance.row_of(self.position))[0]
        return planes if player == self.player else self.task.seen_by_other(planes)

    def mask(self, player: int) -> npt.NDArray[np.int8]:
        """1 for each legal action of a player, 0 for others, shape ``(task.actions,)``."""
        mask = np.zeros(self.task.actions, np.int8)
        if player == self.player:
            mask[list(self.moves)] = 1
        return mask


def check_reward(reward: str) -> None:
    """Raise `ValueError` unless there is such a reward."""
    if reward not in get_args(Reward):
        raise ValueError(f"reward {quote(reward)}: expected {' or '.join(get_args(Reward))}")


def most_reward(task: Task, reward: Reward) -> int:
    """The highest reward that a player can get; the lowest is its negative."""
    return task.most_points if reward == "points" else 1
