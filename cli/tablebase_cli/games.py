"""`tablebase games`: the games that are installed."""

from __future__ import annotations

from dataclasses import fields

import click

from tablebase.engine.rooms import Room, installed

from .common import examples
from .output import print_json, print_table, printed, table_of


@click.command(epilog=examples("# What is installed, and from where", "tablebase games"))
@printed
def games(as_json: bool) -> None:
    """List the installed games, and what each brings."""
    titles = "game", "distribution", "version", "brings"
    rows = []
    for one in installed().values():
        brings = [part.name for part in fields(Room) if getattr(one.room, part.name)]
        rows.append((one.name, one.distribution, one.version, brings))
    if as_json:
        print_json([dict(zip(titles, row, strict=True)) for row in rows])
        return
    table = table_of(*titles)
    for name, source, version, brings in rows:
        table.add_row(name, source, version, ", ".join(brings))
    print_table(table)
