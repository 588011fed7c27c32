"""`tablebase count`: how many games can be played on all deals, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.games.collapsi.commands.options import check_one_output
from tablebase.plotting import save
from tablebase_cli.group import command
from tablebase_cli.options import maybe_seed, number_option, output_to, seed_for, threads_option
from tablebase_cli.output import dim, figures, plot_option, printed, show
from tablebase_cli.progress import progress_bar

if TYPE_CHECKING:
    from tablebase.games.collapsi.studies.games import GameTally


@command(
    "# 1,000 random deals",
    "tablebase count -n 1000",
    "# All deals; the same command continues the file",
    "tablebase count -o games.json --plot games.svg",
)
@number_option("Count N random deals; by default all deals.", name="deals")
@maybe_seed
@output_to("Keep what is counted of all deals in this file, and continue it.", required=False)
@threads_option
@printed
@plot_option
def count(
    deals: int | None,
    seed: int | None,
    output: Path | None,
    threads: int | None,
    plot: Path | None,
) -> None:
    """Count how many games can be played: mean, fewest and most.

    Two games differ if some move ends on a different cell. The counts of all 47,297,250 deals are
    exact, under both editions, and take about 45 minutes of processor time. Under `single` it
    matters which joker is red's, so each deal counts twice. `tablebase probe --count` counts the
    games from one position.
    """
    check_one_output(plot)
    seed = seed_for("-n N", deals is not None, seed)
    if deals is not None and seed is not None:
        if output is not None or plot is not None or threads is not None:
            raise click.UsageError("--output, --plot and --threads go without -n")
        _sample(deals, seed)
        return
    from tablebase.games.collapsi.studies.census import census_of
    from tablebase.games.collapsi.studies.games import count_all

    with progress_bar(len(census_of()), "counting games") as advance:
        tallies = count_all(output, threads, advance).tallies
    if plot is not None:
        from tablebase.games.collapsi.plots.deals import distribution

        save(distribution(tallies), plot)
        return
    rows, data = [], {name: _data(tally) for name, tally in tallies.items()}
    for name, one in data.items():
        ends = (f"{one[end]['games']:,} ({one[end]['deal']})" for end in ("least", "most"))
        rows.append((name, one["deals"], one["mean"], *ends))
    columns = {"edition": "", "deals": ",", "mean": ",.1f", "least": "", "most": ""}
    show(data, [figures(columns, rows)])


def _sample(deals: int, seed: int) -> None:
    from tablebase.games.collapsi.studies.games import sample

    found = sample(deals, seed)
    data = {
        name: {**mean.as_dict(), "least": least, "most": most, "seed": seed}
        for name, (mean, least, most) in found.items()
    }
    table = figures(
        {
            "edition": "",
            "deals": ",",
            "mean": ",.0f",
            "95% interval": "",
            "least": ",",
            "most": ",",
        },
        (
            (name, deals, mean.figure, f"{mean.low:,.0f} to {mean.high:,.0f}", least, most)
            for name, (mean, least, most) in found.items()
        ),
    )
    show(data, [table, dim(f"random deals of seed {seed}")])


def _data(tally: GameTally) -> dict[str, Any]:
    from tablebase.games.collapsi.studies.census import census_of
    from tablebase.games.collapsi.studies.games import BIN, in_the_corner

    census = census_of()
    return {
        "deals": in_the_corner(tally.weight),
        "games": in_the_corner(tally.total),
        "mean": tally.mean,
        **{
            name: {"games": games, "deal": str(census[number])}
            for name, (games, number) in tally.ends.items()
        },
        "bins": [
            {"from": at * BIN, "deals": in_the_corner(number)}
            for at, number in sorted(tally.bins.items())
        ],
    }
