"""`tablebase show`: draw a position."""

from __future__ import annotations

from typing import Any

import click

from .common import console
from .game import GameCommands, make_command


def show_of(game: GameCommands) -> click.Command:
    """The command for a game."""

    def show(position: str, **rules: Any) -> None:
        shown = game.parse(position, **rules)
        moves = " ".join(str(move) for move in shown.legal_moves())
        out = console()
        out.print(game.draw(shown))
        out.print(f"{shown.sides[0]} to move: {moves or game.over(shown)}")
        out.print(str(shown))

    text = f"Draw a POSITION and list its legal moves.\n\n{game.notation}"
    return make_command(show, text, click.argument("position"), *game.rule_options)
