"""For learning machines: the rows of the leaderboard that need no training."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reproduce.claims import claim, score_row

PAGE = "docs/leaderboard.md"
SCORE = "python -m tablebase.rl score"
SAMPLE = "-n 200 --positions 20000 --json"


@claim(
    PAGE,
    "## Collapsi",
    f"{SCORE} collapsi safe-moves {SAMPLE}",
    f"{SCORE} collapsi room {SAMPLE}",
    f"{SCORE} collapsi random {SAMPLE}",
    seconds=22,
)
def leaderboard(*scores: Any) -> Iterator[str]:
    """What the baselines give away in Collapsi."""
    names = (
        "safe-moves, the best short strategy: 60 words",
        "room, a shorter one",
        "random moves",
    )
    for name, score in zip(names, scores, strict=True):
        yield score_row(name, score, 4, 3)
