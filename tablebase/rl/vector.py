"""Many games at once, in one environment of Gymnasium: ``VectorEnv("collapsi", 4096)``."""

from __future__ import annotations

from itertools import islice
from typing import Any

import gymnasium.spaces
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space

from tablebase.engine.arrays import F64, Bools
from tablebase.engine.values import Result
from tablebase.rl.task import Numbers, Reward, check_turns
from tablebase.rl.tasks import task_of
from tablebase.support.seeds import any_seed

Array = npt.NDArray[Any]
Observation = dict[str, Array]
Info = dict[str, Any]


class VectorEnv(GymnasiumVectorEnv[Observation, Array, Array]):  # type: ignore[misc]
    """Games of a task side by side, for play against oneself; each step makes a move in every game.

    A game that ends is followed by the next, in the same step; its last position, in which nobody
    moves, is not shown. Observations are dictionaries of ``observation``, int8 in the shape ``(n,
    *task.shape)``, as the player to move sees the position, and ``action_mask``, bool in the shape
    ``(n, task.actions)``. The rewards of a step are those of the players who have just moved; with
    two players the other one's are their negatives. An illegal action ends the game, and costs the
    most that a game can cost. ``info["player"]`` is the number of the player to move in each game.

    There are `num_envs` games. As many `deals` are drawn from the split, and each game begins with
    one of them at random. Other options are as in `aec.RawEnv`. Raises `ValueError` if there is no
    such game, split or reward, a number is less than 1, or a side of the game may move twice in a
    row.
    """

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        *,
        split: str = "train",
        deals: int = 1024,
        reward: Reward = "result",
        **options: Any,
    ) -> None:
        if min(num_envs, deals) < 1:
            raise ValueError(f"{num_envs} games of {deals} deals: expected at least 1")
        self.task = task_of(name, **options)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.most_reward = self.task.most_reward(reward)
        self.single_observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 1, self.task.shape, np.int8),
                "action_mask": gymnasium.spaces.MultiBinary(self.task.actions),
            }
        )
        self.single_action_space = gymnasium.spaces.Discrete(self.task.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._reward, self._split, self._deals = reward, split, deals
        self._begin(any_seed())

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Info | None = None
    ) -> tuple[Observation, Info]:
        """Begin all games anew; with a seed, deals and their order are always the same."""
        if isinstance(seed, list):
            raise ValueError("seed: expected one number for all games")
        if seed is not None:
            self._begin(seed)
        self.deals = np.zeros(self.num_envs, np.int64)
        self.players = np.zeros(self.num_envs, np.int64)
        self.rows = self.arena.starts[self.deals]
        self._after = self.rows[:0]
        self._place = np.full((self.num_envs, self.task.actions), -1, np.int64)
        self._deal(np.arange(self.num_envs))
        return self._seen()

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, Info]:
        """Make a move in every game; returns observations, rewards, ends, truncations and info."""
        every = np.arange(self.num_envs)
        chosen = self._place[every, actions]
        legal = chosen >= 0
        self.rows = self._after[np.where(legal, chosen, 0)]
        self.players = (self.players + 1) % len(self.task.agents)
        self._after = self._after[:0]
        self._look(every)
        over = ~self.legal.any(axis=1)
        rewards = np.where(legal, 0.0, -float(self.most_reward))
        if (paid := np.flatnonzero(over & legal)).size:
            rewards[paid] = self._paid(paid)
        over |= ~legal
        if (ended := np.flatnonzero(over)).size:
            self._deal(ended)
        seen, info = self._seen()
        return seen, rewards, over, np.zeros(self.num_envs, np.bool_), info

    @property
    def legal(self) -> Bools:
        """Which actions are legal in each game, shape ``(n, task.actions)``."""
        return self._place >= 0

    def _begin(self, seed: int) -> None:
        """Draw the deals, and begin the sequence in which they come."""
        self.arena = self.task.arena(list(islice(self.task.starts(self._split, seed), self._deals)))
        check_turns(self.task, self.arena.instances[0].game)
        self._rng = np.random.default_rng(seed)

    def _deal(self, these: Numbers) -> None:
        """Begin some games anew."""
        self.deals[these] = self._rng.integers(len(self.arena.starts), size=len(these))
        self.rows[these] = self.arena.starts[self.deals[these]]
        self.players[these] = 0
        self._look(these)

    def _look(self, these: Numbers) -> None:
        """Find the legal moves of some games: where in `_after` each leads to."""
        moves = self.arena.moves(self.deals[these], self.rows[these])
        self._place[these] = -1
        self._place[these[moves.of], moves.actions] = len(self._after) + np.arange(len(moves.of))
        self._after = np.concatenate([self._after, moves.after])

    def _paid(self, these: Numbers) -> F64:
        """What the players who have moved get at the end of some games."""
        coding = self.arena.instances[0].game.coding
        layers = self.arena.layers(self.deals[these], self.rows[these])
        ends = {layer: coding.decode(coding.at_end(layer)) for layer in set(layers.tolist())}
        points = {
            layer: self.task.points_of(layer, value)
            if self._reward == "points"
            else (1 if value.result is Result.WIN else -1)
            for layer, value in ends.items()
        }
        # The end is valued for the side that cannot move: the other one, if there are two.
        sign = 1 if len(self.task.agents) == 1 else -1
        return np.array([float(sign * points[layer]) for layer in layers.tolist()])

    def _seen(self) -> tuple[Observation, Info]:
        planes = self.arena.observe(self.deals, self.rows)
        return {"observation": planes, "action_mask": self.legal}, {"player": self.players}
