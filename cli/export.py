"""`tablebase export`: one table as plain columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .common import in_option, open_tables, plural
from .game import GameCommands, make_command


def export_of(game: GameCommands) -> click.Command:
    """The command for a game."""

    def export(item: str, output: Path, file: Path | None, force: bool, **rules: Any) -> None:
        from tablebase.export import write

        if output.exists() and not force:
            raise click.UsageError(f"{output} exists; --force replaces it")
        with open_tables(game, file) as tables:
            table = tables.table(game.parse_item(item, **rules))
            write(table, output)
        click.echo(f"wrote {plural(table.game.size, 'position')} to {output}")

    text = (
        f"Write every position of {game.item} with its value to FILE, one row a position.\n\n"
        f"Columns: rank, {game.columns}, dte (negative if the side to move loses, 0 where the game "
        "is over)."
    )
    return make_command(
        export,
        text,
        click.argument("item", metavar=game.item),
        click.option(
            "-o",
            "--output",
            type=click.Path(path_type=Path, dir_okay=False),
            required=True,
            metavar="FILE",
            help="Where to: the ending .csv, .parquet or .npz chooses the format.",
        ),
        in_option,
        *game.item_options,
        click.option("--force", is_flag=True, help="Replace FILE if it exists."),
    )
