"""The games as environments of PettingZoo and games of OpenSpiel; they need the extra ``[rl]``.

Slow: the games for learning machines by the conformance tests of PettingZoo and OpenSpiel. Needs
``pip install -e '.[rl]'``.
"""

from __future__ import annotations

import copy
import pickle
import random
import re
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support import of_games
from support.episodes import minimax, play_on, pyspiel, searched  # first: all may be skipped

# isort: split
from open_spiel.python.observation import make_observation
from pettingzoo.test import api_test, seed_test

import tablebase
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.table import build_table
from tablebase.engine.values import Result
from tablebase.errors import IllegalMoveError
from tablebase.games.collapsi.rules_file import presets
from tablebase.rl import openspiel
from tablebase.rl.aec import env
from tablebase.rl.play import Play
from tablebase.rl.tasks import names, task_of

pytestmark = pytest.mark.slow

GAMES = names()
REWARDS = ("result", "points")

# PettingZoo's test warns of this in its own games with masks, too; some games end on empty boards.
USUAL = (
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
    "ignore:Observation numpy array is all zeros",
)


def first_legal(observation, play):
    return int(observation["action_mask"].argmax())


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("name", GAMES)
def test_an_episode(name, reward):
    game = env(name, reward=reward, split="test")
    task = game.unwrapped.task
    starts = task.starts("test", 5)
    for number in range(3):
        game.reset(seed=5 if number == 0 else None)
        assert str(game.unwrapped.play.position) == str(next(starts))
        observation = game.observe(game.agent_selection)
        assert observation["observation"].shape == task.shape
        assert game.observation_space(game.agent_selection).contains(observation)
        paid, play = play_on(game, first_legal)
        assert paid == PAID[name](play, reward == "points")


def paid_in_collapsi(play, points):
    """The side without a move has lost as many points as cards are face up."""
    end = play.position
    worth = len(end.cards) - end.ply if points else 1
    return {f"player_{play.player}": -worth, f"player_{1 - play.player}": worth}


PAID = {
    "collapsi": paid_in_collapsi,
    **{name: game.paid for name, game in of_games("learning").items()},
}
"""What players get at the end of a game."""


def test_a_start_that_is_over_is_paid():
    game = env("pairs", cards=6, reward="points")
    game.reset(options={"start": "AS 2H 3D 4C 5S 6H"})
    _, reward, terminated, _, _ = game.last()
    assert (reward, terminated) == (game.unwrapped.play.returns("points")[0], True)
    assert reward < 0


def test_observations_of_the_agent_that_waits():
    game = env("collapsi")
    game.reset(options={"start": "A223/4A2Jr/3A23/Jb3A4 r"})
    assert game.agent_selection == "player_0"
    mine, theirs = (game.observe(agent) for agent in ("player_0", "player_1"))
    assert not theirs["action_mask"].any()
    assert mine["action_mask"].sum() == len(game.unwrapped.play.position.legal_moves())
    assert mine["observation"][-2, 1, 3] == theirs["observation"][-1, 1, 3] == 1
    assert mine["observation"][-1, 3, 0] == theirs["observation"][-2, 3, 0] == 1


def test_bad_options():
    for options, message in (
        ({"split": "dev"}, "split 'dev'"),
        ({"reward": "gold"}, "reward 'gold'"),
        ({"render_mode": "rgb_array"}, "render mode 'rgb_array': expected ansi or human"),
        ({"edition": "old"}, "unknown edition"),
    ):
        with pytest.raises(ValueError, match=message):
            env("collapsi", **options)


@pytest.mark.parametrize("name", GAMES)
def test_an_environment_is_copied(name):
    """As in PettingZoo: a copy is made from scratch, and has to be reset."""
    game = env(name, split="test", reward="points")
    copies = game, copy.deepcopy(game), pickle.loads(pickle.dumps(game))
    for each in copies:
        each.reset(seed=3)
    one, *others = [play_on(each, first_legal)[0] for each in copies]
    assert others == [one, one]


@pytest.mark.parametrize("name", GAMES)
def test_the_adapter_plays_by_the_rules(name):
    """Random games in lockstep with the engine's own positions."""
    task, rng = task_of(name), random.Random(name)
    for start in islice(task.starts("validation"), 3):
        play, position = Play(task, start), start
        while not play.is_over:
            assert play.returns("result") == [0] * len(task.agents)
            assert sorted(map(str, play.moves.values())) == sorted(map(str, position.legal_moves()))
            assert play.mask(play.player).nonzero()[0].tolist() == list(play.moves)
            action = rng.choice(list(play.moves))
            position = position.play(play.moves[action])
            play = play.after(action)
            assert play.position == position
        assert not position.legal_moves()
        with pytest.raises(IllegalMoveError, match="expected none, the game is over"):
            play.after(0)


def openspiel_games(name, number=2, **parameters):
    """OpenSpiel's default game, and games from some starts."""
    task = task_of(name)
    yield pyspiel.load_game(f"tablebase_{name}", parameters)
    for start in islice(task.starts("test"), number):
        yield openspiel.load(name, start, **parameters)


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_openspiel(name, reward):
    task, rng = task_of(name), random.Random(reward)
    start = next(task.starts("test", 3))
    game = openspiel.load(name, start, reward=reward)
    state, play = game.new_initial_state(), Play(task, start)
    observer = make_observation(game)
    while not state.is_terminal():
        player = state.current_player()
        assert player == play.player
        assert str(state) == str(play.position)
        observer.set_from(state, player)
        assert (observer.dict["observation"] == play.observation(player)).all()
        assert state.legal_actions() == list(play.moves)
        action = rng.choice(state.legal_actions())
        assert state.action_to_string(action) == str(play.moves[action])
        state.apply_action(action)
        play = play.after(action)
    assert state.returns() == play.returns(reward)
    again = pyspiel.load_game(str(game)).new_initial_state()
    assert str(again) == str(start)


def test_openspiels_search_finds_the_value():
    state, value, found = searched("collapsi", {"rules": "3x3", "reward": "points"}, 3)
    assert (found > 0) == (value.result is Result.WIN)
    assert found == state.play.task.points_of(state.play.position.layer, value)


@pytest.mark.filterwarnings(*USUAL)
@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("name", GAMES)
def test_conformance_with_pettingzoo(name, reward):
    for split in ("train", "test"):
        api_test(env(name, reward=reward, split=split, render_mode="ansi"), num_cycles=1000)
    seed_test(lambda: env(name, reward=reward), num_cycles=500)


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("name", GAMES)
def test_conformance_with_openspiel(name, reward):
    for game in openspiel_games(name, 5, reward=reward):
        pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)


@pytest.mark.parametrize("rules", presets())
def test_all_rules_in_openspiel(rules):
    """Every preset by OpenSpiel's own test, which plays, copies and reads games; and pickled."""
    task = task_of("collapsi", rules=rules)
    for start in islice(task.starts("test"), 3):
        game = openspiel.load("collapsi", start, rules=rules)
        assert game.num_players() == len(task.agents)
        pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)
        again = pickle.loads(pickle.dumps(game))
        assert str(again.new_initial_state()) == str(start)


def test_openspiels_search_agrees_with_ours_where_lines_are_shifted():
    for state in late_states("shift-back"):
        game, player = state.get_game(), state.current_player()
        found, _ = minimax.alpha_beta_search(game, state=state, maximizing_player_id=player)
        assert (found > 0) == (tablebase.search(state.play.position).value.result is Result.WIN)


def late_states(rules, number=5):
    """States of random games under some rules, soon before the end."""
    game = pyspiel.load_game("tablebase_collapsi", {"rules": rules})
    rng, found = random.Random(rules), []
    while len(found) < number:
        state = game.new_initial_state()
        while state.play.position.layer > 5 and not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        found += [] if state.is_terminal() else [state]
    return found


@pytest.mark.parametrize("rules", ["3-players", "3-players-draft", "3-players-sheet", "4-players"])
def test_what_a_player_forces_against_all_others(rules):
    """The engine's duels, against OpenSpiel's states with all others as one opponent."""

    def forces(state, player):
        if state.is_terminal():
            return state.returns()[player] > 0
        found = (forces(state.child(action), player) for action in state.legal_actions())
        return any(found) if state.current_player() == player else all(found)

    for state in late_states(rules, 3):
        play = state.play
        probe = build_table(game_of(play.position)).probe(play.position)
        for colour, value in probe.values.items():
            assert forces(state, play.task.agents.index(colour)) == (value.result is Result.WIN)


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_python_observer(name):
    """The tensor of every observation is that of the state's own method, for each player."""
    for game in openspiel_games(name, 3):
        state, rng = game.new_initial_state(), random.Random(1)
        observer = make_observation(game)
        while not state.is_terminal():
            for player in range(game.num_players()):
                observer.set_from(state, player)
                assert np.array_equal(observer.tensor, state.observation_tensor(player))
                assert observer.string_from(state, player) == state.observation_string(player)
            state.apply_action(rng.choice(state.legal_actions()))


def test_the_code_on_its_page():
    page = (Path(__file__).parents[2] / "docs" / "learning-machines.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", page.partition("## PettingZoo")[2], re.DOTALL)
    given: dict[str, Any] = {}
    assert len(blocks) == 3
    for block in blocks:
        exec(block, given)
    assert given["done"]
    assert given["rewards"].shape == (4096,)
    assert given["state"].legal_actions()
