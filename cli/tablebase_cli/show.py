"""`tablebase show` and `line`: a position drawn, and best play from it to the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .game import GameCli, forced, say_forced
from .group import game_command, of_game, rule_options
from .options import in_option
from .output import as_json, console, json_option, print_json, print_table, printed, table_of
from .progress import hinting

if TYPE_CHECKING:
    from tablebase.engine.probe import Probe


@game_command("# The board and its legal moves", "{game.program} show {game.example}")
@click.argument("position")
@rule_options
@of_game(lambda game: game.show_options)
@json_option
def show(game: GameCli, position: str, *, numeric: bool = False, **rules: Any) -> None:
    """Draw POSITION and list its legal moves.

    {game.notation}
    """
    shown = game.parse(position, **rules)
    side, moves = shown.sides[0], [str(move) for move in shown.legal_moves()]
    if numeric:
        click.echo(shown.numeric())
    elif as_json():
        print_json(
            {"position": str(shown), **shown.as_dict(), "side_to_move": side, "moves": moves}
        )
    else:
        out = console()
        out.print(game.draw(shown))
        out.print(f"{side} to move: {' '.join(moves) or game.over(shown)}")
        out.print(str(shown))


@game_command("# Best play to the end of the game", "{game.program} line {game.example}")
@click.argument("position")
@in_option
@rule_options
@printed
def line(game: GameCli, position: str, file: Path | None, **rules: Any) -> None:
    """Print the principal variation: best play from POSITION on.

    {game.line_help}
    """
    asked = game.parse(position, **rules)
    with hinting(asked), game.open_tables(file) as tables:
        probes = tables.line(asked)
    if as_json():
        print_json([probe.as_dict() for probe in probes])
    else:
        _print_line(game, probes)


def _print_line(game: GameCli, probes: Sequence[Probe[Any]]) -> None:
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
