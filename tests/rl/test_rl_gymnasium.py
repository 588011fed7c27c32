"""The games for Gymnasium: against an opponent, and many side by side; they need ``[rl]``.

Slow: the games for Gymnasium by its checker, and against plays of one game. Needs ``pip install -e
'.[rl]'``.
"""

import pickle

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra [rl] is not installed")

from gymnasium.utils.env_checker import check_env
from support import python

from tablebase.engine.values import Result
from tablebase.library import build
from tablebase.rl.play import Play
from tablebase.rl.single import SingleEnv
from tablebase.rl.tasks import names, task_of
from tablebase.rl.vector import VectorEnv

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", names())
def test_gymnasiums_checker_accepts_them(name):
    check_env(gymnasium.make(f"tablebase/{name.title()}-v0").unwrapped, skip_render_check=True)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_oracle_wins_what_is_won_and_loses_what_is_lost(seat):
    game = SingleEnv("collapsi", seat=seat)
    won = []
    for seed in range(12):
        game.reset(seed=seed)
        table = build(game.play.position)
        value = table.probe(game.play.position).value
        over, paid = False, 0.0
        while not over:  # perfect play by the agent, too
            best = table.probe(game.play.position).moves[0].move
            _, paid, over, _, _ = game.step(game.task.action_of(game.play.position, best))
        assert (paid == 1.0) == (value.result is Result.WIN)
        won.append(paid)
    assert len(set(won)) == 2


def test_episodes_repeat_and_illegal_actions_end_them():
    games = [SingleEnv("nim", opponent="random", reward="points") for _ in range(2)]
    seen = [game.reset(seed=5)[0] for game in games]
    assert all((seen[0][key] == seen[1][key]).all() for key in seen[0])
    illegal = int(np.flatnonzero(seen[0]["action_mask"] == 0)[0])
    _, paid, over, _, _ = games[0].step(illegal)
    assert (paid, over) == (-games[0].most_reward, True)


@pytest.mark.parametrize(
    "wrong", [{"opponent": "me"}, {"seat": 2}, {"split": "x"}, {"reward": "x"}]
)
def test_what_is_wrong_is_named(wrong):
    with pytest.raises(ValueError, match="expected"):
        SingleEnv("collapsi", **wrong)


@pytest.mark.parametrize("reward", ["result", "points"])
@pytest.mark.parametrize("name", names())
def test_games_side_by_side_are_those_of_one_game(name, reward):
    """Each game of the vector against plays by the rules, over some hundred episodes."""
    count = 24
    games = VectorEnv(name, count, deals=5, reward=reward)
    task, rng = task_of(name), np.random.default_rng(7)
    seen, info = games.reset(seed=9)
    starts = games.arena.instances
    ended = 0

    def begun(number):
        instance = starts[games.deals[number]]
        rank = instance.game.rank_many(games.rows[number : number + 1])[0]
        return Play(task, instance.game.unrank(int(rank)))

    plays = [begun(number) for number in range(count)]
    for _ in range(60):
        actions = []
        for number, play in enumerate(plays):
            legal = np.flatnonzero(seen["action_mask"][number])
            assert list(legal) == list(play.moves)
            assert info["player"][number] == play.player
            assert (seen["observation"][number] == play.observation(play.player)).all()
            actions.append(rng.choice(legal))
        seen, rewards, over, cut, info = games.step(np.array(actions))
        assert not cut.any()
        for number, action in enumerate(actions):
            mover = plays[number].player
            after = plays[number].after(int(action))
            assert over[number] == after.is_over
            assert rewards[number] == after.returns(reward)[mover]
            plays[number] = begun(number) if after.is_over else after
        ended += int(over.sum())
    assert ended > 50


def test_a_vector_repeats_by_its_seed_and_ends_at_illegal_actions():
    first, second = (VectorEnv("collapsi", 50, deals=8) for _ in range(2))
    for games in (first, second):
        games.reset(seed=4)
    assert (first.deals == second.deals).all()
    illegal = np.argmin(first.legal, axis=1)
    _, rewards, over, _, _ = first.step(illegal)
    assert over.all()
    assert (rewards == -1.0).all()
    assert gymnasium.make_vec("tablebase/NimSelfPlay-v0", 3).num_envs == 3


def test_games_of_openspiel_are_pickled():
    pyspiel = pytest.importorskip("pyspiel")
    from tablebase.rl import openspiel

    for name in names():
        game = openspiel.load(name, task_of(name).example)
        state = game.new_initial_state()
        state.apply_action(state.legal_actions()[0])
        kept = pickle.dumps((game, state))
        said = python(
            "import pickle, sys; print(*pickle.loads(bytes.fromhex(sys.argv[1])))", kept.hex()
        )
        assert said.stdout == f"{game} {state}\n", said.stderr
        assert isinstance(pickle.loads(kept)[0].new_initial_state(), pyspiel.State)
