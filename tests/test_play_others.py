"""Side games in a terminal, fed from a pipe; each ``tests/NAME/test_play.py`` has more."""

from __future__ import annotations

import io

import pytest
from support import DEAL, last_moves, of_games

import tablebase_cli
from tablebase import Deal
from tablebase.engine.play.history import History
from tablebase.errors import IllegalMoveError


class Interrupted(io.StringIO):
    """A person who presses Ctrl-C."""

    def readline(self, *_):
        raise KeyboardInterrupt


@pytest.mark.parametrize("name", of_games("test_play"))
def test_the_end_of_the_input_and_ctrl_c(name, play, monkeypatch, capsys):
    assert last_moves(play("", name)) == ["none"]
    assert last_moves(play("\n  \nquit\nz9", name)) == ["none"]
    monkeypatch.setattr("sys.stdin", Interrupted())
    with pytest.raises(SystemExit) as exit_:
        tablebase_cli.main([name, "play"])
    assert exit_.value.code == 1
    assert capsys.readouterr().err == "\ntablebase: interrupted\n"  # ends the line of ^C


@pytest.mark.parametrize("name", of_games("test_play"))
def test_nonsense_changes_nothing(name, play):
    out = play("zz\nundo\n?\nq", name)
    assert "'zz' is not legal here: expected " in out
    assert "nothing to take back" in out
    assert "quit          leave the game" in out
    assert last_moves(out) == ["none"]


def test_a_history_is_taken_back_to_its_start():
    start = Deal.parse(DEAL).start()
    history = History(start)
    for cell in ("a3", "b4"):
        history.play(cell)
    assert list(map(str, history.moves)) == ["a3", "b4"]
    assert history.positions[1] == start.play("a3")
    history.take_back()
    history.take_back()
    assert (history.position, history.moves) == (start, [])
    with pytest.raises(IllegalMoveError, match="nothing to take back"):
        history.take_back()
