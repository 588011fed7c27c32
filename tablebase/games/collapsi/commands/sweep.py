"""`tablebase sweep`: what many deals are worth, one row each, without keeping their tables."""

from __future__ import annotations

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
    workers_option,
)
from tablebase.games.collapsi.position import Deal, random_deals
from tablebase_cli.group import command
from tablebase_cli.options import (
    check_comment,
    check_new,
    comment_option,
    force_option,
    output_option,
    random_option,
    seed_option,
)
from tablebase_cli.output import as_json, json_option, print_json
from tablebase_cli.progress import continuable, progress_bar

if TYPE_CHECKING:
    from tablebase.games.collapsi.studies.sweep import Swept


@command("# Solve 1,000 random deals", "tablebase sweep --random 1000 --seed 1 -o deals.csv")
@click.argument("deals", metavar="[DEAL]...", nargs=-1)
@output_option
@random_option
@seed_option("Random seed.  [default: 1]")
@source_option
@rules_option
@comment_option
@force_option
@workers_option
@scheduler_option
@json_option
def sweep(
    deals: tuple[str, ...],
    output: Path,
    count: int | None,
    seed: int | None,
    source: TextIO | None,
    rules: str | None,
    comment: bool,
    force: bool,
    workers: int | None,
    scheduler: str | None,
) -> None:
    """Solve many deals and write what each is worth to FILE.

    There is one row for each deal and edition. Columns: deal, edition, red_wins (1 or 0), plies
    (with perfect play), first_moves, winning_moves (of them), positions (of the deal's table),
    wins (positions that the side to move wins), longest_dte. A .parquet also has the rules and
    these meanings in its metadata.

    An interrupted or killed sweep keeps its finished work: run the same command again to continue.
    The file is the same whether this machine or a cluster does the work.
    """
    check_scheduler(scheduler, workers)
    if count is None and seed is not None:
        raise click.UsageError("--seed goes with --random N")
    check_new(output, force)
    check_comment(output, comment)
    from tablebase.games.collapsi.studies.sweep import sweep

    played = rules_of(None, rules)
    wanted = list(deals_from(deals, source, lambda text: Deal.parse(text, played)))
    if count is not None:
        wanted += random_deals(count, 1 if seed is None else seed, played)
    if not wanted:
        raise click.UsageError("nothing to sweep: expected a DEAL, --random N or --from FILE")
    started = clock()
    with continuable("finished shards are kept"), progress_bar(len(wanted), "sweeping") as advance:
        done = sweep(
            output,
            wanted,
            played,
            workers=workers,
            scheduler=scheduler,
            comment=comment,
            progress=advance,
        )
    seconds = clock() - started
    if as_json():
        print_json({**asdict(done), "file": str(output), "seconds": round(seconds, 3)})
    else:
        _print(done, output, seconds)


def _print(done: Swept, output: Path, seconds: float) -> None:
    if done.recovered:
        click.echo(f"recovered {plural(done.recovered, 'deal')} from an interrupted sweep")
    for edition, red in done.red_wins.items():
        share, plies = red / done.deals, done.mean_plies[edition]
        click.echo(f"{edition}: red wins {red:,} ({share:.1%}), {plies:.2f} plies on average")
    click.echo(f"wrote {plural(done.deals, 'deal')} to {output} in {seconds:.2f} s")
