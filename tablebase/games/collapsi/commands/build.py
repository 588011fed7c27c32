"""`tablebase build`: solve every position of deals, or of the whole game."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

import click

from tablebase.games.collapsi.commands.options import (
    board_option,
    deals_from,
    parse_deal,
    rules_of,
    rules_option,
    scheduler_option,
    source_option,
)
from tablebase.games.collapsi.position import random_deals
from tablebase.home import home_file, own_file
from tablebase_cli.build import (
    build_large,
    build_tables,
    force_option,
    level_option,
    output_option,
    own,
)
from tablebase_cli.group import command
from tablebase_cli.options import flag, maybe_seed, random_option, seed_for
from tablebase_cli.output import printed


@command(
    "# One deal and 20 random ones",
    "tablebase build A223/4A2J/3A23/J3A4 -n 20 --seed 1 -o collapsi.h5",
    "# The whole game",
    "tablebase build --all",
)
@click.argument("deals", metavar="[DEAL]...", nargs=-1)
@output_option
@flag(
    "--all",
    "Build the whole game instead: every position of every deal, in one file of 613 MB.",
    "everything",
)
@flag(
    "--small",
    "With --all: leave out positions with an odd number of face-up cards; look-ups derive "
    "them from the positions one ply later. The file takes 309 MB.",
)
@random_option
@maybe_seed
@source_option
@level_option("9; with --all 6")
@rules_option
@board_option
@force_option
@scheduler_option
@printed
def build(
    deals: tuple[str, ...],
    output: Path | None,
    everything: bool,
    small: bool,
    count: int | None,
    seed: int | None,
    source: TextIO | None,
    level: int | None,
    rules: str | None,
    board: tuple[int, int] | None,
    force: bool,
    scheduler: str | None,
) -> None:
    """Solve every position of each DEAL and store the tables.

    Tables that the file already holds are not built again. An interrupted or killed build keeps
    its finished tables: run the same command again to continue, with the same --seed if deals are
    random.

    With --all the file holds every position of every deal. The build takes two minutes on two
    cores and 3.5 GiB of memory. By default the file is whole.h5 beside your tables.h5, where the
    other commands look first.
    """
    if everything:
        if deals or source or count is not None or seed is not None:
            raise click.UsageError(
                "--all builds every deal: expected no DEAL, -n, --seed or --from"
            )
        if rules or board:
            raise click.UsageError("--all builds the published game: expected no --rules, --board")
        if scheduler:
            raise click.UsageError("--all runs on this machine: expected no --scheduler")
        _build_all(output, level, force, small=small)
        return
    if small:
        raise click.UsageError("--small goes with --all")
    from tablebase.engine.tables.append import parts_folder

    seed = seed_for("-n N", count is not None, seed)
    if count is not None and board:
        raise click.UsageError("-n N draws from a deck: expected --rules instead of --board")
    wanted = list(deals_from(deals, source, lambda text: parse_deal(text, rules, board)))
    if count is not None and seed is not None:
        wanted += random_deals(count, seed, rules_of(None, rules))
    if not wanted and not parts_folder(output or home_file()).exists():
        raise click.UsageError("nothing to build: expected a DEAL, -n N or --from FILE")
    build_tables(output, wanted, level, force, seed, scheduler=scheduler)


def _build_all(output: Path | None, level: int | None, force: bool, *, small: bool) -> None:
    path = output or own(own_file("whole"))
    build_large(path, lambda _: "the whole game", small=small, level=level, replace=force)
