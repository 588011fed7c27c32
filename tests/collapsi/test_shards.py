"""Jobs in shards on this machine: results, the shelf of finished shards, sweeps."""

import csv
import json
import signal
import threading
import time
from contextlib import closing, suppress
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import MINI, cluster_work, deal_with, mini_deals, python, start
from support.effort import sample

import tablebase
from tablebase.engine.jobs import shards
from tablebase.engine.jobs.machine import available_memory, cores
from tablebase.engine.jobs.shards import SHARD_SECONDS, Job, Workers, by_cost, results
from tablebase.errors import FileBusyError, FileFormatError
from tablebase.games.collapsi.studies.sweep import COLUMNS, shards_file, sweep
from tablebase.study.shelf import shelf_of
from tablebase.support.pieces import SEAL_BYTES, pieces, put

SQUARES = {n: cluster_work.square(n) for n in range(20)}
WHAT = {"job": "squares", "seed": 1}


def job(work=cluster_work.square, arguments=range(20), **options):
    return Job(work, arguments, **options)


def test_results_in_order():
    found = results(job(cluster_work.late_square), Workers(threads=4), ordered=True)
    assert [done.payload for done in found] == [*SQUARES.values()]
    with pytest.raises(ValueError, match="three is not a number"):
        list(results(job(cluster_work.fails), ordered=True))


def test_arguments_are_drawn_as_they_are_needed():
    drawn = []

    def arguments():
        for number in range(1000):
            drawn.append(number)
            yield number

    found = results(job(arguments=arguments()), Workers(threads=2))
    next(found)
    assert len(drawn) < 10
    found.close()


def test_memory_limits_the_threads():
    free = available_memory()
    with pytest.raises(MemoryError, match="one piece of this job"):
        list(results(job(memory=100 * free)))
    assert len(list(results(job(memory=free // 3), Workers(threads=8)))) == 20


def test_cores_are_those_that_a_process_may_use(monkeypatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda process: set(range(999)), raising=False)
    assert cores() == 999


def test_shards_that_take_all_cores_are_alone():
    under_way, most = [], []

    def work(argument):
        under_way.append(argument)
        most.append(len(under_way))
        time.sleep(0.005)
        under_way.remove(argument)
        return b""

    for alone in (True, False):
        most.clear()
        mine = Job(work, range(12), alone=lambda n, alone=alone: alone)
        assert len(list(results(mine, Workers(threads=4)))) == 12
        assert (max(most) == 1) is alone


def test_alone_in_the_calling_thread_when_the_others_have_ended():
    threads, ended = {}, []

    def work(number):
        threads[number] = threading.current_thread()
        if number == 5:
            assert sorted(ended) == [0, 1, 2, 3, 4]
        time.sleep(0.005)
        ended.append(number)
        return number

    found = results(Job(work, range(9), alone=lambda n: n == 5), Workers(threads=3), ordered=True)
    assert [done.payload for done in found] == [*range(9)]
    assert [n for n in range(9) if threads[n] is threading.current_thread()] == [5]


@pytest.mark.parametrize("ordered", [True, False])
def test_nothing_finished_is_lost(ordered):
    begun, kept = [], []

    def work(number):
        begun.append(number)
        time.sleep(0.003 * (number % 3))
        return number

    def keep(number, payload):
        assert payload == number
        kept.append(payload)

    with closing(
        results(Job(work, range(50)), Workers(threads=3), keep=keep, ordered=ordered)
    ) as found:
        for done in found:
            assert done.payload == kept[-1]
            if len(kept) == 10:
                break
    assert 10 <= len(kept) < 50
    assert sorted(kept) == sorted(begun)
    assert not ordered or kept == sorted(kept)


def test_an_error_keeps_what_the_others_finish():
    kept = {}

    def work(number):
        if number == 3:
            raise ValueError("three is not a number")
        time.sleep(0.02)
        return number

    with pytest.raises(ValueError, match="three"):
        list(results(Job(work, range(4)), Workers(threads=4), keep=kept.__setitem__, ordered=True))
    assert kept == {0: 0, 1: 1, 2: 2}


def test_a_result_that_cannot_be_kept_is_not_kept_twice():
    kept = []

    def keep(_, payload):
        kept.append(payload)
        if payload == 2:
            raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        list(results(Job(lambda number: number, range(4)), Workers(threads=1), keep=keep))
    assert kept.count(2) == 1


def test_workers_that_make_no_sense():
    with pytest.raises(ValueError, match="expected"):
        Workers(threads=1, scheduler="tcp://127.0.0.1:1")


@given(st.lists(st.floats(0, 3)))
def test_shards_are_sized_by_cost(costs):
    items = list(enumerate(costs))
    cut = list(by_cost(items, lambda item: item[1]))
    assert [item for shard in cut for item in shard] == items
    sums = [sum(cost for _, cost in shard) for shard in cut]
    for shard, total in zip(cut, sums, strict=True):
        assert shard
        assert len(shard) == 1 or total <= SHARD_SECONDS
    for (_, total), (after, _) in pairwise(zip(cut, sums, strict=True)):
        assert total + after[0][1] > SHARD_SECONDS - 1e-9  # no shard could have been longer


def noted(folder):
    return job(cluster_work.noted_square, [(str(folder / "log"), n) for n in range(8)])


def done_in(folder):
    return sorted(map(int, (folder / "log").read_text().split()))


def resumed(shelf, job, workers=None):
    return results(job, workers, finished=shelf.finished, keep=shelf.put)


def damaged(path, number):
    """Change the last byte of a piece of a shelf."""
    with path.open("rb+") as file:
        (end,) = (piece.end for piece in pieces(file, 0) if piece.place and piece.number == number)
        file.seek(end - 1)
        file.write(b"?")


def test_finished_shards_are_not_done_again(tmp_path):
    path = tmp_path / "shards"
    with suppress(KeyboardInterrupt), shelf_of(path, WHAT) as shelf:
        for done in resumed(shelf, noted(tmp_path), Workers(threads=1)):
            if done.number == 5:
                raise KeyboardInterrupt
    before = done_in(tmp_path)
    damaged(path, 4)
    with path.open("ab") as file:
        file.write(b"sealed\r\nhalf a shard")
    with suppress(KeyboardInterrupt), shelf_of(path, WHAT) as shelf:
        # Shards that had been started were finished.
        assert {4, *shelf.finished} == set(before)
        shelf.put(19, b"that of a shard that the next job does not have")
        raise KeyboardInterrupt
    with shelf_of(path, WHAT) as shelf:
        kept = {*shelf.finished} - {19}
        found = [done for done in resumed(shelf, noted(tmp_path)) if done.number != 19]
    assert {done.number: done.payload for done in found} == {n: SQUARES[n] for n in range(8)}
    assert {done.number for done in found if done.recovered} == kept == set(before) - {4}
    assert sorted(done_in(tmp_path)) == sorted([*range(8), 4])
    assert left_over(tmp_path) == {"log"}


def left_over(folder):
    return {path.name for path in folder.iterdir()}


def test_a_finished_job_calls_nobody(tmp_path):
    with shelf_of(tmp_path / "shards", WHAT) as shelf:
        shelf.finished.update(SQUARES)
        nobody = Workers(scheduler="tcp://127.0.0.1:1")
        assert len(list(resumed(shelf, job(), nobody))) == 20


def test_the_shelf_of_another_job_is_refused(tmp_path):
    path = tmp_path / "shards"
    with suppress(KeyboardInterrupt), shelf_of(path, WHAT) as shelf:
        shelf.put(0, b"")
        raise KeyboardInterrupt
    with (
        pytest.raises(FileFormatError, match="seed 1 instead of 2"),
        shelf_of(path, {**WHAT, "seed": 2}),
    ):
        pass
    with shelf_of(path, WHAT) as shelf:
        assert shelf.finished == {0: b""}


def test_one_at_a_time(tmp_path):
    with (
        shelf_of(tmp_path / "shards", WHAT),
        pytest.raises(FileBusyError, match="another process"),
        shelf_of(tmp_path / "shards", WHAT),
    ):
        pass


def test_an_empty_shelf_goes(tmp_path):
    with pytest.raises(KeyboardInterrupt), shelf_of(tmp_path / "shards", WHAT):
        raise KeyboardInterrupt
    assert left_over(tmp_path) == set()


def test_what_is_no_shelf_is_refused_and_kept(tmp_path):
    file, link, folder = (tmp_path / name for name in ("file", "link", "folder"))
    file.write_text("mine")
    link.symlink_to(file)
    folder.mkdir()  # versions before this one kept shards in a folder
    for path in (file, link, folder):
        with pytest.raises(FileFormatError, match="file of shards"), shelf_of(path, WHAT):
            pass
    assert file.read_text() == "mine"
    assert left_over(tmp_path) == {"file", "link", "folder"}


def test_pieces(tmp_path):
    """Whatever bit is flipped, wherever a piece is moved: what is found is as it was written."""
    path, written = tmp_path / "pieces", [(b"one", 7, 1), (b"two", 1 << 40, 2), (b"six", 5, 0)]
    with path.open("wb+") as file:
        end = 0
        for body, number, head in written:
            end = put(file, end, [body], number, head, path=path)

        def found():
            return [(piece.body, piece.number, piece.head) for piece in pieces(file, 0)]

        assert found() == written
        whole, length = path.read_bytes(), SEAL_BYTES + 3
        for at in range(length, 2 * length):
            for bit in range(8):
                file.seek(at)
                file.write(bytes([whole[at] ^ 1 << bit]))
                assert found() in ([written[0]], [written[0], written[2]]), (at, bit)
            file.seek(at)
            file.write(whole[at : at + 1])
        first, second, third = (whole[at : at + length] for at in range(0, len(whole), length))
        file.seek(0)
        file.write(second + first + third)
        assert found() == [written[2]]


# Sweeps


def rows_of(path):
    with path.open() as file:
        return list(csv.DictReader(file))


def test_a_sweep_is_what_the_tables_say(tmp_path):
    deals, path = mini_deals(10), tmp_path / "deals.csv"
    done = sweep(path, deals, MINI)
    rows = rows_of(path)
    assert list(rows[0]) == list(COLUMNS)
    assert len(rows) == 20
    starts = [deal.start(edition) for deal in deals for edition in MINI.editions]
    for row, position in zip(rows, starts, strict=True):
        table = tablebase.build(position)
        probe, summary = table.probe(position), table.summary()
        assert row == {
            "deal": str(deal_with(position.cards, position.red, MINI)),
            "edition": position.edition.name,
            "red_wins": str(int(probe.winner == "red")),
            "plies": str(probe.dte),
            "first_moves": str(len(position.legal_moves())),
            "winning_moves": str(sum(move.keeps_win for move in probe.moves)),
            "positions": str(summary.positions),
            "wins": str(summary.wins),
            "longest_dte": str(summary.longest_dte),
        }
    assert (done.deals, done.recovered) == (10, 0)
    for edition in ("wild", "single"):
        mine = [row for row in rows if row["edition"] == edition]
        assert done.red_wins[edition] == sum(row["red_wins"] == "1" for row in mine)
        assert done.mean_plies[edition] == np.mean([int(row["plies"]) for row in mine])


def test_a_sweep_is_the_same_however_it_is_cut(tmp_path, monkeypatch):
    deals = mini_deals(10)
    sweep(tmp_path / "one.csv", deals, MINI)
    monkeypatch.setattr(shards, "SHARD_SECONDS", 0)
    steps = []
    sweep(tmp_path / "ten.csv", deals, MINI, workers=3, progress=steps.append)
    assert steps == [1] * 10
    assert (tmp_path / "ten.csv").read_bytes() == (tmp_path / "one.csv").read_bytes()


@pytest.mark.parametrize("ending", ["parquet", "npz"])
def test_other_formats(tmp_path, ending):
    deals, path = mini_deals(3), tmp_path / f"deals.{ending}"
    sweep(path, deals, MINI)
    sweep(tmp_path / "deals.csv", deals, MINI)
    if ending == "parquet":
        found = pytest.importorskip("pyarrow.parquet").read_table(path).to_pydict()
    else:
        with np.load(path) as file:
            found = {name: file[name].tolist() for name in file.files}
        about = json.loads(found.pop("about"))
        assert json.loads(about["rules"])["name"] == MINI.name
    rows = rows_of(tmp_path / "deals.csv")
    kinds = {name: str if name in ("deal", "edition") else int for name in COLUMNS}
    expected = {name: [kind(row[name]) for row in rows] for name, kind in kinds.items()}
    assert found == expected


SWEEP = """
import sys, time
from pathlib import Path
from support import MINI, mini_deals
from tablebase.engine.jobs import shards
from tablebase.games.collapsi.studies.sweep import sweep
shards.SHARD_SECONDS = 0  # a shard for every deal
def slowly(number):
    print("one", flush=True)
    time.sleep(0.05)
done = sweep(Path(sys.argv[1]), mini_deals(20), MINI, workers=1, progress=slowly)
print(done.recovered)
"""


@pytest.mark.thorough
@pytest.mark.parametrize("sign", sample([signal.SIGKILL, signal.SIGINT], 1))
def test_a_killed_sweep_can_be_resumed(tmp_path, sign, tried):
    tried("writers killed")
    path = tmp_path / "deals.csv"
    with start(SWEEP, path) as process:
        for _ in range(5):
            process.stdout.readline()
        process.send_signal(sign)
        process.communicate(timeout=20)
    assert not path.exists()
    with shards_file(path).open("rb") as file:
        kept = len(list(pieces(file, 0))) - 1
    assert 5 <= kept < 20
    finished = python(SWEEP, path)
    assert finished.stdout.splitlines()[-1] == str(kept)
    assert not shards_file(path).exists()
    sweep(tmp_path / "again.csv", mini_deals(20), MINI)
    assert path.read_bytes() == (tmp_path / "again.csv").read_bytes()


def test_deals_of_another_sweep_are_refused(tmp_path):
    path = tmp_path / "deals.csv"
    with start(SWEEP, path) as process:
        process.stdout.readline()
        process.kill()
    with pytest.raises(FileFormatError, match="holds shards of another job, deals 20 instead of 3"):
        sweep(path, mini_deals(3), MINI)


def test_a_sweeps_file_says_what_it_is(answer, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    sweep(tmp_path / "deals.parquet", mini_deals(2), MINI)
    given = parquet.read_schema(tmp_path / "deals.parquet").metadata
    facts = {name.decode(): fact.decode() for name, fact in given.items()}
    assert tablebase.Rules.from_json(facts["rules"]) == MINI
    assert facts["generated-by"] == f"collapsi-tablebase {tablebase.__version__}"
    assert set(facts) == {"game", "rules", "generated-by", *COLUMNS} - {"deal", "edition"}
    path = tmp_path / "deals.csv"
    answer("sweep", "-n", 2, "--rules", "3x3", "--comment", "-o", path)
    comment = path.read_text().splitlines()[0]
    assert json.loads(comment.removeprefix("# "))["plies"] == facts["plies"]


def test_nothing_to_sweep(tmp_path):
    with pytest.raises(ValueError, match="no deals"):
        sweep(tmp_path / "deals.csv", [])


def test_deals_of_other_rules(tmp_path):
    deals = tablebase.random_deals(2, 1, "landing")
    with pytest.raises(ValueError, match="of rules 'landing': expected rules 'collapsi'"):
        sweep(tmp_path / "deals.csv", deals)
    assert list(tmp_path.iterdir()) == []
