"""`tablebase thegame simulate`, `study`, `courses` and `positions`: games that strategies play."""

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
    seed_option,
    workers_option,
)
from tablebase.plotting import save
from tablebase_cli.group import command
from tablebase_cli.options import MORE, PLAYS
from tablebase_cli.output import (
    as_json,
    json_option,
    plot_option,
    print_figures,
    print_json,
    printed,
)
from tablebase_cli.progress import progress_bar, progress_share


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
    print_figures(
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


@command(
    "# The figure of the talk",
    "tablebase thegame courses perceived --games 2000 --plot courses.png",
)
@click.argument("strategies", nargs=-1, required=True, metavar="STRATEGY...")
@click.option("--games", type=MORE, default=10_000, help="Games to play, won or not.")
@depth_option
@seed_option
@workers_option
@folder_option
@rules_options
@printed
@plot_option
def courses(
    strategies: tuple[str, ...],
    games: int,
    depth: int | None,
    seed: int,
    workers: int | None,
    folder: Path | None,
    plot: Path | None,
    **rules: int | None,
) -> None:
    """Print the average top card of each pile, turn by turn.

    Only the games that each STRATEGY wins count. If a strategy treats two piles of the same
    direction differently, they keep their numbers. Otherwise pile 1 is always the one that is
    further along.
    """
    from tablebase.games.thegame import courses as study
    from tablebase.games.thegame.strategies import strategy as named

    chosen, played = [named(name) for name in strategies], make_rules(rules)
    found = []
    with kept_in(folder), progress_share("playing") as advance:
        for number, one in enumerate(chosen):

            def progress(share: float, done: int = number) -> None:
                advance((done + share) / len(chosen))

            found.append(
                study.courses(
                    one,
                    games,
                    depth=depth,
                    seed=seed,
                    rules=played,
                    workers=workers,
                    file=folder / f"courses-{one.name}-{one.search(depth).depth}-{seed}.json"
                    if folder
                    else None,
                    progress=progress,
                )
            )
    if plot is not None:
        from tablebase.games.thegame import plots

        save(plots.courses(found), plot)
    if as_json():
        print_json([each.as_dict() for each in found])
        return
    print_figures(
        ("strategy", "games won", "turn", *found[0].names),
        (
            (each.strategy.name, f"{each.wins:,}", turn, *(f"{top:.1f}" for top in tops))
            for each in found
            for turn, tops in enumerate(each.means)
        ),
        names=1,
    )


DEPTHS = (0, 1, 2)
"""Those of the talk."""


@command("# What looking ahead costs", "tablebase thegame positions fallback --games 20")
@click.argument("strategy")
@click.option("--games", type=PLAYS, default=100, help="Games to play.")
@seed_option
@printed
def positions(strategy: str, games: int, seed: int) -> None:
    """Count the positions that STRATEGY lists in a turn.

    Shows depths 0, 1 and 2. A position counts once, whatever the order in which its cards were
    laid. Positions after two cards or more are valued. Averages are over all turns, and over those
    with a full hand; towards the end of a game hands are smaller.
    """
    from tablebase.games.thegame.listing import count
    from tablebase.games.thegame.strategies import strategy as named

    one = named(strategy)
    with progress_bar(len(DEPTHS) * games, "playing") as advance:
        found = [count(one, depth, games, seed=seed, progress=advance) for depth in DEPTHS]
    if as_json():
        print_json(
            [
                {"depth": depth, "all": every._asdict(), "full_hand": full._asdict()}
                for depth, (every, full) in zip(DEPTHS, found, strict=True)
            ]
        )
        return
    print_figures(
        ("turns", "depth", "number", "listed", "valued"),
        (
            (name, depth, f"{each.turns:,}", f"{each.listed:.0f}", f"{each.valued:.0f}")
            for depth, both in zip(DEPTHS, found, strict=True)
            for name, each in zip(("all", "full hand"), both, strict=True)
        ),
        names=1,
    )
