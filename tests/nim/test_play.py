"""2D Nim in a terminal, fed from a pipe."""

import random

import pytest
from support import last_moves

import tablebase
from tablebase.games.nim import Position, Rules
from tablebase.library import build_large


def test_against_the_perfect_player(play):
    """From a full 4x4 board, the second player wins, whatever the first does."""
    rng = random.Random(3)
    typed = "\n".join(str(rng.randint(1, 4)) for _ in range(60))
    for options in ((), ("--normal",)):
        out = play(typed, "nim", "--seed", 1, *options)
        assert "took the last stone: second wins" in out
        assert "with perfect play second wins" in out
        position = Position.parse("4x4")
        for move in last_moves(out):
            position = position.play(move)
        assert position.is_terminal


def test_hints_values_and_mistakes(play):
    out = play("hint\nvalues\nc1-a1\nundo\n1\nq", "nim", "1110/1000", "--second", "human")
    assert "hint: a1-c1, first wins in 2" in out
    assert "3 a1-c1  first wins in 2" in out
    assert "ply 1: first's a1 gave the win away; a1-c1 would have won in 2" in out
    assert "game: 1110/1000, take 1 to 3, misère" in out
    assert last_moves(out) == ["a1"]
    assert "first wins" not in play("q", "nim", "1110/1000").split("with perfect play")[0]


def test_of_two_computers(play):
    games = [
        play("", "nim", "--first", "beginner", "--second", "casual", "--seed", n) for n in (1, 1, 2)
    ]
    assert games[0] == games[1] != games[2]


@pytest.mark.thorough
def test_by_search_on_a_board_too_large_for_a_table(play, fails):
    few = "/".join(["1000000"] + ["0000000"] * 5 + ["0000011"])
    out = play("hint\nvalues\n1\nq", "nim", few, "--second", "human")
    assert "hint: f7-g7, first wins in 2" in out
    assert "with perfect play" not in out
    error = fails(2, "nim", "play", few, "--second", "casual")
    assert "casual play from a table" in error
    assert "expected human or search" in error


def test_by_a_file_of_who_wins(play, tmp_path, fails):
    rules = Rules(4, 6)
    path = tmp_path / "nim.h5"
    build_large(path, rules)
    board = "111111/000000/000000/000011"
    with tablebase.open(path) as tables:
        winning = list(map(str, tables.outcome(Position.parse(board)).winning))
        lost = str(tables.outcome(Position.parse(board).play(winning[0])).position)
    assert 0 < len(winning) < len(Position.parse(board).legal_moves())
    out = play(f"hint\nvalues\n{winning[0]}\nq", "nim", board, "--in", path, "--seed", 1)
    assert f"hint: {winning[0]} wins" in out
    assert out.partition("second plays")[0].count("  wins\n") == len(winning)
    assert "gave the win away" not in out
    assert "hint: no move wins" in play("h q", "nim", lost, "--in", path)
    mistake = next(
        str(move) for move in Position.parse(board).legal_moves() if str(move) not in winning
    )
    out = play(f"{mistake}\nq", "nim", board, "--in", path, "--seed", 1)
    assert f"ply 1: first's {mistake} gave the win away; {winning[0]} would have won" in out
    reply = last_moves(out)[1]
    with tablebase.open(path) as tables:
        replies = tables.outcome(Position.parse(board).play(mistake)).winning
    assert reply in map(str, replies)
    error = fails(2, "nim", "play", board, "--in", path, "--second", "casual")
    assert "casual play from distances" in error


def test_reasons(play):
    for typed, reason in {
        "c1-d1": "d1 is gone",
        "c2-d2": "c2 and d2 are gone",
        "a1-a4": "a1-a4 are 4 stones: you take at most 3",
        "a1-b2": "a1-b2 is not in one row or column",
        "a9": "'a9' is not legal here",
        "a1-a1": "'a1-a1' is not legal here",
    }.items():
        assert f"{reason}: expected " in play(typed, "nim", "1110/1100/1000/1000")
    assert "1 a1  2 a1-b1" in play("", "nim", "1100")
