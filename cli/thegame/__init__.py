"""`tablebase thegame`: strategies for the solitaire card game, one command a file."""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = ("strategies", "simulate", "study", "advise", "play", "optimum")


class TheGameGroup(click.Group):
    """The commands of The Game, imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, from what there is to what is best."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, from the module of its name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"tablebase_cli.thegame.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command


@click.group(cls=TheGameGroup)
def thegame() -> None:
    """The Game (Steffen Benndorf): strategies simulated, small decks solved.

    Cards 2 to 99, a hand of 8, two piles up from 1 and two down from 100; a card exactly 10 back is
    allowed; two cards a turn. The strategies are those of a published talk, and one of our own.
    """
