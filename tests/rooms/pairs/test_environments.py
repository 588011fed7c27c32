"""Pair Solitaire as an environment of PettingZoo; needs the extra ``[rl]``.

Slow: Pair Solitaire by the conformance tests of PettingZoo. Needs ``pip install -e '.[rl]'``.
"""

import pytest
from support.episodes import play_on

from tablebase.rl.aec import env

pytestmark = pytest.mark.slow


@pytest.mark.filterwarnings("ignore:.*ILLEGAL_ACTION|.*[Ii]llegal")
@pytest.mark.parametrize(("reward", "cost"), [("result", -1), ("points", -18)])
def test_an_illegal_action_costs_the_most(reward, cost):
    game = env("pairs", reward=reward)
    game.reset(seed=1)
    paid, _ = play_on(game, lambda observation, play: int(observation["action_mask"].argmin()))
    assert paid == {"player_0": cost}
