"""`tablebase thegame simulate`: play many games by a strategy."""

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
    kept_in,
    make_rules,
    players_option,
    rules_options,
    seed_option,
    workers_option,
)
from tablebase_cli.group import command
from tablebase_cli.options import MORE
from tablebase_cli.output import as_json, json_option, print_json
from tablebase_cli.progress import progress_share


@command(
    "# 1,000 games by our own strategy",
    "tablebase thegame simulate builder --games 1000",
    "# Three players, who lay two cards or more a turn",
    "tablebase thegame simulate builder --players 3 --games 1000",
)
@click.argument("strategy")
@click.option("--games", type=MORE, default=10_000, help="How many games to play.")
@players_option
@at_least_option
@depth_option
@seed_option
@workers_option
@file_option
@rules_options
@json_option
def simulate(
    strategy: str,
    games: int,
    players: int,
    at_least: bool | None,
    depth: int | None,
    seed: int,
    workers: int | None,
    file: Path | None,
    **rules: int | None,
) -> None:
    """Play many games by STRATEGY and print how they end.

    Game number i of a seed has the same shuffle for every strategy and number of players, and does
    not depend on the number of workers or of games. Several players see only their own hands. They
    say on which piles they can play the backwards trick.
    """
    from tablebase.games.thegame import simulator
    from tablebase.games.thegame.simulator import lays_on
    from tablebase.games.thegame.strategies import strategy as named

    found, played = named(strategy), make_rules(rules, players)
    started = clock()
    with kept_in(file), progress_share("playing") as advance:
        endings = simulator.simulate(
            found,
            games,
            players=players,
            at_least=at_least,
            depth=depth,
            seed=seed,
            rules=played,
            workers=workers,
            file=file,
            progress=advance,
        )
    seconds = clock() - started
    used = found.search(depth).depth
    if as_json():
        about = {
            "strategy": found.name,
            "depth": used,
            "seed": seed,
            "players": players,
            "at_least": lays_on(players, at_least),
            "rules": played.as_dict(),
        }
        print_json({**about, **endings.as_dict(), "seconds": round(seconds, 3)})
        return
    turn = (
        f"{'at least' if lays_on(players, at_least) else 'exactly'} {played.minimum} cards a turn"
    )
    click.echo(f"{found.title} at depth {used}: {endings.games:,} games of seed {seed}")
    click.echo(f"{plural(players, 'player')}, {turn}")
    low, high = endings.interval
    click.echo(f"won                    {figure(*endings.win_rate, 100)} %")
    click.echo(f"95% interval           {low:.2%} to {high:.2%}")
    click.echo(f"cards remaining        {figure(*endings.cards_remaining)}")
    click.echo(f"tricks per game won    {figure(*endings.tricks_per_win)}")
    click.echo(f"fewer than 10 remain   {endings.share_below(10):.1%}")
