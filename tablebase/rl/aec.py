"""Environments of PettingZoo: ``env("collapsi")``, one deal an episode.

They follow PettingZoo's classic games. An observation is a dictionary with ``observation``, int8 of
0 and 1 in the shape of the task, and ``action_mask``, int8, 1 for legal actions; the mask of the
agent that is not to move is all zeros. The reward comes at the end: 1 or -1, or with
``reward="points"`` the task's points. An illegal action ends the episode, and its agent gets the
lowest reward that a game can give. Agents are ``player_0`` and ``player_1``, in turn order.
"""

from __future__ import annotations

from typing import Any

import gymnasium.spaces
import numpy as np
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tablebase.errors import quote
from tablebase.rl.play import Play
from tablebase.rl.splits import check_split
from tablebase.rl.task import Reward
from tablebase.rl.tasks import task_of
from tablebase.support.seeds import any_seed

Observation = dict[str, Any]


def env(name: str, **options: Any) -> AECEnv[str, Observation, int]:
    """An environment with PettingZoo's usual wrappers; options are those of `RawEnv`."""
    raw = RawEnv(name, **options)
    legal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-raw.most_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


class RawEnv(AECEnv[str, Observation, int], EzPickle):  # type: ignore[misc]
    """A game of a task; each episode begins with the next random start of a split.

    `name` is one of `tasks.names`, `reward` ``"result"`` or ``"points"``. In the mode ``"ansi"`` or
    ``"human"`` `render` returns or prints the position's notation. Other options are those of the
    task's class. Raises `ValueError` if there is no such game, split, reward or way to render.
    """

    def __init__(
        self,
        name: str,
        *,
        split: str = "train",
        reward: Reward = "result",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        EzPickle.__init__(
            self, name, split=split, reward=reward, render_mode=render_mode, **options
        )
        check_split(split)
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render mode {quote(render_mode)}: expected ansi or human")
        self.task = task_of(name, **options)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"tablebase_{name}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{number}" for number in range(len(self.task.agents))]
        self.agents: list[str] = []
        self.most_reward = self.task.most_reward(reward)
        self._split, self._reward = split, reward
        mask = gymnasium.spaces.Box(0, 1, (self.task.actions,), np.int8)
        planes = gymnasium.spaces.Box(0, 1, self.task.shape, np.int8)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict({"observation": planes, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(self.task.actions) for agent in self.possible_agents
        }
        self._starts = self.task.starts(split, any_seed())

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Observation]:
        """The space of an agent's observations; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """The space of an agent's actions; always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode.

        With a seed, this start and those of the following episodes are always the same. The option
        ``start`` is the notation of a position to start from instead; other options are ignored.
        """
        if seed is not None:
            self._starts = self.task.starts(self._split, seed)
            for number, space in enumerate(self.action_spaces.values()):
                space.seed(seed + number)
        text = (options or {}).get("start")
        start = next(self._starts) if text is None else self.task.start(text)
        self.play = Play(self.task, start)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[self.play.player]
        # A start may be over already.
        self.rewards = dict(zip(self.agents, self.play.returns(self._reward), strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, self.play.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        """What an agent sees."""
        player = self.possible_agents.index(agent)
        return {"observation": self.play.observation(player), "action_mask": self.play.mask(player)}

    def step(self, action: Any) -> None:
        """Make the move of the agent whose turn it is; raises as `Play.after`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.play = self.play.after(int(action))
        self._cumulative_rewards[agent] = 0.0
        paid = self.play.returns(self._reward)
        self.rewards = dict(zip(self.possible_agents, paid, strict=True))
        self.terminations = dict.fromkeys(self.agents, self.play.is_over)
        self._accumulate_rewards()
        self.agent_selection = self.possible_agents[self.play.player]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position's notation, printed in the mode ``human``; None without a mode."""
        if self.render_mode == "human":
            print(self.play.position)
            return None
        return None if self.render_mode is None else str(self.play.position)

    def close(self) -> None:
        """Do nothing, because nothing is open."""
