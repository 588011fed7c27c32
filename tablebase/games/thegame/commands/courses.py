"""`tablebase thegame courses`: how high the piles are, turn by turn, in games won."""

from __future__ import annotations

from pathlib import Path

import click

from tablebase.games.thegame.commands.common import (
    depth_option,
    folder_option,
    kept_in,
    make_rules,
    rules_options,
    seed_option,
    workers_option,
)
from tablebase_cli.group import command
from tablebase_cli.options import MORE
from tablebase_cli.output import as_json, plot_option, print_json, print_rows, printed
from tablebase_cli.progress import progress_share


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
        from tablebase.plotting import save

        save(plots.courses(found), plot)
    if as_json():
        print_json([each.as_dict() for each in found])
        return
    print_rows(
        ("strategy", "games won", "turn", *found[0].names),
        (
            (each.strategy.name, f"{each.wins:,}", turn, *(f"{top:.1f}" for top in tops))
            for each in found
            for turn, tops in enumerate(each.means)
        ),
    )
