"""`tablebase thegame strategies` and `advise`: strategies, and what each would play."""

from __future__ import annotations

import click

from tablebase.games.thegame.commands.common import (
    depth_option,
    make_rules,
    rules_options,
    say_plays,
)
from tablebase.games.thegame.position import Position
from tablebase_cli.group import command
from tablebase_cli.output import figures, printed, show


@command("# Names for the other commands", "tablebase thegame strategies")
@printed
def strategies() -> None:
    """List the strategies and their value functions."""
    from tablebase.games.thegame.strategies import STRATEGIES

    every = STRATEGIES.values()
    names = "name", "title", "formula", "depth"
    show(
        [{name: getattr(one, name) for name in names} for one in every],
        (f"{one.name:20} {one.title}, depth {one.depth}\n    {one.formula}" for one in every),
    )


@command(
    "# A hand, then what lies on the four piles",
    'tablebase thegame advise "4 9 15 33 50 62 71 95 : 2 12 / - / 99 98 / -"',
)
@click.argument("position")
@depth_option
@rules_options
@printed
def advise(position: str, depth: int | None, **rules: int | None) -> None:
    """Show what to play in POSITION, with each strategy's value.

    POSITION is the hand, a colon, and all cards laid on each pile, the top card last and the piles
    that go up first: "4 9 15 33 50 62 71 95 : 2 12 / - / 99 98 / -". The last strategy is the
    strongest. A greater value of the same strategy is better; values of different strategies
    cannot be compared.
    """
    from tablebase.games.thegame.advice import Player
    from tablebase.games.thegame.strategies import STRATEGIES

    found = Position.parse(position, make_rules(rules))
    advice = {
        one.name: (one.search(depth).depth, Player(one, depth, found.rules).advise(found))
        for one in STRATEGIES.values()
    }
    each = [
        {
            "strategy": name,
            "depth": used,
            "plays": [play._asdict() for play in given.plays],
            "value": given.value,
            "after": str(given.position),
        }
        for name, (used, given) in advice.items()
    ]
    table = figures(
        ("strategy", "depth", "value", "plays"),
        (
            (
                name,
                used,
                "over" if given.value is None else f"{given.value:.4f}",
                say_plays(given.plays, found.rules),
            )
            for name, (used, given) in advice.items()
        ),
        names=1,
    )
    show(
        {"position": str(found), "deck": len(found.deck), "strategies": each},
        [f"{found}\n{len(found.deck)} cards in the deck\n", table],
    )
