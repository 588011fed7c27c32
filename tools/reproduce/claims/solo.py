"""What the docs claim of Solo."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reproduce.claims import claim, percent, row, score_row


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


@claim(
    "docs/leaderboard.md",
    "## Solo",
    "python -m tablebase.rl score solo random --deals 20 --positions 20000 --json",
    seconds=8,
)
def leaderboard_solo(score: Any) -> Iterator[str]:
    """What random moves give away in Solo."""
    yield score_row("random moves", score, 4, 3)
