"""Find who wins random deals that have no table, by search alone.

    python tools/benchmarks/winners.py [--rules big-board] [--edition single] [--deals 10]
        [--seed 1] [--goal distance] [--nodes 3000000000] [--memory 2] [--all] [FILE]

Writes one row for each deal to the file, by default data/big-board.csv. Rows that are already there
are kept, so the same command continues where it stopped. With `--all` it takes every deal of a
small deck, one of those that are images of each other, and prints how many the first player wins.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

from measuring import ROOT, add_row, parser, rows_of

from tablebase import Deal, Position, Rules, load_rules, random_deals, search
from tablebase.engine.searched import Limits
from tablebase.games.collapsi.fast import WINNER
from tablebase.games.collapsi.search import search_vast


def row_of(start: Position, goal: str, nodes: int, memory: int) -> dict[str, str | int]:
    """A start's row in the file, see data/README.md; printed with the processor time."""
    began = time.process_time()
    if WINNER.fits(start.rules):
        found = search_vast(start, goal, Limits(nodes=nodes), memory)
    else:
        found = search(start, goal=goal, nodes=nodes)
    print(found, f"{time.process_time() - began:.0f} s", sep=", ", file=sys.stderr)
    return {
        "deal": str(start.deal),
        "edition": start.edition.name,
        "winner": found.winner or "",
        "shortest": found.shortest,
        "longest": found.longest,
        "first_move": found.line[0] if found.line else "",
        "positions": found.nodes,
    }


def every_deal(rules: Rules) -> Iterator[Deal]:
    """Each deal of a small deck, its starting cards included; of images of each other only one."""
    for cards in sorted({*permutations(rules.deck)}):
        jokers = [cell for cell, card in enumerate(cards) if card == 0]
        for starts in (jokers, jokers[::-1]):
            deal = Deal(cards, tuple(starts), rules)
            if deal.canonical[0] == deal:
                yield deal


def main() -> None:
    """Search what is missing."""
    own = parser(__doc__)
    own.add_argument("--rules", default="big-board")
    own.add_argument("--edition", default="single")
    own.add_argument("--deals", type=int, default=10)
    own.add_argument("--seed", type=int, default=1)
    own.add_argument("--goal", choices=("result", "distance"), default="distance")
    own.add_argument("--nodes", type=int, default=3_000_000_000)
    own.add_argument("--memory", type=float, default=2, help="GiB for the table of positions")
    own.add_argument("--all", action="store_true", help="all deals of a small deck")
    own.add_argument("file", type=Path, nargs="?", default=ROOT / "data/big-board.csv")
    options = own.parse_args()
    known = {(row["deal"], row["edition"]): row for row in rows_of(options.file)}
    limits = options.nodes, int(options.memory * 2**30)
    rules, won = load_rules(options.rules), {True: 0, False: 0}
    chosen = random_deals(options.deals, options.seed, rules)
    for deal in every_deal(rules) if options.all else chosen:
        start = deal.start(options.edition)
        row = known.get((str(deal), options.edition))
        if row is None:
            row = row_of(start, options.goal, *limits)
            add_row(options.file, row)
        print(*row.values(), flush=True)
        won[row["winner"] == "red"] += deal.orbit
    if options.all:
        print(f"the first player wins {won[True]:,} of {sum(won.values()):,} deals")


if __name__ == "__main__":
    main()
