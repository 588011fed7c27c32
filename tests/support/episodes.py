"""Episodes of environments, and searches of OpenSpiel; needs the extra ``[rl]``."""

import random

import pytest

from tablebase.engine.rooms import game_of
from tablebase.engine.tables.table import build_table

MISSING = "the extra [rl] is not installed"
pytest.importorskip("pettingzoo", reason=MISSING)
pyspiel = pytest.importorskip("pyspiel", reason=MISSING)
from open_spiel.python.algorithms import minimax


def play_on(game, choose):
    """Play an episode of an environment; returns each agent's reward, and the last play."""
    paid = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, _ = game.last()
        paid[agent] += reward
        play = game.unwrapped.play
        game.step(None if terminated or truncated else choose(observation, play))
    return paid, play


def searched(name, parameters, plies):
    """A random position, its value from a table, and by OpenSpiel's alpha-beta over our game.

    These are two ways that share the rules.
    """
    game = pyspiel.load_game(f"tablebase_{name}", parameters)
    state, rng = game.new_initial_state(), random.Random(4)
    for _ in range(plies):
        state.apply_action(rng.choice(state.legal_actions()))
    position = state.play.position
    value = build_table(game_of(position)).value(position)
    found, _ = minimax.alpha_beta_search(
        game, state=state, maximizing_player_id=state.current_player()
    )
    return state, value, found
