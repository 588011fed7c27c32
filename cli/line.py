"""`tablebase line`: best play from a position to the end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import (
    console,
    headline,
    open_tables,
    position_parameters,
    print_json,
)
from .game import GameCommands, make_command

if TYPE_CHECKING:
    from tablebase.engine.table import Probe


def line_of(game: GameCommands) -> click.Command:
    """The command for a game."""

    def line(position: str, file: Path | None, as_json: bool, **rules: Any) -> None:
        with open_tables(game, file) as tables:
            probes = tables.line(game.parse(position, **rules))
        if as_json:
            print_json([probe.as_dict() for probe in probes])
        else:
            _print(game, probes)

    text = "Print the principal variation: best play by both sides from POSITION to the end."
    return make_command(line, text, *position_parameters(game))


def _print(game: GameCommands, probes: list[Probe[Any]]) -> None:
    from rich.table import Table

    out = console()
    out.print(game.draw(probes[0].position))
    out.print(headline(game, probes[0]), style="bold")
    table = Table("ply", "side", "move", "value", "position after it", box=None, pad_edge=False)
    for ply, probe in enumerate(probes[:-1], start=game.ply(probes[0].position) + 1):
        best, side = probe.moves[0], probe.position.sides[0]
        value = game.tell(probe.position, probe.value)
        cells = (str(ply), side, str(best.move), value, str(best.position))
        table.add_row(*cells, style=game.styles[side])
    out.print(table)
    last = probes[-1]
    told = f"{last.position.sides[0]} has no legal move: {last.winner} wins"
    one_player = game.variants is None
    out.print(game.tell(last.position, last.value) if one_player else told, style="bold")
