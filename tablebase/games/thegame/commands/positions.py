"""`tablebase thegame positions`: how many positions a turn has."""

from __future__ import annotations

import click

from tablebase.games.thegame.commands.common import seed_option
from tablebase_cli.group import command
from tablebase_cli.options import PLAYS
from tablebase_cli.output import as_json, print_json, print_rows, printed
from tablebase_cli.progress import progress_bar

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
    print_rows(
        ("turns", "depth", "number", "listed", "valued"),
        (
            (name, depth, f"{each.turns:,}", f"{each.listed:.0f}", f"{each.valued:.0f}")
            for depth, both in zip(DEPTHS, found, strict=True)
            for name, each in zip(("all", "full hand"), both, strict=True)
        ),
    )
