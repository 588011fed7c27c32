"""Measure how far forward search gets on boards that are too large for a table.

    python tools/benchmarks/search.py [--rules 6x6] [--deals 10] [--nodes 20000000] [--json FILE]
        [--plies 0 2 4]

Plays random moves from random deals up to a ply, and searches the position there for its exact
distance, visiting at most `--nodes` positions. docs/results.md has the figures of a run.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator

from measuring import parser, write

from tablebase import Position, Rules, load_rules, random_deals, search


def positions(rules: Rules, ply: int, deals: int, seed: int) -> Iterator[Position]:
    """One position of each of some random deals, after random moves up to a ply."""
    rng = random.Random(seed)
    found = 0
    for deal in random_deals(100 * deals, seed, rules):
        position = deal.start()
        while position.ply < ply and position.legal_moves():
            position = position.play(rng.choice(position.legal_moves()))
        if position.ply == ply:
            yield position
            found += 1
        if found == deals:
            return


def measure(rules: Rules, ply: int, deals: int, nodes: int, seed: int) -> dict[str, float]:
    """How many positions of a ply are solved, in how many nodes and milliseconds."""
    found = [search(position, nodes=nodes) for position in positions(rules, ply, deals, seed)]
    return {
        "ply": ply,
        "positions": len(found),
        "solved": sum(one.complete for one in found),
        "median nodes": statistics.median(one.nodes for one in found),
        "median ms": 1e3 * statistics.median(one.seconds for one in found),
        "proven plies, at least": statistics.median(one.shortest for one in found),
    }


def _cell(value: float) -> str:
    """A figure as it is printed: large ones as whole numbers."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def main() -> None:
    own = parser(__doc__)
    own.add_argument("--rules", nargs="*", default=["5x5", "6x6"])
    own.add_argument("--deals", type=int, default=10)
    own.add_argument("--nodes", type=int, default=20_000_000)
    own.add_argument("--seed", type=int, default=1)
    own.add_argument("--plies", nargs="*", type=int)
    args = own.parse_args()
    report = {}
    for name in args.rules:
        rules = load_rules(name)
        print(f"{name}: {args.deals} random deals, {args.nodes:,} positions at most")
        report[name] = []
        for ply in args.plies or range(0, rules.board.size - 12, 2):
            row = measure(rules, ply, args.deals, args.nodes, args.seed)
            report[name].append(row)
            print("  ".join(f"{what} {_cell(value)}" for what, value in row.items()), flush=True)
    write(report, args.json)


if __name__ == "__main__":
    main()
