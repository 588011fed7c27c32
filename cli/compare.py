"""`tablebase compare`: tables and forward searches side by side, on the same positions."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import (
    console,
    edition_option,
    json_option,
    open_tables,
    plural,
    print_json,
    progress_bar,
)

if TYPE_CHECKING:
    from tablebase.compare import Comparison, Row
    from tablebase.games.collapsi.position import Position


@click.command()
@click.argument("positions", metavar="[POSITION]...", nargs=-1)
@click.option("--random", "count", type=click.IntRange(1), metavar="N", help="Add N random deals.")
@click.option(
    "--midgame",
    is_flag=True,
    help="Add the positions at every second ply of a random game from each.",
)
@click.option("--seed", type=int, help="Seed of what is random; by default drawn and told.")
@edition_option
@click.option(
    "--in",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Compare with the tables in this file too; by default with your own, if you have any.",
)
@json_option
@click.option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Draw a picture: PNG, SVG or PDF, by its name. Needs the extra [plot].",
)
def compare(
    positions: tuple[str, ...],
    count: int | None,
    midgame: bool,
    seed: int | None,
    edition: str | None,
    file: Path | None,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Answer each POSITION by its table and by every forward search; check that all agree.

    POSITION may be a deal, which means its starting position, under both editions unless
    --edition names one. All methods run in this process, one thread, after a warm-up, position
    by position in turn. An answer that disagrees is printed and the exit code is 1.

    "pays after" tells after how many such queries of one deal it would have been cheaper to
    build its table and probe that.
    """
    if not positions and count is None:
        raise click.UsageError("nothing to compare: expected a POSITION or --random N")
    if seed is not None and count is None and not midgame:
        raise click.UsageError("--seed goes with --random N or --midgame")
    if seed is None:
        seed = random.SystemRandom().randrange(2**32)
    from tablebase import compare as comparing
    from tablebase.games.collapsi.search import SEARCHES, stage

    asked = _asked(positions, count, seed, edition)
    groups = comparing.by_stage(asked, stage, random.Random(seed) if midgame else None)
    with (
        open_tables(file, build_missing=False) as tables,
        progress_bar(sum(map(len, groups.values())), "comparing") as advance,
    ):
        stored = None if tables.store is None else tables
        found = comparing.compare(groups, SEARCHES, stored, advance)
    if plot is not None:
        from tablebase import plotting

        plotting.save(comparing.plot(found), plot)
    if as_json:
        print_json({"seed": seed, **found.as_dict()})
    else:
        _print(found, seed if count is not None or midgame else None)
    if found.disagreements:
        first = found.disagreements[0]
        raise click.ClickException(
            f"{plural(len(found.disagreements), 'answer')} disagree with the table, first "
            f"{first.method} of {first.position}: {first.found}, expected {first.expected}"
        )


def _asked(
    notations: Iterable[str], count: int | None, seed: int, edition: str | None
) -> list[Position]:
    """The positions asked for; where the edition matters and none is named, under each."""
    from tablebase.games.collapsi.deal import random_deals
    from tablebase.games.collapsi.position import Position

    named = [*notations, *map(str, random_deals(count or 0, seed=seed))]
    found = []
    for notation in named:
        position = Position.parse(notation, edition)
        if position.ply < 2 and edition is None:
            editions = (rules.name for rules in position.rules.editions)
            found += [Position.parse(notation, name) for name in editions]
        else:
            found.append(position)
    return found


def _print(found: Comparison, seed: int | None) -> None:
    from rich.table import Table

    out = console()
    for group in found.groups:
        rows = found.of(group)
        out.print(f"{group}: {plural(rows[0].queries, 'position')}", style="bold")
        table = Table(box=None, pad_edge=False)
        table.add_column("method", no_wrap=True)
        for name in ("agree", "positions each", "median", "worst", "memory", "pays after"):
            table.add_column(name, justify="right", no_wrap=True)
        for row in rows:
            table.add_row(*_cells(row))
        out.print(table, "", sep="\n")
    for wrong in found.disagreements:
        out.print(
            f"{wrong.method}, {wrong.position}: {wrong.found}, expected {wrong.expected}",
            style="bold red",
        )
    answers = sum(row.queries for row in found.rows)
    if not found.disagreements:
        out.print(f"all {answers:,} answers agree", style="bold green")
    if seed is not None:
        out.print(f"seed {seed}", style="dim")


def _cells(row: Row) -> list[str]:
    from rich.filesize import decimal

    pays = "" if row.pays_after is None else f"{row.pays_after:,}"
    return [
        row.method,
        f"{row.agreed}/{row.queries}",
        f"{row.positions:,.0f}",
        _time(row.median),
        _time(row.worst),
        decimal(row.memory) if row.memory else "",
        pays,
    ]


def _time(seconds: float) -> str:
    return f"{1e3 * seconds:,.2f} ms" if seconds < 10 else f"{seconds:,.1f} s"
