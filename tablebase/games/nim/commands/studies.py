"""`tablebase nim table` and `parts`: what is known of whole boards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from tablebase_cli.game import GameCli
from tablebase_cli.group import command, game_command, item_argument, item_options
from tablebase_cli.options import Whole, seconds_option, whole_option
from tablebase_cli.output import Part, bold, dim, figures, printed, show
from tablebase_cli.progress import progress_bar, spinner

if TYPE_CHECKING:
    from tablebase.games.nim.parts import Parts


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


@command("# Two boards, taking up to four stones", "tablebase nim table 3x3 4x4 --take 4")
@click.argument("boards", nargs=-1, metavar="[BOARD]...", callback=_read_sizes)
@whole_option(
    "--take",
    Whole(1, 8),
    "Let players take 1 stone, then 1 to 2, and so on, up to 1 to K.",
    6,
    metavar="K",
)
@seconds_option("Stop the search of a board after S seconds.", 10.0)
@printed
def table(boards: list[Size], take: int, seconds: float) -> None:
    """Show who wins each full BOARD, in misère and normal play.

    By default all boards up to 5x5, and 3x6 to 3x8. 1 means that the first player wins, 2 the
    second; a question mark means that it is not known. Boards are searched. If a search runs out of
    time, the board is solved by a table, if one can be built on the spot.
    """
    from tablebase.games.nim.winners import BOARDS, winners

    sizes, found = boards or BOARDS, []
    with progress_bar(len(sizes) * 2 * take, "searching") as advance:
        for one in winners(sizes, take, seconds):
            found.append(one)
            advance()
    rows, signs = [], {"first": "1", "second": "2", None: "?"}
    for (height, width), start in zip(sizes, range(0, len(found), 2 * take), strict=True):
        results = found[start : start + 2 * take]
        longest = max(one.nodes for one in results)  # of the searches
        rows.append((f"{height}x{width}", *(signs[one.winner] for one in results), f"{longest:,}"))
    heads = (f"{play} {k}" for play in ("misère", "normal") for k in range(1, take + 1))
    show(
        [one.as_dict() for one in found],
        [
            figures(("board", *heads, "positions"), rows),
            dim("1: the first player wins, 2: the second"),
        ],
    )


@game_command("# If the last stone wins", "tablebase nim parts 4x4 --normal")
@item_argument
@item_options
@printed
def parts(game: GameCli, item: str, **rules: Any) -> None:
    """Count the positions of BOARD that are decided without search.

    Pairing: the side to move loses under normal play if each part has a twin of its shape, or is
    its own image under a half-turn and no line holds a stone and its image. Whoever can leave such
    a position wins.

    Values: each shape has a nim-value, and those of the parts decide the position. The table has a
    row for each size of the largest part: how many shapes there are up to that size, how many
    positions have no larger part, how many of these are tame (played as in Nim even under misère),
    and for how many the values name the right winner.

    BOARD is a full square board, up to 5x5, which takes about 30 seconds and 1 GB of memory.
    """
    from tablebase.games.nim.parts import parts_of

    board: Any = game.parse_item(item, **rules)
    with spinner("counting"):
        found = parts_of(board.rules)
    show(found.as_dict(), _of_parts(found))


def _of_parts(found: Parts) -> Iterator[Part]:
    data = found.as_dict()
    positions, pairing, tame = data["positions"], data["pairing"], data["tame"]
    yield bold(f"{found.rules}: {positions:,} positions, {data['lost']:,} lost")
    yield (
        f"paired: {pairing['paired']:,}, of which {pairing['lost']:,} are lost\n"
        f"paired or one move before: {pairing['decided']:,} "
        f"({_percent(pairing['decided'], positions)} %), "
        f"{_percent(pairing['right'], pairing['decided'])} % of them as pairing says\n"
        f"tame: {tame['positions']:,}; tame, or one move before a lost one that is: "
        f"{tame['decided']:,} ({_percent(tame['decided'], positions)} %)\n"
    )
    rows = [
        (
            row["largest"],
            f"{row['shapes']:,}",
            f"{row['positions']:,}",
            _percent(row["positions"], positions),
            _percent(row["tame"], positions),
            _percent(row["right"], row["positions"]),
        )
        for row in data["values"]
    ]
    yield figures(
        ("largest", "shapes", "positions", "% of all", "tame, % of all", "right, %"), rows
    )


def _percent(number: int, of: int) -> str:
    return f"{100 * number / of:.1f}"
