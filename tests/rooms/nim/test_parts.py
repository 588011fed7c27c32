"""2D Nim: the parts of positions, and players who know patterns, against the oracle."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from rooms.nim import oracle_parts as oracle
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.table import build_table
from tablebase.games.nim import Position, Rules
from tablebase.games.nim.parts import parts_of
from tablebase.games.nim.patterns import KNOWN, PATTERNS, Board, measure

ROOT = Path(__file__).parents[3]
SMALL = ("110/110/000", "101/101/000")
"""The patterns that fit on 3x3."""


def is_fickle(stones):
    return all(oracle.values(part, 3) in ((0, 1), (1, 0)) for part in oracle.parts(stones))


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


@pytest.mark.parametrize("misere", [True, False], ids=["misere", "normal"])
@pytest.mark.parametrize("careful", [False, True])
def test_chances_on_3x3_agree_with_the_oracle(misere, careful):
    rules = Rules(3, 3, misere=misere)
    board = Board(rules, SMALL)
    every = oracle.positions(3)
    patterns = [frozenset(divmod(at, 3) for at in range(9) if text[at] == "1") for text in
                (each.replace("/", "") for each in SMALL)]  # fmt: skip
    single = {stones for stones in every if len(stones) == 1}
    shapes = [oracle.shape(each) for each in patterns]
    parts = [sorted(map(oracle.shape, oracle.parts(each))) for each in patterns]
    known = {
        "nothing": set(),
        "end": single,
        "drawn": single | {s for s in every if s and oracle.shape(s) in shapes},
        "parts": single | {s for s in every if sorted(map(oracle.shape, oracle.parts(s))) in parts},
        "pairs": single | {s for s in every if oracle.paired(s, 3) and not is_fickle(s)},
    }
    assert set(known) == set(KNOWN)
    for name, positions in known.items():
        found = board.known(name)
        assert {mask_of(stones, rules) for stones in positions} == {*np.flatnonzero(found).tolist()}
        mine = board.moves(found, careful)
        made = oracle.knowing(positions, careful)
        for theirs, expected in ((board.legal, oracle.all_moves), (mine, made), (None, None)):
            chances = board.chances(mine, theirs)
            memo: dict = {}
            full = every[-1]
            first = oracle.chances(full, made, expected, True, misere, memo)
            second = oracle.chances(full, made, expected, False, misere, memo)
            assert (chances.first, chances.second) == pytest.approx((float(first), float(second)))
            won = [
                oracle.chances(stones, made, expected, wins, misere, memo)
                for stones in every[1:]
                for wins in [bool(board.parts.wins[mask_of(stones, rules)])]
            ]
            assert chances.won == pytest.approx(float(sum(won, Fraction(0)) / len(won)))
    assert len(known["parts"]) > len(known["drawn"]) > len(single)


def test_perfect_players_keep_the_win():
    board = Board(Rules(3, 3), SMALL)
    best = board.best_moves()
    for theirs in (best, board.legal, None):
        chances = board.chances(best, theirs)
        assert chances.won == 1
    assert board.chances(best, best).first + board.chances(best, best).second == 1


def test_the_patterns_of_the_article_lose():
    board = Board(Rules())
    for name in ("end", "drawn", "parts"):
        known = board.known(name)
        assert not (known & board.parts.wins).any()
    drawn = board.known("drawn")
    assert all(drawn[Position.parse(text).stones] for text in PATTERNS)
    assert not (drawn & ~board.known("parts")).any()


def test_boards_that_are_refused():
    with pytest.raises(ValueError, match="expected a square one, up to 5x5"):
        parts_of(Rules(3, 4))
    with pytest.raises(ValueError, match="expected at most 4x4"):
        Board(Rules(5, 5))


def uncompiled():
    """For `test_uncompiled`."""
    return parts_of(Rules(3, 3)).as_dict()


@pytest.fixture
def nim(run):
    """Run `tablebase nim`; returns exit code, stdout and stderr."""
    return partial(run, "nim")


@pytest.mark.thorough
def test_commands(nim, monkeypatch):
    code, out, err = nim("parts", "4x4")
    assert (code, err) == (0, "")
    assert out.startswith("4x4, take 1 to 3, misère: 65,536 positions, 9,872 lost\n")
    data = json.loads(nim("parts", "4x4", "--normal", "--json")[1])
    assert data["pairing"]["right"] == data["pairing"]["decided"] == 38568
    assert nim("parts", "6x6")[0] == 2
    found = [*measure()]
    monkeypatch.setattr("tablebase.games.nim.patterns.measure", lambda: found)
    code, out, err = nim("patterns")
    assert (code, err) == (0, "")
    for known, careful, chances in found:
        row = re.search(rf"^ *{known}{', careful' * careful}  +(.*)$", out, re.MULTILINE)
        figures = [100 * x for each in chances.values() for x in each]
        assert [float(word) for word in row[1].split()] == pytest.approx(figures, abs=0.051)
