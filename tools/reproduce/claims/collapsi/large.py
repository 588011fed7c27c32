"""Boards of 5x5 and 6x6."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from reproduce.claims import claim, interval, percent, row
from reproduce.claims.collapsi.variants import FIVE as FIVE_OPENINGS
from tablebase.study.intervals import wilson

LARGE = "docs/large.md"
FIVE = "python tools/benchmarks/five.py five.csv"
"""Prints a line for each deal, with the contents of its row in data/five.csv."""
FIVE_A4 = "python tools/benchmarks/five.py --rules 5x5-a4 five-a4.csv"
SIX_A4 = "python tools/benchmarks/winners.py six-a4.csv"
WILD = 10
"""The openings of 6x6 that have been searched under `wild`."""
SIX_A4_WILD = f"python tools/benchmarks/winners.py --edition wild --deals {WILD} six-a4-wild.csv"
PROOFS = "python tools/reproduce/proofs.py single"
PROOFS_WILD = f"python tools/reproduce/proofs.py wild {WILD}"
SIX_RANDOM = "python tools/benchmarks/search.py --rules 6x6"
OPENINGS_A4 = "tablebase lab 5x5-a4 --deals 600 --json"
SIX_WINNERS = "python tools/benchmarks/winners.py --goal result --deals 200 six-a4-winners.csv"


@claim("data/five.csv", "deal,wild_winner", FIVE, seconds=240)
def five_file(printed: str) -> Iterator[str]:
    """Twenty deals of 5x5, every position of each solved again."""
    yield from _rows(printed)


@claim("data/five-a4.csv", "deal,wild_winner", FIVE_A4, seconds=170)
def five_a4_file(printed: str) -> Iterator[str]:
    """Twenty deals of 5x5 with cards up to 4, every position of each solved again."""
    yield from _rows(printed)


@claim("data/six-a4.csv", "deal,edition", SIX_A4, seconds=680)
def six_a4_file(printed: str) -> Iterator[str]:
    """Ten openings of 6x6 with cards up to 4, searched again."""
    yield from _rows(printed)


@claim("data/six-a4.csv", "deal,edition", SIX_A4_WILD, seconds=2800, slow=True)
def six_a4_wild_file(printed: str) -> Iterator[str]:
    """The same under `wild`."""
    yield from _rows(printed)


def _rows(printed: str) -> Iterator[str]:
    yield from (",".join(line.split()) for line in printed.splitlines())


@claim(LARGE, "| | wild | single |", FIVE, seconds=240)
def five_table(printed: str) -> Iterator[str]:
    """Who wins the deals of 5x5, and how soon."""
    yield from _winners(printed)


@claim(LARGE, "| 5x5-a4 | wild | single |", FIVE_A4, seconds=170)
def five_a4_table(printed: str) -> Iterator[str]:
    """Who wins the deals of 5x5 with cards up to 4, and how soon."""
    yield from _winners(printed)


def _winners(printed: str) -> Iterator[str]:
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


@claim(LARGE, "| | deal | single |", SIX_A4, seconds=680)
def six_a4_winners(printed: str) -> Iterator[str]:
    """Who wins ten openings of 6x6 with cards up to 4, and how soon."""
    for deal, *found in _searched(printed):
        yield row(deal, *found)


@claim(LARGE, "| | deal | single |", SIX_A4, SIX_A4_WILD, seconds=3100, slow=True)
def six_a4_both(*printed: str) -> Iterator[str]:
    """The same under both editions."""
    for (deal, *single), (_, *wild) in zip(*map(_searched, printed), strict=False):
        yield row(deal, *single, *wild)


def _searched(printed: str) -> Iterator[tuple[str, ...]]:
    """Each deal, with what its table says of an edition."""
    for line in printed.splitlines():
        deal, _, winner, _, plies, first, positions = line.split()
        yield deal, f"{winner} in {plies}", first, f"{round(int(positions) / 1e6):,} million"


@claim("data/six-a4-winners.csv", "deal,edition", SIX_WINNERS, seconds=4300, slow=True)
def six_winners_file(printed: str) -> Iterator[str]:
    """Who wins 200 openings of 6x6 with cards up to 4, searched again."""
    yield from _rows(printed)


@claim(LARGE, "for the winner only", SIX_WINNERS, seconds=4300, slow=True)
def six_winners(printed: str) -> Iterator[str]:
    """How many of these red wins."""
    winners = [line.split()[2] for line in printed.splitlines()]
    red, number = winners.count("red"), len(winners)
    shares = f"{percent(red / number)}% (95% interval {interval(wilson(red, number))}%)"
    yield f"red wins {red} of {number} random openings, {shares}"


@claim(
    "docs/results.md", "| ply | solved | positions, median |", SIX_RANDOM, seconds=900, slow=True
)
def six_random(printed: str) -> Iterator[str]:
    """Which positions of 6x6 a search solves after random moves."""
    rows = [_fields(line) for line in printed.splitlines()[1:]]
    unsolved = [found for found in rows if found["solved"] == "0"]
    proven = ", ".join(found["proven plies, at least"] for found in unsolved)
    plies = f"{unsolved[0]['ply']} to {unsolved[-1]['ply']}"
    yield row(plies, "0 of 10", f"all 20 million; {proven} plies are proven")
    for found in rows[len(unsolved) :]:
        yield row(found["ply"], f"{found['solved']} of 10", found["median nodes"])


def _fields(line: str) -> dict[str, str]:
    """The figures of a printed row by their names."""
    return dict(cell.rsplit(" ", 1) for cell in line.split("  "))


@claim("docs/certificate.md", "| single | wins | in |", PROOFS, seconds=700, slow=True)
def six_proofs(proofs: Any) -> Iterator[str]:
    """The proofs of who wins ten openings of 6x6, made and checked."""
    yield from _proofs(proofs)


@claim("docs/certificate.md", "| wild | wins | in |", PROOFS_WILD, seconds=4500, slow=True)
def six_proofs_wild(proofs: Any) -> Iterator[str]:
    """The same under `wild`."""
    yield from _proofs(proofs)


def _proofs(proofs: Any) -> Iterator[str]:
    for number, proof in enumerate(proofs, 1):
        moves = (f"{proof['positions'][side]:,}" for side in ("red", "blue"))
        yield row(number, proof["winner"], proof["plies"], *moves)
    for number, proof in enumerate(proofs, 1):
        yield f"{number} {proof['sha256']}"
