"""How fast the common engine is, beside special solvers, plain Python and OpenSpiel.

    python tools/benchmarks/engine.py [--pairs 10] [--quick] [--json FILE]

Prints millions of positions, or of search nodes, a second of processor time in one thread, medians
of alternating runs. A large game is solved by all threads, in seconds of wall-clock time.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from measuring import ROOT, both, parser, peak, rates, write

sys.path.insert(0, str(ROOT / "tests/plugin"))

from kayles.game import Kayles  # type: ignore[import-not-found]
from tablebase.engine.compiled.solver import CompiledSolver
from tablebase.engine.game import Game
from tablebase.engine.induction import RuleSolver, solve
from tablebase.engine.rooms import game_of
from tablebase.engine.search.by_kernels import search_by_kernels
from tablebase.engine.search.forward import search_of
from tablebase.engine.searched import Limits
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.position import Position, random_deals
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.nim.position import Position as NimPosition
from tablebase.games.nim.rules import Rules as NimRules
from tablebase.games.onepawn.game import Position as OnePawnPosition
from tablebase.games.onepawn.game import Rules as OnePawnRules
from tablebase.games.pairs import generators
from tablebase.games.solo.boards import random_start

LARGE, LARGE_QUICK = 27, 22
"""Pins of the large game: 134 million positions, or 4 million."""


def games(quick: bool) -> Iterator[tuple[str, Game[Any], Game[Any] | None]]:
    """Names, games, and games that are small enough for plain Python."""
    small = game_of(next(random_deals(1, 5, load_rules("3x4"))))
    for name in ("collapsi", "landing", "3x6", *(() if quick else ("4x5",))):
        yield name, game_of(next(random_deals(1, 5, load_rules(name)))), small
    nim = game_of(NimPosition(0, NimRules(3, 4)))
    yield "nim 4x5", game_of(NimPosition(0, NimRules(4, 5))), nim
    solo = random_start(random.Random(1))
    yield "solo 4x4", game_of(solo), None
    cards = [card for card in solo.cards if card]
    first = OnePawnPosition.start((0, 1, *cards), OnePawnRules(Board(4, 4)))
    yield "first version 4x4", game_of(first), None
    for count in (20,) if quick else (20, 24):
        stack = generators.shuffled(random.Random(1), count)
        yield f"pairs, {count} cards", game_of(stack), None
    for pins in (20,) if quick else (20, 24):
        yield f"kayles, {pins} pins", Kayles(pins), Kayles(12)


@contextmanager
def one_core() -> Iterator[None]:
    """Keep all threads on one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def millions(work: dict[str, Callable[[], int]], pairs: int) -> dict[str, float]:
    """What each function counts, in millions a second of processor time."""
    return {name: rate / 1e6 for name, rate in rates(work, pairs).items()}


def solved(game: Game[Any], solver: Callable[[], Any]) -> int:
    """Solve a game; returns the number of its ranks."""
    solve(game, solver=solver())
    return game.size


def measure_solving(game: Game[Any], small: Game[Any] | None, pairs: int) -> dict[str, float]:
    """The common engine beside the game's own solver and plain Python."""
    rules = game.compiled
    assert rules is not None
    work = {"common": lambda: solved(game, lambda: CompiledSolver(game, rules))}
    if (own := game.solver) is not None:
        work["special"] = lambda: solved(game, own)
    found = millions(work, pairs)
    if "special" in found:
        found["factor"] = found["special"] / found["common"]
    if small is not None:
        found |= millions({"python": lambda: solved(small, lambda: RuleSolver(small))}, 1)
    return found


def measure_search(start: Any, method: str, goal: str, pairs: int) -> dict[str, float]:
    """The common search beside the game's own, in nodes a second and by time."""
    rules = game_of(start).compiled
    assert rules is not None
    nodes: dict[str, int] = {}

    def run(name: str, found: Any) -> int:
        nodes[name] = found.nodes
        return nodes[name]

    found = millions(
        {
            "common": lambda: run(
                "common", search_by_kernels(start, rules, method, goal, Limits())
            ),
            "special": lambda: run("special", search_of(start)(start, method, goal, Limits())),
        },
        pairs,
    )
    found["per node"] = found["special"] / found["common"]
    found["of time"] = found["per node"] * nodes["common"] / nodes["special"]
    return found


def measure_large(pins: int) -> dict[str, float]:
    """Solve a large game with all threads."""
    solve(Kayles(12))
    game = Kayles(pins)
    spent = both(lambda: solve(game))
    return {"million positions": game.size / 1e6, **spent, "peak MB": peak()}


def measure_openspiel() -> dict[str, float] | None:
    """OpenSpiel's own enumeration of the states of breakthrough on a board of 2 by 4."""
    try:
        import pyspiel
        from open_spiel.python.algorithms import get_all_states
    except ImportError:
        return None
    game = pyspiel.load_game("breakthrough(rows=4,columns=2)")
    return millions({"OpenSpiel": lambda: len(get_all_states.get_all_states(game))}, 1)


def main() -> None:
    own = parser(__doc__)
    own.add_argument("--pairs", type=int, default=10)
    own.add_argument("--quick", action="store_true", help="smaller games, two runs of each")
    args = own.parse_args()
    pairs = 2 if args.quick else args.pairs
    figures: dict[str, dict[str, float]] = {}

    def report(name: str, found: dict[str, float]) -> None:
        figures[name] = found
        cells = (f"{what} {value:.3g}" for what, value in found.items())
        print(f"{name}: {', '.join(cells)}", flush=True)

    report("large kayles", measure_large(LARGE_QUICK if args.quick else LARGE))
    with one_core():
        for name, game, small in games(args.quick):
            report(name, measure_solving(game, small, pairs))
        start: Position = next(random_deals(1, 5)).start("wild")
        for method in ("plain", "ordered"):
            report(f"search, {method}", measure_search(start, method, "distance", pairs))
        nim = NimPosition((1 << 16) - 1, NimRules(4, 4))
        report("search, nim 4x4", measure_search(nim, "ordered", "result", pairs))
    if (found := measure_openspiel()) is not None:
        report("breakthrough 4x2", found)
    else:
        print("OpenSpiel is not installed: it comes with the extra [rl]")
    write(figures, args.json)


if __name__ == "__main__":
    main()
