"""The published game: deals, positions, matches, the certificate, and files."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from reproduce.claims import claim, percent, row, same_bytes

EDITIONS = "wild", "single"


@claim("data/SHA256SUMS", "", "python tools/reproduce/sums.py data", seconds=1)
def files(printed: str) -> Iterator[str]:
    """The published files match their published digests."""
    yield from printed.splitlines()


positions_file = same_bytes(
    "positions.csv", "python -m tablebase.games.collapsi.studies.book .", seconds=30
)
puzzles_file = same_bytes(
    "puzzles.csv", "tablebase puzzles make -o puzzles.csv --seed 1 --force", seconds=40
)


@claim("README.md", "neither published edition is fair", "tablebase stats --json", seconds=2)
def readme(stats: Any) -> Iterator[str]:
    """Who wins a round."""
    wild, single = (stats[name] for name in EDITIONS)
    yield f"wins {_red(wild)}% of all deals under wild, and {_red(single)}% under single"


@claim("README.md", "neither published edition is fair", "tablebase match --json", seconds=3)
def readme_match(found: Any) -> Iterator[str]:
    """Who wins a match."""
    wild, single = (percent(one["starter_wins"]) for one in found)
    yield f"more even: the player who starts it wins {wild}% and {single}%"


@claim("docs/results.md", "## Who wins", "tablebase stats --json", seconds=2)
def who_wins(stats: Any) -> Iterator[str]:
    """Length of the game and winner, over all deals."""
    wild, single = (stats[name] for name in EDITIONS)
    for one, other in zip(wild["by_plies"], single["by_plies"], strict=True):
        yield row(one["plies"], one["winner"], *_deals(one, wild), *_deals(other, single))
    yield row("all", "", f"{wild['deals']:,}", "", f"{single['deals']:,}", "")
    for side in ("red", "blue"):
        cells = [
            cell
            for each in (wild, single)
            for cell in (f"{each[f'{side}_wins']:,}", percent(each[f"{side}_wins"] / each["deals"]))
        ]
        yield row("", side, *cells)


@claim(
    "docs/results.md",
    "How many of red's first moves win (red",
    "tablebase stats --json",
    seconds=2,
)
def winning_first_moves(stats: Any) -> Iterator[str]:
    """Deals by how many of red's first moves win."""
    wild, single = (stats[name] for name in EDITIONS)
    for one, other in zip_longest(wild["by_winning_moves"], single["by_winning_moves"]):
        cells = _deals(other, single) if other else ("", "")
        yield row(one["winning_moves"], *_deals(one, wild), *cells)
    only, wins = wild["by_winning_moves"][1]["deals"], wild["red_wins"]
    yield f"under wild, {percent(only / wins, 0)}% of the deals that red wins have only one"


@claim("docs/results.md", "| steps between the jokers", "tablebase stats --json", seconds=2)
def joker_distance(stats: Any) -> Iterator[str]:
    """Who wins, by the distance of the jokers."""
    wild, single = (stats[name]["by_distance"] for name in EDITIONS)
    for one, other in zip(wild, single, strict=True):
        cells = [
            cell
            for each in (one, other)
            for cell in (f"{each['red_wins']:,}", percent(each["red_wins"] / each["deals"]))
        ]
        yield row(one["distance"], f"{one['deals']:,}", *cells)


@claim(
    "docs/results.md",
    "## How many games there are",
    "tablebase count -n 300 --seed 1 --json",
    seconds=20,
)
def games(counted: Any) -> Iterator[str]:
    """The games that can be played on random deals."""
    for name in EDITIONS:
        one = counted[name]
        low, high = one["interval_95"]
        numbers = (f"{one[end]:,}" for end in ("least", "most"))
        yield row(name, f"{one['figure']:,.0f}", f"{low:,.0f} to {high:,.0f}", *numbers)


@claim(
    "docs/results.md",
    "## How many games there are",
    "tablebase count -o games.json --json",
    seconds=1500,
    slow=True,
)
def all_games(counted: Any) -> Iterator[str]:
    """The games that can be played on all deals."""
    for name in EDITIONS:
        one = counted[name]
        ends = (f"{one[end]['games']:,} ({one[end]['deal']})" for end in ("least", "most"))
        yield row(name, f"{one['deals']:,}", f"{one['mean']:,.1f}", *ends)


@claim("docs/results.md", "## All positions", "tablebase stats --positions --json", seconds=2)
def all_positions(counted: Any) -> Iterator[str]:
    """All positions by face-up cards and by distance to the end."""
    yield f"After both first moves there are {counted['positions']:,} positions"
    kinds = counted["by_face_up_and_dte"]
    for cards in sorted({kind["face_up"] for kind in kinds}):
        layer = [kind for kind in kinds if kind["face_up"] == cards]
        number, wins = _sum(layer), _sum(layer, "win")
        longest = [
            max((kind["dte"] for kind in layer if kind["result"] == result), default="")
            for result in ("win", "loss")
        ]
        yield row(cards, f"{number:,}", f"{wins:,}", percent(wins / number), *longest)
    for distance in sorted({kind["dte"] for kind in kinds}):
        number = _sum([kind for kind in kinds if kind["dte"] == distance])
        side = "wins" if distance % 2 else "loses"
        yield row(distance, side, f"{number:,}", percent(number / counted["positions"]))


def _sum(kinds: list[Any], result: str | None = None) -> int:
    return sum(kind["positions"] for kind in kinds if result in (None, kind["result"]))


def _deals(one: Any, edition: Any) -> tuple[str, str]:
    return f"{one['deals']:,}", percent(one["deals"] / edition["deals"])


def _red(edition: Any) -> str:
    return percent(edition["red_wins"] / edition["deals"])


@claim("docs/match.md", "| edition | the starter wins", "tablebase match --json", seconds=3)
def match(found: Any) -> Iterator[str]:
    """Who wins a match."""
    for one in found:
        yield row(
            one["edition"],
            f"{percent(one['starter_wins'], 2)}%",
            f"{one['rounds']:.2f}",
            f"{100 * one['worth_of_a_start']:+.2f}%",
            f"{100 * one['worth_of_a_point']:+.2f}%",
        )


def _starts(found: Any, who: str) -> str:
    marked = (
        f"{percent(one['starter_wins'], 2)}%" + "*" * (not one["perfect_for_the_match"])
        for one in found
    )
    return row(who, *marked)


@claim(
    "docs/match.md",
    "| who starts the next round",
    "tablebase match --starts loser --json",
    seconds=3,
)
def match_loser(found: Any) -> Iterator[str]:
    """Who wins a match if the loser starts."""
    yield _starts(found, "the loser")


@claim(
    "docs/match.md",
    "| who starts the next round",
    "tablebase match --starts winner --json",
    seconds=3,
)
def match_winner(found: Any) -> Iterator[str]:
    """Who wins a match if the winner starts."""
    yield _starts(found, "the winner")


@claim("docs/match.md", "$ tablebase match --rules 3x4", "tablebase match --rules 3x4", seconds=3)
def match_3x4(printed: str) -> Iterator[str]:
    """A match on 3x4, as the page quotes it."""
    yield from printed.strip().splitlines()


@claim(
    "docs/certificate.md",
    "It prints this:",
    "tablebase build --all --output whole.h5",
    "python docs/certificate/check.py whole.h5",
    seconds=350,
)
def certificate(_: str, printed: str) -> Iterator[str]:
    """The whole game built, and checked by the certificate."""
    yield from printed.strip().splitlines()
