"""Pair Solitaire in a terminal, fed from a pipe."""

import random

from rooms.pairs.oracle import fewest, random_stacks
from tablebase.games.pairs import Position, generators
from tablebase.games.pairs.solver import solve


def test_from_hint_to_hint(play):
    for stack in random_stacks(4, seed=5, most=9):
        text = " ".join(stack)
        best = fewest(stack)
        position, typed = Position.parse(text), []
        while position.legal_moves():
            out = play("\n".join([*typed, "hint", "q"]), "pairs", text)
            typed.append(out.split("hint: ")[-1].split()[0])
            position = position.play(typed[-1])
        assert position.layer == best
        assert f"{best} cards remain" in play("\n".join(typed), "pairs", text)


def test_a_shuffle_of_pairs_can_be_beaten(play):
    out = play("q", "pairs", "--seed", 3, "--cards", 8)
    stack = next(line for line in out.splitlines() if line.startswith("game: "))[6:]
    assert stack == str(generators.filtered(random.Random(3), 8))
    assert solve(Position.parse(stack)).perfect
    assert "seed 3" in out
