"""What commands that all games share do with 2D Nim."""

import pytest
from click.testing import CliRunner
from test_completion import completed

import tablebase
from tablebase.games.nim import Rules
from tablebase_cli import cli


def test_completion_of_options():
    assert completed("tablebase nim probe --ta") == "plain,--take\n"


def test_a_mistyped_option():
    done = CliRunner().invoke(cli, ["nim", "probe", "--tak", "2", "4x4"])
    assert done.exit_code == 2
    assert "Did you mean" in done.output
    assert "--take" in done.output


def test_an_unknown_command(fails):
    fails(2, "nim", "nosuch", "4x4")


def test_many_positions(answer):
    out = answer("nim", "probe", "-", typed="1110/1000\n1/0\n").splitlines()
    assert out[1:] == ["1110/1000,first,win,2", "1/0,first,loss,1"]


def test_no_small_table(tmp_path):
    with pytest.raises(ValueError, match="no small table"):
        tablebase.build_large(tmp_path / "nim.h5", Rules(5, 6), small=True)
    assert not list(tmp_path.iterdir())
