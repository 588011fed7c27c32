"""Claims: figures on a page of the docs, and the commands that compute them.

The module here with a room's name holds what `tablebase reproduce` compares of that room, or a
package does, which names its modules in ``SUBJECTS``: a `Claim` for each table or sentence, most
often a function under the decorator `claim`. The other functions write numbers and rows as pages
do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tablebase.study.intervals import wilson

Lines = Callable[..., Iterable[str]]

SAMPLE = "-n 20 --positions 20000"
"""The positions of a side game that the leaderboard scores."""


@dataclass(frozen=True)
class Claim:
    """Figures on a page, and the commands that compute them."""

    name: str
    page: str
    """The file that publishes them, from the root of the repository."""
    after: str
    """Text on the page that comes before the lines; they follow in order."""
    commands: tuple[str, ...]
    """The commands as a reader would type them, all in one folder."""
    seconds: int
    """About how long they take on two cores."""
    lines: Lines
    """Writes the lines of the page from what each command prints: the data if it is JSON."""
    slow: bool = False
    """Whether it takes so long that it only runs under ``--slow``, or by its name."""


def claim(
    page: str, after: str, *commands: str, seconds: int, slow: bool = False
) -> Callable[[Lines], Claim]:
    """Make a function that writes a page's lines a `Claim`, named like the function."""

    def made(lines: Lines) -> Claim:
        name = lines.__name__.replace("_", "-")
        return Claim(name, page, after, commands, seconds, lines, slow)

    return made


def same_bytes(name: str, command: str, seconds: int) -> Claim:
    """The claim that a command makes a published file again, byte for byte."""
    commands = command, f"python tools/reproduce/sums.py . {name}"
    claimed = f"{Path(name).stem}-file"
    return Claim(claimed, "data/SHA256SUMS", "", commands, seconds, lambda _, digest: [digest])


def row(*cells: object) -> str:
    """A row of a table."""
    return "| " + " | ".join(map(str, cells)) + " |"


def percent(share: float, digits: int = 1) -> str:
    """A share from 0 to 1, in percent."""
    return f"{100 * share:.{digits}f}"


def interval(bounds: Iterable[float], digits: int = 1, between: str = " to ") -> str:
    """Both bounds of a share, in percent."""
    return between.join(percent(bound, digits) for bound in bounds)


def won(printed: str) -> tuple[int, int, str]:
    """How many deals of a list red wins, of how many, and the 95% interval of the share.

    Each line has the winner third. A deal that a limit left open may be either player's.
    """
    winners = [line.split()[2] for line in printed.splitlines()]
    red, number = winners.count("red"), len(winners)
    lowest, highest = wilson(red, number), wilson(number - winners.count("blue"), number)
    return red, number, interval((lowest[0], highest[1]))


def claims_of(room: str) -> tuple[Claim, ...]:
    """A room's claims, in the order of its modules; none if there is no module of its name."""
    name = f"{__name__}.{room}"
    if find_spec(name) is None:
        return ()
    first = import_module(name)
    modules = [import_module(f"{name}.{part}") for part in getattr(first, "SUBJECTS", ())]
    return tuple(
        value
        for module in modules or [first]
        for value in vars(module).values()
        if isinstance(value, Claim)
    )


def random_moves(name: str, scored: str, title: str, seconds: int, *digits: int) -> Claim:
    """The claim of what random moves give away in a game, a row of the leaderboard."""
    command = f"python -m tablebase.rl score {scored} --json"

    def lines(score: Any) -> Iterable[str]:
        return [score_row("random moves", score, *digits)]

    claimed = f"leaderboard-{name}"
    return Claim(claimed, "docs/leaderboard.md", f"## {title}", (command,), seconds, lines)


def score_row(name: str, score: Any, *digits: int) -> str:
    """A row of the leaderboard, from what `python -m tablebase.rl score` prints."""
    keys = ("regret_wins", "regret_points")
    regrets = (_figure(score[key], places) for key, places in zip(keys, digits, strict=True))
    return row(name, *regrets, *(f"{percent(score[key]['figure'])}%" for key in ("best", "kept")))


def _figure(estimate: Any, digits: int) -> str:
    """A figure, with half the width of its interval unless it is exact."""
    low, high = estimate["interval_95"]
    half = f" ± {(high - low) / 2:.{digits}f}" if high > low else ""
    return f"{estimate['figure']:.{digits}f}{half}"
