"""Load the HTTP server and measure: requests a second, the tail of the latency, and memory.

    python tools/benchmarks/load.py [--seconds 10] [--connections 16] [--in FILE] [--json FILE]

The server and the load generator, `wrk` (Debian's package of that name), are separate processes on
the same machine. A connection sends its next request after the answer to the last one. There are
five kinds of requests:

- `warm`: positions of one deal after some random moves, whose table is in memory
- `new deal`: the starts of random deals, each asked once, so that each builds a table
- `/api/health`, which needs no table
- `/api/health` again, while another address opens 2,000 idle connections every five seconds
- `mixed`: everything that needs memory, at once: probes, lines, statistics and searches of random
  deals on small and large boards, for two to four players

If others use the machine, the server's processor time says more than the requests a second. The
benchmark fails if the server takes more memory than docs/api-http.md states.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from measuring import parser, report

import tablebase
from tablebase.web.service import MEMORY

SCRIPT = Path(__file__).with_name("load.lua")
CROWD = 2000
"""Connections of the address that tries to shut others out."""

SERVE = ("-c", "import tablebase_cli; tablebase_cli.main()", "serve", "--port", "0")


@contextmanager
def server(*options: str) -> Iterator[tuple[str, int]]:
    """Serve in a separate process; yields the URL and the id of the process."""
    with tempfile.TemporaryDirectory() as home:  # not the user's own tables
        environment = {**os.environ, "TABLEBASE_HOME": home}
        command = [sys.executable, *SERVE, *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[-1].rstrip("/"), process.pid
        finally:
            process.terminate()
            process.wait()


@contextmanager
def crowd(url: str) -> Iterator[None]:
    """Idle connections from another address of this machine, renewed every five seconds."""
    host, port = url.removeprefix("http://").split(":")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    ended = threading.Event()

    def hold() -> None:
        while not ended.is_set():
            with ExitStack() as held:
                for _ in range(CROWD):
                    with suppress(OSError):
                        address = host, int(port)
                        held.enter_context(socket.create_connection(address, 5, ("127.0.0.2", 0)))
                ended.wait(5)

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        yield
    finally:
        ended.set()
        holder.join()


def cpu_seconds(pid: int) -> float:
    """Processor time of a process so far, from Linux."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak_memory(pid: int) -> int:
    """The most bytes of memory that a process has had so far, from Linux."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmHWM"))) << 10


def load(url: str, pid: int, paths: list[str], seconds: int, connections: int) -> dict[str, float]:
    """Figures of one run; latencies in milliseconds."""
    before = cpu_seconds(pid)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(paths))
        file.flush()
        command = (
            *("wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "60s"),
            *("-s", SCRIPT, url),
        )
        done = subprocess.run(
            [*map(str, command), "--", file.name], check=True, capture_output=True, text=True
        )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return {
        "requests a second": round(found["requests"] / found["seconds"]),
        "server's processor time, ms a request": 1e3
        * (cpu_seconds(pid) - before)
        / found["requests"],
        **found,
    }


def probe_path(position: object) -> str:
    """The path that asks about a position."""
    return f"/api/probe?{urlencode({'position': position})}"


def mixed(count: int) -> list[str]:
    """Questions of all kinds about deals of all kinds, each deal asked about once."""
    tabled = itertools.product(("collapsi", "landing", "4x5", "3x7"), ("probe", "line", "deal"))
    players = itertools.product(("3-players", "4-players"), ("probe", "line"))
    searched = itertools.product(("collapsi", "4x5", "5x5", "6x6"), ("search",))
    kinds = [*tabled, *players, *searched]
    deals = {name: tablebase.random_deals(count, seed=4, rules=name) for name, _ in kinds}
    rng, paths = random.Random(5), []
    for _ in range(count):
        name, endpoint = rng.choice(kinds)
        what = "deal" if endpoint == "deal" else "position"
        limit = {"seconds": 1} if endpoint == "search" else {}
        query = urlencode({what: next(deals[name]), **limit, "rules": name})
        paths.append(f"/api/{endpoint}?{query}")
    return paths


def one_deal(count: int) -> list[str]:
    """Positions of one deal, after up to nine random moves."""
    deal, rng = next(tablebase.random_deals(1, seed=1)), random.Random(2)
    paths = []
    for _ in range(count):
        position = deal.start()
        for _ in range(rng.randrange(10)):
            if moves := position.legal_moves():
                position = position.play(rng.choice(moves))
        paths.append(probe_path(position))
    return paths


def main() -> None:
    """Measure, print, and write JSON if asked to."""
    own = parser(__doc__)
    own.add_argument("--seconds", type=int, default=10, help="of each of the runs")
    own.add_argument("--connections", type=int, default=16)
    own.add_argument("--in", dest="file", help="a file of tables or of the whole game")
    options = own.parse_args()
    if shutil.which("wrk") is None:
        own.error("needs the load generator wrk: apt-get install wrk")

    asked = {
        "health": ["/api/health"],
        "health in a crowd": ["/api/health"],
        "warm": one_deal(2000),
        "new deal": [probe_path(deal) for deal in tablebase.random_deals(20_000, seed=3)],
        "mixed": mixed(2000),
    }
    figures: dict[str, Any] = {"connections": options.connections}
    with server(*(("--in", options.file) if options.file else ())) as (url, pid):
        for name, paths in asked.items():
            with crowd(url) if "crowd" in name else nullcontext():
                figures[name] = load(url, pid, paths, options.seconds, options.connections)
        peak = peak_memory(pid)
    figures["memory, MiB"] = {"peak": peak >> 20, "bound": MEMORY >> 20}
    report(figures, options.json)
    if peak > MEMORY:
        own.exit(1, f"the server took {peak:,} bytes of memory: expected at most {MEMORY:,}\n")


if __name__ == "__main__":
    main()
