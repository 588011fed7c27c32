"""What the docs claim of the first version."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reproduce.claims import SAMPLE, claim, percent, random_moves, row


@claim(
    "docs/first-version.md",
    "| board | first move |",
    "tablebase onepawn study --json",
    "tablebase onepawn study --joker 1 --json",
    seconds=240,
)
def first_version(*studies: Any) -> Iterator[str]:
    """Who wins the first version on 4x4, over all layouts."""
    for study in studies:
        steps, wins = study["rules"]["joker_steps"], study["first_wins"]
        share = f"{percent(study['share'], 2)}%"
        joker = "" if steps == "1234" else f" --joker {steps}"
        exact = f"exact: {wins:,} layouts"
        yield row("4x4", steps, "all", share, exact, f"onepawn study{joker}")


leaderboard_first_version = random_moves(
    "first-version", f"onepawn random {SAMPLE}", "The first version", 20, 4, 3
)
