"""Shards on a real Dask cluster: a scheduler and workers in processes of their own, on loopback.

Workers and clients are killed in the middle; the result is always what this process computes.
"""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from random import Random

import pytest
from support import MINI, cluster_work, environment, mini_deals, one_line, same_tables, start
from support.samples import SMALL_RULES, random_deal

import tablebase
from tablebase.engine import rooms
from tablebase.engine.jobs import cluster as dask
from tablebase.engine.jobs import shards
from tablebase.engine.jobs.cluster import checked
from tablebase.engine.jobs.shards import Job, Workers, results
from tablebase.engine.rooms import game_of
from tablebase.engine.tables import building
from tablebase.engine.tables.append import parts_folder
from tablebase.errors import ClusterError, UnknownGameError
from tablebase.games.collapsi.studies.lab.kept import Lab
from tablebase.games.collapsi.studies.sweep import shards_file
from tablebase.study.shelf import shelf_of
from tablebase.support.pieces import pieces

pytestmark = pytest.mark.thorough

WHAT = {"job": "squares"}


@dataclass
class Cluster:
    """A scheduler, and as many workers as a test needs."""

    scheduler: subprocess.Popen[str]
    address: str
    workers: list[subprocess.Popen[str]] = field(default_factory=list)

    @classmethod
    def start(cls):
        scheduler = _dask("scheduler", "--host", "127.0.0.1", "--port", "0")
        for line in scheduler.stderr:
            if found := re.search(r"Scheduler at:\s+(tcp://\S+)", line):
                return cls(scheduler, found[1])
        raise AssertionError("no scheduler")

    def add_worker(self, *options):
        worker = _dask("worker", self.address, "--nthreads", "1", "--no-nanny", *options)
        for line in worker.stderr:
            if "Registered to" in line:
                break
        self.workers.append(worker)
        return worker

    def remove(self, worker):
        self.workers.remove(worker)
        _end(worker)

    def stop(self):
        for process in (*self.workers, self.scheduler):
            _end(process)


def _dask(*arguments):
    # A piece of work is given up after two deaths instead of four, because a test waits for each.
    options = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**environment(), **options},
    )


def _end(process):
    process.kill()
    process.communicate(timeout=20)


@pytest.fixture(scope="module")
def cluster():
    """A scheduler with two workers of one thread each. Tests leave it as it was."""
    with _running() as found:
        found.add_worker()
        found.add_worker()
        yield found


@pytest.fixture
def own_cluster():
    """A scheduler without workers, of the test's own."""
    with _running() as found:
        yield found


@contextmanager
def _running():
    found = Cluster.start()
    try:
        yield found
    finally:
        found.stop()


@pytest.fixture
def on(cluster):
    """The cluster's workers, in the form that a user of the library gives."""
    return Workers(scheduler=cluster.address)


def by_number(found):
    payloads = {done.number: done.payload for done in found}
    assert len(payloads) == len(found)
    return payloads


def squares(count):
    return {n: cluster_work.square(n) for n in range(count)}


def noted(folder, count):
    """A job with shards of a tenth of a second, which each write a line to a file."""
    log = folder / "log"
    log.touch()
    return Job(cluster_work.noted_square, [(str(log), n) for n in range(count)])


def done_in(folder):
    return list(map(int, (folder / "log").read_text().split()))


def test_both_workers_work(cluster, on):
    found = by_number(list(results(Job(cluster_work.worker, range(20)), on)))
    assert set(found.values()) == {str(worker.pid).encode() for worker in cluster.workers}


def test_an_error_of_the_work_comes_through(on):
    with pytest.raises(ValueError, match="three is not a number"):
        list(results(Job(cluster_work.fails, range(20)), on))
    assert len(list(results(Job(cluster_work.square, range(5)), on))) == 5


def test_a_killed_worker_costs_what_it_was_doing(cluster, on, tmp_path):
    worker = cluster.workers[0]
    found = []
    with shelf_of(tmp_path / "shards", WHAT) as shelf:
        for done in results(noted(tmp_path, 30), on, finished=shelf.finished, keep=shelf.put):
            found.append(done)
            if len(found) == 8:
                worker.send_signal(signal.SIGKILL)
    cluster.remove(worker)
    cluster.add_worker()
    assert by_number(found) == squares(30)
    # The shard that it was doing, and at most one whose result had not been fetched yet.
    assert 30 <= len(done_in(tmp_path)) <= 32


CLIENT = """
import sys
from pathlib import Path
from support import cluster_work
from tablebase.engine.jobs.shards import Job, Workers, results
from tablebase.study.shelf import shelf_of
folder, address, count = sys.argv[1:]
log = str(Path(folder) / "log")
job = Job(cluster_work.noted_square, [(log, n) for n in range(int(count))])
with shelf_of(Path(folder) / "shards", {"job": "squares"}) as shelf:
    workers = Workers(scheduler=address)
    for done in results(job, workers, finished=shelf.finished, keep=shelf.put):
        print(done.number, flush=True)
"""


def test_a_killed_client_can_resume(cluster, on, tmp_path):
    with start(CLIENT, tmp_path, cluster.address, 30) as client:
        for _ in range(8):
            client.stdout.readline()
        client.kill()
    time.sleep(1)  # its last shards end
    before = done_in(tmp_path)
    with shelf_of(tmp_path / "shards", WHAT) as shelf:
        kept = set(shelf.finished)
        found = list(results(noted(tmp_path, 30), on, finished=shelf.finished, keep=shelf.put))
    assert by_number(found) == squares(30)
    assert 8 <= len(kept) < 30
    assert {done.number for done in found if done.recovered} == kept
    again = done_in(tmp_path)[len(before) :]
    assert sorted(again) == sorted(set(range(30)) - kept)


def test_a_worker_joins_in(own_cluster):
    own_cluster.add_worker()
    found = []
    on = Workers(scheduler=own_cluster.address)
    for done in results(Job(cluster_work.slow_square, range(30)), on):
        found.append(done)
        if len(found) == 3:
            own_cluster.add_worker()
            own_cluster.remove(own_cluster.workers[0])
    assert by_number(found) == squares(30)


# What can be wrong with a cluster


def test_work_that_ends_its_workers(own_cluster):
    own_cluster.add_worker()
    own_cluster.add_worker()
    on = Workers(scheduler=own_cluster.address)
    with pytest.raises(ClusterError, match="has killed 2 workers"):
        list(results(Job(cluster_work.ends_its_worker, [0]), on))


def test_no_workers(own_cluster, monkeypatch):
    monkeypatch.setattr(dask, "WORKER_SECONDS", 0.5)
    on = Workers(scheduler=own_cluster.address)
    with pytest.raises(ClusterError, match="has had no workers"):
        list(results(Job(cluster_work.square, [0]), on))
    worker = own_cluster.add_worker()
    found = results(Job(cluster_work.slow_square, range(1000)), on)
    next(found)
    worker.kill()
    with pytest.raises(ClusterError, match="has had no workers"):
        list(found)


def test_memory_is_that_of_the_tables_to_build(tmp_path, monkeypatch):
    path, memory = tmp_path / "deals.h5", []
    (large,), small = mini_deals(1), random_deal(Random(1), SMALL_RULES[6])
    tablebase.append(path, [large])

    def nothing(job, *_, **__):
        memory.append(job.memory)
        yield from ()

    monkeypatch.setattr(building, "results", nothing)
    tablebase.append(path, [small, large], scheduler="tcp://127.0.0.1:1")
    assert memory == [shards.BYTES_PER_POSITION * game_of(small).size]
    assert game_of(small).size < game_of(large).size


def test_memory_is_declared(own_cluster):
    on = Workers(scheduler=own_cluster.address)
    own_cluster.add_worker()
    needs = Job(cluster_work.square, range(10), memory=3 << 30)
    with pytest.raises(ClusterError, match="MEMORY=3221225472"):
        list(results(needs, on))
    own_cluster.add_worker("--resources", "MEMORY=4e9")
    assert by_number(list(results(needs, on))) == squares(10)


def test_the_scheduler_goes_away(own_cluster):
    own_cluster.add_worker()
    on = Workers(scheduler=own_cluster.address)
    found = results(Job(cluster_work.slow_square, range(100)), on)
    next(found)
    own_cluster.scheduler.kill()
    with pytest.raises(ClusterError, match="has gone away"):
        list(found)


def test_the_scheduler_goes_away_before_it_is_asked_for_its_workers(on, monkeypatch):
    def nthreads(client):
        raise OSError("Timed out trying to connect to tcp://127.0.0.1:1 after 30 s")

    monkeypatch.setattr("distributed.Client.nthreads", nthreads)
    with pytest.raises(ClusterError, match="has gone away"):
        list(results(Job(cluster_work.square, range(5)), on))


def test_other_versions(on, monkeypatch):
    assert checked(dask.VERSIONS, cluster_work.square, 3) == b"9"
    monkeypatch.setattr(dask, "VERSIONS", {"collapsi-tablebase": "0.0.1", "Python": "3.99"})
    expected = r"expected collapsi-tablebase 0\.0\.1 and Python 3\.99, as here"
    with pytest.raises(ClusterError, match=expected):
        list(results(Job(cluster_work.square, range(5)), on))


def test_other_versions_of_a_game(on):
    """What a job needs besides this package: workers need the same of it, too."""
    job = Job(cluster_work.square, range(5), versions={"click": "0.1"})
    has = rf"the worker on \S+ has click {version('click')}: expected click 0\.1, as here"
    with pytest.raises(ClusterError, match=has):
        list(results(job, on))
    job = Job(cluster_work.square, range(5), versions={"kayles": "1.0"})
    with pytest.raises(ClusterError, match=r"on \S+ has no kayles: expected kayles 1\.0, as here"):
        list(results(job, on))
    job = Job(cluster_work.square, range(5), versions={"click": version("click")})
    assert len(list(results(job, on))) == 5


def test_a_build_sends_the_distribution_of_its_game(on, tmp_path, monkeypatch):
    """The workers lack it, though this process has it."""
    path, deals, found = tmp_path / "deals.h5", mini_deals(1), rooms.installed()
    strange = replace(found["collapsi"], distribution="stones", version="2.1")
    monkeypatch.setattr(rooms, "installed", lambda: {**found, "collapsi": strange})
    with pytest.raises(ClusterError, match=r"has no stones: expected stones 2\.1, as here"):
        tablebase.append(path, deals, scheduler=on.scheduler)
    monkeypatch.setattr(rooms, "installed", dict)
    with pytest.raises(UnknownGameError, match="no installed game is called collapsi"):
        tablebase.append(path, deals, scheduler=on.scheduler)


def test_a_worker_without_the_package(on, tmp_path, monkeypatch):
    (tmp_path / "only_here.py").write_text("def work(number):\n    return b''\n")
    monkeypatch.syspath_prepend(tmp_path)
    import only_here

    with pytest.raises(ClusterError, match="cannot import"):
        list(results(Job(only_here.work, range(5)), on))


@pytest.fixture
def silent():
    """The address of a server that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"


def test_nobody_answers(fails, silent, tmp_path, monkeypatch):
    monkeypatch.setattr(dask, "CONNECT_SECONDS", 0.5)
    where = "-o", tmp_path / "deals.csv", "-n", 3, "--rules", "3x3"
    for address in (silent, "tcp://127.0.0.1:1"):
        assert f"no scheduler answers at {address}" in fails(
            1, "sweep", *where, "--scheduler", address
        )
    fails(2, "sweep", *where, "--scheduler", "nonsense")
    assert not list(tmp_path.iterdir())


def test_without_dask(fails, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    where = "-o", tmp_path / "deals.csv", "-n", 3, "--rules", "3x3"
    assert "pip install '.[cluster]'" in fails(1, "sweep", *where, "--scheduler", "tcp://a:1")


# Sweeps and builds


def test_a_sweep_matches_a_local_one(cluster, answer, tmp_path, monkeypatch):
    monkeypatch.setattr(shards, "SHARD_SECONDS", 0.005)
    there, here, arguments = tmp_path / "a.csv", tmp_path / "b.csv", ("-n", 40, "--rules", "3x3")
    answer("sweep", *arguments, "--seed", 3, "-o", there, "--scheduler", cluster.address)
    answer("sweep", *arguments, "--seed", 3, "-o", here)
    assert there.read_bytes() == here.read_bytes()
    assert not shards_file(there).exists()


def test_a_build_matches_a_local_one(cluster, answer, tmp_path, monkeypatch):
    monkeypatch.setattr(shards, "SHARD_SECONDS", 0.005)
    deals = [*mini_deals(20), *tablebase.random_deals(2, seed=5)]
    there, here = tmp_path / "there.h5", tmp_path / "here.h5"
    tablebase.append(there, deals[:3])
    calls = []
    done = tablebase.append(
        there,
        [*deals, deals[7]],
        scheduler=cluster.address,
        progress=lambda: calls.append(1),
    )
    assert (done.built, done.present, done.recovered, done.tables) == (19, 4, 0, 22)
    assert len(calls) == 23
    tablebase.append(here, deals)
    assert same_tables(there, here)
    assert not any(check.error for check in tablebase.verify(there))
    assert not parts_folder(there).exists()
    arguments = "--seed", 5, "-o", there, "--scheduler", cluster.address
    assert "built 2 tables" in answer("build", "-n", 4, *arguments)


def test_a_lab_study_matches_a_local_one(cluster, answer, tmp_path, monkeypatch):
    monkeypatch.setattr(
        "tablebase.games.collapsi.studies.lab.kept.seconds_of_a_deal", lambda rules: 0.1
    )
    options = {"memory": 0, "deals": 95, "seed": 2}
    found = Lab(tmp_path / "lab.json").study(MINI, scheduler=cluster.address, **options)
    assert found == Lab().study(MINI, **options)
    assert Lab(tmp_path / "lab.json").of(MINI, 2) == found
    arguments = "lab", "3x3", "--memory", 0, "-n", 40, "--seed", 1, "--json"
    assert answer(*arguments, "--scheduler", cluster.address) == answer(*arguments)


MAIN = """
import tablebase_cli
from tablebase.engine.jobs import shards
shards.SHARD_SECONDS = 0.1
tablebase_cli.main()
"""


def shards_on(path):
    """Number of finished shards beside an output file, after the description of the job."""
    try:
        with shards_file(path).open("rb") as file:
            return max(0, len(list(pieces(file, 0))) - 1)
    except FileNotFoundError:
        return 0


def test_interrupted(cluster, tmp_path):
    path = tmp_path / "deals.csv"
    arguments = "sweep", "-n", 20_000, "-o", path, "--scheduler", cluster.address
    with start(MAIN, *arguments) as process:
        deadline = time.monotonic() + 60
        while not shards_on(path) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "")
    assert one_line(err), err
    assert "interrupted" in err
    assert shards_on(path)
    # The workers have dropped it, except for the shards they were doing.
    with dask.connected(cluster.address) as pool:
        assert pool.submit(cluster_work.square, 2).result(timeout=30) == b"4"
