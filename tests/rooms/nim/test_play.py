"""2D Nim in a terminal, fed from a pipe."""

import random

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
