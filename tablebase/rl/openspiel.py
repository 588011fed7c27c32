"""Games of OpenSpiel: importing this module registers one for each game that has a task.

    pyspiel.load_game("tablebase_collapsi", {"start": "A223/4A2J/3A23/J3A4"})

OpenSpiel's algorithms want a fixed game, so the deal is a parameter and not a chance node, which
would have 16!/(2! 4! 4! 4! 2!) outcomes. `load` makes the game from any start. Observations and
actions are those of the tasks; the tensor is float32.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from tablebase.engine.rooms import RoomWarning, failures
from tablebase.rl.play import Play
from tablebase.rl.task import Reward, Task
from tablebase.rl.tasks import class_of, names, task_of

PREFIX = "tablebase_"

EXAMPLE = "example"
"""The parameter ``start`` that stands for `Task.example`."""


def load(name: str, start: Any, **parameters: Any) -> pyspiel.Game:
    """The game of OpenSpiel that begins with a position of the engine, such as `Task.starts` gives.

    `parameters` are the others of the game: ``reward`` and `Task.options`.
    """
    # In OpenSpiel's own notation of games only commas and parentheses have a meaning.
    return pyspiel.load_game(PREFIX + name, {"start": str(start).replace(" ", "-"), **parameters})


def _loaded(name: str, parameters: dict[str, Any]) -> pyspiel.Game:
    return pyspiel.load_game(PREFIX + name, parameters)


def _type_of(name: str, players: int) -> pyspiel.GameType:
    """The type of a game: what two players get adds up to 0, and of more, one alone wins."""
    task = class_of(name)
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=f"{name} of collapsi-tablebase",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if players == 2 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=task.most_agents,
        min_num_players=min(task.most_agents, 2),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"start": EXAMPLE, "reward": "result", **task.options},
    )


class _Game(pyspiel.Game):  # type: ignore[misc]
    """A game of a task, from one start.

    Parameters are ``start``, the notation of a position, with a hyphen wherever there would be a
    blank, by default `Task.example`; ``reward`` as in `play.Reward`; and options of the task.
    """

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {"reward": "result", **class_of(self.name).options, **(params or {})}
        start, self.reward = given.pop("start", EXAMPLE), given.pop("reward")
        self.task: Task = task_of(self.name, **given)
        start = self.task.example if start == EXAMPLE else start.replace("-", " ")
        self.first = Play(self.task, self.task.start(start))
        players, most = len(self.task.agents), float(self.task.most_reward(self.reward))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.task.actions,
            max_chance_outcomes=0,
            num_players=players,
            min_utility=-most,
            max_utility=most,
            **({"utility_sum": 0.0} if players == 2 else {}),
            max_game_length=max(self.first.position.layer, 1),
        )
        super().__init__(_type_of(self.name, players), info, params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process that unpickles it imports this module, and so registers the game.
        return _loaded, (self.name, self.get_parameters())

    def new_initial_state(self) -> _State:
        return _State(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self.task, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class _State(pyspiel.State):  # type: ignore[misc]
    """A position, by OpenSpiel's names."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.play = game.first
        self._reward: Reward = game.reward

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.play.is_over else self.play.player

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.play.moves)

    def _apply_action(self, action: int) -> None:
        self.play = self.play.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.play.moves.get(action, action))

    def is_terminal(self) -> bool:
        return self.play.is_over

    def returns(self) -> list[float]:
        return self.play.returns(self._reward)

    def __str__(self) -> str:
        return str(self.play.position)


class _Observer:
    """What a player sees, as a tensor and as the position's notation."""

    def __init__(self, task: Task, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observation parameters {params}: expected none")
        self.tensor = np.zeros(int(np.prod(task.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(task.shape)}

    def set_from(self, state: _State, player: int) -> None:
        self.dict["observation"][:] = state.play.observation(player)

    def string_from(self, state: _State, player: int) -> str:
        return str(state)


for _name in names():
    try:
        _most = class_of(_name).most_agents
    except failures() as _error:
        warnings.warn(
            f"the task of the game {_name!r} is left out: {type(_error).__name__}: {_error}",
            RoomWarning,
            stacklevel=2,
        )
        continue
    pyspiel.register_game(
        _type_of(_name, _most), type(f"{_name.title()}Game", (_Game,), {"name": _name})
    )
