"""`tablebase thegame play`: one game, turn by turn."""

from __future__ import annotations

import click

from ..common import json_option, plural, print_json
from .common import depth_option, say_plays, seed_option


@click.command()
@click.argument("strategy")
@click.option(
    "--game",
    "number",
    type=click.IntRange(0, 10**9),
    default=0,
    show_default=True,
    help="Number of the game.",
)
@depth_option
@seed_option
@json_option
def play(strategy: str, number: int, depth: int | None, seed: int, as_json: bool) -> None:
    """Print one game by STRATEGY, turn by turn.

    It is one of the games that `simulate` counts.
    """
    from tablebase.games.thegame.advice import Player, game
    from tablebase.games.thegame.strategies import strategy as named

    player = Player(named(strategy), depth)
    turns = list(game(player, seed, number))
    remaining = turns[-1][1].position.remaining
    if as_json:
        print_json(
            {
                "strategy": strategy,
                "seed": seed,
                "game": number,
                "turns": [
                    {
                        "position": str(position),
                        "plays": [made._asdict() for made in advice.plays],
                        "value": advice.value,
                    }
                    for position, advice in turns
                ],
                "remaining": remaining,
            }
        )
        return
    for position, advice in turns:
        hand, tops = " ".join(map(str, position.hand)), " ".join(map(str, position.tops))
        click.echo(f"{hand:24}  piles {tops:14}  {say_plays(advice.plays, player.rules)}")
    click.echo("won" if remaining == 0 else f"over: {plural(remaining, 'card')} remaining")
