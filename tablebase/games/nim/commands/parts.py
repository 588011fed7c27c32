"""`tablebase nim parts`: what the parts of positions say about who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tablebase_cli.game import GameCli
from tablebase_cli.group import game_command, item_argument, item_options
from tablebase_cli.output import as_json, console, print_figures, print_json, printed
from tablebase_cli.progress import spinner

if TYPE_CHECKING:
    from tablebase.games.nim.parts import Parts


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
    if as_json():
        print_json(found.as_dict())
    else:
        _print(found)


def _print(found: Parts) -> None:
    data = found.as_dict()
    positions, pairing, tame = data["positions"], data["pairing"], data["tame"]
    out = console()
    out.print(f"{found.rules}: {positions:,} positions, {data['lost']:,} lost", style="bold")
    out.print(
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
    print_figures(
        ("largest", "shapes", "positions", "% of all", "tame, % of all", "right, %"), rows
    )


def _percent(number: int, of: int) -> str:
    return f"{100 * number / of:.1f}"
