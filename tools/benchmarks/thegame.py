"""Games a second of each strategy of The Game at each depth, on one core.

    python tools/benchmarks/thegame.py [--seconds 5] [--json FILE]

Strategies and depths take turns in rounds, because machines change speed under other people's
load; a figure is the median over the rounds of games by processor time.
"""

from __future__ import annotations

import platform
import statistics
import time

from measuring import machine, parser, report

from tablebase.games.thegame.simulator import simulate
from tablebase.games.thegame.strategies import BUILDER, FORESIGHT, PUBLISHED, Strategy

ROUNDS = 5
PUBLISHED_DEPTHS = (0, 1, 2)


def rate(strategy: Strategy, depth: int, games: int, seed: int) -> float:
    """Games a second of processor time."""
    started = time.process_time()
    simulate(strategy, games, depth=depth, seed=seed, workers=1)
    return games / (time.process_time() - started)


def main() -> None:
    """Measure, print, and write JSON if asked to."""
    own = parser(__doc__)
    own.add_argument("--seconds", type=float, default=5.0, help="for each strategy and depth")
    options = own.parse_args()

    cases = [(one, depth) for one in PUBLISHED for depth in PUBLISHED_DEPTHS]
    cases += [(one, one.depth) for one in (BUILDER, FORESIGHT)]
    rates: dict[str, list[float]] = {}
    games: dict[str, int] = {}
    for seed in range(ROUNDS + 1):
        for strategy, depth in cases:
            name = f"{strategy.name}, depth {depth}"
            found = rate(strategy, depth, games.get(name, 10), seed)
            if seed:  # round 0 compiles and shows how many games are enough
                rates.setdefault(name, []).append(found)
            else:
                found = rate(strategy, depth, 10, seed)
                games[name] = max(10, round(found * options.seconds / ROUNDS))
    figures = {
        "machine": machine(),
        "python": platform.python_version(),
        "games a second, one core": {name: statistics.median(r) for name, r in rates.items()},
    }
    report(figures, options.json)


if __name__ == "__main__":
    main()
