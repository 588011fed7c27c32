"""2D Nim as an environment of PettingZoo and a game of OpenSpiel; needs the extra ``[rl]``.

Slow: 2D Nim by the conformance tests of PettingZoo and OpenSpiel. Needs ``pip install -e '.[rl]'``.
"""

import pytest
from support.episodes import searched

from tablebase.engine.values import Result
from tablebase.rl.aec import env

pytestmark = pytest.mark.slow


def test_rendering(capsys):
    for mode, printed in (("ansi", ""), ("human", "1000/0000/0000/0000\n" * 2)):
        game = env("nim", render_mode=mode)
        game.reset(options={"start": "1100/0000/0000/0000"})
        (action,) = (a for a, move in game.unwrapped.play.moves.items() if str(move) == "b1")
        game.step(action)
        shown = game.render()
        assert shown == (None if mode == "human" else "1000/0000/0000/0000")
        assert capsys.readouterr().out == printed


def test_openspiels_search_finds_the_value():
    _, value, found = searched("nim", {"rows": 2, "columns": 4, "reward": "points"}, 2)
    assert (found > 0) == (value.result is Result.WIN)
