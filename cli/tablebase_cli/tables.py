"""`tablebase stats`, `export`, `info` and `verify`: what tables and files hold, and if it is right.

`stats` counts the positions of a table, and `export` writes tables as plain columns.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.compiling import clock
from tablebase.engine.rooms import brought, is_installed, unknown
from tablebase.errors import plural
from tablebase.home import home_file

from .game import GameCli, written_by
from .group import game_command, item_argument, item_options, items_argument
from .options import (
    FILE,
    check_comment,
    check_new,
    comment_option,
    flag,
    force_option,
    in_option,
    listed_option,
    output_option,
    seed_option,
)
from .output import TABLE, Part, bold, figures, output_format, printed, show
from .progress import hinting, progress_bar

if TYPE_CHECKING:
    from tablebase.engine.tables.interface import TableCheck
    from tablebase.engine.tables.table import Summary


@game_command("# All positions of one table", "{game.program} stats {game.example}")
@item_argument
@in_option
@item_options
@printed
def stats(game: GameCli, item: str, file: Path | None, **rules: Any) -> None:
    """Count the positions of {game.item} by {game.layer} and by distance.

    The distance counts plies to the end. Some of the longest positions are listed.

    {game.notation}
    """
    print_stats(game, game.parse_item(item, **rules), file)


def print_stats(game: GameCli, item: Any, file: Path | None) -> None:
    """Print the counts of one table."""
    with hinting(item), game.open_tables(file) as tables:
        table = tables.table(item)
        summary = table.summary()
    data = {"table": table.game.key, "origin": table.origin, **summary.as_dict()}
    show(data, _of_summary(game, table.game.key, summary))


def _of_summary(game: GameCli, key: str, summary: Summary[Any]) -> Iterator[Part]:
    share = summary.wins / summary.positions
    yield bold(f"{key}: {summary.positions:,} positions")
    yield f"the side to move wins {summary.wins:,} ({share:.1%}), loses {summary.losses:,}"
    yield ""
    yield figures(
        {game.layer: "", "positions": ",", "wins": ",", "losses": ","},
        ((layer, wins + losses, wins, losses) for layer, wins, losses in summary.by_layer()),
    )
    yield ""
    yield figures(
        {"distance": "", "side to move": "", "positions": ","},
        ((value.dte, value.result.value, n) for value, n in summary.by_value().items()),
    )
    longest = ", ".join(str(position) for position in summary.longest)
    yield f"\nlongest, {summary.longest_dte} plies: {longest}"


@game_command(
    "# A table for a spreadsheet, and for pandas",
    "{game.program} export {game.example} -o {game.name}.csv",
    "{game.program} export {game.example} -o {game.name}.parquet",
)
@items_argument
@output_option
@in_option
@item_options
@comment_option
@force_option
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
    or a loss for the side to move, and dte: plies to the end, negative for a loss, and 0 where the
    game is over, whoever has won. Several tables get a first column that says which one a row is
    from. A .parquet also says what the table is, in its metadata.
    """
    from tablebase.export import write

    check_new(output, force)
    check_comment(output, comment)
    asked = [game.parse_item(item, **rules) for item in items]
    with hinting(*asked), game.open_tables(file) as tables:
        written = write(map(tables.table, asked), output, comment=comment)
    click.echo(f"wrote {plural(written, 'position')} to {output}")


COUNTS = {"positions": "positions", "wins": "wins", "losses": "losses", "longest": "longest-dte"}
"""Column -> attribute of a table."""

SHOWN = 20
"""How many tables `info` lists for people."""

file_argument = click.argument("file", type=FILE, required=False)


@game_command(
    "# What your tables.h5 holds",
    "{game.program} info",
    "# Every table of another file",
    "{game.program} info {game.name}.h5 -n 0",
)
@file_argument
@listed_option(None, show_default=f"{SHOWN}, or all with --format")
@printed
def info(game: GameCli, file: Path | None, number: int | None) -> None:
    """List the tables in FILE, by default your tables.h5."""
    from tablebase.engine.tables.attributes import CONTENTS
    from tablebase.engine.tables.store import TableFile

    path = file or home_file()
    most = (SHOWN if output_format() == TABLE else None) if number is None else number or None
    with written_by(f"{game.program} build"), TableFile(path) as tables:
        paths, root = tables.paths(), tables.attributes()
        others = [(name, held) for name in brought("stores") if (held := tables.names_in(name))]
        whole = CONTENTS in root
        shown = [] if whole and number is None else paths[:most]
        rows = [{**tables.codes(name).attributes, "path": name} for name in shown]
        report = {**root, "file": str(path), "bytes": path.stat().st_size}
    parts = [_of_file(report, len(paths), others)]
    show({**report, "tables": rows}, chain(parts, _of_tables(path, rows, len(paths), whole)))
    for attributes in [root] if whole else rows:
        name = attributes.get("game")
        if not is_installed(name):
            raise click.ClickException(f"{path}: cannot check: {unknown(name)}")


def _of_file(
    report: Mapping[str, Any], tables: int, others: Iterable[tuple[str, list[str]]]
) -> str:
    """What a file holds, and what its root says of it."""
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
    return f"{report['file']}: {', '.join(filter(None, parts))}"


def _of_tables(
    file: Path, rows: Sequence[Mapping[str, Any]], tables: int, whole: bool
) -> Iterator[Part]:
    from tablebase.engine.tables.attributes import integer, text
    from tablebase.engine.tables.hdf5 import reading

    if whole or not rows:
        return

    def cells(row: Mapping[str, Any]) -> tuple[str, ...]:
        _, _, game, key = row["path"].split("/")
        with reading(f"{file}: {row['path']}"):
            # A deal as a user types it, not as it appears in a path.
            name = text(row, "deal") if "deal" in row else key
            return game, name, *(f"{integer(row, each):,}" for each in COUNTS.values())

    yield figures(("game", "table", *COUNTS), map(cells, rows), names=2)
    if len(rows) < tables:
        yield f"... and {plural(tables - len(rows), 'table')} more; -n 0 lists them"


@game_command(
    "# Check your tables.h5",
    "{game.program} verify",
    "# Check every entry of another file",
    "{game.program} verify {game.name}.h5 --full",
)
@file_argument
@flag(
    "--full",
    "Check every entry of a large table instead of a sample. The whole game takes two to "
    "three minutes on two cores; a win/loss file takes up to 1.5 times as long as its build.",
)
@seed_option
@printed
def verify(game: GameCli, file: Path | None, full: bool, seed: int) -> None:
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
    from tablebase.library import verify as check

    path = file or home_file()
    started = clock()
    with written_by(f"{game.program} build"), TableFile(path) as tables:
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
    errors = [{"table": result.path, "error": result.error} for result in bad]
    data = {"file": str(path), f"{kind}s": number, "positions": positions, "errors": errors}
    parts = [f"{result.path}: {result.error}" for result in bad]
    if checks and not bad:
        parts.append(
            f"{path}: {plural(number, kind)} verified, every checksum and {positions:,} positions "
            f"in {seconds:.1f} s{'' if sampled else f', seed {seed}'}"
        )
        parts += [_say_sample(**_sample(sampled, seed))] if sampled else []
    show({**data, "seed": seed, **({"sample": _sample(sampled, seed)} if sampled else {})}, parts)
    if bad:
        wrong = [result for result in bad if not result.unknown]
        some, what = (wrong, "wrong") if wrong else (bad, "not checked")
        found = f"{len(some)} of {plural(max(number, len(bad)), kind)} {what}"
        raise click.ClickException(f"{path}: {found}, first {some[0].path}: {some[0].error}")
    if not checks:
        raise click.ClickException(f"{path} holds no table: there was nothing to check")


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
