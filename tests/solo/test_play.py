"""Solo in a terminal, fed from a pipe."""

from support import last_moves

import tablebase
from tablebase.games.solo import Position

BOARD = "A3Jr4/2AA2/234J/332A"


def test_best_play_clears_the_board(play):
    line = tablebase.Tablebase().line(Position.parse(BOARD))
    moves = [str(probe.moves[0].move) for probe in line[:-1]]
    out = play("\n".join(moves), "solo", BOARD)
    assert "the board is cleared" in out
    assert "move " not in out.split("the board is cleared")[1].split("game:")[0]
    assert last_moves(out) == moves


def test_hints_checks_and_values(play):
    out = play("hint check values undo q", "solo", BOARD)
    assert "hint: " in out
    assert "can be cleared" in out
    assert "nothing to take back" in out
    assert "can leave with" in play("values\n\nq", "solo", BOARD)


def test_where_it_was_lost(play):
    probe = tablebase.Tablebase().probe(Position.parse(BOARD))
    worst = probe.moves[-1]
    assert not worst.is_best
    out = play(f"{worst.move} q", "solo", BOARD)
    assert f"move 1: with {probe.moves[0].move}, can be cleared; after {worst.move}, " in out


def test_reasons_and_grades(play, fails):
    assert "your pawn is on c1 already" in play("c1", "solo", BOARD)
    out = play("", "solo", "--seed", 2, "--grade", 5)
    start = next(line for line in out.splitlines() if line.startswith("game: "))[6:]
    assert tablebase.Tablebase().probe(Position.parse(start)).score == 0
    assert "cannot be used with BOARD" in fails(2, "solo", "play", BOARD, "--grade", 1)
