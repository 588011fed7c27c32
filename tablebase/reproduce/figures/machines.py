"""For learning machines: the rows of the leaderboard that need no training."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebase.reproduce.figures.writing import claim, percent, row

PAGE = "docs/leaderboard.md"
SCORE = "python -m tablebase.rl score"
SAMPLE = "--deals 200 --positions 20000 --json"


@claim(
    PAGE,
    "## Collapsi",
    f"{SCORE} collapsi safe-moves {SAMPLE}",
    f"{SCORE} collapsi room {SAMPLE}",
    f"{SCORE} collapsi random {SAMPLE}",
    seconds=300,
)
def leaderboard(*scores: Any) -> Iterator[str]:
    """What the baselines give away in Collapsi."""
    names = (
        "safe-moves, the best short strategy: 60 words",
        "room, a shorter one",
        "random moves",
    )
    for name, score in zip(names, scores, strict=True):
        yield _entry(name, score, 4, 3)


@claim(PAGE, "## 2D Nim", f"{SCORE} nim random --json", seconds=4)
def leaderboard_nim(score: Any) -> Iterator[str]:
    """What random moves give away in 2D Nim, over all test positions."""
    yield _entry("random moves", score, 4, 2)


@claim(
    PAGE,
    "## Pair Solitaire",
    f"{SCORE} pairs random --deals 20 --positions 20000 --json",
    seconds=8,
)
def leaderboard_pairs(score: Any) -> Iterator[str]:
    """What random moves give away in Pair Solitaire."""
    yield _entry("random moves", score, 4, 3)


def _entry(name: str, score: Any, *digits: int) -> str:
    keys = ("regret_wins", "regret_points")
    regrets = (_figure(score[key], places) for key, places in zip(keys, digits, strict=True))
    return row(name, *regrets, *(f"{percent(score[key]['figure'])}%" for key in ("best", "kept")))


def _figure(estimate: Any, digits: int) -> str:
    """A figure, with half the width of its interval unless it is exact."""
    low, high = estimate["interval_95"]
    half = f" ± {(high - low) / 2:.{digits}f}" if high > low else ""
    return f"{estimate['figure']:.{digits}f}{half}"
