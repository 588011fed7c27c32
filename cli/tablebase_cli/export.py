"""`tablebase export`: one table as plain columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .common import check_new, examples, force_option, in_option, output_option, plural
from .game import GameCli
from .group import GameCommand, item_argument, item_options, pass_game


@click.command(
    cls=GameCommand,
    epilog=examples(
        "# A table for a spreadsheet, and for pandas",
        "{game.program} export {game.example} -o {game.name}.csv",
        "{game.program} export {game.example} -o {game.name}.parquet",
    ),
)
@item_argument
@output_option
@in_option
@item_options
@force_option
@pass_game
def export(
    game: GameCli, item: str, output: Path, file: Path | None, force: bool, **rules: Any
) -> None:
    """Write every position of {game.item} and its value to FILE.

    There is one row for each position. Columns: {game.columns} The last column is dte: plies to the
    end, negative if the side to move loses.
    """
    from tablebase.export import write

    check_new(output, force)
    with game.open_tables(file) as tables:
        table = tables.table(game.parse_item(item, **rules))
        write(table, output)
    click.echo(f"wrote {plural(table.game.size, 'position')} to {output}")
