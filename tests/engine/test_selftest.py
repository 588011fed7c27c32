"""The self-test of games: ours pass, and it names what is wrong with broken ones."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from support.heaps import Heap, HeapGame, of_room

from tablebase.engine.induction import RuleSolver, solve
from tablebase.engine.rooms import Room, brought, installed
from tablebase.engine.tables import selftest
from tablebase.engine.tables.selftest import Sample, run
from tablebase.engine.values import Result, TeamCoding

WITH_ROOM = {
    "collapsi": 15,
    "collapsi-players": 12,
    "nim": 15,
    "onepawn": 14,
    "pairs": 14,
    "solo": 15,
}
"""How many checks there are of each game, those of what its room brings among them."""

GAMES = [name for one in installed().values() for name in one.room.samples]


def errors(game=None, **changes):
    """What the self-test finds in the heap, or in a similar game: check -> error."""
    game = game or HeapGame()
    sample = Sample(game, lambda heap: Heap(int(str(heap)), game), **changes)
    return {check.name: check.error for check in run(sample) if check.error}


def test_a_small_game_is_consistent():
    assert errors() == {}


def test_sides_that_do_not_take_turns():
    class Stubborn(Heap):
        def play(self, move):
            return Stubborn(self.left - move, self.game)

    class Wrong(HeapGame):
        def unrank(self, rank):
            return Stubborn(rank, self)

    found = errors(Wrong())
    error = "1, move 1: mover is to move again: expected a TeamCoding"
    assert found == {"moves lead to positions of the game": error}


@pytest.mark.parametrize("size", [16, 300])
def test_codes_too_narrow_are_refused(size):
    """A game of 15 plies does not fit 4 bits; its late values would silently be wrong."""
    message = rf"heap 14 may last {size - 1} plies, but codes of 4 bits"
    with pytest.raises(ValueError, match=message):
        solve(HeapGame(size))


def test_layers_too_many_are_refused():
    with pytest.raises(ValueError, match="300 layers: expected at most 256"):
        solve(wrong(coding=TeamCoding(16, Result.LOSS))(300))


def wrong(base=HeapGame, **parts):
    """A class of heaps or of their game, some of its parts replaced."""
    return type("Wrong", (base,), parts)


def of(**parts):
    """A game of such heaps."""
    return wrong(unrank=lambda game, rank: wrong(Heap, **parts)(rank, game))


def without_codes(game):
    solver = RuleSolver(game)
    solver.codes = lambda: np.zeros(7, np.uint8)
    return solver


WRONG_RANK = wrong(rank=lambda game, heap: heap.left ^ (heap.left == 5))
WRONG_LAYERS = wrong(layer_of_ranks=lambda game: np.arange(game.size, dtype=np.uint8)[::-1])
NOT_STORED = wrong(attributes=lambda game: {"game": "heap", "half": 0.5})
NO_ATTRIBUTES = wrong(attributes=lambda game: {}["no idea"])
WRONG = {
    WRONG_RANK: ("rank and unrank are inverse", "5 is unrank(5), but its rank is 4"),
    WRONG_LAYERS: ("moves lead to lower layers", "0 has layer 0, but layer_of_ranks 13"),
    of(play=lambda heap, move: replace(heap, left=(heap.left + 1) % 14)): (
        "moves lead to lower layers", "1, move 1: layer 1 to layer 2",
    ),
    of(__str__=lambda heap: str(heap.left // 2)): (
        "notation is exact both ways", "0 (rank 1) is read as 0 (rank 0)",
    ),
    wrong(solver=without_codes): (
        "the kernels find what the rules imply", "1 (rank 1 of heap 14): code 0, by the",
    ),
    wrong(key="1/4"): ("files can describe the game", "'1/4': expected a name and a key without /"),
    NO_ATTRIBUTES: ("a stored table is read as it was written", f"'no idea' ({__file__}, line "),
    NOT_STORED: ("files can describe the game", "attribute half is 0.5, expected text or integers"),
    wrong(first_error=lambda game, codes: None): (
        "verification notices a wrong entry", "wrong code of 0 (rank 0 of heap 14)",
    ),
    wrong(first_error=lambda game, codes: 3): (
        "verification notices a wrong entry", "finds 3 (rank 3 of heap 14) in a table",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("game", "check", "message"), [(game, *found) for game, found in WRONG.items()]
)
def test_what_is_wrong_is_named(game, check, message):
    assert message in errors(game())[check]


def test_false_symmetry():
    other = HeapGame()
    found = errors(images=lambda heap: [Heap(max(heap.left - 1, 0), other)])
    assert found == {
        "symmetric positions have the same value": "1: win in 1, but its image 0: loss in 0"
    }


@pytest.mark.parametrize("name", sorted(WITH_ROOM.keys() & installed().keys() - {"collapsi"}))
def test_a_room_is_its_game(name):
    assert of_room(name) == {}


@pytest.mark.thorough
def test_our_games_are_consistent(answer):
    every = json.loads(answer("selftest", "--json"))
    assert [one["game"] for one in every] == list(brought("samples"))
    assert every[0]["table"] == "JA2.2J2.A3A"
    for one in every:
        assert {check["error"] for check in one["checks"]} == {None}, one["game"]
        assert len(one["checks"]) == WITH_ROOM[one["game"]]


def test_command(answer, monkeypatch):
    """What it says of one game, in both forms, and of all."""
    sample = Sample(HeapGame(), lambda heap: Heap(int(str(heap)), HeapGame()))
    checks = [check.name for check in run(sample)]
    monkeypatch.setattr("tablebase.engine.tables.selftest.sample_of", lambda _: sample)
    title, *lines = answer("selftest", "heap").splitlines()
    assert title == "heap, 14, 14 positions"
    assert lines == [f"  ok    {name}" for name in checks]
    data = json.loads(answer("selftest", "heap", "--json"))
    found = [{"check": name, "error": None} for name in checks]
    assert data == {"game": "heap", "table": "14", "checks": found}
    for module in ("web", "rl"):
        monkeypatch.setattr(f"tablebase.{module}.selftest.checks", lambda *_: ())
    every = json.loads(answer("selftest", "--json"))
    assert every == [{**data, "game": name} for name in brought("samples")]


def test_command_fails_with_a_broken_game(run, monkeypatch):
    game = WRONG_RANK()
    broken = Sample(game, lambda heap: Heap(int(str(heap)), game))
    monkeypatch.setattr("tablebase.engine.tables.selftest.sample_of", lambda name: broken)
    code, out, err = run("selftest", "heap")
    assert code == 1
    assert "wrong rank and unrank are inverse" in out
    assert err.startswith("tablebase: heap: ")
    assert "its rank is 4" in err
    assert err.count("\n") == 1


def test_command_runs_no_kernels_that_leave_their_arrays(run, monkeypatch):
    """One broken sample keeps no other from being tested."""

    def sample_of(name):
        if name == GAMES[0]:
            raise ValueError("no luck")
        return Sample(HeapGame(), lambda heap: Heap(int(str(heap)), HeapGame()))

    monkeypatch.setattr("tablebase.engine.tables.selftest.sample_of", sample_of)
    monkeypatch.setitem(selftest._CHECKS, selftest.BOUNDS, lambda _: iter(["no"]))
    for module in ("web", "rl"):
        monkeypatch.setattr(f"tablebase.{module}.selftest.checks", pytest.fail)
    code, out, err = run("selftest")
    assert (code, out.count(f"wrong {selftest.BOUNDS}")) == (1, len(GAMES) - 1)
    assert err.startswith("tablebase: no luck; ")


def test_command_knows_the_games(fails):
    err = fails(2, "selftest", "chess")
    assert err == "tablebase: unknown game 'chess': expected " + " or ".join(GAMES) + "\n"


def test_a_game_without_a_sample(fails, monkeypatch):
    bare = replace(installed()["collapsi"], room=Room())
    monkeypatch.setattr("tablebase.engine.tables.selftest.installed", lambda: {"heap": bare})
    err = fails(2, "selftest", "heap")
    assert err == "tablebase: heap has no sample, which a self-test needs\n"


def test_a_sample_of_another_game(fails, monkeypatch):
    """Files would not find their game."""
    samples = {"heap": "engine.test_selftest:heap"}
    monkeypatch.setattr("tablebase.engine.tables.selftest.brought", lambda part: samples)
    assert "name the game 'pile': expected 'heap'" in fails(2, "selftest", "heap")


def heap():
    class Pile(HeapGame):
        def attributes(self):
            return {"game": "pile"}

    return Sample(Pile())
