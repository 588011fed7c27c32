"""2D Nim: the parts of positions, against the oracle."""

from __future__ import annotations

import json

import numpy as np
import pytest

from rooms.nim import oracle_parts as oracle
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.table import build_table
from tablebase.games.nim import Rules
from tablebase.games.nim.parts import parts_of


def mask_of(stones, rules):
    return sum(rules.bit(*cell) for cell in stones)


@pytest.mark.thorough
@pytest.mark.parametrize("take", [1, 2, 3])
@pytest.mark.parametrize("misere", [True, False], ids=["misere", "normal"])
def test_every_position_of_3x3_agrees_with_the_oracle(take, misere):
    rules = Rules(3, 3, take, misere)
    found = parts_of(rules)
    wins = build_table(game_of(rules)).codes() >= rules.coding.first_win
    assert found.wins.tolist() == wins.tolist()
    paired = {}
    for stones in oracle.positions(3):
        at = mask_of(stones, rules)
        parts = oracle.parts(stones)
        assert (found.values[at], found.misere[at]) == oracle.values(stones, take)
        assert found.tame[at] == oracle.tame(stones, take)
        assert found.largest[at] == max(map(len, parts), default=0)
        assert found.fickle[at] == all(
            oracle.values(part, take) in ((0, 1), (1, 0)) for part in parts
        )
        paired[stones] = oracle.paired(stones, take)
        assert found.paired[at] == paired[stones]
    for stones, is_paired in paired.items():
        leads = any(paired[left] for left in oracle.after(stones, take))
        assert found.leads[mask_of(stones, rules)] == leads
        assert not (is_paired and leads)
    connected = [stones for stones in paired if len(oracle.parts(stones)) == 1]
    shapes = {oracle.shape(stones) for stones in connected}
    assert found.rows()[-1]["shapes"] == len(shapes)
    for one in connected[::7]:
        for other in connected[::11]:
            same = found.shapes[mask_of(one, rules)] == found.shapes[mask_of(other, rules)]
            assert same == (oracle.shape(one) == oracle.shape(other))


@pytest.mark.parametrize("misere", [True, False], ids=["misere", "normal"])
def test_the_4x4_board(misere):
    """Values decide normal play, and tame positions in misère; pairing is right in normal play."""
    rules = Rules(misere=misere)
    found = parts_of(rules)
    wins = build_table(game_of(rules)).codes() >= rules.coding.first_win
    assert found.wins.tolist() == wins.tolist()
    right = found.by_values == wins
    assert right[found.tame].all()
    assert right.all() != misere
    decided, as_said = found.by_pairing
    assert decided.sum() > 30_000
    assert (as_said.sum() == decided.sum()) != misere
    assert np.count_nonzero(found.shapes) == 11506  # connected sets, as a plain search counts them
    # The value of a position is the sum of its parts'.
    stones = np.arange(1 << 16)
    halves = stones & 0xFF00, stones & 0x000F  # the third row is empty
    apart = (stones & 0x00F0) == 0
    sums = found.values[halves[0]] ^ found.values[halves[1]]
    assert (sums == found.values)[apart].all()


def test_boards_that_are_refused():
    with pytest.raises(ValueError, match="expected a square one, up to 5x5"):
        parts_of(Rules(3, 4))


def uncompiled():
    """For `test_uncompiled`."""
    return parts_of(Rules(3, 3)).as_dict()


@pytest.mark.thorough
def test_commands(answer, fails):
    out = answer("nim", "parts", "4x4")
    assert out.startswith("4x4, take 1 to 3, misère: 65,536 positions, 9,872 lost\n")
    data = json.loads(answer("nim", "parts", "4x4", "--normal", "--json"))
    assert data["pairing"]["right"] == data["pairing"]["decided"] == 38568
    fails(2, "nim", "parts", "6x6")
