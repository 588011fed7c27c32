"""Games of one agent for Gymnasium: importing this module registers one for each game with a task.

    gymnasium.make("tablebase/Collapsi-v0", opponent="random")
    gymnasium.make_vec("tablebase/CollapsiSelfPlay-v0", 4096)

A game for one player is played alone; in a game for two, the other player is an opponent that plays
perfectly, or at random. In ``SelfPlay`` all moves are the agent's, see `vector`.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import gymnasium
import numpy as np

from tablebase.engine.arrays import I8
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.table import build_table
from tablebase.errors import quote
from tablebase.rl.play import Play
from tablebase.rl.splits import check_split
from tablebase.rl.task import Reward
from tablebase.rl.tasks import names, task_of
from tablebase.support.seeds import any_seed

Observation = dict[str, I8]
Opponent = Literal["oracle", "random"]
"""Who plays the other side: best moves from the deal's table, or random legal moves."""


class SingleEnv(gymnasium.Env[Observation, np.int64]):  # type: ignore[misc]
    """A game of a task for one agent; each episode begins with the next start of a split.

    The agent sees dictionaries of ``observation`` and ``action_mask`` as in `aec`. The reward comes
    at the end: 1 or -1, or with ``reward="points"`` the task's points. An illegal action ends the
    episode with the lowest reward. Against the oracle only a start that is won for the agent can be
    won, and only by moves that all keep the win.

    `opponent` is ``"oracle"`` or ``"random"``; a game for one player has none. `seat` is the number
    of the agent's side, from 0; by default a random one each episode. `render` returns the
    position's notation in the mode ``"ansi"``. Other options and errors are as in `aec.RawEnv`.
    """

    play: Play
    seat: int

    def __init__(
        self,
        name: str,
        *,
        opponent: Opponent = "oracle",
        seat: int | None = None,
        split: str = "train",
        reward: Reward = "result",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_split(split)
        self.task = task_of(name, **options)
        players = len(self.task.agents)
        if opponent not in get_args(Opponent):
            raise ValueError(f"opponent {quote(opponent)}: expected oracle or random")
        if seat is not None and seat not in range(players):
            raise ValueError(f"seat {seat}: expected 0 to {players - 1}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render mode {quote(render_mode)}: expected ansi")
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.most_reward = self.task.most_reward(reward)
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 1, self.task.shape, np.int8),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.task.actions,), np.int8),
            }
        )
        self.action_space = gymnasium.spaces.Discrete(self.task.actions)
        self._opponent, self._seat, self._split, self._reward = opponent, seat, split, reward
        self._starts = self.task.starts(split, any_seed())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode; the option ``start`` is the notation of a position to start from."""
        super().reset(seed=seed)
        if seed is not None:
            self._starts = self.task.starts(self._split, seed)
        text = (options or {}).get("start")
        if text is not None:
            self._begin(self.task.start(text))
        else:
            self._begin(next(self._starts))
            while self.play.is_over:  # the opponent's first move has ended it
                self._begin(next(self._starts))
        return self._seen(), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move, and the opponent's answer."""
        if int(action) not in self.play.moves:
            return self._seen(), -float(self.most_reward), True, False, {"illegal": int(action)}
        self.play = self.play.after(int(action))
        self._answer()
        paid = self.play.returns(self._reward)[self.seat]
        return self._seen(), paid, self.play.is_over, False, {}

    def render(self) -> str | None:
        """The position's notation, or None without a mode."""
        return str(self.play.position) if self.render_mode == "ansi" else None

    def _begin(self, start: Any) -> None:
        """Begin with a position, and the opponent's move if that is first."""
        self.play = Play(self.task, start)
        players = len(self.task.agents)
        self.seat = int(self.np_random.integers(players)) if self._seat is None else self._seat
        has_oracle = players > 1 and self._opponent == "oracle"
        self._table = build_table(game_of(start)) if has_oracle else None
        self._answer()

    def _answer(self) -> None:
        """Make the opponent's moves until the agent is to move, or the game is over."""
        while not self.play.is_over and self.play.player != self.seat:
            self.play = self.play.after(self._chosen())

    def _chosen(self) -> int:
        """The opponent's action."""
        if self._table is None:
            return int(self.np_random.choice(list(self.play.moves)))
        best = [move.move for move in self._table.probe(self.play.position).moves if move.is_best]
        move = best[self.np_random.integers(len(best))]
        return self.task.action_of(self.play.position, move)

    def _seen(self) -> Observation:
        return {
            "observation": self.play.observation(self.seat),
            "action_mask": self.play.mask(self.seat),
        }


for _name in names():
    gymnasium.register(
        f"tablebase/{_name.title()}-v0",
        entry_point="tablebase.rl.single:SingleEnv",
        kwargs={"name": _name},
    )
    gymnasium.register(
        f"tablebase/{_name.title()}SelfPlay-v0",
        vector_entry_point="tablebase.rl.vector:VectorEnv",
        kwargs={"name": _name},
    )
