"""Pair Solitaire in a terminal, fed from a pipe."""

import random

import pytest
from support import last_moves

from pairs.test_game import random_stacks
from tablebase.games.pairs import Position, generators
from tablebase.games.pairs.solver import solve


def test_from_hint_to_hint(play):
    for stack in random_stacks(4, seed=5, most=9):
        text = " ".join(stack)
        start = Position.parse(text)
        best = min(end.layer for end in ends(start))
        position, typed = start, []
        while position.legal_moves():
            out = play("\n".join([*typed, "hint", "q"]), "pairs", text)
            typed.append(out.split("hint: ")[-1].split()[0])
            position = position.play(typed[-1])
        assert position.layer == best
        assert f"{best} cards remain" in play("\n".join(typed), "pairs", text)


def ends(position):
    moves = position.legal_moves()
    if not moves:
        return [position]
    return [end for move in moves for end in ends(position.play(move))]


def test_chance_and_score(play):
    out = play("chance score 2C undo KD 9c score c", "pairs", "2H 9C 2S KD 2C 2D")
    assert "the game can still be perfect, score up to 104" in out
    assert "score 44" in out  # of a king and a nine
    assert last_moves(out) == ["KD", "9C"]
    out = play("2C c", "pairs", "2H 9C 2S KD 2C 2D")
    assert "no longer perfect: at least 3 cards remain, score up to 18" in out
    assert "a perfect game, score 104" in play("2H 2S 9C KD", "pairs", "2H 9C 2S KD 2C 2D")


def test_a_shuffle_of_pairs_can_be_beaten(play):
    out = play("q", "pairs", "--seed", 3, "--cards", 8)
    stack = next(line for line in out.splitlines() if line.startswith("game: "))[6:]
    assert stack == str(generators.filtered(random.Random(3), 8))
    assert solve(Position.parse(stack)).perfect
    assert "seed 3" in out


@pytest.mark.parametrize("typed", ["10h", "TH", "10♥", "10h,"])
def test_cards_are_typed_as_notation_has_them(play, typed):
    assert last_moves(play(f"{typed} q", "pairs", "10H 9C 10S KD 2C 2D")) == ["10H"]


def test_reasons_and_braces(play):
    out = play("9C 2H 2H AS", "pairs", "2H 9C 2S KD 2C 2D")
    assert "9C does not match KD: expected " in play("9c", "pairs", "2H 9C 2S KD 2C 2D")
    assert "AS is not in the stack" in play("as", "pairs", "2H 9C 2S KD 2C 2D")
    assert "2H has been removed already" in play("2h 2h", "pairs", "2H 9C 2S KD 2C 2D")
    lines = out.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("2H  9C"))
    assert lines[at + 1].startswith(" ╰──────╯╰──────╯")
    assert lines[at + 2].rstrip().endswith("╰──────╯")
