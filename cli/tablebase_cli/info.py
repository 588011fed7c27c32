"""`tablebase info`: what a tablebase file holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from tablebase.engine.rooms import brought, is_installed, unknown
from tablebase.errors import plural

from .common import examples
from .group import GameCommand
from .output import console, print_json, print_table, printed, table_of

COUNTS = {"positions": "positions", "wins": "wins", "losses": "losses", "longest": "longest-dte"}
"""Column -> attribute of a table."""


@click.command(
    cls=GameCommand,
    epilog=examples(
        "# What your tables.h5 holds",
        "{game.program} info",
        "# Every table of another file",
        "{game.program} info {game.name}.h5 --all",
    ),
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option("--all", "every", is_flag=True, help="List every table, not just the first 20.")
@printed
def info(file: Path | None, every: bool, as_json: bool) -> None:
    """List the tables in FILE, by default your tables.h5."""
    from tablebase.engine.tables.attributes import CONTENTS
    from tablebase.engine.tables.store import TableFile
    from tablebase.home import home_file

    path = file or home_file()
    with TableFile(path) as tables:
        paths, root = tables.paths(), tables.attributes()
        others = [(name, held) for name in brought("stores") if (held := tables.names_in(name))]
        whole = CONTENTS in root
        shown = [] if whole and not every else paths if every or as_json else paths[:20]
        rows = [{**tables.codes(name).attributes, "path": name} for name in shown]
        report = {**root, "file": str(path), "bytes": path.stat().st_size}
    if as_json:
        print_json({**report, "tables": rows})
    else:
        _print_file(report, _held(root, len(paths), others))
        if not whole:
            _print_tables(path, rows, len(paths))
    _check_games(path, [root] if whole else rows)


def _check_games(file: Path, described: Iterable[Mapping[str, Any]]) -> None:
    """End with an error if a game that attributes name is not installed."""
    for attributes in described:
        name = attributes.get("game")
        if not is_installed(name):
            raise click.ClickException(f"{file}: cannot check: {unknown(name)}")


def _held(
    root: Mapping[str, Any], tables: int, others: Iterable[tuple[str, list[str]]]
) -> list[str]:
    """What a file holds, in words."""
    from tablebase.engine.tables.attributes import CONTENTS
    from tablebase.engine.tables.opened import describe

    held = [plural(tables, "table")]
    if CONTENTS in root:
        held = [f"{root[CONTENTS]} of {root.get('game')}", describe(root), *held]
    return [*(f"{group[1:]} of {' and '.join(names)}" for group, names in others), *held]


def _print_file(report: Mapping[str, Any], held: Iterable[str]) -> None:
    written = (report.get(name) for name in ("generated-by", "creation-date"))
    parts = [
        *held,
        f"{report['bytes'] / 1e6:.2f} MB",
        f"format version {report['format-version']}",
        *(str(value) for value in written if value is not None),
    ]
    console().print(f"{report['file']}: {', '.join(filter(None, parts))}")


def _print_tables(file: Path, rows: list[dict[str, Any]], tables: int) -> None:
    if not rows:
        return
    out, table = console(), table_of("game", "table")
    for name in COUNTS:
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(*_row(file, row))
    print_table(table)
    if len(rows) < tables:
        out.print(f"... and {plural(tables - len(rows), 'table')} more; --all lists them")


def _row(file: Path, row: Mapping[str, Any]) -> list[str]:
    from tablebase.engine.tables.attributes import integer, text
    from tablebase.engine.tables.hdf5 import reading

    _, _, game, key = row["path"].split("/")
    with reading(f"{file}: {row['path']}"):
        # A deal as a user types it, not as it appears in a path.
        name = text(row, "deal") if "deal" in row else key
        return [game, name, *(f"{integer(row, count):,}" for count in COUNTS.values())]
