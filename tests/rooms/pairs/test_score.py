"""Pair Solitaire for a high score: against brute force, and the command."""

import random

from tablebase.games.pairs import generators, score
from tablebase.games.pairs.position import Position
from tablebase.games.pairs.score import highest_score, score_of
from tablebase.games.pairs.solver import solve


def brute_force(position):
    """The highest score, by every order of removals."""
    highest, seen, todo = 0, set(), [position]
    while todo:
        now = todo.pop()
        if now.mask not in seen:
            seen.add(now.mask)
            gone = [card for card in now.stack if card not in now.cards]
            highest = max(highest, len(gone) * sum(card.rank + 1 for card in gone))
            todo += [now.play(card) for card in now.legal_moves()]
    return highest


def short_stacks(count, seed):
    rng = random.Random(seed)
    return [generators.shuffled(rng, rng.randint(2, 10)) for _ in range(count)]


def test_score():
    assert score_of(Position.parse("AS KD 2C")) == 0
    assert score_of(Position.parse("xAS KD 2C xQH")) == (1 + 12) * 2


def test_the_highest_score_of_short_stacks():
    for position in short_stacks(40, seed=1):
        found = highest_score(position)
        assert found.score == found.bound == brute_force(position)
        assert position.replay(found.moves)[-1] == found.end


def test_by_ends(monkeypatch):
    """Long stacks are searched from their ends; here short ones are too, and the bounds hold."""
    monkeypatch.setattr(score, "SHORT", 0)
    proven = 0
    for position in short_stacks(40, seed=2):
        found, highest = highest_score(position), brute_force(position)
        assert found.score <= highest <= found.bound
        proven += found.proven
    assert proven > 20


def test_a_shuffle():
    position = generators.shuffled(random.Random(1))
    found, few = highest_score(position), solve(position)
    assert found.end.is_perfect
    assert score_of(few.end) < found.score <= found.bound <= 50 * (364 - 2)
    lowest = sum(card.rank + 1 for card in found.end.cards)
    assert found.score == 50 * (364 - lowest)
