"""`tablebase thegame study`: the talk's tables beside ours."""

from __future__ import annotations

from pathlib import Path

import click

from tablebase.games.thegame.commands.common import (
    figure,
    folder_option,
    kept_in,
    seed_option,
    workers_option,
)
from tablebase_cli.group import command
from tablebase_cli.options import MORE
from tablebase_cli.output import as_json, print_json, print_rows, printed
from tablebase_cli.progress import progress_share


@command("# A quick look, with fewer games", "tablebase thegame study --games 500")
@click.option(
    "--games",
    type=MORE,
    help="Games for each row, at most.  [default: 200,000 at depth 0, 20,000 at 1, 10,000 at 2]",
)
@seed_option
@workers_option
@folder_option
@printed
def study(games: int | None, seed: int, workers: int | None, folder: Path | None) -> None:
    """Print the tables of the talk beside ours.

    The talk is F. Dietrich, Development and Analysis of Strategies for the Card Game The Game,
    2019. The whole study takes about 40 minutes on one core. A row counts as reproduced if the win
    rate is within three standard errors or 0.4 points of the talk's (1.2 at depth 1, 1.5 at
    depth 2).
    """
    from tablebase.games.thegame import study as comparison

    with kept_in(folder), progress_share("playing") as advance:
        rows = list(
            comparison.study(
                games=games, seed=seed, workers=workers, folder=folder, progress=advance
            )
        )
    if as_json():
        print_json([row.as_dict() for row in rows])
        return
    header = (
        "strategy", "depth", "games", "won %: talk", "ours", "cards left: talk", "ours",
        "tricks: talk", "ours", "won % reproduced",
    )  # fmt: skip
    print_rows(
        header,
        (
            (
                row.strategy.title,
                row.published.depth,
                f"{row.endings.games:,}",
                row.published.win_percent,
                figure(*row.endings.win_rate, 100),
                row.published.remaining or "",
                figure(*row.endings.cards_remaining),
                row.published.tricks or "",
                figure(*row.endings.tricks_per_win),
                "yes" if row.reproduced else "no",
            )
            for row in rows
        ),
    )
