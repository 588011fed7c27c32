"""`tablebase GAME stats`: the positions of one table, by layer and by value."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import console, in_option, json_option, open_tables, print_json
from .game import GameCommands, make_command

if TYPE_CHECKING:
    from tablebase.engine.game import HasGame
    from tablebase.engine.tables.table import Summary


def stats_of(game: GameCommands) -> click.Command:
    """The command for a game."""

    def stats(item: str, file: Path | None, as_json: bool, **rules: Any) -> None:
        print_stats(game, game.parse_item(item, **rules), file, as_json)

    text = (
        f"Count the positions of {game.item} by {game.layer} and by distance to the end, and show "
        f"some of the longest.\n\n{game.notation}"
    )
    item = click.argument("item", metavar=game.item)
    return make_command(stats, text, item, in_option, *game.item_options, json_option)


def print_stats(game: GameCommands, item: HasGame[Any], file: Path | None, as_json: bool) -> None:
    """Print the counts of one table."""
    with open_tables(game, file) as tables:
        table = tables.table(item)
        summary = table.summary()
    if as_json:
        print_json({"table": table.game.key, "origin": table.origin, **summary.as_dict()})
    else:
        _print(game, table.game.key, summary)


def _print(game: GameCommands, key: str, summary: Summary[Any]) -> None:
    out = console()
    share = summary.wins / summary.positions
    out.print(f"{key}: {summary.positions:,} positions", style="bold")
    out.print(f"the side to move wins {summary.wins:,} ({share:.1%}), loses {summary.losses:,}")
    _print_table(
        (game.layer, "positions", "wins", "losses"),
        ((layer, wins + losses, wins, losses) for layer, wins, losses in summary.by_layer()),
    )
    _print_table(
        ("distance", "side to move", "positions"),
        ((value.dte, value.result.value, number) for value, number in summary.by_value().items()),
    )
    longest = ", ".join(str(position) for position in summary.longest)
    out.print(f"\nlongest, {summary.longest_dte} plies: {longest}")


def _print_table(header: tuple[str, ...], rows: Iterable[tuple[int | str, ...]]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for name in header:
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*(cell if isinstance(cell, str) else f"{cell:,}" for cell in row))
    console().print("", table, sep="\n")
