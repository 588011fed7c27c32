"""`tablebase pairs study` and `goals`: how random stacks end with best play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tablebase.engine.compiling import clock
from tablebase.engine.jobs.machine import check_memory
from tablebase.errors import plural
from tablebase.games.pairs.commands.options import random_stacks, rule_option
from tablebase.games.pairs.commands.solve import memory_option, seconds_option
from tablebase.plotting import save
from tablebase_cli.group import command
from tablebase_cli.options import output_to
from tablebase_cli.output import as_json, console, json_option, plot_option, print_json
from tablebase_cli.progress import progress_bar


@command(
    "# How many shuffles can be beaten",
    "tablebase pairs study --random 100 --seed 1",
    "# More of them, in several runs",
    "tablebase pairs study --random 62000 -o study.json",
)
@random_stacks
@click.option(
    "--workers",
    type=click.IntRange(1, 61),  # Windows allows no more
    default=1,
    metavar="N",
    help="Number of worker processes.",
)
@rule_option
@memory_option
@seconds_option
@output_to(
    "Save the results in FILE every few seconds. The same command, or one with a larger N, "
    "continues it, and tries undecided stacks again.",
    required=False,
)
@json_option
@plot_option
def study(
    number: int,
    seed: int,
    cards: int,
    workers: int,
    rule: str,
    memory: float,
    seconds: float,
    output: Path | None,
    plot: Path | None,
) -> None:
    """Solve N random stacks and count those that can be beaten.

    Prints the share of stacks that can be beaten, the share that can end on two matching cards,
    and how many stacks leave how many cards. A share has Wilson's 95% interval; undecided stacks
    widen it. Each worker may use --memory. The command does not start if together they could use
    more than is free.
    """
    from tablebase.games.pairs.rules import rules_of
    from tablebase.games.pairs.study import study as run

    size = int(memory * 2**30)
    if workers > 1:
        check_memory(workers * size, f"a study with {workers} workers, {memory:g} GiB each,")
    started = clock()
    with progress_bar(number, "solving") as advance:
        found = run(
            number,
            seed,
            cards=cards,
            workers=workers,
            memory=size,
            seconds=seconds,
            rules=rules_of(rule),
            file=output,
            progress=advance,
        )
    report = {**found.as_dict(), "seconds": round(clock() - started, 2)}
    if plot is not None:
        from tablebase.games.pairs import plots

        save(plots.study(found), plot)
    if as_json():
        print_json(report)
    else:
        _print(report)


def _print(report: dict[str, Any]) -> None:
    out = console()
    low, high = report["interval_95"]
    out.print(
        f"{report['beatable']:,} of {plural(report['stacks'], 'stack')} of {report['cards']} cards "
        f"can be beaten: {report['share']:.3%}, 95% interval {low:.3%} to {high:.3%}",
        style="bold",
    )
    out.print(
        f"{report['impossible']:,} are proven impossible, {report['undecided']:,} are undecided"
    )
    if report["matching_undecided"] < report["stacks"]:
        low, high = report["matching_interval_95"]
        out.print(
            f"{report['matching']:,} can end on two matching cards, "
            f"{report['matching_undecided']:,} are undecided: 95% interval {low:.3%} to {high:.3%}"
        )
    counts = ", ".join(f"{left}: {number:,}" for left, number in report["by_left"].items())
    out.print(f"stacks by the fewest cards that remain: {counts}")
    out.print(
        f"a stack took {report['milliseconds_median']} ms and {report['searched_median']:,.0f} "
        f"positions (medians), at most {report['milliseconds_most']:,} ms and "
        f"{report['searched_most']:,} positions; {report['seconds']} s in all"
    )


@command("# Small stacks are solved exactly", "tablebase pairs goals --random 100 --cards 12")
@random_stacks
@memory_option
@seconds_option
@json_option
def goals(number: int, seed: int, cards: int, memory: float, seconds: float) -> None:
    """Solve N random stacks for few cards and for a high score.

    The score is the sum of the ranks of the cleared cards (ace 1, king 13), times their number.
    Prints how often a game with the highest score also leaves the fewest cards, and the score of a
    game that only aims at few cards. Stacks of up to 22 cards are solved exactly for both goals.
    """
    from tablebase.games.pairs.goals import compare_goals

    with progress_bar(number, "solving") as advance:
        found = compare_goals(
            number,
            seed,
            cards=cards,
            memory=int(memory * 2**30),
            seconds=seconds,
            progress=advance,
        )
    report = found.as_dict()
    if as_json():
        print_json(report)
    else:
        _print_goals(report, cards)


def _print_goals(report: dict[str, Any], cards: int) -> None:
    out, number = console(), report["stacks"]
    out.print(
        f"{report['agree']:,} of {plural(number, 'stack')} of {cards} cards: a game with the "
        f"highest score also leaves the fewest cards ({report['agree'] / number:.1%})",
        style="bold",
    )
    out.print(
        f"highest score: {report['mean_highest']:,.1f} on average, proven for "
        f"{report['proven']:,}; the bounds are {report['mean_bound']:,.1f} on average"
    )
    out.print(f"a game for few cards only: {report['mean_of_fewest']:,.1f} on average")
