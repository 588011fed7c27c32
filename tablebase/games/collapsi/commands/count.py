"""`tablebase count`: how many games can be played on all deals, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.games.collapsi.commands.output import check_one_output
from tablebase.plotting import save
from tablebase_cli.group import command
from tablebase_cli.options import MANY, THREADS, output_to, seed_option
from tablebase_cli.output import (
    as_json,
    console,
    plot_option,
    print_figures,
    print_json,
    printed,
)
from tablebase_cli.progress import progress_bar

if TYPE_CHECKING:
    from tablebase.games.collapsi.studies.games import GameTally


@command(
    "# 1,000 random deals",
    "tablebase count --deals 1000",
    "# All deals; the same command continues the file",
    "tablebase count -o games.json --plot games.svg",
)
@click.option("--deals", type=MANY, metavar="N", help="Count N random deals; by default all deals.")
@seed_option("Seed of the random deals.  [default: 1]")
@output_to("Keep what is counted of all deals in this file, and continue it.", required=False)
@click.option(
    "--workers", type=THREADS, help="Number of threads for all deals.  [default: one for each core]"
)
@printed
@plot_option
def count(
    deals: int | None,
    seed: int | None,
    output: Path | None,
    workers: int | None,
    plot: Path | None,
) -> None:
    """Count how many games can be played: mean, fewest and most.

    Two games differ if some move ends on a different cell. The counts of all 47,297,250 deals are
    exact, under both editions, and take about 45 minutes of processor time. Under `single` it
    matters which joker is red's, so each deal counts twice. `tablebase probe --games` counts the
    games from one position.
    """
    check_one_output(plot)
    if deals is not None:
        if output is not None or plot is not None or workers is not None:
            raise click.UsageError("--output, --plot and --workers go without --deals")
        _sample(deals, 1 if seed is None else seed)
        return
    if seed is not None:
        raise click.UsageError("--seed goes with --deals")
    from tablebase.games.collapsi.studies.census import census_of
    from tablebase.games.collapsi.studies.games import count_all

    with progress_bar(len(census_of()), "counting games") as advance:
        tallies = count_all(output, workers, advance).tallies
    if as_json():
        print_json({name: _data(tally) for name, tally in tallies.items()})
    elif plot is not None:
        from tablebase.games.collapsi.plots.deals import distribution

        save(distribution(tallies), plot)
    else:
        rows = []
        for name, one in ((name, _data(tally)) for name, tally in tallies.items()):
            ends = (f"{one[end]['games']:,} ({one[end]['deal']})" for end in ("least", "most"))
            rows.append((name, one["deals"], one["mean"], *ends))
        columns = {"edition": "", "deals": ",", "mean": ",.1f", "least": "", "most": ""}
        print_figures(columns, rows)


def _sample(deals: int, seed: int) -> None:
    from tablebase.games.collapsi.studies.games import sample

    found = sample(deals, seed)
    if as_json():
        print_json(
            {
                name: {**mean.as_dict(), "least": least, "most": most}
                for name, (mean, least, most) in found.items()
            }
        )
        return
    print_figures(
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
    console().print(f"random deals of seed {seed}", style="dim")


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
