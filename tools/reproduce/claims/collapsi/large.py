"""Boards of 5x5 and 6x6."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from reproduce.claims import Claim, claim, interval, percent, row, won
from reproduce.claims.collapsi.variants import FIVE as FIVE_OPENINGS

LARGE = "docs/large.md"
FIVE = "python tools/benchmarks/five.py five.csv"
"""Prints a line for each deal, with the contents of its row in data/five.csv."""
FIVE_A4 = "python tools/benchmarks/five.py --rules 5x5-a4 five-a4.csv"
BIG = "python tools/benchmarks/winners.py big-board.csv"
PROOFS = "python tools/reproduce/proofs.py"
OPENINGS_A4 = "tablebase lab 5x5-a4 -n 600 --seed 1 --json"
BIG_WINNERS = (
    "python tools/benchmarks/winners.py --goal result --deals 200 --memory 1 big-board-winners.csv"
)


def _file(
    name: str, file: str, after: str, command: str, seconds: int, *, slow: bool = False
) -> Claim:
    """The claim that a command prints the rows of a published file."""
    return Claim(f"{name}-file", f"data/{file}", after, (command,), seconds, _rows, slow)


def _rows(printed: str) -> Iterator[str]:
    yield from (",".join(line.split()) for line in printed.splitlines())


five_file = _file("five", "five.csv", "deal,wild_winner", FIVE, 240)
five_a4_file = _file("five-a4", "five-a4.csv", "deal,wild_winner", FIVE_A4, 170)
big_board_file = _file("big-board", "big-board.csv", "deal,edition", BIG, 120)
big_winners_file = _file(
    "big-winners", "big-board-winners.csv", "deal,edition", BIG_WINNERS, 1000, slow=True
)


def _winners(printed: str) -> Iterator[str]:
    """Who wins the deals of 5x5, and how soon."""
    deals = [line.split() for line in printed.splitlines()]
    wild, single = ([(deal[at], int(deal[at + 1])) for deal in deals] for at in (1, 3))
    red = [sum(winner == "red" for winner, _ in edition) for edition in (wild, single)]
    yield row("red, who moves first, wins", *(f"{number} of {len(deals)}" for number in red))
    plies = [Counter(length for _, length in edition) for edition in (wild, single)]
    lengths = sorted(plies[0] | plies[1])
    for length in lengths:
        words = f"in {length}{' plies' * (length == lengths[0])}"
        yield row(words, *(each[length] for each in plies))
    wins = sorted(int(deal[7]) / int(deal[6]) for deal in deals)
    yield f"The side to move wins {percent(wins[0])} to {percent(wins[-1])}% of a deal's"


five_table = Claim("five-table", LARGE, "| | wild | single |", (FIVE,), 240, _winners)
five_a4_table = Claim(
    "five-a4-table", LARGE, "| 5x5-a4 | wild | single |", (FIVE_A4,), 170, _winners
)


@claim(LARGE, "| | first player wins, % | plies, mean |", OPENINGS_A4, seconds=250)
def openings_a4(studied: Any) -> Iterator[str]:
    """How fair 5x5 is with cards up to 4."""
    yield from _openings(studied)


@claim(LARGE, "| | first player wins, % | plies, mean |", FIVE_OPENINGS, seconds=2400, slow=True)
def openings_five(studied: Any) -> Iterator[str]:
    """How fair 5x5 is with the usual deck, and how many games have each length."""
    yield from _openings(studied)
    games = [study["by_plies"] for study in studied["studies"]]
    for plies in sorted(set().union(*games), key=int):
        winner = "red" if int(plies) % 2 else "blue"
        yield row(f"{winner} in {plies}", *(each.get(plies, 0) for each in games))


def _openings(studied: Any) -> Iterator[str]:
    for study in studied["studies"]:
        plies = list(map(int, study["by_plies"]))
        yield row(
            f"{study['rules']['name']} {study['edition']}",
            f"{percent(study['share'])} ({interval(study['interval_95'])})",
            f"{study['mean_plies']:.2f}",
            f"{min(plies)} to {max(plies)}",
        )


@claim(LARGE, "| | deal | wins |", BIG, seconds=120)
def big_board(printed: str) -> Iterator[str]:
    """Who wins ten openings of the big board, and how soon."""
    for number, line in enumerate(printed.splitlines(), 1):
        deal, _, winner, _, plies, first, positions = line.split()
        found = f"{round(int(positions) / 1e6):,} million"
        yield row(number, f"`{deal}`", f"{winner} in {plies}", first, found)


@claim("docs/variations.md", "## Big board", BIG_WINNERS, seconds=1000, slow=True)
def big_winners(printed: str) -> Iterator[str]:
    """How many of these red wins."""
    red, number, between = won(printed)
    shares = f"{percent(red / number)}% (95% interval {between}%)"
    yield f"the first player wins {red} of {number} random deals, {shares}"


@claim("docs/certificate.md", "| | wins | in |", PROOFS, seconds=200, slow=True)
def big_proofs(proofs: Any) -> Iterator[str]:
    """The proofs of who wins ten openings of the big board, made and checked."""
    for number, proof in enumerate(proofs, 1):
        moves = (f"{proof['positions'][side]:,}" for side in ("red", "blue"))
        yield row(number, proof["winner"], proof["plies"], *moves)
    for number, proof in enumerate(proofs, 1):
        yield f"{number} {proof['sha256']}"
