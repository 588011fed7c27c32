"""Measure other rules: tables of three and four players, and the rule laboratory.

    python tools/benchmarks/rules.py [--deals 5] [--sample 1000] [--json FILE]

Tables run on one core, the laboratory on all; processor time is printed beside wall-clock time.
docs/players.md and docs/lab.md have the figures of a run.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tablebase import Lab, build, load_rules, random_deals
from tablebase.engine.tables.store import encode_table


def timed(function: Callable[[], Any]) -> tuple[float, float]:
    """Seconds of wall-clock time and of processor time."""
    started, processor = time.perf_counter(), time.process_time()
    function()
    return time.perf_counter() - started, time.process_time() - processor


def players(name: str, count: int) -> dict[str, float]:
    """Random deals of a preset for three or four: their tables."""
    deals = list(random_deals(count, 1, load_rules(name)))
    table = build(deals[0])  # compiles the kernels
    stored = encode_table(table)
    return {
        "positions": table.game.size,
        "build, processor seconds": statistics.median(
            timed(lambda d=deal: build(d))[1] for deal in deals
        ),
        "check of every entry, seconds": timed(lambda: table.game.first_error(table.codes()))[0],
        "stored, bits a position": 8 * sum(map(len, stored.chunks)) / table.game.size,
    }


def laboratory(name: str, sample: int) -> dict[str, float]:
    """A study of every deal if that is possible, or else of random deals."""
    rules = load_rules(name)
    Lab().study(rules, deals=2)
    clock, processor = timed(lambda: Lab().study(rules, deals=sample))
    (study, *_) = Lab().study(rules, deals=2)
    return {"deals": 0 if study.exact else sample, "seconds": clock, "processor seconds": processor}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=5, help="deals of three and four players")
    parser.add_argument("--sample", type=int, default=1000, help="random deals of a variant")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    report: dict[str, Any] = {"players": {}, "laboratory (0 deals: every deal)": {}}
    for name in ("3-players", "4-players"):
        report["players"][name] = players(name, args.deals)
    for name in ("3x4", "flat", "landing", "4x5"):
        report["laboratory (0 deals: every deal)"][name] = laboratory(name, args.sample)
    print(json.dumps(report, indent=2))
    if args.json:
        args.json.write_text(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
