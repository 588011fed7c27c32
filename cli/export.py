"""`tablebase export`: one table as plain columns."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from .common import in_option, plural
from .game import GameCli
from .group import GameCommand, item_argument, item_options, pass_game


@click.command(cls=GameCommand)
@item_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="The file to write; the extension selects the format: .csv, .parquet or .npz.",
)
@in_option
@item_options
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@pass_game
def export(
    game: GameCli, item: str, output: Path, file: Path | None, force: bool, **rules: Any
) -> None:
    """Write every position of {game.item} with its value to FILE, one row a position.

    Columns: rank, {game.columns}, dte (negative if the side to move loses, 0 where the game is
    over).
    """
    from tablebase.export import write

    if os.path.lexists(output) and not force:
        raise click.UsageError(f"{output} exists; --force replaces it")
    with game.open_tables(file) as tables:
        table = tables.table(game.parse_item(item, **rules))
        write(table, output)
    click.echo(f"wrote {plural(table.game.size, 'position')} to {output}")
