"""Measure what the documentation claims; one run, so that figures can be compared.

    python tools/benchmarks/run.py [--deals 100] [--whole] [--nim] [--large] [--json FILE]

Times are medians. Methods that are compared take turns within one loop, because a machine's speed
changes with other people's load. docs/performance.md has the table of a run.
"""

from __future__ import annotations

import platform
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from measuring import both, machine, median, parser, peak, report, seconds

import tablebase
from tablebase.compare import BUILD, SEARCHES, by_stage, compare
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.store import encode_table
from tablebase.engine.tables.writer import file_image, root_attributes
from tablebase.games import nim
from tablebase.games.collapsi.commands import GAME
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.studies.lab.counting import opening_values

LEVELS = (1, 3, 6, 9, 12, 13, 14, 15, 16, 19)


def against_search(deals: list[tablebase.Deal]) -> dict[str, Any]:
    """Build each deal's table, probe it, search: openings and random positions at each ply."""
    starts = [deal.start(name) for deal in deals for name in ("wild", "single")]
    found = compare(by_stage(starts, GAME.stage, random.Random(1)), SEARCHES)
    if found.disagreements:
        raise AssertionError(f"methods disagree: {found.disagreements[0]}")
    figures: dict[str, Any] = {}
    for group, answered in found.groups.items():
        rows = {row.method: row for row in answered}
        figures[group] = {
            method: {
                "median ms": 1e3 * row.median,
                "mean ms": 1e3 * row.mean,
                "worst ms": 1e3 * row.worst,
                "positions": row.positions,
                "mean, in builds of the table": row.mean / rows[BUILD].mean,
                "pays after": row.pays_after,
            }
            for method, row in rows.items()
        }
    return figures


def compression(tables: list[tablebase.Table[Any]]) -> dict[str, dict[str, float]]:
    """Bits a position and milliseconds a deal by Zstandard level, averaged over the tables."""
    figures = {}
    for level in LEVELS:
        bits: list[float] = []
        took = seconds(lambda b=bits, at=level: b.extend(stored_bits(t, at) for t in tables))
        figures[f"level {level}"] = {
            "bits a position": statistics.fmean(bits),
            "compression, ms a deal": 1e3 * took / len(tables),
        }
    return figures


def stored_bits(table: tablebase.Table[Any], level: int | None = None) -> float:
    """The bits of a position in a file."""
    return 8 * sum(map(len, encode_table(table, level).chunks)) / table.game.size


def lookup(deals: list[tablebase.Deal], file: Path) -> dict[str, float]:
    """Probe from the file, from memory, one by one and by the million."""
    tablebase.append(file, deals)
    rng = np.random.default_rng(1)
    cold, warm = [], []
    for deal in deals:
        game = game_of(deal)
        position = game.unrank(int(rng.integers(game.index.openings)))
        with tablebase.open(file, build_missing=False) as tables:
            cold.append(seconds(lambda t=tables, p=position: t.probe(p)))
            warm.append(seconds(lambda t=tables, p=position: t.probe(p)))
    game, table = game_of(deals[0]), tablebase.build(deals[0])
    ranks = rng.integers(game.index.openings, size=4_000_000).astype(np.uint32)
    positions = game.unrank_many(ranks)
    batch = median(lambda: table.probe_many(positions), 5)
    return {
        "probe, table's first, from file, ms": 1e3 * statistics.median(cold),
        "probe, again, ms": 1e3 * statistics.median(warm),
        "probe_many from memory, million positions a second": len(ranks) / batch / 1e6,
    }


def commands(file: Path, deal: tablebase.Deal) -> dict[str, float]:
    """Whole processes, from cold start; milliseconds."""
    run = (sys.executable, "-c", "from tablebase_cli import main; main()")
    probe = (*run, "probe", str(deal), "--in", str(file))
    called = {"tablebase --help": (*run, "--help"), "tablebase probe": probe}
    return {
        f"{name}, ms": 1e3
        * median(lambda c=command: subprocess.run(c, check=True, capture_output=True), 11)
        for name, command in called.items()
    }


def whole_game(folder: Path) -> dict[str, float]:
    """The whole game: solved, stored, verified, probed; once each, because they take long."""
    file, small = folder / "whole.h5", folder / "small.h5"
    figures = {"build --all, seconds": seconds(lambda: tablebase.build_large(file))}
    figures["peak memory of build --all, GB"] = peak() / 1e3
    figures["file, MB"] = file.stat().st_size / 1e6
    figures["verify, seconds"] = seconds(lambda: list(tablebase.verify(file)))
    figures |= look_ups(file, "the file")
    tablebase.build_large(small, small=True)
    figures["small file, MB"] = small.stat().st_size / 1e6
    figures |= look_ups(small, "the small file")
    solved = []
    figures["solve_game, seconds"] = seconds(lambda: solved.append(tablebase.solve_game()))
    figures["peak memory of solve_game, GB"] = peak() / 1e3
    (tables,) = solved
    positions = random_boards(2_000_000)
    tables.probe_many(positions[:10])
    batch = median(lambda: tables.probe_many(positions), 5)
    figures["probe_many of random positions of random deals, one core, million a second"] = (
        len(positions) / batch / 1e6
    )
    return figures


def look_ups(file: Path, name: str) -> dict[str, float]:
    """Look-ups in a file of the whole game: of single positions in milliseconds, then of many."""
    deals, rng = list(tablebase.random_deals(50, seed=2)), np.random.default_rng(3)
    cold, first, again = [], [], []
    with tablebase.open(file) as tables:
        tables.probe(next(tablebase.random_deals(1, seed=1)).start())  # makes index and kernels
        for deal in deals:
            one, other = (
                game_of(deal).unrank(int(rank))
                for rank in rng.integers(game_of(deal).index.openings, size=2)
            )
            cold.append(seconds(lambda p=one: tables.table(p).value(p)))
            first.append(seconds(lambda p=other: tables.probe(p)))
            again.append(seconds(lambda p=other: tables.probe(p)))
        openings = [seconds(lambda d=deal: tables.probe(d.start())) for deal in deals]
    figures = {
        f"{what} from {name}, ms": 1e3 * statistics.median(times)
        for what, times in {
            "one value": cold,
            "probe": first,
            "probe again": again,
            "probe of an opening": openings,
        }.items()
    }
    for count in (1_000, 100_000, 1_000_000):
        with tablebase.open(file) as tables:
            boards = random_boards(count)
            spent = seconds(lambda t=tables, b=boards: t.probe_many(b))
        figures[f"{count:,} random positions from {name}, seconds"] = spent
    return figures


def two_dimensional_nim() -> dict[str, dict[str, float]]:
    """Boards of 2D Nim, take 1 to 3, misère: solved, verified, compressed."""
    figures = {}
    for rows, columns, runs in ((4, 4, 31), (4, 5, 15), (5, 5, 7)):
        rules = nim.Rules(rows, columns)
        table = tablebase.build(rules)
        figures[f"{rows}x{columns}"] = {
            "build, ms": 1e3 * median(lambda r=rules: tablebase.build(r), runs),
            "check of every entry, ms": 1e3
            * median(lambda t=table: t.game.first_error(t.codes()), 3),
            "compression, ms": 1e3 * seconds(lambda t=table: encode_table(t)),
            "bits a position": stored_bits(table),
        }
    return figures


def large_boards(folder: Path) -> dict[str, dict[str, float]]:
    """One deal of 5x5, from the solver to a probe; random deals of 4x5, and of 4x4 with landing."""
    deal = next(tablebase.random_deals(1, 1, load_rules("5x5")))
    tablebase.build(next(tablebase.random_deals(1, 1, load_rules("3x6"))))  # compiles the kernels
    figures: dict[str, dict[str, float]] = {"5x5": {}}

    def timed(name: str, function: Callable[[], Any]) -> Any:
        result = []
        spent = both(lambda: result.append(function()))
        figures["5x5"] |= {f"{name}, {clock}": value for clock, value in spent.items()}
        return result[0]

    table = timed("solve", lambda: tablebase.build(deal))
    figures["5x5"]["peak memory of solving, GiB"] = peak() * 1e6 / 2**30
    stored = timed("compress", lambda: encode_table(table))
    if timed("check of every entry", lambda: table.game.first_error(table.codes())) is not None:
        raise AssertionError("an entry of the 5x5 table is wrong")
    timed("counts by layer and value", table.summary)
    figures["5x5"]["bits a position"] = 8 * sum(map(len, stored.chunks)) / table.game.size
    file, cold, again = folder / "large.h5", [], []
    file.write_bytes(file_image([stored], root_attributes("benchmark")))
    figures["5x5"]["file, MB"] = file.stat().st_size / 1e6
    for rank in np.random.default_rng(5).integers(table.game.index.openings, size=50).tolist():
        position = table.game.unrank(rank)
        with tablebase.open(file) as tables:
            tables.table(position)
            cold.append(seconds(lambda t=tables, p=position: t.probe(p)))
            again.append(seconds(lambda t=tables, p=position: t.probe(p)))
    figures["5x5"]["probe from the file, ms"] = 1e3 * statistics.median(cold)
    figures["5x5"]["probe from the file, again, ms"] = 1e3 * statistics.median(again)
    landing = replace(tablebase.COLLAPSI, name="landing", landing=True)
    for name, rules in (("4x5", load_rules("4x5")), ("4x4 with landing", landing)):
        figures[name] = of_rules(rules)
    for name in ("3-players", "4-players"):
        deals = list(tablebase.random_deals(6, 1, load_rules(name)))
        build = statistics.median([seconds(lambda d=d: tablebase.build(d)) for d in deals][1:])
        bits = stored_bits(tablebase.build(deals[0]))
        figures[name] = {"build, ms": 1e3 * build, "bits a position": bits}
    return figures


def of_rules(rules: tablebase.Rules) -> dict[str, float]:
    """Random deals of some rules: the values of their openings, and their tables."""
    deals = list(tablebase.random_deals(21, 1, rules))
    opening_values(deals[0])
    return {
        "opening values, ms": 1e3
        * statistics.median(seconds(lambda d=deal: opening_values(d)) for deal in deals),
        "build, ms": 1e3
        * statistics.median(seconds(lambda d=deal: tablebase.build(d)) for deal in deals),
    }


def random_boards(count: int) -> np.ndarray:
    """Random positions after both first moves of random deals."""
    rng = np.random.default_rng(4)
    positions = np.zeros(count, tablebase.BOARD_DTYPE)
    cards = rng.permuted(np.tile(np.array(tablebase.COLLAPSI.deck, np.uint8), (count, 1)), axis=1)
    order = np.argsort(rng.random((count, 16)) + (cards == 0), axis=1)  # the jokers come last
    kept = np.arange(16) < rng.integers(2, 15, size=count)[:, None]
    positions["cards"] = cards
    positions["face_up"] = (kept * (1 << order)).sum(axis=1)
    positions["mover"], positions["opponent"] = order[:, 0], order[:, 1]
    return positions


def everyday(count: int, folder: Path) -> dict[str, Any]:
    """Deals of the published game: built, searched, stored, looked up."""
    deals = list(tablebase.random_deals(count, seed=1))
    tables = [tablebase.build(deal) for deal in deals]
    file = folder / "deals.h5"
    return {
        "machine": f"{machine()}, Python {platform.python_version()}, numpy {np.__version__}",
        "deals": count,
        "build, probe, search; one core": against_search(deals),
        "compression, one core": compression(tables),
        "look-up, one core": lookup(deals[:20], file),
        "whole processes": commands(file, deals[0]),
    }


def main() -> None:
    """Measure, print, and write JSON if asked to."""
    own = parser(__doc__)
    own.add_argument("--deals", type=int, default=100, help="random deals, of seed 1")
    own.add_argument("--whole", action="store_true", help="the whole game, and nothing else")
    own.add_argument("--nim", action="store_true", help="2D Nim, and nothing else")
    own.add_argument("--large", action="store_true", help="large boards, and nothing else")
    options = own.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.whole:
            figures = {"machine": machine(), "the whole game": whole_game(folder)}
        elif options.nim:
            figures = {"machine": machine(), "2D Nim, one core": two_dimensional_nim()}
        elif options.large:
            figures = {"machine": machine(), "large boards": large_boards(folder)}
        else:
            figures = everyday(options.deals, folder)
    report(figures, options.json)


if __name__ == "__main__":
    main()
