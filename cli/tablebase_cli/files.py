"""`tablebase info` and `verify`: what a tablebase file holds, and whether it is right."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.compiling import clock
from tablebase.engine.rooms import brought, is_installed, unknown
from tablebase.errors import plural

from .group import GameCommand, command
from .options import FILE, any_seed_option
from .output import (
    as_json,
    console,
    json_option,
    print_json,
    print_table,
    printable,
    printed,
    table_of,
)
from .progress import progress_bar

if TYPE_CHECKING:
    from tablebase.engine.tables.interface import TableCheck

COUNTS = {"positions": "positions", "wins": "wins", "losses": "losses", "longest": "longest-dte"}
"""Column -> attribute of a table."""

file_argument = click.argument("file", type=FILE, required=False)


@command(
    "# What your tables.h5 holds",
    "{game.program} info",
    "# Every table of another file",
    "{game.program} info {game.name}.h5 --all",
    cls=GameCommand,
)
@file_argument
@click.option("--all", "every", is_flag=True, help="List every table, not just the first 20.")
@printed
def info(file: Path | None, every: bool) -> None:
    """List the tables in FILE, by default your tables.h5."""
    from tablebase.engine.tables.attributes import CONTENTS
    from tablebase.engine.tables.store import TableFile
    from tablebase.home import home_file

    path = file or home_file()
    with TableFile(path) as tables:
        paths, root = tables.paths(), tables.attributes()
        others = [(name, held) for name in brought("stores") if (held := tables.names_in(name))]
        whole = CONTENTS in root
        shown = [] if whole and not every else paths if every or as_json() else paths[:20]
        rows = [{**tables.codes(name).attributes, "path": name} for name in shown]
        report = {**root, "file": str(path), "bytes": path.stat().st_size}
    if as_json():
        print_json({**report, "tables": rows})
    else:
        _print_file(report, len(paths), others)
        if not whole:
            _print_tables(path, rows, len(paths))
    for attributes in [root] if whole else rows:
        name = attributes.get("game")
        if not is_installed(name):
            raise click.ClickException(f"{path}: cannot check: {unknown(name)}")


def _print_file(
    report: Mapping[str, Any], tables: int, others: Iterable[tuple[str, list[str]]]
) -> None:
    """Print what a file holds, and what its root says of it."""
    from tablebase.engine.tables.attributes import CONTENTS
    from tablebase.engine.tables.opened import describe

    parts = [f"{group[1:]} of {' and '.join(names)}" for group, names in others]
    if CONTENTS in report:
        parts += [f"{report[CONTENTS]} of {report.get('game')}", describe(report)]
    written = (report.get(name) for name in ("generated-by", "creation-date"))
    parts += [
        plural(tables, "table"),
        f"{report['bytes'] / 1e6:.2f} MB",
        f"format version {report['format-version']}",
        *(str(value) for value in written if value is not None),
    ]
    console().print(f"{report['file']}: {', '.join(filter(None, parts))}")


def _print_tables(file: Path, rows: list[dict[str, Any]], tables: int) -> None:
    from tablebase.engine.tables.attributes import integer, text
    from tablebase.engine.tables.hdf5 import reading

    if not rows:
        return
    table = table_of("game", "table")
    for title in COUNTS:
        table.add_column(title, justify="right")
    for row in rows:
        _, _, game, key = row["path"].split("/")
        with reading(f"{file}: {row['path']}"):
            # A deal as a user types it, not as it appears in a path.
            name = text(row, "deal") if "deal" in row else key
            table.add_row(game, name, *(f"{integer(row, each):,}" for each in COUNTS.values()))
    print_table(table)
    if len(rows) < tables:
        console().print(f"... and {plural(tables - len(rows), 'table')} more; --all lists them")


@command(
    "# Check your tables.h5",
    "{game.program} verify",
    "# Check every entry of another file",
    "{game.program} verify {game.name}.h5 --full",
    cls=GameCommand,
)
@file_argument
@click.option(
    "--full",
    is_flag=True,
    help="Check every entry of a large table instead of a sample. The whole game takes two to "
    "three minutes on two cores; a win/loss file takes up to 1.5 times as long as its build.",
)
@any_seed_option(" of the sample")
@json_option
def verify(file: Path | None, full: bool, seed: int) -> None:
    """Check FILE, by default your tables.h5.

    Checks every checksum and count, and works out every entry again from the positions its
    moves lead to. The code for this shares only the rules and the index with the
    solver. The exit code is 1 if anything is wrong, or if there is nothing to check. If a table's
    game is not installed, its checksums are checked, and the exit code is 1.

    A large table is checked by a random sample, and the command prints the chance that a wrong
    entry is missed. For the whole game the sample is about 0.3 % of the entries, from every
    set of face-up cards and every place of the pawns, which takes 30 seconds. Random positions of
    random deals are then compared with the deals' tables and with forward search. For a file that
    only holds who wins the sample is 1,000 positions of each table of 2^24, and for an opening
    book 100 deals.
    """
    from tablebase.engine.tables.store import TableFile
    from tablebase.home import home_file
    from tablebase.library import verify as check

    path = file or home_file()
    started = clock()
    with TableFile(path) as tables:
        count = len(tables.paths())
    checks: list[TableCheck] = []
    with progress_bar(count, "verifying") as advance:
        for result in check(path, full=full, seed=seed):
            checks.append(result)
            advance()
    _report(path, checks, seed, clock() - started)


def _report(path: Path, checks: list[TableCheck], seed: int, seconds: float) -> None:
    bad = [result for result in checks if result.error]
    kind = checks[0].kind if checks else "table"
    number = sum(result.of > 0 for result in checks)
    positions = sum(result.positions for result in checks)
    sampled = [result for result in checks if not result.error and result.positions < result.of]
    if as_json():
        errors = [{"table": result.path, "error": result.error} for result in bad]
        data = {"file": str(path), f"{kind}s": number, "positions": positions, "errors": errors}
        print_json({**data, **({"sample": _sample(sampled, seed)} if sampled else {})})
    else:
        for result in bad:
            click.echo(printable(f"{result.path}: {result.error}"))
    if bad:
        wrong = [result for result in bad if not result.unknown]
        some, what = (wrong, "wrong") if wrong else (bad, "not checked")
        found = f"{len(some)} of {plural(max(number, len(bad)), kind)} {what}"
        raise click.ClickException(f"{path}: {found}, first {some[0].path}: {some[0].error}")
    if not checks:
        raise click.ClickException(f"{path} holds no table: there was nothing to check")
    if not as_json():
        click.echo(
            f"{printable(str(path))}: {plural(number, kind)} verified, every checksum and "
            f"{positions:,} positions in {seconds:.1f} s"
        )
        if sampled:
            click.echo(_say_sample(**_sample(sampled, seed)))


def _sample(sampled: Iterable[TableCheck], seed: int) -> dict[str, float]:
    """The share of large tables that was derived again, and the chance that it missed errors.

    `missed` is the chance that one wrong entry, at a random place, is not in the sample. `found`
    is how many wrong entries it takes for the sample to contain one of them 99 times in 100.
    """
    positions = sum(result.positions for result in sampled)
    of = sum(result.of for result in sampled)
    share = positions / of
    found = math.ceil(math.log(0.01) / math.log1p(-share))
    return {"seed": seed, "of": of, "share": share, "missed": 1 - share, "found": found}


def _say_sample(seed: float, of: float, share: float, missed: float, found: float) -> str:
    return (
        f"a sample, seed {seed}: {100 * share:.2g} % of {of:,} positions. A wrong entry is missed "
        f"with a chance of {100 * missed:.6g} %; if {found:,} are wrong, at least one is found "
        "with a chance of 99 %"
    )
