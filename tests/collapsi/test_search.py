"""Forward search against tables, the oracle and itself: values, lines, limits, any board."""

import pickle
import random
import signal
from dataclasses import replace
from itertools import chain, repeat

import numpy as np
import pytest
from support.samples import (
    ALL_RULES,
    LANDING_RULES,
    ODD_RULES,
    SMALL_RULES,
    oracle_value,
    random_deal,
    random_position,
)

import tablebase
from tablebase import COLLAPSI, Board, Deal, Result, Rules, Value, load_rules, search
from tablebase.engine import compiling
from tablebase.engine.search import forward
from tablebase.engine.search.by_rules import RulesSearch
from tablebase.engine.search.forward import search_moves
from tablebase.engine.searched import Limits, Stopped, UnderWay
from tablebase.errors import MissingTableError
from tablebase.games.collapsi.rules import CODING
from tablebase.games.collapsi.search import destinations, searches

METHODS = ["plain", "ordered"]
LARGE = Rules("3x6", Board(3, 6), (0, 0) + (1,) * 5 + (2,) * 5 + (3,) * 3 + (4,) * 3)
FIVE = Rules("5x5", Board(5, 5), (0, 0) + (1,) * 7 + (2,) * 7 + (3,) * 6 + (4,) * 3)


def generic(position, method, *, goal="distance", nodes=None):
    """The search that works for any game, on a position that has a faster one."""
    return RulesSearch(position, method, goal).run(Limits(nodes=nodes))


def check_line(found, table):
    """Follow a line: each move is a best one, and it ends where the game does."""
    position = found.position
    for move in found.moves:
        best = {str(m.move) for m in table.probe(position).moves if m.is_best}
        assert str(move) in best
        position = position.play(move)
    assert position.is_terminal


def check_move(found, table):
    """The only move of a search for the result keeps the result."""
    probe = table.probe(found.position)
    keeping = {str(m.move) for m in probe.moves if m.value.result is probe.result}
    assert set(found.line) <= keeping
    assert len(found.line) == bool(probe.moves)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("run", "rules"),
    [(search, rules) for rules in ALL_RULES] + [(generic, rules) for rules in SMALL_RULES],
    ids=lambda item: getattr(item, "name", getattr(item, "__name__", None)),
)
def test_every_ply_against_the_table(run, rules, method):
    rng = random.Random(1)
    for _ in range(6 if run is generic else 10):
        deal = random_deal(rng, rules)
        table = tablebase.build(deal)
        game = table.game
        positions = [deal.start(edition) for edition in rules.editions]
        if run is generic:
            positions = positions[:1] if rules.board.size < 12 else []
        positions += [game.unrank(rng.randrange(game.size)) for _ in range(rules.board.size)]
        for position in positions:
            value = table.value(position)
            found = run(position, method)
            assert (found.value, found.complete) == (value, True)
            assert len(found.line) == value.dte
            check_line(found, table)
            found = run(position, method, goal="result")
            assert (found.result, found.complete) == (value.result, True)
            assert CODING.encode(found.lower) <= CODING.encode(value) <= CODING.encode(found.upper)
            check_move(found, table)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "rules", [*ALL_RULES, *LANDING_RULES[:3], *ODD_RULES], ids=lambda rules: rules.name
)
def test_random_positions_against_the_oracle(rules, method):
    rng = random.Random(2)
    for _ in range(25):
        ply = rng.randint(max(0, rules.board.size - 9), rules.board.size - 2)
        position = random_position(rng, rules, ply=ply)
        value = oracle_value(position)
        assert search(position, method).value == value
        assert search(position, method, goal="result").result is value.result


def test_unknown_cards_do_not_matter():
    rng = random.Random(3)
    for _ in range(30):
        position = random_position(rng, ply=rng.randint(4, 12), hide=True)
        full = tablebase.Position(
            position.deal.cards, position.face_up, position.pawns, position.edition
        )
        for method in METHODS:
            assert search(position, method).value == search(full, method).value


@pytest.mark.parametrize("method", METHODS)
def test_walking_finds_what_the_table_of_destinations_does(method, monkeypatch):
    # On a small board made to be treated as a large one.
    rng = random.Random(4)
    positions = [random_deal(rng).start(edition) for edition in ("wild", "single")]
    positions += [random_position(rng, rules) for rules in ALL_RULES for _ in range(8)]
    looked_up = [search(position, method) for position in positions]
    monkeypatch.setattr(destinations, "SMALL_CELLS", 0)
    monkeypatch.setattr(searches, "_shared_table", lambda is_large: np.zeros((1 << 9, 4), "u8"))
    for position, before in zip(positions, looked_up, strict=True):
        found = search(position, method)
        assert found.value == before.value
        assert len(found.line) == found.value.dte


def test_larger_boards():
    rng = random.Random(5)
    for rules in (LARGE, FIVE):
        for _ in range(3):
            position = Deal.random(rng, rules).start("single")
            found = search(position)
            assert found.complete
            for number, move in enumerate(found.moves):
                left = found.value.dte - number
                if left <= 11:
                    values = {method: search(position, method).value for method in METHODS}
                    assert values["plain"] == values["ordered"]
                    assert values["plain"].dte == left
                position = position.play(move)
            assert position.is_terminal


def test_a_full_table_of_positions_forgets_but_never_lies(monkeypatch):
    deals = [random_deal(random.Random(seed)) for seed in range(6)]
    expected = [tablebase.build(deal).value(deal.start("wild")) for deal in deals]
    small = np.zeros((4, 4), "u8")
    monkeypatch.setattr(searches, "_shared_table", lambda is_large: small)
    for deal, value in zip(deals, expected, strict=True):
        found = search(deal.start("wild"))
        assert found.value == value
        check_line(found, tablebase.build(deal))


@pytest.mark.parametrize("goal", ["distance", "result"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("run", [search, generic], ids=["kernel", "generic"])
def test_a_limit_leaves_proven_bounds(run, method, goal):
    rng = random.Random(6)
    rules = COLLAPSI if run is search else SMALL_RULES[0]
    complete = set()
    for _ in range(5):
        deal = random_deal(rng, rules)
        position = deal.start(rng.choice(["wild", "single"]))
        value = tablebase.build(deal).value(position)
        for nodes in (1, 2, 10, 100, 1000, 10_000, 100_000):
            found = run(position, method, goal=goal, nodes=nodes)
            assert found.nodes <= nodes + 16  # a position's moves are looked at together
            assert CODING.encode(found.lower) <= CODING.encode(value) <= CODING.encode(found.upper)
            assert found.stopped == ("" if found.complete else "nodes")
            assert found.shortest <= value.dte <= found.longest
            if found.line:
                after = position.play(found.best)
                worth = tablebase.build(deal).value(after)
                # The move achieves at least the lower bound.
                achieved = Value(
                    Result.WIN if worth.result is Result.LOSS else Result.LOSS, worth.dte + 1
                )
                assert CODING.encode(achieved) >= CODING.encode(found.lower)
            complete.add(found.complete)
    assert complete == {True, False}


def test_deepening_proves_how_long_the_game_lasts():
    start = Deal.random(random.Random(7), FIVE).start("wild")
    whole = search(start)
    seen = []
    found = search(start, nodes=whole.nodes // 2, progress=seen.append)
    assert found.stopped == "nodes"
    assert found.result is None
    assert 4 < found.shortest <= whole.value.dte
    assert str(found) == f"unknown, lasts {found.shortest} plies or more"
    lasting = [step.shortest for step in seen]
    assert lasting == sorted(lasting)
    assert seen[-1].nodes > seen[0].nodes > 0


def test_a_time_limit_and_an_interrupt():
    start = Deal.random(random.Random(7), FIVE).start("wild")
    found = search(start, "plain", seconds=0.05)
    assert (found.stopped, found.complete, found.value) == ("seconds", False, None)

    def interrupt(_):
        signal.raise_signal(signal.SIGINT)

    for method in METHODS:
        with pytest.raises(KeyboardInterrupt) as raised:
            search(start, method, progress=interrupt)
        found = pickle.loads(pickle.dumps(raised.value)).found
        assert (found.stopped, found.complete, found.value) == ("interrupted", False, None)
        assert found.nodes >= searches.SLICE
    with pytest.raises(KeyboardInterrupt):
        search_moves(start, 60, progress=interrupt)
    found = RulesSearch(start, "ordered", "distance").run(Limits(progress=interrupt))
    assert found.stopped == "interrupted"


def test_a_lost_positions_longest_defence_comes_first(monkeypatch):
    """Also if there was no time for the other moves: they lose, too."""
    starts = (random_deal(random.Random(seed)).start("wild") for seed in range(9))
    lost = next(start for start in starts if search(start).result is Result.LOSS)
    times = chain([0.0, 0.0], repeat(1000.0))
    monkeypatch.setattr(forward, "clock", lambda: next(times))
    searched, found = search_moves(lost, 500)
    assert str(found[0].move) == searched.line[0]
    assert [move.value for move in found] == [searched.value, *[None] * (len(found) - 1)]
    assert {move.result for move in found} == {Result.LOSS}


def test_compiling_takes_no_time(pass_time):
    """The first search on a machine may wait for its kernels longer than its time limit."""
    under_way = UnderWay(Deal.parse("JA2A/3JA4/2323/34A2").start(), "result")
    under_way.start(Limits(seconds=0.1))
    compiling.report("walls")
    pass_time(0.2)
    compiling.report(None)
    assert under_way.left(10) == 10
    pass_time(0.2)
    with pytest.raises(Stopped, match="seconds"):
        under_way.left(10)


def test_slices_change_nothing(monkeypatch):
    start = random_deal(random.Random(8)).start("wild")
    whole = {(m, g): search(start, m, goal=g) for m in METHODS for g in ("distance", "result")}
    monkeypatch.setattr(searches, "SLICE", 37)
    for (method, goal), expected in whole.items():
        found = search(start, method, goal=goal)
        assert (found.lower, found.upper) == (expected.lower, expected.upper)
        assert (found.line, found.nodes) == (expected.line, expected.nodes)


def test_what_a_search_says():
    deal = Deal.parse("JA2A/3JA4/2323/34A2")
    found = search(deal.start("wild"))
    assert str(found) == "red wins in 7"
    assert (found.shortest, found.longest, found.winner) == (7, 7, "red")
    assert found.moves[0] == found.best
    data = found.as_dict()
    assert (data["result"], data["dte"], data["winner"]) == ("win", 7, "red")
    assert data["line"] == [str(move) for move in found.moves]
    assert (data["stopped"], data["complete"], data["edition"]) == (None, True, "wild")
    unknown = search(deal.start("wild"), "plain", nodes=2)
    assert (unknown.as_dict()["dte"], unknown.as_dict()["winner"]) == (None, None)
    assert unknown.longest == 14
    over = tablebase.Position.parse("xxxx/xxxx/Ar4bxx/xxxx r")
    for run in (search, generic):
        for method in METHODS:
            found = run(over, method)
            assert (found.value, found.line, found.best) == (Value(Result.LOSS, 0), (), None)


@pytest.mark.parametrize(
    ("method", "options", "message"),
    [
        ("fast", {}, "^unknown method 'fast': expected 'ordered' or 'plain'$"),
        ("plain", {"goal": "score"}, "^unknown goal 'score': expected 'distance' or 'result'$"),
        ("plain", {"nodes": 0}, "^a limit of 0 nodes: expected more than 0$"),
        ("plain", {"seconds": -1}, "^a limit of -1 seconds: expected more than 0$"),
    ],
)
def test_impossible_searches(method, options, message):
    with pytest.raises(ValueError, match=message):
        search(random_deal(random.Random(9)).start(), method, **options)


def test_a_large_board_has_no_table():
    deal = Deal.random(random.Random(10), load_rules("6x6"))
    message = "^a table of a deal of 36 cells would hold 4,818,953,306,252 positions, a byte each"
    with pytest.raises(MissingTableError, match=message):
        tablebase.build(deal)
    assert tablebase.Tablebase().get(deal.start(), None) is None


def uncompiled():
    """For `test_uncompiled`."""
    start = random_deal(random.Random(2), SMALL_RULES[0]).start("single")
    found = [search(start, method) for method in METHODS]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(destinations, "SMALL_CELLS", 0)
        found += [search(start, method) for method in METHODS]
    shifts = replace(SMALL_RULES[4], shift="may", pushed="back")
    found.append(search(random_position(random.Random(3), shifts, 3)))
    return [(each.lower, each.upper, each.line, each.nodes) for each in found]
