"""`tablebase probe`: the exact value of a position and of every move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import (
    console,
    headline,
    open_tables,
    position_arguments,
    print_json,
    say_value,
)

if TYPE_CHECKING:
    from tablebase.engine.table import Probe


@click.command()
@position_arguments
def probe(position: str, file: Path | None, edition: str | None, as_json: bool) -> None:
    """Tell who wins POSITION with perfect play, how soon, and what every move is worth.

    POSITION may be a deal, which means its starting position. The distance counts plies until
    the game is over; the score is the number of cards still face up then, negative if blue wins.
    """
    from tablebase.games.collapsi.position import Position

    with open_tables(file) as tables:
        answer = tables.probe(Position.parse(position, edition))
    if as_json:
        print_json(answer.as_dict())
    else:
        _print(answer)


def _print(answer: Probe[Any]) -> None:
    from rich.table import Table

    from .drawing import draw

    out = console()
    out.print(draw(answer.position))
    out.print(headline(answer), style="bold")
    side = answer.position.side_to_move
    if answer.moves:
        table = Table("move", "value", "position after it", box=None, pad_edge=False)
        for move in answer.moves:
            style = "bold green" if move.is_best else "" if move.keeps_win else "dim"
            value = say_value(side, move.value) + (" (best)" if move.is_best else "")
            table.add_row(str(move.move), value, str(move.position), style=style)
        out.print(table)
    out.print(f"table: {answer.origin}", style="dim")
