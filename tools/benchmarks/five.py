"""Solve random deals of the 5x5 board exactly, every position of each.

    python tools/benchmarks/five.py [--rules 5x5] [--deals 20] [--seed 1] [FILE]

Writes one row for each deal to the file, by default data/five.csv for 5x5 and data/five-a4.csv for
5x5-a4. Rows that are already there are kept, so the same command continues where it stopped. A deal
takes about 10 seconds on two cores, and 4.2 GiB of memory.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from measuring import ROOT, Row, parser, rows

from tablebase import Deal, Table, random_deals
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.table import MemoryCodes
from tablebase.games.collapsi.deals.byte_solver import ByteSolver
from tablebase.games.collapsi.rules_file import load_rules

FILES = {"5x5": "five.csv", "5x5-a4": "five-a4.csv"}


def solved(deal: Deal) -> Table:
    """The table of a deal."""
    solver = ByteSolver(game_of(deal).layout, keep=True)
    for number in range(solver.steps):
        solver.step(number)
    return Table(game_of(deal), MemoryCodes(solver.codes(), game_of(deal).coding.bits))


def row_of(deal: Deal) -> Row:
    """A deal's row in the file, see data/README.md."""
    table, row = solved(deal), Row(deal=str(deal))
    for edition in deal.rules.editions:
        start = deal.start(edition)
        value = table.value(start)
        winner = start.sides[0 if value.result.value == "win" else 1]
        row |= {f"{edition.name}_winner": winner, f"{edition.name}_plies": value.dte}
    counts, coding = table.counts(), game_of(deal).coding
    longest = int(abs(coding.signed_dte_of(np.flatnonzero(counts))).max())
    wins = int(counts[coding.first_win :].sum())
    return row | {"longest": longest, "positions": game_of(deal).size, "wins": wins}


def main() -> None:
    """Solve what is missing."""
    own = parser(__doc__)
    own.add_argument("--rules", choices=FILES, default="5x5")
    own.add_argument("--deals", type=int, default=20)
    own.add_argument("--seed", type=int, default=1)
    own.add_argument("file", type=Path, nargs="?")
    options = own.parse_args()
    deals = random_deals(options.deals, options.seed, load_rules(options.rules))
    for _ in rows(options.file or ROOT / "data" / FILES[options.rules], deals, row_of):
        pass


if __name__ == "__main__":
    main()
