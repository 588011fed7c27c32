"""`tablebase thegame tune`: search for better parameters of `builder`."""

from __future__ import annotations

from pathlib import Path

import click

from tablebase.games.thegame.commands.common import (
    figure,
    folder_option,
    kept_in,
)
from tablebase_cli.group import command
from tablebase_cli.options import MORE, SEED, Whole, number_option, seed_option, threads_option
from tablebase_cli.output import Part, figures, printed, show
from tablebase_cli.progress import progress_share


@command(
    "# A quick look, with few games",
    "tablebase thegame tune --sets 9 -n 20 --held-out 200",
)
@click.option(
    "--sets",
    "number",
    type=Whole(2, 10_000),
    default=27,
    metavar="N",
    help="Sets of parameters to compare: builder's own, the others random.",
)
@number_option(
    "Games of each in the first round; the best third plays three times as many in the next.",
    200,
    of=MORE,
    name="games",
)
@seed_option
@click.option(
    "--held-out",
    type=MORE,
    default=4_000,
    metavar="N",
    help="Games of another seed, for the best parameters and for builder.",
)
@click.option(
    "--held-out-seed",
    type=SEED,
    default=2028,
    metavar="N",
    help="Random seed of those games.",
)
@threads_option
@folder_option
@printed
def tune(
    number: int,
    games: int,
    seed: int,
    held_out: int,
    held_out_seed: int,
    threads: int | None,
    output: Path | None,
) -> None:
    """Search for better parameters of builder.

    Each round keeps the best third of the parameters. The winners were partly lucky. So they and
    builder's own parameters then play games of another seed, and only those count.
    """
    from tablebase.games.thegame import tuning
    from tablebase.games.thegame.simulator import simulate
    from tablebase.games.thegame.strategies import BUILDER

    with kept_in(output, seed), progress_share("tuning") as advance:
        rounds = list(
            tuning.tune(number, games, seed=seed, workers=threads, folder=output, progress=advance)
        )
    best = rounds[-1][0]
    with kept_in(output, seed), progress_share("held-out games") as advance:
        compared = {
            one.name: simulate(
                one,
                held_out,
                seed=held_out_seed,
                workers=threads,
                file=output / f"{one.name}-{best.number}.json" if output else None,
                progress=advance,
            )
            for one in (best.parameters.strategy(), BUILDER)
        }
    data = {
        "seed": seed,
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
    last = {one.number: one for found in rounds for one in found}
    ranked = sorted(last.values(), key=lambda one: (-one.endings.games, -one.endings.wins))
    table = figures(
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
    parts: list[Part] = [table, f"\nheld-out games, seed {held_out_seed}: {held_out:,} each"]
    for name, endings in compared.items():
        parts.append(f"{name:10} won {figure(*endings.win_rate, 100)} %")
    show(data, [*parts, f"first round: seed {seed}"])
