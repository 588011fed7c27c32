"""What the docs claim of 2D Nim."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reproduce.claims import claim, percent, random_moves, row

RESULTS = "docs/results.md"
SMALL, LARGE = (f"tablebase nim parts {board} --json" for board in ("4x4", "5x5"))
NORMAL = tuple(f"tablebase nim parts {board} --normal --json" for board in ("4x4", "5x5"))


@claim(RESULTS, "## 2D Nim", SMALL, seconds=3)
def nim_small(found: Any) -> Iterator[str]:
    """Positions that the side to move loses on 4x4."""
    wins, positions = found["positions"] - found["lost"], found["positions"]
    yield f"The side to move wins {wins:,} of the {positions:,} positions and loses"


@claim(RESULTS, "c4-e4 and b5-d5", LARGE, NORMAL[1], seconds=40)
def nim_large(misere: Any, normal: Any) -> Iterator[str]:
    """Positions that the side to move loses on 5x5."""
    yield (
        f"{misere['lost']:,} of the {misere['positions']:,} positions are lost under misère, and "
        f"{normal['lost']:,} under normal play"
    )


@claim(RESULTS, "| board | paired |", SMALL, NORMAL[0], LARGE, NORMAL[1], seconds=40)
def nim_pairing(*found: Any) -> Iterator[str]:
    """What pairing decides without a table."""
    for misere, normal in (found[:2], found[2:]):
        pairing, positions = misere["pairing"], misere["positions"]
        decided = pairing["decided"]
        right = (each["pairing"]["right"] / decided for each in (normal, misere))
        yield row(
            misere["board"],
            f"{pairing['paired']:,}",
            f"{decided:,} of {positions:,}, {percent(decided / positions)}%",
            f"{percent(next(right), 0)}%",
            f"{percent(next(right))}%",
        )


@claim(RESULTS, "**Values of shapes decide the rest.**", SMALL, LARGE, seconds=21)
def nim_tame(*found: Any) -> Iterator[str]:
    """What the values of tame parts decide under misère."""
    small, large = (percent(one["tame"]["decided"] / one["positions"]) for one in found)
    yield f"so they surely decide {small}% of 4x4 and {large}% of 5x5"


@claim(RESULTS, "| stones in the largest part |", SMALL, LARGE, seconds=21)
def nim_values(*found: Any) -> Iterator[str]:
    """What the values of shapes decide."""
    for largest in (1, 2, 3, 4, 5, 6, 8, None):
        cells: list[str] = []
        for board in found:
            values = board["values"][-1 if largest is None else largest - 1]
            shares = (values[name] / board["positions"] for name in ("positions", "tame"))
            digits = (int(share < 1) for share in shares)
            cells += [f"{values['shapes']:,}"] + [
                f"{percent(values[name] / board['positions'], digit)}%"
                for name, digit in zip(("positions", "tame"), digits, strict=True)
            ]
        yield row(largest or "all", *cells)


@claim(
    RESULTS,
    "*Lost* counts the positions",
    "tablebase nim build 6x6 --win-loss -o misere.h5",
    "tablebase nim build 6x6 --win-loss --normal -o normal.h5",
    "python -m tablebase.games.nim.winloss.survey misere.h5 normal.h5",
    seconds=240,
)
def nim_boards(_: str, __: str, printed: str) -> Iterator[str]:
    """Who wins every board up to 6x6, from tables of all 2^36 positions."""
    yield from (line for line in printed.splitlines() if line[:3] not in ("|--", "", "6x6"))


leaderboard_nim = random_moves("nim", "nim random", "2D Nim", 4, 4, 2)
