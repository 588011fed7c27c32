"""`tablebase export`: one table as plain columns."""

from __future__ import annotations

from pathlib import Path

import click

from .common import in_option, open_tables, plural


@click.command()
@click.argument("deal")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="Where to: the ending .csv, .parquet or .npz chooses the format.",
)
@in_option
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def export(deal: str, output: Path, file: Path | None, force: bool) -> None:
    """Write every position of DEAL with its value to FILE, one row a position.

    Columns: rank, edition, face_up (mask, bit 0 is the first card), red, blue (cells counted from
    0 in reading order), ply, red_to_move, dte (negative if the side to move loses; a loss in 0 is
    0). The edition is -1 where it does not matter.
    """
    from tablebase.export import write
    from tablebase.games.collapsi.deal import Deal

    if output.exists() and not force:
        raise click.UsageError(f"{output} exists; --force replaces it")
    with open_tables(file) as tables:
        table = tables.table(Deal.parse(deal))
        write(table, output)
    click.echo(f"wrote {plural(table.game.size, 'position')} to {output}")
