"""Figures in docs/cluster.md: cost of a shard, overhead of the cluster, scaling on 1 and 2 workers.

    python tools/benchmarks/cluster.py [--deals N] [--rounds N] [--rules RULES]
        [--shard-seconds S]

A scheduler and workers of one thread each run on this machine. Rounds of the same sweep take turns:
in this process (one thread), on one worker, and on two. Prints medians, and the fastest rounds,
which other load on the machine disturbs least.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from measuring import median, parser, seconds

import tablebase
from tablebase import Deal
from tablebase.engine.jobs import shards
from tablebase.engine.jobs.shards import Job, Workers, results
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.store import encode_table
from tablebase.engine.tables.writer import file_image, root_attributes
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.studies import sweep as sweeping

EMPTY_SHARDS = 300
WAITING_SHARDS, WAIT_SECONDS = 20, 0.5


def main() -> None:
    """Print all figures."""
    own = parser(__doc__)
    own.add_argument("--deals", type=int, default=1500)
    own.add_argument("--rounds", type=int, default=5)
    own.add_argument("--rules", default="collapsi")
    own.add_argument("--shard-seconds", type=float, default=shards.SHARD_SECONDS)
    options = own.parse_args()
    shards.SHARD_SECONDS = options.shard_seconds
    rules = load_rules(options.rules)
    deals = list(tablebase.random_deals(options.deals, 1, rules))
    print(f"collapsi-tablebase {tablebase.__version__}, {options.deals} deals of {options.rules}")
    costs(deals)
    with ExitStack() as stack:
        one, two = (stack.enter_context(cluster(workers)) for workers in (1, 2))
        overhead(one)
        waiting(one, two)
        scaling(deals, options.rounds, {"one worker": one, "two workers": two})


def costs(deals: list[Deal]) -> None:
    """Processor time of a shard of each kind, in this process."""
    rules = deals[0].rules
    shard = next(sweeping.shards_of([str(deal) for deal in deals], game_of(deals[0]).size))
    sweeping.solve_shard((rules.as_dict(), shard[:1]))
    started = time.process_time()
    payload = sweeping.solve_shard((rules.as_dict(), shard))
    took = time.process_time() - started
    print(
        f"sweep: a shard of {len(shard)} deals takes {took:.2f} s of processor time, "
        f"{took / len(shard) * 1e3:.2f} ms a deal; {len(payload) / len(shard):.0f} bytes a deal"
    )
    some = deals[:20]
    started = time.process_time()
    image = file_image(
        [encode_table(tablebase.build(deal)) for deal in some], root_attributes("benchmark")
    )
    took = time.process_time() - started
    print(
        f"build: {took / len(some) * 1e3:.1f} ms of processor time a deal, "
        f"{len(image) / len(some) / 1e3:.1f} kB a deal"
    )


def overhead(address: str) -> None:
    """The cost of a shard that does nothing."""
    job = Job(nothing, range(EMPTY_SHARDS))
    connecting = _done(Job(nothing, [0]), address)
    each = (median(lambda: _done(job, address), 5) - connecting) / EMPTY_SHARDS
    print(
        f"connecting and one empty shard: {connecting:.2f} s; each further empty shard "
        f"{each * 1e3:.1f} ms"
    )


def _done(job: Job, address: str) -> float:
    """Seconds that a cluster takes for a job."""
    return seconds(lambda: list(results(job, Workers(scheduler=address))))


def nothing(shard: int) -> bytes:
    """Do nothing."""
    return b""


def waiting(one: str, two: str) -> None:
    """Whether both workers are kept busy, by shards that take time but no core."""
    job = Job(wait, [WAIT_SECONDS] * WAITING_SHARDS)
    times: dict[str, list[float]] = {one: [], two: []}
    for _ in range(3):
        for address, found in times.items():
            found.append(_done(job, address))
    took = [statistics.median(found) for found in times.values()]
    print(
        f"{WAITING_SHARDS} shards that wait for {WAIT_SECONDS} s: one worker {took[0]:.2f} s, "
        f"two {took[1]:.2f} s, {took[0] / took[1]:.2f} times as quick"
    )


def wait(seconds: float) -> bytes:
    """Work that needs no core."""
    time.sleep(seconds)
    return b""


def scaling(deals: list[Deal], rounds: int, clusters: dict[str, str]) -> None:
    """The same sweep here, on one worker and on two, in turns."""
    rules = deals[0].rules
    ways: dict[str, dict[str, Any]] = {"one thread here": {"workers": 1}}
    ways |= {name: {"scheduler": address} for name, address in clusters.items()}
    times: dict[str, list[float]] = {name: [] for name in ways}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds + 1):
            outputs = set()
            for name, way in ways.items():
                path = Path(folder) / "deals.csv"
                spent = seconds(lambda p=path, w=way: tablebase.sweep(p, deals, rules, **w))
                if number:  # the first round is for compiling
                    times[name].append(spent)
                outputs.add(path.read_bytes())
            assert len(outputs) == 1
    for name, found in times.items():
        took = statistics.median(found)
        print(f"{name}: {took:.2f} s, {len(deals) / took:.1f} deals/s; rounds {_shown(found)}")
    quickest = {name: min(found) for name, found in times.items()}
    print("quickest: " + ", ".join(f"{name} {took:.2f} s" for name, took in quickest.items()))
    ratios = [a / b for a, b in zip(times["one worker"], times["two workers"], strict=True)]
    print(
        f"two workers against one, pair by pair: {_shown(ratios)} times, "
        f"median {statistics.median(ratios):.2f}"
    )


def _shown(numbers: list[float]) -> str:
    return " ".join(f"{number:.2f}" for number in numbers)


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    """A scheduler and workers on this machine; yields the scheduler's address."""
    dask = [sys.executable, "-m", "dask"]
    with ExitStack() as stack:
        scheduler = stack.enter_context(
            process([*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"])
        )
        assert scheduler.stderr is not None
        line = next(line for line in scheduler.stderr if "Scheduler at:" in line)
        found = re.search(r"tcp://\S+", line)
        assert found
        for _ in range(workers):
            options = ["--nthreads", "1", "--no-nanny", "--no-dashboard"]
            worker = stack.enter_context(process([*dask, "worker", found[0], *options]))
            assert worker.stderr is not None
            next(line for line in worker.stderr if "Registered to" in line)
        yield found[0]


@contextmanager
def process(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as running:
        try:
            yield running
        finally:
            running.kill()


if __name__ == "__main__":
    main()
