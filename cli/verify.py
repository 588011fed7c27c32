"""`tablebase verify`: check every byte and every entry of a file."""

from __future__ import annotations

from pathlib import Path

import click

from tablebase.engine.compiling import clock

from .common import json_option, plural, print_json, progress_bar


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option(
    "--full",
    is_flag=True,
    help="In a file of the whole game check every entry instead of a sample; takes 30 minutes.",
)
@json_option
def verify(file: Path | None, full: bool, as_json: bool) -> None:
    """Check FILE, by default your own tablebase file.

    Every checksum and count is checked. Every entry of every table is derived anew from the
    positions its moves lead to, by code that shares only the rules and the index with the
    solver. The exit code is 1 if anything is wrong.

    In a file of the whole game every checksum is checked, and the entries of 1,000 random words
    for each set of face-up cells and each place of the pawns, in 30 seconds. Then random
    positions of random deals are compared with the deals' tables and with forward search.

    In a win/loss file of 2D Nim every checksum and count is checked, and 1,000 random positions
    of each table, which has 2^24 positions, are derived anew from their moves.
    """
    from tablebase.engine.tables.store import TableFile
    from tablebase.home import home_file
    from tablebase.library import verify as check

    path = file or home_file()
    started = clock()
    with TableFile(path) as tables:
        count = len(tables.paths())
    checks = []
    with progress_bar(count, "verifying") as advance:
        for result in check(path, full=full):
            checks.append(result)
            advance()
    bad = [result for result in checks if result.error]
    positions = sum(result.positions for result in checks)
    if as_json:
        errors = [{"table": result.path, "error": result.error} for result in bad]
        print_json({"file": str(path), "tables": count, "positions": positions, "errors": errors})
    else:
        for result in bad:
            click.echo(f"{result.path}: {result.error}")
    if bad:
        raise click.ClickException(
            f"{path}: {len(bad)} of {plural(count, 'table')} wrong, first {bad[0].path}: "
            f"{bad[0].error}"
        )
    if not as_json:
        seconds = clock() - started
        click.echo(
            f"{path}: {plural(count, 'table')} verified, every checksum and {positions:,} "
            f"positions in {seconds:.1f} s"
        )
