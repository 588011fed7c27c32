"""What pairing and small parts decide under normal play, against brute force and search."""

from __future__ import annotations

import random

import pytest

import tablebase
from nim.test_winloss import brute_force
from tablebase.games.nim import Position, Rules
from tablebase.games.nim.pairing import decide


@pytest.mark.parametrize("take", [1, 2, 3, 6])
@pytest.mark.parametrize("size", [(3, 3), (2, 4), (1, 9), (3, 4)])
def test_what_is_decided_is_right(size, take):
    rules = Rules(*size, take, misere=False)
    lost = brute_force(*size, take, False)
    for stones in range(1 << rules.cells):
        found = decide(Position(stones, rules))
        if found is None:
            assert stones.bit_count() > 10
            continue
        assert found.wins is not bool(lost[stones])
        if found.move:
            assert lost[stones & ~found.move.stones]


def test_pairing_alone_is_right(monkeypatch):
    """Without the values of small parts fewer positions are decided, and none wrongly."""
    monkeypatch.setattr("tablebase.games.nim.pairing.SMALL", 0)
    lost, decided = brute_force(3, 4, 3, False), 0
    for stones in range(1 << 12):
        if found := decide(Position(stones, Rules(3, 4, 3, misere=False))):
            assert found.wins is not bool(lost[stones])
            decided += 1
    assert 1000 < decided < 1 << 12


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


def test_misere_has_no_proof():
    with pytest.raises(ValueError, match="expected normal play"):
        decide(Position.parse("4x4"))


def test_a_search_uses_it(answer):
    found = tablebase.search(Position.parse("7x7", misere=False))
    assert (found.winner, found.line, found.nodes) == ("first", ("d3-d5",), 0)
    plain = tablebase.search(Position.parse("3x3", misere=False), method="plain")
    assert plain.nodes > 0
    out = answer("nim", "probe", "7x7", "--normal", "--method", "search")
    assert "first wins" in out
    assert "decided by pairing, without a search" in out


def test_the_computer_keeps_a_won_game(play):
    """On 8x8 the second player wins by copying, whatever the first does."""
    rng = random.Random(1)
    typed = "\n".join(str(rng.randint(1, 9)) for _ in range(80))
    out = play(typed, "nim", "8x8", "--normal", "--seed", 1)
    assert "second wins" in out
    assert "hint: d3-d5, first wins" in play("hint\nq", "nim", "7x7", "--normal")
