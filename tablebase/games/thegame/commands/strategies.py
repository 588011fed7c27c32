"""`tablebase thegame strategies`: list the strategies."""

from __future__ import annotations

import click

from tablebase_cli.group import command
from tablebase_cli.output import as_json, json_option, print_json


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
