"""The main jobs of two checkouts beside each other, in turn, because a machine's speed changes.

    python tools/benchmarks/beside.py BEFORE AFTER [--rounds 3] [--only NAME]... [--json FILE]

Each checkout has its own `.venv`. The table shows medians: seconds, processor seconds and the
largest memory of one process in GiB. A script that measures a part of itself prints the seconds.
Some jobs need the file that an earlier one makes: "verify 400 deals" that of "build 400 deals",
and all after `build --all` its file.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

HELPERS = "import sys; sys.path.insert(0, 'tools/benchmarks'); import run, tablebase\n"
RANDOM = """
with tablebase.open({whole!r}) as tables:
    boards = run.random_boards({count})
    print(run.seconds(lambda: tables.probe_many(boards)))
"""
SOLVE = """
from tablebase.games.collapsi.rules import COLLAPSI
from tablebase.games.collapsi.whole.solver import Whole
Whole(COLLAPSI).solve(keep=False)
"""
DEALS = """
deals = list(tablebase.random_deals(400, seed=1))
tablebase.build(deals[0])
print(run.median(lambda: tablebase.build(deals.pop()), 399))
"""


class Job(NamedTuple):
    """A command line, or a script. One with an `empty` cache folder has to compile."""

    command: str = ""
    script: str = ""
    typed: str = ""
    empty: bool = False


JOBS = {
    "first build": Job("build --random 1 -o {new}", empty=True),
    "first hint of The Game": Job("thegame play --seed 1", typed="hint\nquit\n", empty=True),
    "a deal, of 400 in a row": Job(script=HELPERS + DEALS),
    "build 400 deals": Job("build --random 400 --seed 1 --force -o {deals}"),
    "verify 400 deals": Job("verify {deals}"),
    "solve the whole game": Job(script=SOLVE),
    "build --all": Job("build --all --force -o {whole}"),
    "1,000 random positions": Job(script=HELPERS + RANDOM.replace("{count}", "1_000")),
    "1,000,000 random positions": Job(script=HELPERS + RANDOM.replace("{count}", "1_000_000")),
    "verify --full": Job("verify --full {whole}"),
    "check.py": Job(script="docs/certificate/check.py {whole}"),
}


class Cost(NamedTuple):
    """Seconds, processor seconds, and the largest resident memory in GiB."""

    seconds: float
    processor: float
    memory: float


def cost(job: Job, checkout: Path, files: dict[str, str], folder: Path) -> Cost:
    """Run a job in a checkout."""
    python = checkout / ".venv/bin/python"
    if job.command:
        line = [str(python.with_name("tablebase")), *job.command.format(**files).split()]
    elif job.script.startswith("docs/"):
        line = [str(python), *job.script.format(**files).split()]
    else:
        line = [str(python), "-c", job.script.format(**files)]
    environment = dict(os.environ)
    if job.empty:
        environment["NUMBA_CACHE_DIR"] = tempfile.mkdtemp(dir=folder)
    begin = time.perf_counter()
    with tempfile.TemporaryFile("w+") as typed:
        typed.write(job.typed)
        typed.seek(0)
        process = subprocess.Popen(line, cwd=checkout, env=environment, stdin=typed, stdout=-1)
    assert process.stdout
    said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    spent = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(line)} ended with {process.returncode} in {checkout}")
    if job.script.startswith(HELPERS):
        spent = float(said)
    return Cost(spent, used.ru_utime + used.ru_stime, used.ru_maxrss / 2**20)


def main() -> None:
    """Run the jobs of both checkouts in turn."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", action="append", choices=JOBS, default=[])
    parser.add_argument("--json", type=Path, help="write every figure to this file")
    options = parser.parse_args()
    found = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for job in options.only or JOBS:
            runs: dict[str, list[Cost]] = {"before": [], "after": []}
            for _ in range(options.rounds):
                for side, costs in runs.items():
                    files = {kind: str(folder / f"{side}-{kind}.h5") for kind in ("deals", "whole")}
                    files["new"] = tempfile.mktemp(".h5", dir=folder)
                    costs.append(cost(JOBS[job], getattr(options, side).resolve(), files, folder))
            found[job] = runs
            for side, costs in runs.items():
                middle = [statistics.median(column) for column in zip(*costs, strict=True)]
                print(f"{job:28} {side:7}", *(f"{value:9.4g}" for value in middle), flush=True)
            if options.json:
                options.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
