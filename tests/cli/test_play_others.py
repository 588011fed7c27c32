"""Side games in a terminal, fed from a pipe; what they print is in transcripts."""

import io
import shlex

import pytest
from support import hostile_commands, last_moves

import tablebase_cli

GAMES = [words[0] for words, _ in hostile_commands.commands() if words[1:] == ("play",)]
GAMES.remove("puzzles")


class Interrupted(io.StringIO):
    """A person who presses Ctrl-C."""

    def readline(self, *_):
        raise KeyboardInterrupt


@pytest.mark.parametrize("name", GAMES)
def test_the_end_of_the_input_and_ctrl_c(name, play, monkeypatch, capsys):
    assert last_moves(play("", name)) == ["none"]
    assert last_moves(play("\n  \nquit\nz9", name)) == ["none"]
    monkeypatch.setattr("sys.stdin", Interrupted())
    with pytest.raises(SystemExit) as exit_:
        tablebase_cli.main([name, "play"])
    assert exit_.value.code == 130
    printed = capsys.readouterr()
    assert printed.err == "\ntablebase: interrupted\n"  # ends the line of ^C
    assert f"to continue: tablebase {name} play" in printed.out


class Garbled(io.StringIO):
    """A terminal that gives a line and then bytes that are no text."""

    def readline(self, *_):
        if self.read(1):
            return "1\n"
        raise UnicodeDecodeError("utf-8", b"\xc3", 0, 1, "unexpected end of data")


@pytest.mark.parametrize("name", [name for name in GAMES if name != "thegame"])
def test_a_game_is_kept_whatever_ends_it(name, answer, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", Garbled("1"))
    with pytest.raises(SystemExit) as exit_:
        tablebase_cli.main([name, "play", "--seed", "7"])
    assert exit_.value.code == 2
    assert f"to continue: tablebase {name} play" in capsys.readouterr().out
    assert last_moves(answer(name, "play", "--continue", typed="")) != ["none"]


@pytest.mark.parametrize("name", GAMES)
def test_nonsense_changes_nothing(name, play):
    out = play("zz\nundo\n?\nq", name)
    assert "'zz' is not legal here: expected " in out
    assert "nothing to take back" in out
    assert "quit          leave the game" in out
    assert last_moves(out) == ["none"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_continued(name, answer, fails):
    """By the command that is printed, and by --continue."""
    assert "no game to continue" in fails(2, name, "play", "--continue")
    out = answer(name, "play", "--seed", 7, typed="1\nq" if name != "thegame" else "")
    command = next(line for line in out.splitlines() if line.startswith("to continue: "))
    words = shlex.split(command.removeprefix("to continue: tablebase "))
    again = answer(*words, typed="")
    assert last_moves(again) == last_moves(out)
    assert command in again
    assert answer(name, "play", "--continue", typed="") == again
    assert "without other" in fails(2, name, "play", "--continue", "--seed", "1")
    assert "not legal" in fails(2, *words, "--moves", "nonsense")
