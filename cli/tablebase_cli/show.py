"""`tablebase show`: draw a position."""

from __future__ import annotations

from typing import Any

import click

from .common import examples
from .game import GameCli
from .group import GameCommand, of_game, pass_game, rule_options
from .output import console, json_option, print_json


@click.command(
    cls=GameCommand,
    epilog=examples(
        "# The board and its legal moves",
        "{game.program} show {game.example}",
    ),
)
@click.argument("position")
@rule_options
@of_game(lambda game: game.show_options)
@json_option
@pass_game
def show(
    game: GameCli, position: str, *, as_json: bool, numeric: bool = False, **rules: Any
) -> None:
    """Draw POSITION and list its legal moves.

    {game.notation}
    """
    shown = game.parse(position, **rules)
    moves = [str(move) for move in shown.legal_moves()]
    if numeric:
        click.echo(shown.numeric())
        return
    if as_json:
        side = shown.sides[0]
        print_json(
            {"position": str(shown), **shown.as_dict(), "side_to_move": side, "moves": moves}
        )
        return
    out = console()
    out.print(game.draw(shown))
    out.print(f"{shown.sides[0]} to move: {' '.join(moves) or game.over(shown)}")
    out.print(str(shown))
