"""The talk's tables beside ours.

Source of the published figures: slides "Progression" and "Deeper Search Depth" of the talk named in
`strategies`; percentages of wins, mean cards remaining, mean backwards tricks of games won.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tablebase.games.thegame.simulator import Endings, simulate
from tablebase.games.thegame.strategies import Strategy, strategy


class Published(NamedTuple):
    """A row of the talk; None where it gives no figure."""

    name: str
    depth: int
    win_percent: float
    remaining: float | None = None
    tricks: float | None = None


TALK = (
    Published("perceived", 0, 4.0, 17.1, 18.1),
    Published("real", 0, 3.4, 17.9, 16.3),
    Published("weighted-perceived", 0, 5.2, 15.4, 18.0),
    Published("weighted-real", 0, 6.8, 14.9, 15.7),
    Published("playability", 0, 9.4, 13.2, 15.1),
    Published("distance", 0, 12.7, 11.2, 15.9),
    Published("bridges", 0, 10.8, 12.8, 15.9),
    Published("amplified", 0, 12.2, 13.0, 16.6),
    Published("fallback", 0, 13.1, 12.4, 16.7),
    Published("perceived", 1, 4.0),
    Published("real", 1, 3.4),
    Published("weighted-perceived", 1, 5.3),
    Published("weighted-real", 1, 6.8),
    Published("playability", 1, 16.2),
    Published("distance", 1, 18.8),
    Published("bridges", 1, 18.2),
    Published("amplified", 1, 22.6),
    Published("fallback", 1, 23.4),
    Published("fallback", 2, 29.7, 7.1),
)
"""Every row of the talk with a win rate."""

GAMES = {0: 200_000, 1: 20_000, 2: 10_000}
"""Games for each row, by depth."""


class Reproduction(NamedTuple):
    """A published row, and our result for the same strategy and depth."""

    published: Published
    strategy: Strategy
    endings: Endings

    @property
    def tolerance(self) -> float:
        """How many points the win rate may differ from the talk's to count as reproduced.

        Three standard errors, or 0.4 points at depth 0, 1.2 at depth 1 and 1.5 at depth 2,
        whichever is larger. The talk's own sample at depth 2 is 10,000 games.
        """
        least = {0: 0.4, 1: 1.2}.get(self.published.depth, 1.5)
        return max(least, 300 * self.endings.win_rate[1])

    @property
    def reproduced(self) -> bool:
        """Whether the win rate is the talk's, within the tolerance."""
        found = 100 * self.endings.win_rate[0]
        return abs(found - self.published.win_percent) <= self.tolerance

    def as_dict(self) -> dict[str, Any]:
        """The row as plain data, for JSON."""
        return {
            "strategy": self.strategy.name,
            "depth": self.published.depth,
            "published": {
                "win_percent": self.published.win_percent,
                "cards_remaining": self.published.remaining,
                "tricks_per_win": self.published.tricks,
            },
            "found": self.endings.as_dict(),
            "tolerance": self.tolerance,
            "reproduced": self.reproduced,
        }


def study(
    *,
    games: int | None = None,
    seed: int = 1,
    workers: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Iterator[Reproduction]:
    """Play the games of the talk's tables, row by row, in the order of `TALK`.

    A row has at most `games`, by default as in `GAMES`. A `folder`, which must exist, keeps
    finished rows, one file each. `progress` is called with the share of the rows done, from 0 to 1.
    """
    for number, published in enumerate(TALK):
        found = strategy(published.name)
        wanted = GAMES[published.depth]
        name = f"{published.name}-{published.depth}-{seed}.json"

        def report(share: float, before: int = number) -> None:
            if progress is not None:
                progress((before + share) / len(TALK))

        endings = simulate(
            found,
            wanted if games is None else min(games, wanted),
            depth=published.depth,
            seed=seed,
            workers=workers,
            file=None if folder is None else Path(folder) / name,
            progress=report,
        )
        yield Reproduction(published, found, endings)
