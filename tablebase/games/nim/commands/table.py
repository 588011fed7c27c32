"""`tablebase nim table`: who wins full boards, for each number of stones that may be taken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from tablebase_cli.group import command
from tablebase_cli.options import SECONDS
from tablebase_cli.output import as_json, console, print_figures, print_json, printed
from tablebase_cli.progress import progress_bar

if TYPE_CHECKING:
    from tablebase.games.nim.winners import Winner

Size = tuple[int, int]


def _read_sizes(
    context: click.Context, parameter: click.Parameter, texts: Sequence[str]
) -> list[Size]:
    """Sizes of boards, such as 3x7."""
    sizes = []
    for text in texts:
        match = re.fullmatch(r"([0-9]{1,2})x([0-9]{1,2})", text)
        if not match:
            raise click.BadParameter(f"{text!r}: expected the size of a board, such as 3x7")
        sizes.append((int(match[1]), int(match[2])))
    return sizes


@command("# Two boards, taking up to four stones", "tablebase nim table 3x3 4x4 --most 4")
@click.argument("boards", nargs=-1, metavar="[BOARD]...", callback=_read_sizes)
@click.option(
    "--most",
    type=click.IntRange(1, 8),
    default=6,
    metavar="K",
    help="Let players take 1 stone, then 1 to 2, and so on, up to 1 to K.",
)
@click.option(
    "--seconds",
    type=SECONDS,
    default=10.0,
    metavar="S",
    help="Stop the search of a board after S seconds.",
)
@printed
def table(boards: list[Size], most: int, seconds: float) -> None:
    """Show who wins each full BOARD, in misère and normal play.

    By default all boards up to 5x5, and 3x6 to 3x8. 1 means that the first player wins, 2 the
    second; a question mark means that it is not known. Boards are searched. If a search runs out of
    time, the board is solved by a table, if one can be built on the spot.
    """
    from tablebase.games.nim.winners import BOARDS, winners

    sizes, found = boards or BOARDS, []
    with progress_bar(len(sizes) * 2 * most, "searching") as advance:
        for one in winners(sizes, most, seconds):
            found.append(one)
            advance()
    if as_json():
        print_json([one.as_dict() for one in found])
        return
    rows = []
    for (height, width), start in zip(sizes, range(0, len(found), 2 * most), strict=True):
        results = found[start : start + 2 * most]
        rows.append((f"{height}x{width}", *map(_say, results), _effort(results)))
    heads = (f"{play} {k}" for play in ("misère", "normal") for k in range(1, most + 1))
    print_figures(("board", *heads, "positions"), rows)
    console().print("1: the first player wins, 2: the second", style="dim")


def _say(found: Winner) -> str:
    return {"first": "1", "second": "2", None: "?"}[found.winner]


def _effort(results: Sequence[Any]) -> str:
    """The positions visited by the longest search."""
    return f"{max(one.nodes for one in results):,}"
