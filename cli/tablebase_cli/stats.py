"""`tablebase GAME stats`: the positions of one table, by layer and by value."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import examples, hinting, in_option
from .game import GameCli
from .group import GameCommand, item_argument, item_options, pass_game
from .output import console, print_figures, print_json, printed

if TYPE_CHECKING:
    from tablebase.engine.tables.table import Summary


@click.command(
    cls=GameCommand,
    epilog=examples(
        "# All positions of one table",
        "{game.program} stats {game.example}",
    ),
)
@item_argument
@in_option
@item_options
@printed
@pass_game
def stats(game: GameCli, item: str, file: Path | None, as_json: bool, **rules: Any) -> None:
    """Count the positions of {game.item} by {game.layer} and by distance.

    The distance counts plies to the end. Some of the longest positions are listed.

    {game.notation}
    """
    print_stats(game, game.parse_item(item, **rules), file, as_json)


def print_stats(game: GameCli, item: Any, file: Path | None, as_json: bool) -> None:
    """Print the counts of one table."""
    with hinting(item), game.open_tables(file) as tables:
        table = tables.table(item)
        summary = table.summary()
    if as_json:
        print_json({"table": table.game.key, "origin": table.origin, **summary.as_dict()})
    else:
        _print(game, table.game.key, summary)


def _print(game: GameCli, key: str, summary: Summary[Any]) -> None:
    out = console()
    share = summary.wins / summary.positions
    out.print(f"{key}: {summary.positions:,} positions", style="bold")
    out.print(f"the side to move wins {summary.wins:,} ({share:.1%}), loses {summary.losses:,}")
    out.print()
    print_figures(
        (game.layer, "positions", "wins", "losses"),
        (
            (layer, f"{wins + losses:,}", f"{wins:,}", f"{losses:,}")
            for layer, wins, losses in summary.by_layer()
        ),
    )
    out.print()
    print_figures(
        ("distance", "side to move", "positions"),
        (
            (value.dte, value.result.value, f"{number:,}")
            for value, number in summary.by_value().items()
        ),
    )
    longest = ", ".join(str(position) for position in summary.longest)
    out.print(f"\nlongest, {summary.longest_dte} plies: {longest}")
