"""`tablebase nim branching`: how many moves a board has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tablebase_cli.game import GameCli
from tablebase_cli.group import game_command, item_argument, item_options
from tablebase_cli.output import as_json, console, json_option, print_json

if TYPE_CHECKING:
    from tablebase.games.nim.winners import Branching


@game_command("# On the article's board", "tablebase nim branching 4x4")
@item_argument
@item_options
@json_option
def branching(game: GameCli, item: str, **rules: Any) -> None:
    """Count the moves of BOARD, and show the article's bound.

    The article allows for each cell, each number of stones and two directions. That counts single
    stones twice, and lines beyond the edge. A full board has the most moves, which are also counted
    one by one.
    """
    from tablebase.games.nim.position import Position
    from tablebase.games.nim.winners import branching as derive

    board: Any = game.parse_item(item, **rules)
    found = derive(board.rules)
    counted = len(Position.full(board.rules).legal_moves())
    if as_json():
        print_json({**found.as_dict(), "counted": counted})
    else:
        _print(found, counted)


def _print(found: Branching, counted: int) -> None:
    out = console()
    rules = found.rules
    out.print(f"the article: {rules.cells} cells x 2 directions x {rules.take} = {found.article}")
    out.print(f"single stones counted in both directions: {found.counted_twice}")
    out.print(f"lines beyond the edge of the board: {found.beyond_edges}")
    lines = ", ".join(f"{lines} of {n}" for n, lines in found.by_length.items())
    out.print(f"lines by number of stones: {lines}")
    out.print(
        f"moves of the full board: {found.most}, {counted} counted; no position has more",
        style="bold",
    )
    out.print(f"mean over all positions: {float(found.mean):g}")
