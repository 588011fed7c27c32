"""Measure Pair Solitaire: the solver on random shuffles, the tables of short stacks.

    python tools/benchmarks/pairs.py [--stacks 500] [--cards 20 26] [--proofs 2] [--json FILE]

The solver is measured in processor time (its search runs in one thread), tables in wall-clock time
on all cores with processor time beside it. Proofs that a stack cannot be beaten are measured by one
wide round and by regions, in turn, each in a process of its own for its peak memory. docs/pairs.md
has the figures of a run.
"""

from __future__ import annotations

import random
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from measuring import both, medians, parser, peak, write

from tablebase.engine.rooms import game_of
from tablebase.engine.tables.table import build_table
from tablebase.games.pairs import Position, generators
from tablebase.games.pairs.regions import explore
from tablebase.games.pairs.solver import (
    BYTES_PER_STATE,
    MEMORY,
    match_masks,
    one_round,
    solve,
    timer,
)

SHORT = "2H 9C 2S KD 2C 2D"
IMPOSSIBLE = {"two regions": 3622, "one region": 4343}
"""Numbers of stacks in `tablebase pairs study --seed 1`, counted from 0."""

WIDTH = MEMORY // 2 // BYTES_PER_STATE
"""The width of the widest round that the solver's memory allows."""


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
    game = game_of(generators.shuffled(random.Random(seed), cards))
    return both(lambda: build_table(game))


def proof(stack: str, regions: bool) -> dict[str, float]:
    """Prove the fewest cards that can remain of a stack, by regions or by one wide round."""
    sizes: list[int] = []
    for text in (SHORT, stack):  # the first one compiles the kernels
        before, position = peak(), Position.parse(text)
        sizes.clear()
        spent = both(lambda p=position: sizes.extend(explored(p, regions)))
    return {"positions": sum(sizes), **spent, "MB": peak() - before}


def explored(position: Position, regions: bool) -> list[int]:
    """How many positions a proof visits, by layer."""
    matches, memory, late = match_masks(position.stack), 2 << 30, timer(3600)
    if regions:
        found = explore(position, matches, memory, late)
        return [size for region in found for size in region.sizes]
    layers, _ = one_round(position.mask, matches, WIDTH, memory, late)
    return [len(layer) for layer in layers]


def proofs(times: int) -> dict[str, dict[str, float]]:
    """Proofs by each way in turn; the figures are medians."""
    found: dict[str, list[dict[str, float]]] = {}
    for _ in range(times):
        for name, number in IMPOSSIBLE.items():
            rng = random.Random(1)
            *_, stack = (str(generators.shuffled(rng)) for _ in range(number + 1))
            for way, regions in (("one round", False), ("regions", True)):
                with ProcessPoolExecutor(1, get_context("spawn")) as pool:
                    one = pool.submit(proof, stack, regions).result()
                found.setdefault(f"{name}, {way}", []).append(one)
    return {name: medians(every) for name, every in found.items()}


def main() -> None:
    own = parser(__doc__)
    own.add_argument("--stacks", type=int, default=500)
    own.add_argument("--cards", type=int, nargs="*", default=[20, 26])
    own.add_argument("--proofs", type=int, default=0, help="repetitions")
    own.add_argument("--seed", type=int, default=1)
    args = own.parse_args()
    figures = {"solver": solver(args.stacks, args.seed)}
    table(17, args.seed)  # compiles the kernels before the measurement
    for cards in args.cards:
        figures[f"table of {cards} cards"] = table(cards, args.seed)
    figures |= proofs(args.proofs)
    for name, measured in figures.items():
        print(name, ", ".join(f"{what} {value:.4g}" for what, value in measured.items()), sep=": ")
    write(figures, args.json)


if __name__ == "__main__":
    main()
