"""Find who wins random deals that have no table, by search alone.

    python tools/benchmarks/winners.py [--rules big-board] [--edition single] [--deals 10]
        [--seed 1] [--goal distance] [--nodes 3000000000] [--memory 2] [--all] [FILE]

Writes one row for each deal to the file, by default data/big-board.csv. Rows that are already there
are kept, so the same command continues where it stopped. A deal is `open` if its winner is not
known after `--nodes` positions. The goal `moves` also searches the position after each first move,
and counts those that win. With `--all` it takes every deal of a small deck, one of those that are
images of each other, and prints how many the first player wins.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

from measuring import ROOT, Row, parser, rows

from tablebase import Deal, Position, Rules, load_rules, random_deals, search
from tablebase.engine.searched import Limits, Searched
from tablebase.games.collapsi.fast import WINNER
from tablebase.games.collapsi.search import search_vast

OPEN = "open"
"""What a row has where a limit stopped a search before the answer was known."""


def row_of(start: Position, goal: str, nodes: int, memory: int) -> Row:
    """A start's row in the file, see data/README.md; printed with the processor time."""
    began, aim = time.process_time(), "distance" if goal == "moves" else goal
    if WINNER.fits(start.rules):
        found = search_vast(start, aim, Limits(nodes=nodes), memory)
    else:
        found = search(start, goal=aim, nodes=nodes)
    counted = {} if goal != "moves" else winning_moves(found, nodes)
    print(found, f"{time.process_time() - began:.0f} s", sep=", ", file=sys.stderr)
    return {
        "deal": str(start.deal),
        "edition": start.edition.name,
        "winner": found.winner or OPEN,
        "shortest": found.shortest,
        "longest": found.longest,
        "first_move": found.line[0] if found.line else "",
        "positions": found.nodes,
        **counted,
    }


def winning_moves(found: Searched[Position], nodes: int) -> Row:
    """How many moves a start has, and how many of them win: none, if the opponent wins."""
    start = found.position
    mover, opponent = start.sides
    after = [start.play(move) for move in start.legal_moves()]
    asked = [] if found.winner == opponent else after
    winners = [search(each, goal="result", nodes=nodes).winner for each in asked]
    return {"moves": len(after), "winning": OPEN if None in winners else winners.count(mover)}


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
    own.add_argument("--goal", choices=("result", "distance", "moves"), default="distance")
    own.add_argument("--nodes", type=int, default=3_000_000_000)
    own.add_argument("--memory", type=float, default=2, help="GiB for the table of positions")
    own.add_argument("--all", action="store_true", help="all deals of a small deck")
    own.add_argument("file", type=Path, nargs="?", default=ROOT / "data/big-board.csv")
    options = own.parse_args()
    head = options.file.read_text().partition("\n")[0] if options.file.exists() else ""
    if options.goal == "moves" and head and "winning" not in head:
        own.error(f"{options.file} has no column winning: expected another file")
    limits = options.nodes, int(options.memory * 2**30)
    rules, won = load_rules(options.rules), Counter[str]()
    deals = every_deal(rules) if options.all else random_deals(options.deals, options.seed, rules)

    def found(deal: Deal) -> Row:
        return row_of(deal.start(options.edition), options.goal, *limits)

    for deal, row in rows(options.file, deals, found, edition=options.edition):
        won[str(row["winner"])] += deal.orbit
    if options.all:
        left = f", {won[OPEN]:,} are open" if won[OPEN] else ""
        print(f"the first player wins {won['red']:,} of {won.total():,} deals{left}")


if __name__ == "__main__":
    main()
