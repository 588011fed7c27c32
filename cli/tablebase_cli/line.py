"""`tablebase line`: best play from a position to the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import examples, hinting, in_option
from .game import GameCli, forced, say_forced
from .group import GameCommand, pass_game, rule_options
from .output import console, print_json, print_table, printed, table_of

if TYPE_CHECKING:
    from tablebase.engine.probe import Probe


@click.command(
    cls=GameCommand,
    epilog=examples(
        "# Best play to the end of the game",
        "{game.program} line {game.example}",
    ),
)
@click.argument("position")
@in_option
@rule_options
@printed
@pass_game
def line(game: GameCli, position: str, file: Path | None, as_json: bool, **rules: Any) -> None:
    """Print the principal variation: best play from POSITION on.

    {game.line_help}
    """
    asked = game.parse(position, **rules)
    with hinting(asked), game.open_tables(file) as tables:
        probes = tables.line(asked)
    if as_json:
        print_json([probe.as_dict() for probe in probes])
    else:
        _print(game, probes)


def _print(game: GameCli, probes: Sequence[Probe[Any]]) -> None:
    out = console()
    out.print(game.draw(probes[0].position))
    out.print(game.headline(probes[0]), style="bold")
    for detail in forced(probes[0]):
        out.print(detail)
    worth = "can force" if probes[0].values else "value"
    table = table_of("ply", "side", "move", worth, "position after it")
    for ply, probe in enumerate(probes[:-1], start=game.ply(probes[0].position) + 1):
        best, side = probe.moves[0], probe.position.sides[0]
        value = say_forced(probe.value) if probe.values else game.say(probe.position, probe.value)
        cells = (str(ply), side, str(best.move), value, str(best.position))
        table.add_row(*cells, style=game.side_style(side))
    print_table(table)
    out.print(game.ending(probes[-1]), style="bold")
