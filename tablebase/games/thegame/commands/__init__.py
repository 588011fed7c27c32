"""`tablebase thegame`: strategies for the solitaire card game."""

from __future__ import annotations

import click

from tablebase_cli.group import LazyGroup

_FILES = {
    "strategies": "advise", "simulate": "games", "study": "games", "advise": "advise",
    "play": "play", "optimum": "optimum",
}  # fmt: skip

COMMANDS = {name: f"{__name__}.{file}" for name, file in _FILES.items()}


@click.group(cls=LazyGroup, modules=COMMANDS)
def thegame() -> None:
    """The Game (Benndorf): strategies simulated, small decks solved.

    A card game for one to five players by Steffen Benndorf. You lay cards 2 to 99 from your hand,
    at least two a turn, on two piles that go up from 1 and two that go down from 100. A card
    exactly 10 back is allowed too. The strategies come from a published talk, and two are our own.
    """
