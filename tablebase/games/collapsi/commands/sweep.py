"""`tablebase sweep`: what many deals are worth, one row each, without keeping their tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from tablebase.engine.compiling import clock
from tablebase.errors import plural
from tablebase.games.collapsi.commands.options import (
    check_scheduler,
    deals_from,
    rules_of,
    rules_option,
    scheduler_option,
    source_option,
)
from tablebase.games.collapsi.position import Deal, random_deals
from tablebase_cli.group import command
from tablebase_cli.options import (
    check_comment,
    check_new,
    comment_option,
    force_option,
    maybe_seed,
    output_option,
    random_option,
    seed_for,
    threads_option,
)
from tablebase_cli.output import printed, show
from tablebase_cli.progress import continuable, progress_bar

if TYPE_CHECKING:
    from tablebase.games.collapsi.studies.sweep import Swept


@command("# Solve 1,000 random deals", "tablebase sweep -n 1000 --seed 1 -o deals.csv")
@click.argument("deals", metavar="[DEAL]...", nargs=-1)
@output_option
@random_option
@maybe_seed
@source_option
@rules_option
@comment_option
@force_option
@threads_option
@scheduler_option
@printed
def sweep(
    deals: tuple[str, ...],
    output: Path,
    count: int | None,
    seed: int | None,
    source: TextIO | None,
    rules: str | None,
    comment: bool,
    force: bool,
    threads: int | None,
    scheduler: str | None,
) -> None:
    """Solve many deals and write what each is worth to FILE.

    There is one row for each deal and edition. Columns: deal, edition, red_wins (1 or 0), plies
    (with perfect play), first_moves, winning_moves (of them), positions (of the deal's table),
    wins (positions that the side to move wins), longest_dte. A .parquet also has the rules and
    these meanings in its metadata.

    An interrupted or killed sweep keeps its finished work: run the same command again to continue,
    with the same --seed.
    The file is the same whether this machine or a cluster does the work.
    """
    check_scheduler(scheduler, threads)
    seed = seed_for("-n N", count is not None, seed)
    check_new(output, force)
    check_comment(output, comment)
    from tablebase.games.collapsi.studies.sweep import sweep

    played = rules_of(None, rules)
    wanted = list(deals_from(deals, source, lambda text: Deal.parse(text, played)))
    if count is not None and seed is not None:
        wanted += random_deals(count, seed, played)
    if not wanted:
        raise click.UsageError("nothing to sweep: expected a DEAL, -n N or --from FILE")
    started = clock()
    doing = "sweeping" if seed is None else f"sweeping, seed {seed}"
    with (
        continuable("finished shards are kept", seed),
        progress_bar(len(wanted), doing) as advance,
    ):
        done = sweep(
            output,
            wanted,
            played,
            workers=threads,
            scheduler=scheduler,
            comment=comment,
            progress=advance,
        )
    seconds = clock() - started
    report = {**asdict(done), "file": str(output), "seed": seed, "seconds": round(seconds, 3)}
    show(report, _said(done, output, seed, seconds))


def _said(done: Swept, output: Path, seed: int | None, seconds: float) -> Iterator[str]:
    if done.recovered:
        yield f"recovered {plural(done.recovered, 'deal')} from an interrupted sweep"
    if seed is not None:
        yield f"random deals from seed {seed}"
    for edition, red in done.red_wins.items():
        share, plies = red / done.deals, done.mean_plies[edition]
        yield f"{edition}: red wins {red:,} ({share:.1%}), {plies:.2f} plies on average"
    yield (f"wrote {plural(done.deals, 'deal')} to {output} in {seconds:.2f} s")
