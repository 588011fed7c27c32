"""`tablebase pairs study`: how random stacks end with best play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablebase.engine.compiling import clock
from tablebase.engine.jobs.machine import check_memory, cores
from tablebase.errors import plural
from tablebase.games.pairs.commands.options import cards_option
from tablebase.games.pairs.commands.solve import memory_option, seconds_option
from tablebase.plotting import save
from tablebase_cli.group import command
from tablebase_cli.options import number_option, output_to, seed_option, threads_option
from tablebase_cli.output import Part, bold, dim, plot_option, printed, show
from tablebase_cli.progress import progress_bar

MOST_WORKERS = 61
"""Windows allows no more processes."""


@command(
    "# How many shuffles can be beaten",
    "tablebase pairs study -n 100 --seed 1",
    "# More of them, in several runs",
    "tablebase pairs study -n 62000 --seed 1 -o study.json",
)
@number_option("Solve N random stacks.", 1000)
@seed_option
@cards_option
@threads_option
@memory_option
@seconds_option
@output_to(
    "Save the results in FILE every few seconds. The same command, or one with a larger N, "
    "continues it, and tries undecided stacks again.",
    required=False,
)
@printed
@plot_option
def study(
    number: int,
    seed: int,
    cards: int,
    threads: int | None,
    memory: float,
    seconds: float,
    output: Path | None,
    plot: Path | None,
) -> None:
    """Solve N random stacks and count those that can be beaten.

    Prints the share of stacks that can be beaten, the share that can end on two matching cards,
    and how many stacks leave how many cards. A share has Wilson's 95% interval; undecided stacks
    widen it. Each thread is a
    process that may use --memory. The command does not start if together they could use
    more than is free.
    """
    from tablebase.games.pairs.study import study as run

    size, workers = int(memory * 2**30), min(threads or cores(), MOST_WORKERS)
    if workers > 1:
        check_memory(workers * size, f"a study with {workers} processes, {memory:g} GiB each,")
    started = clock()
    with progress_bar(number, "solving") as advance:
        found = run(
            number,
            seed,
            cards=cards,
            workers=workers,
            memory=size,
            seconds=seconds,
            file=output,
            progress=advance,
        )
    report = {**found.as_dict(), "seconds": round(clock() - started, 2)}
    if plot is not None:
        from tablebase.games.pairs import plots

        save(plots.study(found), plot)
    show(report, _of_study(report))


def _of_study(report: dict[str, Any]) -> Iterator[Part]:
    low, high = report["interval_95"]
    yield bold(
        f"{report['beatable']:,} of {plural(report['stacks'], 'stack')} of {report['cards']} cards "
        f"can be beaten: {report['share']:.3%}, 95% interval {low:.3%} to {high:.3%}"
    )
    yield (f"{report['impossible']:,} are proven impossible, {report['undecided']:,} are undecided")
    if report["matching_undecided"] < report["stacks"]:
        low, high = report["matching_interval_95"]
        yield (
            f"{report['matching']:,} can end on two matching cards, "
            f"{report['matching_undecided']:,} are undecided: 95% interval {low:.3%} to {high:.3%}"
        )
    counts = ", ".join(f"{left}: {number:,}" for left, number in report["by_left"].items())
    yield f"stacks by the fewest cards that remain: {counts}"
    yield (
        f"a stack took {report['milliseconds_median']} ms and {report['searched_median']:,.0f} "
        f"positions (medians), at most {report['milliseconds_most']:,} ms and "
        f"{report['searched_most']:,} positions; {report['seconds']} s in all"
    )
    yield dim(f"seed {report['seed']}")
