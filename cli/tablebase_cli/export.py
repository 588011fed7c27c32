"""`tablebase export`: tables as plain columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tablebase.errors import plural

from .common import (
    check_comment,
    check_new,
    comment_option,
    examples,
    force_option,
    in_option,
    output_option,
)
from .game import GameCli
from .group import GameCommand, item_options, items_argument, pass_game


@click.command(
    cls=GameCommand,
    epilog=examples(
        "# A table for a spreadsheet, and for pandas",
        "{game.program} export {game.example} -o {game.name}.csv",
        "{game.program} export {game.example} -o {game.name}.parquet",
    ),
)
@items_argument
@output_option
@in_option
@item_options
@comment_option
@force_option
@pass_game
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
