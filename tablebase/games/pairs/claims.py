"""What the docs claim of Pair Solitaire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebase.claims import claim, claims_of, percent, row, score_row

RESULTS = "docs/results.md"
LEADERBOARD = "docs/leaderboard.md"


@claim(
    RESULTS, "| shuffles of 52 cards | |",
    "tablebase pairs study --random 6000 --seed 1 --workers 2 --json",
    seconds=900,
)  # fmt: skip
def pairs_study(found: Any) -> Iterator[str]:
    """The share of shuffles of Pair Solitaire that can be beaten."""
    yield row("beaten, each game replayed", f"{found['beatable']:,}")
    yield row("share that can be beaten", f"{percent(found['share'], 2)}%")
    yield row("positions searched for a stack, median", f"{found['searched_median']:.0f}")


@claim(
    LEADERBOARD,
    "## Pair Solitaire",
    "python -m tablebase.rl score pairs random --deals 20 --positions 20000 --json",
    seconds=8,
)
def leaderboard_pairs(score: Any) -> Iterator[str]:
    """What random moves give away in Pair Solitaire."""
    yield score_row("random moves", score, 4, 3)


CLAIMS = claims_of(globals())
