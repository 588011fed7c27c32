"""The main jobs of a commit and of this checkout beside each other, in turn.

    python tools/benchmarks/beside.py COMMIT [--pairs 10] [--only NAME]... [--json FILE]

A machine's speed changes, so the two alternate, each run in a process of its own. The table shows
medians: seconds, processor seconds and the largest memory of the process in GiB, and last the
seconds of this checkout as a multiple of the commit's. A script that measures a part of itself
prints the seconds. What a job needs and no earlier one has made, such as the whole game's file, is
made first and not measured.
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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from measuring import ROOT

START = """
import random, statistics, time
import tablebase

def median(call, values):
    took = []
    for value in values:
        begin = time.perf_counter()
        call(value)
        took.append(time.perf_counter() - begin)
    print(statistics.median(took))

def later(deal, plies):
    position = deal.start()
    for _ in range(plies):
        if moves := position.legal_moves():
            position = position.play(random.Random(1).choice(moves))
    return position

deals = list(tablebase.random_deals(400, seed=2))
positions = [later(deal, 4) for deal in deals[:50]]
"""
TABLES = """
tablebase.append({new!r}, deals[:50])
tables = tablebase.open({new!r})
"""
WHOLE = """
tables = tablebase.open({whole!r})
tables.probe(later(deals[60], 4))
"""
AGAIN = """
for position in positions:
    tables.probe(position)
median(tables.probe, 20 * positions)
"""
SEARCH = """
asked = [later(deal, {plies}) for deal in deals[:{number}]]
tablebase.search(asked[0])
median(tablebase.search, asked)
"""
SOLO = """
from tablebase.games.solo.boards import random_start
boards = [random_start(random.Random(number)) for number in range(50)]
tablebase.build(boards[0])
"""


class Job(NamedTuple):
    """A command line, or a script. One with an `empty` cache folder has to compile."""

    command: str = ""
    script: str = ""
    typed: str = ""
    empty: bool = False


MAKES = {"deals": "build -n 400 --seed 1 --force -o {deals}", "whole": "build --all -o {whole}"}
"""The commands that make the files that jobs need."""

JOBS = {
    "a deal, of 400 in a row": Job(
        script="tablebase.build(deals[0])\nmedian(tablebase.build, deals)"
    ),
    "append a deal to a file of 50": Job(
        script=TABLES + "median(lambda deal: tablebase.append({new!r}, [deal]), deals[50:90])"
    ),
    "probe, first": Job(script=TABLES + "median(tables.probe, positions)"),
    "probe, again": Job(script=TABLES + AGAIN),
    "probe of the whole game, first": Job(script=WHOLE + "median(tables.probe, positions)"),
    "probe of the whole game, again": Job(script=WHOLE + AGAIN),
    "search of an opening": Job(script=SEARCH.replace("{plies}", "0").replace("{number}", "20")),
    "search, late": Job(script=SEARCH.replace("{plies}", "6").replace("{number}", "400")),
    "a board of Solo, by the common engine": Job(script=SOLO + "median(tablebase.build, boards)"),
    "first build": Job("build -n 1 -o {new}", empty=True),
    "first hint of The Game": Job("thegame play --seed 1", typed="hint\nquit\n", empty=True),
    "build 400 deals": Job(MAKES["deals"]),
    "verify 400 deals": Job("verify {deals}"),
    "build --all": Job(MAKES["whole"] + " --force"),
    "verify --full": Job("verify --full {whole}"),
}


class Cost(NamedTuple):
    """Seconds, processor seconds, and the largest resident memory in GiB."""

    seconds: float
    processor: float
    memory: float


def cost(job: Job, checkout: Path, files: dict[str, str], folder: Path) -> Cost:
    """Run a job in a checkout, by this Python and the packages that are installed for it."""
    for name, command in MAKES.items():
        used = f"{{{name}" in job.command + job.script and command not in job.command
        if used and not Path(files[name]).exists():
            cost(Job(command), checkout, files, folder)
    line = [sys.executable, "-c", START + job.script.format(**files)]
    if job.command:
        line = [sys.executable, "-m", "tablebase", *job.command.format(**files).split()]
    environment = {**os.environ, "PYTHONPATH": f"{checkout}{os.pathsep}{checkout / 'cli'}"}
    if job.empty:
        environment["NUMBA_CACHE_DIR"] = tempfile.mkdtemp(dir=folder)
    begin = time.perf_counter()
    with tempfile.TemporaryFile("w+") as typed:
        typed.write(job.typed)
        typed.seek(0)
        process = subprocess.Popen(line, cwd=checkout, env=environment, stdin=typed, stdout=-1)
    assert process.stdout
    said = process.stdout.read()
    _, status, used_up = os.wait4(process.pid, 0)
    spent = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(line)} ended with {process.returncode} in {checkout}")
    if job.script:
        spent = float(said)
    return Cost(spent, used_up.ru_utime + used_up.ru_stime, used_up.ru_maxrss / 2**20)


@contextmanager
def checked_out(commit: str, folder: Path) -> Iterator[Path]:
    """A checkout of a commit of this repository."""
    git, place = ["git", "-C", str(ROOT), "worktree"], folder / "before"
    subprocess.run([*git, "add", "-q", "--detach", str(place), commit], check=True)
    try:
        yield place
    finally:
        subprocess.run([*git, "remove", "--force", str(place)], check=True)


def main() -> None:
    """Run the jobs of both in turn."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("commit")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--only", action="append", choices=JOBS, default=[])
    parser.add_argument("--json", type=Path, help="write every figure to this file")
    options = parser.parse_args()
    found = {}
    with tempfile.TemporaryDirectory() as name, checked_out(options.commit, Path(name)) as before:
        folder = Path(name)
        for job in options.only or JOBS:
            runs: dict[Path, list[Cost]] = {before: [], ROOT: []}
            for _ in range(options.pairs):
                for side, costs in runs.items():
                    files = {kind: str(folder / f"{side.name}-{kind}.h5") for kind in MAKES}
                    files["new"] = tempfile.mktemp(".h5", dir=folder)
                    costs.append(cost(JOBS[job], side, files, folder))
            found[job] = dict(zip(("before", "after"), runs.values(), strict=True))
            columns = [zip(*costs, strict=True) for costs in runs.values()]
            middle = [[*map(statistics.median, each)] for each in columns]
            for side, figures in zip(found[job], middle, strict=True):
                print(f"{job:37} {side:7}", *(f"{figure:9.4g}" for figure in figures), flush=True)
            print(f"{'':45}{middle[1][0] / middle[0][0]:9.2f}")
            if options.json:
                options.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
