"""`tablebase thegame simulate` and `study`: games that strategies play."""

from __future__ import annotations

from pathlib import Path

import click

from tablebase.engine.compiling import clock
from tablebase.errors import plural
from tablebase.games.thegame.commands.common import (
    at_least_option,
    depth_option,
    figure,
    file_option,
    folder_option,
    kept_in,
    make_rules,
    players_option,
    rules_options,
)
from tablebase_cli.group import command
from tablebase_cli.options import MORE, number_option, seed_option, threads_option
from tablebase_cli.output import dim, figures, printed, show
from tablebase_cli.progress import progress_share


@command(
    "# 1,000 games by our own strategy",
    "tablebase thegame simulate builder -n 1000",
    "# Three players, who lay two cards or more a turn",
    "tablebase thegame simulate builder --players 3 -n 1000",
)
@click.argument("strategy")
@number_option("How many games to play.", 10_000, of=MORE, name="games")
@players_option
@at_least_option
@depth_option
@seed_option
@threads_option
@file_option
@rules_options
@printed
def simulate(
    strategy: str,
    games: int,
    players: int,
    at_least: bool | None,
    depth: int | None,
    seed: int,
    threads: int | None,
    output: Path | None,
    **rules: int | None,
) -> None:
    """Play many games by STRATEGY and print how they end.

    Game number i of a seed has the same shuffle for every strategy and number of players, and does
    not depend on the number of threads or of games. Several players see only their own hands. They
    say on which piles they can play the backwards trick.
    """
    from tablebase.games.thegame import simulator
    from tablebase.games.thegame.simulator import lays_on
    from tablebase.games.thegame.strategies import strategy as named

    found, played = named(strategy), make_rules(rules, players)
    started = clock()
    with kept_in(output, seed), progress_share("playing") as advance:
        endings = simulator.simulate(
            found,
            games,
            players=players,
            at_least=at_least,
            depth=depth,
            seed=seed,
            rules=played,
            workers=threads,
            file=output,
            progress=advance,
        )
    seconds = clock() - started
    used = found.search(depth).depth
    about = {
        "strategy": found.name,
        "depth": used,
        "seed": seed,
        "players": players,
        "at_least": lays_on(players, at_least),
        "rules": played.as_dict(),
    }
    how, (low, high) = "at least" if about["at_least"] else "exactly", endings.interval
    show(
        {**about, **endings.as_dict(), "seconds": round(seconds, 3)},
        [
            f"{found.title} at depth {used}: {endings.games:,} games of seed {seed}",
            f"{plural(players, 'player')}, {how} {played.minimum} cards a turn",
            f"won                    {figure(*endings.win_rate, 100)} %",
            f"95% interval           {low:.2%} to {high:.2%}",
            f"cards remaining        {figure(*endings.cards_remaining)}",
            f"tricks per game won    {figure(*endings.tricks_per_win)}",
            f"fewer than 10 remain   {endings.share_below(10):.1%}",
        ],
    )


@command("# A quick look, with fewer games", "tablebase thegame study -n 500")
@number_option(
    "Games for each row, at most.  [default: 200,000 at depth 0, 20,000 at 1, 10,000 at 2]",
    of=MORE,
    name="games",
)
@seed_option
@threads_option
@folder_option
@printed
def study(games: int | None, seed: int, threads: int | None, output: Path | None) -> None:
    """Print the tables of the talk beside ours.

    The talk is F. Dietrich, Development and Analysis of Strategies for the Card Game The Game,
    2019. The whole study takes about 40 minutes on one core. A row counts as reproduced if the win
    rate is within three standard errors or 0.4 points of the talk's (1.2 at depth 1, 1.5 at
    depth 2).
    """
    from tablebase.games.thegame import study as comparison

    with kept_in(output, seed), progress_share("playing") as advance:
        rows = list(
            comparison.study(
                games=games, seed=seed, workers=threads, folder=output, progress=advance
            )
        )
    header = (
        "strategy", "depth", "games", "won %: talk", "ours", "cards left: talk", "ours",
        "tricks: talk", "ours", "won % reproduced",
    )  # fmt: skip
    table = figures(
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
        names=1,
    )
    data = [{**row.as_dict(), "seed": seed} for row in rows]
    show(data, [table, dim(f"games of seed {seed}")])
