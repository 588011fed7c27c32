"""`tablebase line`: best play from a position to the end."""

from __future__ import annotations

from pathlib import Path

import click

from .common import (
    console,
    headline,
    open_tables,
    position_arguments,
    print_json,
    say_value,
)


@click.command()
@position_arguments
def line(position: str, file: Path | None, edition: str | None, as_json: bool) -> None:
    """Print the principal variation: best play by both sides from POSITION to the end."""
    from rich.table import Table

    from tablebase.games.collapsi.position import Position

    from .drawing import draw

    with open_tables(file) as tables:
        probes = tables.line(Position.parse(position, edition))
    if as_json:
        print_json([probe.as_dict() for probe in probes])
        return
    out = console()
    out.print(draw(probes[0].position))
    out.print(headline(probes[0]), style="bold")
    table = Table("ply", "side", "move", "value", "position after it", box=None, pad_edge=False)
    for probe in probes[:-1]:
        best, side = probe.moves[0], probe.position.side_to_move
        value = say_value(side, probe.value)
        ply = str(probe.position.ply + 1)
        table.add_row(ply, side, str(best.move), value, str(best.position), style=side)
    out.print(table)
    last = probes[-1]
    out.print(f"{last.position.side_to_move} has no legal move: {last.winner} wins", style="bold")
