"""What the docs claim of Pair Solitaire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reproduce.claims import SAMPLE, claim, interval, percent, random_moves, row

RESULTS = "docs/results.md"


@claim(
    RESULTS, "| shuffles of 52 cards | |",
    "tablebase pairs study -n 6000 --seed 1 --threads 2 --json",
    seconds=900,
)  # fmt: skip
def pairs_study(found: Any) -> Iterator[str]:
    """The share of shuffles of Pair Solitaire that can be beaten."""
    yield row("beaten, each game replayed", f"{found['beatable']:,}")
    yield row("share that can be beaten", f"{percent(found['share'], 2)}%")
    yield row("positions searched for a stack, median", f"{found['searched_median']:.0f}")


@claim(
    RESULTS,
    "| 62,000 shuffles | |",
    "tablebase pairs study -n 62000 --seed 1 --threads 2 -o study.json --json",
    seconds=1800,
    slow=True,
)
def pairs_larger_study(found: Any) -> Iterator[str]:
    """The same of a larger sample, and the share that can end on a matching pair."""
    yield row("beaten", f"{found['beatable']:,}")
    yield row("proved impossible", f"{found['impossible']:,}")
    share, bounds = percent(found["share"], 3), interval(found["interval_95"], 3, "% to ")
    yield row("can be beaten", f"{share}%, 95% interval {bounds}%")


leaderboard_pairs = random_moves("pairs", f"pairs random {SAMPLE}", "Pair Solitaire", 8, 4, 3)
