"""The searches for the largest boards against the oracle, the tables and each other.

Slow: that an opening of 6x6 is worth what data/big-board.csv says. Needs 1 GiB of memory.
"""

import csv
import random
from pathlib import Path

import numpy as np
import pytest
from support.samples import ODD_RULES, SMALL_RULES, oracle_value, random_deal, random_position

import tablebase
from tablebase import Result, load_rules, random_deals
from tablebase.engine.searched import Limits
from tablebase.games.collapsi.search import destinations, search_vast, searches, transpositions

MEMORY = 1 << 16
NINE = [*SMALL_RULES[:4], *ODD_RULES[2:]]
"""Boards of 9 to 12 cells."""


@pytest.fixture
def small_boards(monkeypatch):
    """Small boards are searched in the same way as large ones."""
    monkeypatch.setattr(destinations, "SMALL_CELLS", 0)
    monkeypatch.setattr(searches, "WINNER", searches.WINNER._replace(least=0))


@pytest.mark.thorough
def test_a_thousand_positions_against_the_oracle(small_boards):
    rng = random.Random(1)
    results = set()
    for number in range(1000):
        rules = NINE[number % len(NINE)]
        position = random_position(rng, rules, ply=rng.randint(rules.board.size - 9, 4))
        value = oracle_value(position)
        found = search_vast(position, memory=MEMORY)
        assert (found.value, len(found.line), found.complete) == (value, value.dte, True)
        assert search_vast(position, "result", memory=MEMORY).result is value.result
        results.add(value.result)
    assert results == {Result.WIN, Result.LOSS}


def test_the_winner_alone_takes_fewer_positions():
    nodes = {"result": 0, "distance": 0}
    for deal in random_deals(3, 1, "5x5-a4"):
        start, winners = deal.start("single"), set()
        for goal in nodes:
            found = tablebase.search(start, goal=goal)
            nodes[goal] += found.nodes
            winners.add(found.winner)
            assert (found.method, found.goal, found.complete) == ("ordered", goal, True)
        assert len(winners) == 1
    assert nodes["result"] < nodes["distance"] / 2


def test_the_line_is_best_play_and_a_full_table_never_lies(small_boards, monkeypatch):
    monkeypatch.setattr(searches, "LEAST_MEMORY", 0)
    rng = random.Random(2)
    for memory in (1 << 7, MEMORY):
        for _ in range(6):
            deal = random_deal(rng, SMALL_RULES[2])
            table = tablebase.build(deal)
            position = deal.start("wild")
            found = search_vast(position, memory=memory)
            assert found.value == table.value(position)
            for move in found.moves:
                assert str(move) in {str(m.move) for m in table.probe(position).moves if m.is_best}
                position = position.play(move)
            assert position.is_terminal


def test_slices_change_nothing_and_limits_leave_bounds(monkeypatch):
    start = random_deal(random.Random(3), load_rules("4x5")).start("single")
    whole = search_vast(start, memory=1 << 24)
    stopped = search_vast(start, limits=Limits(nodes=500), memory=1 << 24)
    assert (stopped.stopped, stopped.result) == ("nodes", None)
    assert stopped.allows(whole.lower)
    assert stopped.nodes < 600 < whole.nodes
    monkeypatch.setattr(searches, "SLICE", 1009)
    again = search_vast(start, memory=1 << 24)
    assert (again.lower, again.upper, again.line) == (whole.lower, whole.upper, whole.line)


def test_openings_of_twenty_cells():
    rng = random.Random(4)
    rules = load_rules("4x5")
    for _ in range(3):
        start = random_deal(rng, rules).start("single")
        expected = tablebase.search(start)
        assert search_vast(start, memory=1 << 24).value == expected.value


def test_scrambled_keys_differ():
    bits = np.uint64(13)
    with np.errstate(over="ignore"):
        keys = {int(transpositions.scrambled(np.uint64(key), bits)) for key in range(1 << 13)}
    assert keys == set(range(1 << 13))


@pytest.mark.parametrize(
    ("rules", "memory", "message"),
    [
        ("collapsi", MEMORY, "^rules 'collapsi': expected 17 to 42 cells$"),
        ("4x5", MEMORY - 1, "^memory of 65,535 bytes: expected 65,536 or more$"),
    ],
)
def test_impossible_searches(rules, memory, message):
    start = random_deal(random.Random(5), load_rules(rules)).start()
    with pytest.raises(ValueError, match=message):
        search_vast(start, memory=memory)


def big_rows():
    with (Path(__file__).parents[2] / "data" / "big-board.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_published_6x6_openings():
    deals = [str(deal) for deal in tablebase.random_deals(10, 1, load_rules("big-board"))]
    for row in big_rows():
        assert row["deal"] in deals
        start = tablebase.Deal.parse(row["deal"], load_rules("big-board")).start(row["edition"])
        assert row["first_move"] in map(str, start.legal_moves())
        if row["shortest"] == row["longest"]:
            assert row["winner"] == ("red" if int(row["shortest"]) % 2 else "blue")


@pytest.mark.slow
def test_a_published_6x6_opening():
    row = big_rows()[0]
    start = tablebase.Deal.parse(row["deal"], load_rules("big-board")).start(row["edition"])
    found = search_vast(start)
    assert (found.winner, found.value.dte) == (row["winner"], int(row["shortest"]))
    assert len(found.moves) == found.value.dte
