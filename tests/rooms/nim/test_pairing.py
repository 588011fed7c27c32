"""What pairing and small parts decide, against brute force and search."""

import random

import pytest
from support.effort import sample

import tablebase
from rooms.nim.oracle import brute_force
from tablebase.games.nim import Position, Rules
from tablebase.games.nim.pairing import decide, winning
from tablebase.games.nim.parts import parts_of


@pytest.mark.parametrize("take", [1, 2, 3, 6])
@pytest.mark.parametrize("size", [(3, 3), (2, 4), (1, 9), (3, 4)])
def test_what_is_decided_is_right(size, take):
    rules = Rules(*size, take, misere=False)
    lost, every = brute_force(*size, take, False), range(1 << rules.cells)
    for stones in every if len(every) < 1000 else random.Random(take).sample(every, 1000):
        found = decide(Position(stones, rules))
        moves = winning(Position(stones, rules))
        if found is None:
            assert stones.bit_count() > 10
            assert True not in moves
            assert None in moves
            continue
        assert (True in moves) is found.wins
        assert found.wins is not bool(lost[stones])
        if found.move:
            assert lost[stones & ~found.move.stones]


@pytest.mark.thorough
def test_pairing_alone_is_right(monkeypatch):
    """Without the values of small parts fewer positions are decided, and none wrongly."""
    monkeypatch.setattr("tablebase.games.nim.pairing.SMALL", 0)
    lost, decided = brute_force(3, 4, 3, False), 0
    for stones in range(1 << 12):
        if found := decide(Position(stones, Rules(3, 4, 3, misere=False))):
            assert found.wins is not bool(lost[stones])
            decided += 1
    assert decided == 2926  # fewer if a twin is missed


@pytest.mark.parametrize("take", [1, 2, 3, 5])
def test_every_full_board(take):
    for rows in range(1, 9):
        for columns in range(rows, 9):
            found = decide(Position.full(Rules(rows, columns, take, misere=False)))
            even = rows % 2 == 0 and columns % 2 == 0
            expected = rows * columns % 2 == 1 if take == 1 else not even
            assert found is not None
            assert found.wins is expected


def test_random_positions_of_4x4():
    rng, rules = random.Random(3), Rules(4, 4, 3, misere=False)
    tables = tablebase.Tablebase()
    for _ in range(300):
        position = Position(rng.getrandbits(16), rules)
        if found := decide(position):
            assert found.wins is (tables.probe(position).result.value == "win")


@pytest.mark.parametrize(("take", "share"), sample([(1, 0.99), (2, 0.8), (3, 0.9), (6, 0.9)], 1))
def test_what_is_decided_under_misere_is_right(take, share):
    """Not every position is tame, and none is decided wrongly."""
    rules, lost = Rules(3, 4, take, misere=True), brute_force(3, 4, take, True)
    decided = 0
    for stones in range(1, 1 << 12):
        if found := decide(Position(stones, rules)):
            assert found.wins is not bool(lost[stones])
            assert not found.move or lost[stones & ~found.move.stones]
            decided += 1
    assert decided > share * (1 << 12)
    assert decide(Position(0, rules)) is None  # the game is over


@pytest.mark.thorough
def test_what_parts_decide_under_misere_on_4x4():
    """The arrays of all positions and the parts of one position agree."""
    parts, rng = parts_of(Rules(4, 4, 3)), random.Random(2)
    decided = parts.tame | parts.tame_leads
    assert (parts.by_values == parts.wins)[parts.tame].all()
    assert parts.wins[parts.tame_leads].all()
    for stones in rng.sample(range(1, 1 << 16), 400):
        found = decide(Position(stones, parts.rules))
        assert (found is not None) is bool(decided[stones]) or stones.bit_count() > 10
        assert found is None or found.wins is bool(parts.wins[stones])


def test_a_search_uses_it():
    found = tablebase.search(Position.parse("7x7", misere=False))
    assert (found.winner, found.line, found.nodes) == ("first", ("d3-d5",), 0)
    plain = tablebase.search(Position.parse("3x3", misere=False), method="plain")
    assert plain.nodes > 0


@pytest.mark.thorough
def test_the_computer_keeps_a_won_game(play):
    """On 6x6 the second player wins by copying, whatever the first does."""
    rng = random.Random(1)
    typed = "\n".join(str(rng.randint(1, 9)) for _ in range(80))
    out = play(typed, "nim", "6x6", "--normal", "--seed", 1)
    assert "second wins" in out
    assert "hint: d3-d5, first wins" in play("hint\nq", "nim", "7x7", "--normal")
