"""`tablebase lab`: variants of the rules, compared side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..cluster import check_shared, scheduler_option, workers_option
from ..common import (
    console,
    examples,
    json_option,
    output_to,
    plot_option,
    print_json,
    progress_share,
)
from ..numbers import GIB, MORE, SEED

if TYPE_CHECKING:
    from tablebase.games.collapsi.studies.lab.study import Study

WIDTH = 200
"""Least width of a table in characters: lines are long if games have many lengths."""


@click.command(
    epilog=examples(
        "# Compare variants by name or by size",
        "tablebase lab collapsi flat 3x4",
        "# Keep the counts, and draw them",
        "tablebase lab flat 4x5 --deals 1000 -o lab.json --plot lab.png",
    ),
)
@click.argument("variants", metavar="RULES...", nargs=-1, required=True)
@click.option(
    "--deals",
    type=MORE,
    default=10_000,
    show_default=True,
    metavar="N",
    help="Random deals of each variant, if not every deal can be counted.",
)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of the random deals.")
@click.option(
    "--memory",
    type=GIB,
    default=4,
    show_default=True,
    metavar="GiB",
    help="Count every deal if that fits in this much memory; 0 for random deals only.",
)
@workers_option
@scheduler_option
@output_to(
    "Keep the counts in this JSON file as the work goes on, and reuse those it holds.",
    required=False,
)
@json_option
@plot_option
def lab(
    variants: tuple[str, ...],
    deals: int,
    seed: int,
    memory: float,
    workers: int | None,
    scheduler: str | None,
    output: Path | None,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Compare variants of the rules: who wins, and how soon.

    RULES is a name, a board's size such as 3x4, or a TOML file; each of its editions has a row.
    All players play perfectly. The share of deals that the first player wins is exact if every
    deal can be counted; if not, it comes from random deals, with Wilson's 95 % interval. The
    fairest variant is the one whose share is nearest to one half.

    An interrupted run prints what it has; with -o the same command goes on where it stopped.
    """
    check_shared(scheduler, shared=False, workers=workers)
    from tablebase.games.collapsi.rules_file import load_rules
    from tablebase.games.collapsi.studies.lab.lab import Lab

    chosen = [load_rules(name) for name in variants]
    names = [rules.name for rules in chosen]
    if len(set(names)) < len(names):
        raise click.UsageError(f"variants {', '.join(names)}: expected different names")
    laboratory = Lab(output)
    found: list[Study] = []
    try:
        for rules in chosen:
            with progress_share(f"counting {rules.name}") as progress:
                found += laboratory.study(
                    rules,
                    deals=deals,
                    seed=seed,
                    memory=int(memory * 2**30),
                    workers=workers,
                    scheduler=scheduler,
                    progress=progress,
                )
    except KeyboardInterrupt:
        found += laboratory.of(rules, seed)
        if found:
            _report(found, as_json)
        raise
    _report(found, as_json)
    if plot is not None:
        from tablebase.plotting import lab, save

        save(lab.compare(found), plot)
        if not as_json:
            click.echo(f"wrote {plot}")


def _report(found: Sequence[Study], as_json: bool) -> None:
    from tablebase.games.collapsi.studies.lab.study import report

    if as_json:
        print_json(report(found))
        return
    print_studies(found)


def print_studies(found: Sequence[Study]) -> None:
    """Print who wins, how soon, and which variant is fairest."""
    _print_shares(found)
    _print_lengths(found)
    _print_verdict(found)


def _print_shares(found: Sequence[Study]) -> None:
    _print_table(
        ("variant", "deals", "first wins, %", "95 % interval", "plies", "median"),
        (
            (
                study.name,
                f"{study.deals:,}",
                f"{100 * study.share:.2f}",
                "every deal" if study.exact else _interval(study),
                f"{study.mean:.2f}",
                study.median,
            )
            for study in found
        ),
    )


def _interval(study: Study) -> str:
    low, high = study.interval
    return f"{100 * low:.2f} to {100 * high:.2f}"


def _print_lengths(found: Sequence[Study]) -> None:
    lengths = sorted({plies for study in found for plies in study.lengths})
    _print_table(
        ("deals by plies, %", *lengths),
        ((study.name, *(_percent(study, plies) for plies in lengths)) for study in found),
    )
    console().print("odd numbers of plies: the first player wins", style="dim")


def _percent(study: Study, plies: int) -> str:
    deals = study.lengths.get(plies, 0)
    return f"{100 * deals / study.deals:.1f}" if deals else ""


def _print_table(header: Iterable[object], rows: Iterable[Iterable[object]]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for number, name in enumerate(header):
        table.add_column(str(name), justify="right" if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*map(str, row))
    out = console()
    out.width = max(out.width, WIDTH)
    out.print(table, "", sep="\n")


def _print_verdict(found: Sequence[Study]) -> None:
    from tablebase.games.collapsi.studies.lab.study import verdict

    fairest, rivals = verdict(found)
    out = console()
    out.print(
        f"fairest: {fairest.name}, the first player wins {fairest.share:.2%} of the deals",
        style="bold",
    )
    if rivals:
        out.print(f"perhaps as fair: {', '.join(study.name for study in rivals)}")
