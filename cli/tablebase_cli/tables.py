"""`tablebase GAME stats` and `export`: the positions of tables, counted, or as plain columns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import plural

from .game import GameCli
from .group import game_command, item_argument, item_options, items_argument
from .options import (
    check_comment,
    check_new,
    comment_option,
    force_option,
    in_option,
    output_option,
)
from .output import as_json, console, print_figures, print_json, printed
from .progress import hinting

if TYPE_CHECKING:
    from tablebase.engine.tables.table import Summary


@game_command("# All positions of one table", "{game.program} stats {game.example}")
@item_argument
@in_option
@item_options
@printed
def stats(game: GameCli, item: str, file: Path | None, **rules: Any) -> None:
    """Count the positions of {game.item} by {game.layer} and by distance.

    The distance counts plies to the end. Some of the longest positions are listed.

    {game.notation}
    """
    print_stats(game, game.parse_item(item, **rules), file)


def print_stats(game: GameCli, item: Any, file: Path | None) -> None:
    """Print the counts of one table."""
    with hinting(item), game.open_tables(file) as tables:
        table = tables.table(item)
        summary = table.summary()
    if as_json():
        print_json({"table": table.game.key, "origin": table.origin, **summary.as_dict()})
    else:
        _print_summary(game, table.game.key, summary)


def _print_summary(game: GameCli, key: str, summary: Summary[Any]) -> None:
    out = console()
    share = summary.wins / summary.positions
    out.print(f"{key}: {summary.positions:,} positions", style="bold")
    out.print(f"the side to move wins {summary.wins:,} ({share:.1%}), loses {summary.losses:,}")
    out.print()
    print_figures(
        {game.layer: "", "positions": ",", "wins": ",", "losses": ","},
        ((layer, wins + losses, wins, losses) for layer, wins, losses in summary.by_layer()),
    )
    out.print()
    print_figures(
        {"distance": "", "side to move": "", "positions": ","},
        ((value.dte, value.result.value, n) for value, n in summary.by_value().items()),
    )
    longest = ", ".join(str(position) for position in summary.longest)
    out.print(f"\nlongest, {summary.longest_dte} plies: {longest}")


@game_command(
    "# A table for a spreadsheet, and for pandas",
    "{game.program} export {game.example} -o {game.name}.csv",
    "{game.program} export {game.example} -o {game.name}.parquet",
)
@items_argument
@output_option
@in_option
@item_options
@comment_option
@force_option
def export(
    game: GameCli,
    items: tuple[str, ...],
    output: Path,
    file: Path | None,
    comment: bool,
    force: bool,
    **rules: Any,
) -> None:
    """Write every position of {game.item} and its value to FILE.

    There is one row for each position. Columns: {game.columns} The last columns are result, a win
    or a loss for the side to move, and dte: plies to the end, negative for a loss. Several tables
    get a first column that says which one a row is from. A .parquet also says what the table is, in
    its metadata.
    """
    from tablebase.export import write

    check_new(output, force)
    check_comment(output, comment)
    asked = [game.parse_item(item, **rules) for item in items]
    with game.open_tables(file) as tables:
        written = write(map(tables.table, asked), output, comment=comment)
    click.echo(f"wrote {plural(written, 'position')} to {output}")
