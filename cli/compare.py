"""`tablebase compare`: tables and forward searches side by side, on the same positions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import (
    console,
    json_option,
    open_tables,
    plot_option,
    plural,
    print_json,
    progress_bar,
)
from .game import GameCommands, make_command

if TYPE_CHECKING:
    from tablebase.compare import Comparison, Row


def compare_of(game: GameCommands) -> click.Command:
    """The command for a game of two players."""
    variants = game.variants
    assert variants is not None

    def compare(
        positions: tuple[str, ...],
        midgame: bool,
        seed: int | None,
        file: Path | None,
        as_json: bool,
        plot: Path | None,
        seconds: float,
        count: int | None = None,
        **rules: Any,
    ) -> None:
        if not positions and count is None:
            raise click.UsageError("nothing to compare: expected a POSITION or --random N")
        if seed is not None and count is None and not midgame:
            raise click.UsageError("--seed goes with --random N or --midgame")
        if seed is None:
            seed = random.SystemRandom().randrange(2**32)
        drawn = game.random_items(count, seed, **rules) if game.random_items and count else ()
        texts = [*positions, *drawn]
        asked = [position for text in texts for position in variants(text, **rules)]
        found = _compare(game, asked, random.Random(seed) if midgame else None, file, seconds)
        _report(found, seed if count is not None or midgame else None, as_json, plot)

    text = """Answer each POSITION by its table and by every forward search; check that all agree.

    The searches: plain is alpha-beta without memory, moves in the order of the cells; ordered is
    the quickest that there is. Either looks for the exact distance, or only for the result.

    All methods run in this process, one thread, after a warm-up, position by
    position in turn; times are processor time. An answer that disagrees is printed, and the exit
    code is 1.

    "pays after" tells after how many such queries of one table it is cheaper to build it and look
    up than to search each time.
    """
    return make_command(
        compare,
        text,
        click.argument("positions", metavar="[POSITION]...", nargs=-1),
        *([random_option] if game.random_items else []),
        midgame_option,
        seed_option,
        seconds_option,
        *game.rule_options,
        in_option,
        json_option,
        plot_option,
    )


random_option = click.option(
    "--random", "count", type=click.IntRange(1), metavar="N", help="Add N random deals."
)
midgame_option = click.option(
    "--midgame",
    is_flag=True,
    help="Add the positions at every second ply of a random game from each.",
)
seed_option = click.option(
    "--seed", type=int, help="Seed of what is random; by default drawn and told."
)
in_option = click.option(
    "--in",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Compare with the tables in this file too; by default with your own, if you have any.",
)
seconds_option = click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=10,
    show_default=True,
    metavar="S",
    help="End each search of a position after S seconds; of what it has proven by then it is "
    "checked that it holds.",
)


def _compare(
    game: GameCommands,
    asked: Sequence[Any],
    rng: random.Random | None,
    file: Path | None,
    seconds: float,
) -> Comparison:
    from tablebase.compare import SEARCHES, by_stage, compare

    groups = by_stage(asked, game.stage, rng)
    with (
        open_tables(game, file, build_missing=False) as tables,
        progress_bar(sum(map(len, groups.values())), "comparing") as advance,
    ):
        stored = None if tables.store is None else tables
        return compare(groups, SEARCHES, stored, seconds=seconds, progress=advance)


def _report(found: Comparison, seed: int | None, as_json: bool, plot: Path | None) -> None:
    if as_json:
        print_json({"seed": seed, **found.as_dict()})
    else:
        _print(found, seed)
    if plot is not None:
        from tablebase import plotting
        from tablebase.compare import plot as draw

        plotting.save(draw(found), plot)
        if not as_json:
            click.echo(f"wrote {plot}")
    if found.disagreements:
        first = found.disagreements[0]
        raise click.ClickException(
            f"{plural(len(found.disagreements), 'answer')} not as in the table, first "
            f"{first.method} of {first.position}: {first.found}, expected {first.expected}"
        )


def _print(found: Comparison, seed: int | None) -> None:
    from rich.table import Table

    out = console()
    for group in found.groups:
        rows = found.of(group)
        out.print(f"{group}: {plural(rows[0].queries, 'position')}, times in ms", style="bold")
        table = Table(box=None, pad_edge=False)
        table.add_column("method", no_wrap=True)
        for name in ("agree", "positions", "median", "worst", "memory", "pays after"):
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
    if stopped := sum(row.stopped for row in found.rows):
        out.print(f"{plural(stopped, 'answer')} stopped early (>), whose bounds were checked")
    if not found.disagreements:
        out.print(f"all {answers:,} answers agree", style="bold green")
    if seed is not None:
        out.print(f"seed {seed}", style="dim")


def _cells(row: Row) -> list[str]:
    from rich.filesize import decimal

    more = "> " if row.stopped else ""
    pays = "" if row.pays_after is None else f"{row.pays_after:,}"
    return [
        row.method,
        f"{row.agreed}/{row.queries}",
        f"{row.positions:,.0f}",
        f"{more}{1e3 * row.median:,.2f}",
        f"{more}{1e3 * row.worst:,.2f}",
        decimal(row.memory) if row.memory else "",
        pays,
    ]
