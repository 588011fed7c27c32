"""`tablebase thegame tune`: search for better parameters of `builder`."""

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
from tablebase_cli.options import MORE, SEED
from tablebase_cli.output import as_json, json_option, print_figures, print_json
from tablebase_cli.progress import progress_share


@command(
    "# A quick look, with few games",
    "tablebase thegame tune --number 9 --games 20 --held-out 200",
)
@click.option(
    "--number",
    type=click.IntRange(2, 10_000),
    default=27,
    help="Sets of parameters to compare: builder's own, the others random.",
)
@click.option(
    "--games",
    type=MORE,
    default=200,
    help="Games of each in the first round; the best third plays three times as many in the next.",
)
@seed_option
@click.option(
    "--held-out",
    type=MORE,
    default=4_000,
    help="Games of another seed, for the best parameters and for builder.",
)
@click.option(
    "--held-out-seed",
    type=SEED,
    default=2028,
    help="Random seed of those games.",
)
@workers_option
@folder_option
@json_option
def tune(
    number: int,
    games: int,
    seed: int,
    held_out: int,
    held_out_seed: int,
    workers: int | None,
    folder: Path | None,
) -> None:
    """Search for better parameters of builder.

    Each round keeps the best third of the parameters. The winners were partly lucky. So they and
    builder's own parameters then play games of another seed, and only those count.
    """
    from tablebase.games.thegame import tuning
    from tablebase.games.thegame.simulator import simulate
    from tablebase.games.thegame.strategies import BUILDER

    with kept_in(folder), progress_share("tuning") as advance:
        rounds = list(
            tuning.tune(number, games, seed=seed, workers=workers, folder=folder, progress=advance)
        )
    best = rounds[-1][0]
    with kept_in(folder), progress_share("held-out games") as advance:
        compared = {
            one.name: simulate(
                one,
                held_out,
                seed=held_out_seed,
                workers=workers,
                file=folder / f"{one.name}-{best.number}.json" if folder else None,
                progress=advance,
            )
            for one in (best.parameters.strategy(), BUILDER)
        }
    if as_json():
        print_json(
            {
                "rounds": [
                    [
                        {"number": one.number, **one.parameters._asdict(), **one.endings.as_dict()}
                        for one in found
                    ]
                    for found in rounds
                ],
                "held_out": {name: endings.as_dict() for name, endings in compared.items()},
                "held_out_seed": held_out_seed,
            }
        )
        return
    last = {one.number: one for found in rounds for one in found}
    ranked = sorted(last.values(), key=lambda one: (-one.endings.games, -one.endings.wins))
    print_figures(
        ("number", *best.parameters._fields, "games", "won %"),
        (
            (
                one.number,
                *one.parameters,
                f"{one.endings.games:,}",
                figure(*one.endings.win_rate, 100),
            )
            for one in ranked
        ),
        names=1,
    )
    click.echo(f"\nheld-out games, seed {held_out_seed}: {held_out:,} each")
    for name, endings in compared.items():
        click.echo(f"{name:10} won {figure(*endings.win_rate, 100)} %")
