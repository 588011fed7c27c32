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
from tablebase_cli.output import as_json, json_option, print_figures, print_json, printed


@command("# Names for the other commands", "tablebase thegame strategies")
@json_option
def strategies() -> None:
    """List the strategies and their value functions."""
    from tablebase.games.thegame.strategies import STRATEGIES

    if as_json():
        print_json(
            [
                {"name": one.name, "title": one.title, "formula": one.formula, "depth": one.depth}
                for one in STRATEGIES.values()
            ]
        )
        return
    for one in STRATEGIES.values():
        click.echo(f"{one.name:20} {one.title}, depth {one.depth}\n    {one.formula}")


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
    if as_json():
        print_json(
            {
                "position": str(found),
                "deck": len(found.deck),
                "strategies": [
                    {
                        "strategy": name,
                        "depth": used,
                        "plays": [play._asdict() for play in given.plays],
                        "value": given.value,
                        "after": str(given.position),
                    }
                    for name, (used, given) in advice.items()
                ],
            }
        )
        return
    click.echo(f"{found}\n{len(found.deck)} cards in the deck\n")
    print_figures(
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
