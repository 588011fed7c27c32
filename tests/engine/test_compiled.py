"""The compiled engine, against the plain rules: on random games, and on our own."""

import os
import pickle
import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import dags, environment, python
from support.effort import sample

import tablebase
from tablebase.compare import playout
from tablebase.engine.compiled import batch, trial
from tablebase.engine.compiled.solver import CompiledSolver, Layers, random_means
from tablebase.engine.compiled.trial import checked_solver, try_out
from tablebase.engine.induction import RuleSolver, layers_by_rules, solve
from tablebase.engine.kernels import game_kernel
from tablebase.engine.packed import unpack
from tablebase.engine.position import AGAIN, CompiledRules
from tablebase.engine.rooms import game_of
from tablebase.engine.search.by_kernels import search_by_kernels
from tablebase.engine.search.by_rules import search_by_rules
from tablebase.engine.searched import METHODS, Limits
from tablebase.engine.tables.selftest import Sample, run
from tablebase.engine.tables.table import MemoryCodes, Table, build_table
from tablebase.engine.values import Coding, OnePlayerCoding, Result
from tablebase.errors import KernelError
from tablebase.export import write
from tablebase.games.collapsi.rules_file import load_rules

SEEDS = st.integers(0, 10**6)


def codes_of(game, solver):
    return unpack(solve(game, solver=solver), game.size, game.coding.bits)


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.sampled_from(dags.CODINGS))
def test_random_games_have_the_values_of_their_rules(seed, coding):
    game = dags.draw_graph(random.Random(seed), coding)
    expected = codes_of(game, RuleSolver(game))
    rules = game.compiled
    for check in (False, True):
        assert (codes_of(game, CompiledSolver(game, rules, check)) == expected).all()
    holes = np.array([found is None for found in game.after])
    assert (expected[holes] == coding.no_entry).all()
    assert (expected[~holes] != coding.no_entry).all()
    assert (Layers(game, rules).of_ranks[~holes] == layers_by_rules(game)[~holes]).all()


def test_blocks_and_threads_change_nothing(monkeypatch):
    game = dags.draw_graph(random.Random(1), Coding(8, Result.LOSS), 500)
    expected = codes_of(game, RuleSolver(game))
    for block in (8, 64):
        monkeypatch.setattr("tablebase.engine.compiled.solver.LEAST_BLOCK", block)
        monkeypatch.setattr("tablebase.engine.compiled.solver.BLOCKS", 1000)
        monkeypatch.setattr("tablebase.engine.jobs.shards.cores", lambda: 3)
        assert (codes_of(game, CompiledSolver(game, game.compiled)) == expected).all()


@settings(deadline=None, max_examples=40)
@given(SEEDS, st.sampled_from(dags.CODINGS[:2]), st.booleans())
def test_searches_of_random_games_are_those_by_the_rules(seed, coding, by_states):
    rng = random.Random(seed)
    game = dags.draw_graph(rng, coding, by_states=by_states)
    table = build_table(game)
    rank = rng.choice([rank for rank, found in enumerate(game.after) if found is not None])
    position = game.unrank(rank)
    value = table.value(position)
    for method in METHODS:
        found = search_by_kernels(position, game.compiled, method, "distance", Limits())
        assert (found.value, len(found.line)) == (value, value.dte)
        values = [table.value(after) for after in followed(position, found.line)]
        assert [each.dte for each in values] == [*range(value.dte, -1, -1)]
        winner = search_by_kernels(position, game.compiled, method, "result", Limits())
        assert winner.result is value.result
        if value.dte and value.result is Result.WIN:
            (after,) = followed(position, winner.line)[1:]
            assert table.value(after).result is Result.LOSS
        if method == "plain":
            for searched in (found, winner):
                by_rules = search_by_rules(position, method, searched.goal, Limits())
                assert (searched.nodes, searched.line) == (by_rules.nodes, by_rules.line)


def followed(position, line):
    positions = [position]
    for move in line:
        positions.append(positions[-1].play(int(move)))
    return positions


def test_limits_stop_a_search():
    deal = tablebase.Deal.parse("A223/4A2J/3A23/J3A4", rules=load_rules("landing"))
    position = deal.start("wild")
    rules = game_of(position).compiled
    reports = []
    found = search_by_kernels(
        position, rules, "ordered", "distance", Limits(nodes=200_000, progress=reports.append)
    )
    assert found.stopped == "nodes"
    assert 200_000 <= found.nodes < 201_000
    assert len(reports) > 1
    assert search_by_kernels(position, rules, "plain", "result", Limits(seconds=0.01)).stopped

    def interrupt(found):
        raise KeyboardInterrupt

    limits = Limits(progress=interrupt)
    stopped = search_by_kernels(position, rules, "ordered", "distance", limits).stopped
    assert stopped == "interrupted"


def test_a_small_transposition_table_changes_no_result(monkeypatch):
    for name in ("FEW", "MOST"):
        monkeypatch.setattr(f"tablebase.engine.search.by_kernels.{name}", 4)
    rng = random.Random(4)
    for _ in range(20):
        game = dags.draw_graph(rng, Coding(8, Result.LOSS), 200)
        table = build_table(game)
        for rank in range(0, 200, 9):
            if game.after[rank] is not None:
                position = game.unrank(rank)
                found = search_by_kernels(position, game.compiled, "ordered", "distance", Limits())
                value = table.value(position)
                assert (found.value, len(found.line)) == (value, value.dte)


def test_where_a_search_pauses_changes_nothing(monkeypatch):
    """What is forgotten, and so how many positions are visited, depends on work before a pause."""
    deal = tablebase.Deal.parse("A223/4A2J/3A23/J3A4", rules=load_rules("landing"))
    position = playout(deal.start("wild"), random.Random(1))[4]
    visited = set()
    for pause in (50, 1 << 16):
        for name, value in (("FEW", 16), ("MOST", 16), ("SLICE", pause)):
            monkeypatch.setattr(f"tablebase.engine.search.by_kernels.{name}", value)
        found = search_by_kernels(
            position, game_of(position).compiled, "ordered", "distance", Limits()
        )
        visited.add(found.nodes)
    assert len(visited) == 1


def test_landing_is_searched_by_kernels():
    """A landing game of 16 cells took the plain rules minutes."""
    deal = tablebase.Deal.parse("A223/4A2J/3A23/J3A4", rules=load_rules("landing"))
    start = deal.start("wild")
    found = tablebase.search(start)
    assert found.value == tablebase.build(deal).value(start)


@game_kernel
def printing(rank, context):
    print("rank", rank)
    return dags.layer(rank, context)


@pytest.mark.thorough
def test_a_kernel_that_prints_can_be_tried_out():
    assert try_out(GOOD, _kernels(layer=printing), keep=True).layers.tolist() == [0, 1, 2]


@pytest.mark.thorough
def test_what_is_not_asked_for_takes_no_memory():
    found = try_out(GOOD, GOOD.compiled)
    assert (found.layers.size, found.counts.size, len(found.after)) == (1, 1, 1)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("goal", ["distance", "result"])
def test_games_too_long_for_a_search_are_refused(method, goal):
    after = tuple([(rank - 1, False)] if rank else [] for rank in range(301))
    game = dags.Graph(after, tuple(range(301)), Coding(8, Result.LOSS))
    rules, too_long = game.compiled, "'255' may last 255 plies: expected at most 254"
    for position in map(game.unrank, (253, 254)):
        expected = Result.LOSS if position.rank % 2 == 0 else Result.WIN
        assert search_by_rules(position, method, goal, Limits()).result is expected
        assert search_by_kernels(position, rules, method, goal, Limits()).result is expected
    with pytest.raises(ValueError, match=too_long):
        search_by_rules(game.unrank(255), method, goal, Limits())
    with pytest.raises(ValueError, match=too_long):
        search_by_kernels(game.unrank(255), rules, method, goal, Limits())


@settings(deadline=None, max_examples=20)
@given(SEEDS, st.sampled_from(dags.CODINGS))
def test_answers_for_many_positions(seed, coding):
    game = dags.draw_graph(random.Random(seed), coding)
    table, rules = build_table(game), game.compiled
    codes = table.codes()
    found = batch.successors(rules, np.arange(game.size))
    expected = [
        (rank, number, *successor)
        for rank, after in enumerate(game.after)
        for number, successor in enumerate(after or ())  # a rank without a position has none
    ]
    assert list(zip(*(column.tolist() for column in found), strict=True)) == expected
    of_moves = coding.of_moves(codes[found.ranks], found.again)
    for rank in np.flatnonzero(codes != coding.no_entry):
        own = of_moves[found.of == rank]
        assert max(own.tolist(), default=coding.at_end(game.layers_of[rank])) == codes[rank]


def test_means_under_random_play():
    game = dags.draw_graph(random.Random(3), OnePlayerCoding(8, Result.LOSS, goal=1))
    worth = np.arange(game.size) % 7 / 7

    def mean(rank):
        after = [mean(other) for other, _ in game.after[rank]]
        return sum(after) / len(after) if after else worth[rank]

    expected = [np.nan if found is None else mean(rank) for rank, found in enumerate(game.after)]
    found = random_means(game, game.compiled, worth.copy())
    known = ~np.isnan(expected)
    assert found[known] == pytest.approx(np.array(expected)[known])


# Kernels that are wrong.

GOOD = dags.Graph(([], [(0, False)], [(1, False), (0, False)]), (0, 1, 2), Coding(8, Result.LOSS))


def row(count, layer, *after):
    return [count, layer, *after, *[0] * (dags.MOST - len(after))]


WRONG = {
    "successor 1 of 2 is rank 3, expected 0 to 2": (2, row(2, 2, 1, 3)),
    "successor 0 of 2 is rank -1": (2, row(2, 2, -1, 0)),
    "successor 1 of 2 is 2 .rank 2 of graph 1. in layer 2, expected a lower": (2, row(2, 2, 1, 2)),
    "layer 3, expected at most 2": (0, row(0, 3)),
    "successor 0 of 2 is rank 1, which is no position": (1, row(-1, 1)),
}


@pytest.mark.parametrize("message", WRONG)
def test_wrong_kernels_are_found_by_the_solver(message):
    game = replace(GOOD, changed=(WRONG[message],))
    for check in (False, True):
        with pytest.raises(KernelError, match=message):
            solve(game, solver=CompiledSolver(game, game.compiled, check))


def test_a_successor_in_the_same_layer_needs_the_check():
    """Once it has been solved, nothing else shows that it is wrong."""
    game = replace(GOOD, changed=((1, row(1, 2, 0)), (2, row(1, 2, 1))), layers_of=(0, 2, 2))
    solve(game, solver=CompiledSolver(game, game.compiled))
    with pytest.raises(KernelError, match=r"successor 0 of 1 is 1 .* in layer 2"):
        solve(game, solver=checked_solver(game))


@game_kernel
def twenty(rank, context, out):
    for number in range(20):
        out[number] = rank + number
    return 20


def test_successors_for_which_there_was_no_room_are_listed_again():
    found = batch.successors(_kernels(successors=twenty, max_moves=20), np.array([0, 100, 200]))
    expected = [rank + number for rank in (0, 100, 200) for number in range(20)]
    assert found.ranks.tolist() == expected


def _kernels(**changed):
    given = {"successors": dags.successors, "layer": dags.layer, "max_moves": dags.MOST}
    return CompiledRules(**{**given, **changed, "context": GOOD.compiled.context})


@game_kernel
def beyond(rank, context, out):
    for number in range(40_000):
        out[number * 1000] = 5
    return 1


@game_kernel
def too_many(rank, context, out):
    return out.size + 1


@game_kernel
def raising(rank, context):
    if rank == 2:
        raise ValueError("no")
    return np.int64(0)


@game_kernel
def endless(rank, context, out):
    steps = 0
    while out[0] != 7:
        out[0] = (out[0] + 2) % 4
        steps += 1
    return np.int64(steps)


@game_kernel
def greedy(rank, context, out):
    kept = [np.ones(1 << 24)]
    while kept[0][0] == 1:
        kept.append(np.ones(1 << 24))
    return np.int64(len(kept))


@pytest.mark.thorough
def test_kernels_without_end_are_ended(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(trial, "SECONDS", 5)
        with pytest.raises(KernelError, match="not returned within 5 s"):
            try_out(GOOD, _kernels(successors=endless))
    monkeypatch.setattr(trial, "MEMORY", 1 << 30)
    with pytest.raises(KernelError, match="MemoryError"):
        try_out(GOOD, _kernels(successors=greedy))


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_their_process_ends_with_the_command():
    script = "import engine.test_compiled as t; t.try_out(t.GOOD, t._kernels(successors=t.endless))"
    with subprocess.Popen([sys.executable, "-c", script], cwd=Path(__file__).parents[1]) as parent:
        children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
        seconds = "0"
        while float(seconds) < 5:  # of the processor: the child runs the kernel
            assert parent.poll() is None
            time.sleep(0.1)
            if found := children.read_text().split():
                child = Path(f"/proc/{found[-1]}/stat")
                seconds = child.read_text().rpartition(")")[2].split()[11]
                seconds = float(seconds) / os.sysconf("SC_CLK_TCK")
        parent.kill()
    for _ in range(100):
        if not child.exists() or child.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.1)
    pytest.fail("the kernel goes on")


class Vast(dags.Graph):
    """A game whose table fits nowhere."""

    size = 2**38


def test_what_does_not_fit_in_memory_is_refused_before_the_work(monkeypatch):
    monkeypatch.setattr(trial, "try_out", lambda *_: pytest.fail("the kernels ran"))
    with pytest.raises((ValueError, MemoryError), match=f"{2**38:,}|GiB"):
        build_table(Vast(GOOD.after, GOOD.layers_of, GOOD.coding), check=True)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"successors": beyond}, r"^0 \(rank 0 of graph 1\): IndexError.*with max_moves 4"),
        ({"layer": raising}, r"^2 \(rank 2 of graph 1\): ValueError: no"),
        ({"max_moves": 1}, r"^2 .rank 2 of graph 1.: IndexError"),
    ],
)
def test_stray_writes_and_errors_are_found_in_another_process(changed, message):
    with pytest.raises(KernelError, match=message):
        try_out(GOOD, _kernels(**changed))


def plain(rank, context):
    return 0


@game_kernel
def lost(rank, context):
    return plain(rank, context)


@game_kernel
def beyond_states(state, context, out):
    return beyond(0, context, out[:, 0])


def test_a_process_whose_parent_has_ended_runs_nothing():
    given = pickle.dumps(((1, 5, 1 << 30), b"no kernels"))
    done = subprocess.run([sys.executable, "-m", trial.__name__], input=given, capture_output=True)
    assert (done.returncode, done.stderr) == (1, b"")


@game_kernel
def silent(rank, context, out):
    out[0] = rank


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"layer": plain}, "plain is not compiled: expected the decorator game_kernel on it"),
        (
            {"layer": lost},
            "lost .*: it calls plain, which has no decorator: expected helper",
        ),
        ({"successors": silent}, "silent cannot be compiled: it does not always return something"),
        ({"successors": dags.layer}, "layer cannot be compiled: "),
    ],
)
def test_kernels_that_cannot_be_compiled_say_why(changed, message):
    for work in (
        lambda: try_out(GOOD, _kernels(**changed)),
        lambda: solve(GOOD, solver=CompiledSolver(GOOD, _kernels(**changed))),
    ):
        with pytest.raises(KernelError, match=message) as raised:
            work()
        assert "\n" not in str(raised.value)


def test_too_many_moves_are_found():
    with pytest.raises(KernelError, match="5 successors, expected at most max_moves, 4"):
        solve(GOOD, solver=CompiledSolver(GOOD, _kernels(successors=too_many)))


@pytest.mark.thorough
@pytest.mark.parametrize(
    "changed", [{"successors": beyond}, {"moves": beyond_states, "state": lambda node: [node.rank]}]
)
def test_the_self_test_stops_at_a_stray_write(changed):
    class Stray(dags.Graph):
        compiled = property(lambda self: _kernels(**changed))

    game = Stray(GOOD.after, GOOD.layers_of, GOOD.coding)
    sample = Sample(game, lambda node: node)
    *fine, last = run(sample)
    assert [check.error for check in fine] == [""]
    assert last.name == "the compiled rules keep within their arrays"
    assert "IndexError" in last.error


@pytest.mark.parametrize(
    ("changed", "message"),
    sample(
        [
            ((2, row(2, 2, 0, 1)), r"successors \[0, 1\], by the rules \[1, 0\]"),
            ((2, row(1, 2, 1)), "1 successors, by the rules 2"),
            ((2, row(2, 1, 1, 0)), "layer 1, by the rules 2"),
            ((1, row(1, 1, AGAIN)), "AGAIN is wrong"),
            ((1, row(-1, 1)), "-1 successors, by the rules 1"),
        ],
        1,
    ),
)
def test_the_self_test_compares_kernels_with_rules(changed, message):
    game = replace(GOOD, changed=(changed,))
    sample = Sample(game, lambda node: node)
    found = {check.name: check.error for check in run(sample)}
    assert message.replace("\\", "") in found["the compiled rules are the plain rules"]


@pytest.mark.thorough
def test_the_library_checks_kernels():
    assert (tablebase.build(GOOD.unrank(2), check=True).codes() == build_table(GOOD).codes()).all()
    bad = replace(GOOD, changed=((2, row(2, 2, 1, 3)),))
    with pytest.raises(KernelError, match="successor 1 of 2 is rank 3"):
        tablebase.build(bad.unrank(2), check=True)
    uncompiled = dags.Graph(GOOD.after, GOOD.layers_of, GOOD.coding)
    uncompiled.__dict__["compiled"] = None
    with pytest.raises(ValueError, match="graph has no compiled rules"):
        tablebase.build(uncompiled.unrank(2), check=True)


def test_more_positions_than_memory_are_refused(monkeypatch):
    monkeypatch.setattr("tablebase.engine.jobs.machine.available_memory", lambda: 5)
    with pytest.raises(MemoryError, match="a table of graph 1, 3 positions, needs"):
        solve(GOOD)


# Loops are compiled once for all games, and kept.

TWO_GAMES = """
import random, sys
from support import dags
from tablebase.engine.compiling import watched
from tablebase.engine.induction import solve
from tablebase.engine.values import Coding, Result
reports = []
with watched(reports.append):
    solve(dags.draw_graph(random.Random(1), Coding(8, Result.LOSS)))
print(len(reports) // 2)
"""


@pytest.mark.thorough
def test_a_second_process_compiles_nothing(tmp_path):
    env = {**environment(), "NUMBA_CACHE_DIR": str(tmp_path)}
    counts = [python(TWO_GAMES, env=env).stdout for _ in range(2)]
    assert counts == ["4\n", "0\n"]  # two loops, two kernels


def test_importing_compiles_nothing(tmp_path):
    code = "import tablebase.engine.compiled.loops, tablebase.engine.compiled.walks, support.dags"
    assert python(code, env={**environment(), "NUMBA_CACHE_DIR": str(tmp_path)}).returncode == 0
    assert list(tmp_path.iterdir()) == []


def uncompiled():
    """For `test_uncompiled`."""
    return solve(dags.draw_graph(random.Random(1), Coding(8, Result.LOSS))).tolist()


# Our own games.


@pytest.mark.parametrize(
    ("rules", "deal"),
    sample([("landing", "A2J/2J3/AA3"), ("3x4", "A2J3/A2J3/A2A2")], 1),
)
def test_deals_have_the_same_tables_by_the_common_engine(rules, deal):
    some = load_rules(rules)
    if rules == "landing":
        some = replace(some, board=tablebase.Board(3, 3), deck=(0, 0, 1, 1, 1, 2, 2, 3, 3))
    game = game_of(tablebase.Deal.parse(deal, rules=some))
    found = CompiledSolver(game, game.compiled)
    assert (solve(game, solver=found) == solve(game)).all()
    assert (Layers(game, game.compiled).of_ranks == game.layer_of_ranks()).all()


def test_ranks_without_a_position_are_left_out_of_tables(tmp_path):
    game = dags.draw_graph(random.Random(5), Coding(4, Result.LOSS))
    table = Table(game, MemoryCodes(solve(game), 4))
    holes = sum(found is None for found in game.after)
    assert holes
    assert table.summary().positions == game.size - holes
    assert len(table.columns()["dte"]) == game.size - holes
    positions = list(table)
    assert [one.rank for one in positions] == table.columns()["rank"].tolist()
    for tables in (table, [table, table]):
        number = 1 if tables is table else 2
        assert write(tables, tmp_path / "x.npz") == number * (game.size - holes)
        rows = dict(np.load(tmp_path / "x.npz"))
        del rows["about"]
        assert {len(column) for column in rows.values()} == {number * (game.size - holes)}
        results = [table.value(one).result.value for one in positions]
        assert rows["result"].tolist() == number * results
