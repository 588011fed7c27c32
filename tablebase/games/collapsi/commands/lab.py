"""`tablebase lab`: variants of the rules, compared side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablebase.games.collapsi.commands.options import check_scheduler, scheduler_option
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.plotting import save
from tablebase_cli.group import command
from tablebase_cli.options import (
    MORE,
    memory_option,
    number_option,
    output_to,
    seed_option,
    threads_option,
)
from tablebase_cli.output import (
    Part,
    as_json,
    bold,
    console,
    dim,
    figures,
    plot_option,
    print_table,
    printed,
    show,
)
from tablebase_cli.progress import progress_share

if TYPE_CHECKING:
    from tablebase.games.collapsi.studies.lab.study import Study


@command(
    "# Compare variants by name or by size",
    "tablebase lab collapsi flat 3x4",
    "# Keep the counts, and draw them",
    "tablebase lab flat 4x5 -n 1000 --seed 1 -o lab.json --plot lab.png",
)
@click.argument("variants", metavar="RULES...", nargs=-1, required=True)
@number_option(
    "Random deals of each variant, if not every deal can be counted.",
    10_000,
    of=MORE,
    name="deals",
)
@seed_option
@memory_option("Most memory for counting every deal; beyond it, random deals are solved.", 4)
@threads_option
@scheduler_option
@output_to(
    "Keep the counts in this JSON file as they grow, and reuse those it holds.",
    required=False,
)
@printed
@plot_option
def lab(
    variants: tuple[str, ...],
    deals: int,
    seed: int,
    memory: float,
    threads: int | None,
    scheduler: str | None,
    output: Path | None,
    plot: Path | None,
) -> None:
    """Compare variants of the rules: who wins, and how soon.

    RULES is a name, a board's size such as 3x4, or a TOML file; each of its editions has a row.
    All players play perfectly. The share of deals that the first player wins is exact if every
    deal can be counted; if not, it comes from random deals, with Wilson's 95 % interval. The
    fairest variant is the one whose share is nearest to one half.

    An interrupted run prints what it has; with -o the same command continues it.
    """
    check_scheduler(scheduler, threads)
    from tablebase.games.collapsi.studies.lab.kept import Lab

    chosen = [load_rules(name) for name in variants]
    names = [rules.name for rules in chosen]
    if len(set(names)) < len(names):
        raise click.UsageError(f"variants {', '.join(names)}: expected different names")
    laboratory = Lab(output)
    found: list[Study] = []
    print_share = _share_printer(
        [f"{rules.name} {each.name}" for rules in chosen for each in rules.editions]
    )

    def add(studies: Sequence[Study]) -> None:
        found.extend(studies)
        for study in [] if as_json() else studies:
            print_share(study)

    try:
        for rules in chosen:
            with progress_share(f"counting {rules.name}") as progress:
                studies = laboratory.study(
                    rules,
                    deals=deals,
                    seed=seed,
                    memory=int(memory * 2**30),
                    workers=threads,
                    scheduler=scheduler,
                    progress=progress,
                )
            add(studies)
    except KeyboardInterrupt:
        add(laboratory.of(rules, seed))
        _finish(found, seed)
        raise
    _finish(found, seed)
    if plot is not None:
        from tablebase.games.collapsi.plots import lab

        save(lab.compare(found), plot)
        if not as_json():
            console().print(f"wrote {plot}")


def _finish(found: Sequence[Study], seed: int) -> None:
    from tablebase.games.collapsi.studies.lab.study import report

    if found:
        show(report(found), _ending(found, seed))


def _share_printer(names: Sequence[str]) -> Callable[[Study], None]:
    """A function that prints a row for each variant; `names` are the variants that will come."""
    header = ("variant", "deals", "first wins, %", "95 % interval", "plies", "median")
    widths = (max(map(len, names)), 11, 0, 15, 0, 0)
    is_first = True

    def print_share(study: Study) -> None:
        nonlocal is_first
        low, high = study.interval
        row = (
            study.name,
            f"{study.deals:,}",
            f"{100 * study.share:.2f}",
            "every deal" if study.exact else f"{100 * low:.2f} to {100 * high:.2f}",
            f"{study.mean:.2f}",
            study.median,
        )
        table = figures(header, [row], names=1)
        table.show_header, is_first = is_first, False
        for column, width in zip(table.columns, widths, strict=True):
            column.min_width = max(width, len(str(column.header)))
        print_table(table)

    return print_share


def _ending(found: Sequence[Study], seed: int) -> Iterator[Part]:
    """What follows the rows: the lengths of games, the fairest variant, and the seed."""
    from tablebase.games.collapsi.studies.lab.study import verdict

    lengths = sorted({plies for study in found for plies in study.lengths})
    yield ""
    yield figures(
        ("deals by plies, %", *lengths),
        ((study.name, *(_percent(study, plies) for plies in lengths)) for study in found),
        names=1,
    )
    yield ""
    numbers = {"odd" if study.rules.turn.first_wins(1) else "even" for study in found}
    if len(numbers) == 1:
        yield dim(f"{numbers.pop()} numbers of plies: the first player wins")
    fairest, rivals = verdict(found)
    yield bold(f"fairest: {fairest.name}, the first player wins {fairest.share:.2%} of the deals")
    if rivals:
        yield f"perhaps as fair: {', '.join(study.name for study in rivals)}"
    if not all(study.exact for study in found):
        yield dim(f"random deals from seed {seed}")


def _percent(study: Study, plies: int) -> str:
    deals = study.lengths.get(plies, 0)
    return f"{100 * deals / study.deals:.1f}" if deals else ""
