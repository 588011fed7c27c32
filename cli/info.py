"""`tablebase info`: what a tablebase file holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .common import console, json_option, plural, print_json, table_of


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option("--all", "every", is_flag=True, help="List every table, not only the first 20.")
@json_option
def info(file: Path | None, every: bool, as_json: bool) -> None:
    """List the tables in FILE, by default your own tablebase file."""
    from tablebase.engine.tables.attributes import CONTENTS
    from tablebase.engine.tables.store import TableFile
    from tablebase.games import describe
    from tablebase.home import home_file

    path = file or home_file()
    with TableFile(path) as tables:
        paths, root = tables.paths(), tables.attributes()
        whole = CONTENTS in root
        shown = [] if whole and not every else paths if every or as_json else paths[:20]
        rows = [{"path": name, **tables.codes(name).attributes} for name in shown]
        report = {"file": str(path), **root, "bytes": path.stat().st_size}
    if as_json:
        print_json({**report, "tables": rows})
    elif whole:
        _print_whole(report, describe(root), len(paths))
    else:
        _print(report, rows, len(paths))


def _print_whole(report: dict[str, Any], description: str, tables: int) -> None:
    contents = ", ".join(filter(None, (f"{report['contents']} of {report['game']}", description)))
    console().print(
        f"{report['file']}: {contents}, {plural(tables, 'table')}, {report['bytes'] / 1e6:.2f} MB, "
        f"format version {report['format-version']}, {report['generated-by']}, "
        f"{report['creation-date']}"
    )


def _print(report: dict[str, Any], rows: list[dict[str, Any]], tables: int) -> None:
    out = console()
    out.print(
        f"{report['file']}: {plural(tables, 'table')}, {report['bytes'] / 1e6:.2f} MB, format "
        f"version {report['format-version']}, {report['generated-by']}, {report['creation-date']}"
    )
    if not rows:
        return
    table = table_of("game", "table")
    for name in ("positions", "wins", "losses", "longest"):
        table.add_column(name, justify="right")
    for row in rows:
        _, _, game, key = row["path"].split("/")
        counts = (f"{row[name]:,}" for name in ("positions", "wins", "losses", "longest-dte"))
        # A deal as it is typed, rather than as it stands in a path.
        table.add_row(game, row.get("deal", key), *counts)
    out.print(table)
    if len(rows) < tables:
        out.print(f"... and {plural(tables - len(rows), 'table')} more, --all lists them")
