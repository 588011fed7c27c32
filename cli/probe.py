"""`tablebase probe`: the exact value of a position and of every move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import (
    console,
    headline,
    open_tables,
    plural,
    position_arguments,
    print_json,
    say_value,
)

if TYPE_CHECKING:
    from tablebase.engine.table import Probe
    from tablebase.games.collapsi.position import Position


@click.command()
@position_arguments
@click.option(
    "--moves",
    is_flag=True,
    help="Build the table of an opening if no file holds it, to tell what every move is worth.",
)
def probe(
    position: str, file: Path | None, edition: str | None, as_json: bool, moves: bool
) -> None:
    """Tell who wins POSITION with perfect play, how soon, and what every move is worth.

    POSITION may be a deal, which means its starting position. If no file holds its table, it is
    looked up in the opening book, which tells the value and the number of winning moves at once
    but not which they are; --moves does. The distance counts plies until the game is over; the
    score is the number of cards still face up then, negative if blue wins.
    """
    from tablebase.games.collapsi.position import Position

    asked = Position.parse(position, edition)
    from_book = asked.ply == 0 and not moves
    with open_tables(file, build_missing=not from_book) as tables:
        answer = tables.get(asked, None)
    if answer is None:
        _answer_from_book(asked, as_json)
    elif as_json:
        print_json(answer.as_dict())
    else:
        _print(answer)


def _answer_from_book(position: Position, as_json: bool) -> None:
    from tablebase.engine.table import Probe
    from tablebase.games.collapsi.book import ORIGIN, book

    from .drawing import draw

    opening = book().opening(position.deal, position.edition)
    answer = Probe(position, opening.value, (), ORIGIN)
    if as_json:
        # No moves would mean that the game is over.
        data = {**answer.as_dict(), "moves": None}
        print_json({**data, "winning_moves": opening.winning_moves})
        return
    out = console()
    out.print(draw(position))
    out.print(headline(answer), style="bold")
    wins = "wins" if opening.winning_moves == 1 else "win"
    out.print(f"{opening.winning_moves} of {plural(len(position.legal_moves()), 'move')} {wins}")
    out.print(f"from the {ORIGIN}; --moves builds the table and values every move", style="dim")


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
