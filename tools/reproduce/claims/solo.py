"""What the docs claim of Solo."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reproduce.claims import SAMPLE, claim, percent, random_moves, row


@claim("docs/solo.md", "| exit | first move |", "tablebase solo study --json", seconds=280)
def solo(studied: Any) -> Iterator[str]:
    """How many cards can be left, over all boards of Solo."""
    for each in studied:
        counts = {int(left): boards for left, boards in each["by_cards_left"].items()}
        shares = [counts.get(left, 0) / each["boards"] for left in range(4)]
        shares.append(1 - sum(shares))
        rules = each["rules"]
        yield row(
            rules["exit"], rules["joker_steps"], *(f"{percent(share, 2)}%" for share in shares)
        )


HARDER = {
    ("3x3", "AAA 222 3"): "AAA/222/3JJ",
    ("3x3", "AA 222 33"): "AA2/223/3JJ",
    ("3x3", "AA 22 33 4"): "AA2/233/4JJ",
    ("3x3", "A 222 333"): "A22/233/3JJ",
    ("3x3", "222 333 4"): "222/333/4JJ",
    ("3x4", "AAAA 2222 33"): "AAAA/2222/33JJ",
    ("3x4", "AAA 222 333 4"): "AAA2/2233/34JJ",
    ("3x5", "AAAAAA 22222 33"): "AAAAA/A2222/233JJ",
    ("4x4", "AAAA 2222 3333 44"): "AAAA/2222/3333/44JJ",
}
"""Boards and cards of the page's table, and a board with these cards."""


@claim(
    "docs/solo.md",
    "| grid | cards |",
    *(f"tablebase solo study {cards} --board {grid} --json" for (grid, _), cards in HARDER.items()),
    seconds=300,
)
def solo_harder(*studied: Any) -> Iterator[str]:
    """How many boards can be cleared, with higher cards and on larger grids."""
    for (grid, cards), found in zip(HARDER, studied, strict=True):
        (each,) = (one for one in found if one["rules"]["exit"] == "door"
                   and one["rules"]["joker_steps"] == "1")  # fmt: skip
        boards, cleared = each["boards"] // 2, each["cleared"] // 2
        yield row(grid, cards, f"{boards:,}", f"{cleared:,}", percent(each["share"], 2))


leaderboard_solo = random_moves("solo", f"solo random {SAMPLE}", "Solo", 8, 4, 3)
