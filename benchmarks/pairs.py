"""Measure Pair Solitaire: the solver on random shuffles, the tables of short stacks.

    python benchmarks/pairs.py [--stacks 500] [--cards 20 26] [--json FILE]

The solver is measured in processor time (its search runs in one thread), tables in wall-clock time
on all cores with processor time beside it. docs/pairs.md has the figures of a run.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from pathlib import Path

from tablebase.engine.tables.table import build_table
from tablebase.games.pairs import generators
from tablebase.games.pairs.solver import solve


def solver(stacks: int, seed: int) -> dict[str, float]:
    """Milliseconds of processor time to solve a shuffle of 52 cards, replay included."""
    rng = random.Random(seed)
    times, beaten = [], 0
    solve(generators.shuffled(rng))
    for _ in range(stacks):
        position = generators.shuffled(rng)
        started = time.process_time()
        beaten += solve(position).perfect
        times.append(1e3 * (time.process_time() - started))
    ninths = statistics.quantiles(times, n=100)
    return {
        "stacks": stacks,
        "beaten": beaten,
        "median ms": statistics.median(times),
        "90th percentile ms": ninths[89],
        "99th percentile ms": ninths[98],
        "most ms": max(times),
    }


def table(cards: int, seed: int) -> dict[str, float]:
    """Seconds to build the table of a random stack."""
    game = generators.shuffled(random.Random(seed), cards).game
    wall, processor = time.perf_counter(), time.process_time()
    build_table(game)
    return {
        "seconds": time.perf_counter() - wall,
        "processor seconds": time.process_time() - processor,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stacks", type=int, default=500)
    parser.add_argument("--cards", type=int, nargs="*", default=[20, 26])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    figures = {"solver": solver(args.stacks, args.seed)}
    table(17, args.seed)  # compiled before it is measured
    for cards in args.cards:
        figures[f"table of {cards} cards"] = table(cards, args.seed)
    for name, measured in figures.items():
        print(name, ", ".join(f"{what} {value:.4g}" for what, value in measured.items()), sep=": ")
    if args.json:
        args.json.write_text(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
