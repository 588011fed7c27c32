"""What commands that all games share do with 2D Nim."""

import pytest
from support.completion import completed

import tablebase
from tablebase.games.nim import Rules


def test_completion_of_options():
    assert completed("tablebase nim probe --ta") == "plain,--take\n"


def test_no_small_table(tmp_path):
    with pytest.raises(ValueError, match="no small table"):
        tablebase.build_large(tmp_path / "nim.h5", Rules(5, 6), small=True)
    assert not list(tmp_path.iterdir())
