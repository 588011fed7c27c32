"""`tablebase probe -`: the values of many positions, read from standard input."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import plural

from .common import spinner
from .game import GameCli
from .lines import read_items

if TYPE_CHECKING:
    from tablebase.engine.tables.tablebase import Tablebase

AT_ONCE = 100_000
"""How many positions are looked up together: enough to share most of what is read from a file."""

Row = Mapping[str, Any]


def probe_lines(
    game: GameCli,
    file: Path | None,
    output: Path | None,
    as_json: bool,
    **rules: Any,
) -> None:
    """Print the value of each position on standard input, or write them to a file of columns."""
    from tablebase.export import check

    if output is not None:
        check(output)
    positions: Iterator[Any] = read_items(sys.stdin, partial(game.parse, **rules), "POSITION")
    with game.open_tables(file) as tables:
        rows = _rows(tables, positions)
        if output is not None:
            _write(rows, output)
        elif as_json:
            for row in rows:
                click.echo(json.dumps(row))
        else:
            print_csv(rows)


def _rows(tables: Tablebase, positions: Iterator[Any]) -> Iterator[Row]:
    from tablebase.engine.probe import brief

    while some := list(islice(positions, AT_ONCE)):
        for position, value in zip(some, tables.values(some), strict=True):
            yield brief(position, value)


def print_csv(rows: Iterable[Row]) -> None:
    """Print rows as CSV, under the names of the first one's columns."""
    writer = None
    for row in rows:
        if writer is None:
            writer = csv.DictWriter(sys.stdout, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)


def _write(rows: Iterable[Row], output: Path) -> None:
    import numpy as np

    from tablebase.export import write_columns

    with spinner("probing"):
        found = list(rows)
    if not found:
        raise click.UsageError("no positions on standard input: expected one a line")
    write_columns({name: np.array([row[name] for row in found]) for name in found[0]}, output)
    click.echo(f"wrote {plural(len(found), 'position')} to {output}")
