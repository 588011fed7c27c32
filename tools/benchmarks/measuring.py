"""What the benchmarks share: clocks, medians, rows, and where the figures go."""

from __future__ import annotations

import argparse
import csv
import json
import platform
import resource
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from tablebase import Deal

ROOT = Path(__file__).parents[2]

Row = dict[str, str | int]
"""A row of a CSV file, by column."""


def parser(script: str) -> argparse.ArgumentParser:
    """A parser of a script's options: its docstring is the help, and --json names a file."""
    made = argparse.ArgumentParser(
        description=script, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--json", type=Path, help="write the figures to this file")
    return made


def report(figures: Any, file: Path | None) -> None:
    """Print figures, and write them to a file if there is one."""
    print(json.dumps(figures, indent=2))
    write(figures, file)


def write(figures: Any, file: Path | None) -> None:
    """Write figures to a file if there is one."""
    if file:
        file.write_text(json.dumps(figures, indent=2) + "\n")


def seconds(function: Callable[[], Any]) -> float:
    """How long one call takes."""
    started = time.perf_counter()
    function()
    return time.perf_counter() - started


def median(function: Callable[[], Any], runs: int) -> float:
    """Median time of a call."""
    return statistics.median(seconds(function) for _ in range(runs))


def both(function: Callable[[], Any]) -> dict[str, float]:
    """Wall-clock and processor seconds of one call."""
    processor = time.process_time()
    spent = seconds(function)
    return {"seconds": spent, "processor seconds": time.process_time() - processor}


def peak() -> float:
    """The most memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


def machine() -> str:
    """The processor's name as the system gives it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def rows(
    path: Path, deals: Iterable[Deal], row_of: Callable[[Deal], Row], **fixed: str
) -> Iterator[tuple[Deal, Row]]:
    """Each deal and its row of a CSV file, printed: made and added, if the file has it not yet.

    A row belongs to a deal by its column ``deal``, and by all `fixed` columns; a deal that comes
    twice has one.
    """
    known: dict[str, Row] = {}
    if path.exists():
        with path.open(newline="") as file:
            found = csv.DictReader(file)
            known = {row["deal"]: {**row} for row in found if fixed.items() <= row.items()}
    for deal in deals:
        if (name := str(deal)) not in known:
            row = known[name] = row_of(deal)
            with path.open("a", newline="") as file:
                writer = csv.DictWriter(file, row, lineterminator="\n")
                if file.tell() == 0:
                    writer.writeheader()
                writer.writerow(row)
        print(*known[name].values(), flush=True)
        yield deal, known[name]
