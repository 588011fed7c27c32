"""What the docs claim of The Game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reproduce.claims import claim, interval, percent, row

RESULTS = "docs/results.md"


@claim(
    RESULTS,
    "### The talk's tables",
    "tablebase thegame study --seed 1 --json",
    seconds=2700,
)
def thegame_study(found: Any) -> Iterator[str]:
    """The talk's strategies, beside its figures."""
    from tablebase.games.thegame.strategies import strategy

    for each in found:
        talk, ours = each["published"], each["found"]
        figures = (
            (talk["win_percent"], "win_rate", 100),
            (talk["cards_remaining"], "cards_remaining", 1),
            (talk["tricks_per_win"], "tricks_per_win", 1),
        )
        cells = [
            cell
            for said, name, unit in figures
            for cell in (
                "" if said is None else said,
                f"{unit * ours[name]:.2f} ± {unit * ours[f'{name}_error']:.2f}",
            )
        ]
        title = strategy(each["strategy"]).title
        yield row(title, each["depth"], f"{ours['games']:,}", *cells)


@claim(
    RESULTS,
    "### Our own strategies",
    "tablebase thegame simulate builder -n 40000 --seed 2026 --json",
    seconds=200,
)
def thegame_builder(found: Any) -> Iterator[str]:
    """The strategy that beats them."""
    yield _endings("Bridge Builder", found)


@claim(
    RESULTS,
    "### Our own strategies",
    "tablebase thegame simulate foresight -n 4000 --seed 2028 --json",
    seconds=600,
)
def thegame_foresight(found: Any) -> Iterator[str]:
    """The strategy that also looks beyond the draw."""
    yield _endings("Bridge Builder with Foresight", found)


TEAMS = {
    "perceived": (4000,) * 4,
    "weighted-real": (4000,) * 4,
    "fallback": (4000,) * 4,
    "builder": (4000,) * 4,
    "foresight": (1000,) * 4,
}
"""Games by strategy, for two to five players."""


@claim(
    RESULTS, "### Two to five players",
    *(
        f"tablebase thegame simulate {name} --players {players} -n {number} --seed 2030 --json"
        for name, games in TEAMS.items()
        for players, number in enumerate(games, start=2)
    ),
    seconds=340,
)  # fmt: skip
def thegame_teams(*found: Any) -> Iterator[str]:
    """What two to five players win."""
    from tablebase.games.thegame.strategies import strategy

    for first in range(0, len(found), 4):
        cells = (
            f"{percent(each['win_rate'])} ({interval(each['interval_95'])})"
            for each in found[first : first + 4]
        )
        yield row(strategy(found[first]["strategy"]).title, *cells)


def _endings(title: str, found: Any) -> str:
    """The row of a strategy of ours."""
    rate, left = (
        f"{unit * found[name]:.2f} ± {unit * found[f'{name}_error']:.2f}"
        for name, unit in (("win_rate", 100), ("cards_remaining", 1))
    )
    below = f"{percent(found['below_10'])}%"
    return row(title, "6, 32 best", f"{found['games']:,}", rate, left, below)


def _deck(highest: int, hand: int, trick: int) -> str:
    return (
        f"tablebase thegame optimum --highest {highest} --hand {hand} --ups 1 --downs 1 "
        f"--trick {trick} --json"
    )


@claim(
    RESULTS, "### Small decks, exactly", _deck(9, 2, 2), _deck(11, 2, 2), _deck(12, 3, 2),
    seconds=240,
)  # fmt: skip
def thegame_optimum(*found: Any) -> Iterator[str]:
    """Best play on small decks, and each strategy."""
    yield row("best play, at least two", *(percent(each["best"], 4) for each in found))
    yield row("best play, exactly two", *(percent(each["best_exactly"], 4) for each in found))
    for name in found[0]["strategies"]:
        yield row(name, *(percent(each["strategies"][name], 4) for each in found))
