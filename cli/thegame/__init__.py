"""`tablebase thegame`: strategies for the solitaire card game, one command a file."""

from __future__ import annotations

import click

from ..group import LazyGroup

COMMANDS = {
    name: f"thegame.{name}"
    for name in ("strategies", "simulate", "study", "advise", "play", "optimum")
}


@click.group(cls=LazyGroup, modules=COMMANDS)
def thegame() -> None:
    """The Game (Steffen Benndorf): strategies simulated, small decks solved.

    Cards 2 to 99, a hand of 8, two piles up from 1 and two down from 100; a card exactly 10 back is
    allowed; two cards a turn. The strategies come from a published talk, and one is our own.
    """
