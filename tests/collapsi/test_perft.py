"""Legal moves and play, against the oracle's golden counts."""

from pathlib import Path

import pytest
from oracles import collapsi as oracle

from tablebase import Position

GOLDEN = Path(__file__).parents[1] / "golden" / "perft.txt"
LINES = [line for line in GOLDEN.read_text().splitlines() if not line.startswith("#")]


def perft(position, depth):
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize("line", LINES)
def test_perft(line):
    text, edition, counts = line.split(" | ")
    position = Position.parse(text, edition)
    for depth, count in enumerate(counts.split(), start=1):
        assert perft(position, depth) == int(count)


def test_golden_file_is_the_oracles(capsys):
    oracle.main()
    assert capsys.readouterr().out == GOLDEN.read_text()
