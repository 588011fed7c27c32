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
    position_parameters,
    print_json,
)
from .game import GameCommands, make_command

if TYPE_CHECKING:
    from tablebase.engine.table import Probe
    from tablebase.games.collapsi.position import Position


SUMMARY = "Tell who wins POSITION with perfect play, how soon, and what every move is worth."


def probe_of(game: GameCommands) -> click.Command:
    """The command for a game."""

    def probe(position: str, file: Path | None, as_json: bool, **rules: Any) -> None:
        with open_tables(game, file) as tables:
            _print(game, tables.probe(game.parse(position, **rules)), as_json)

    text = f"{SUMMARY}\n\n{game.notation} The distance counts plies until the game is over."
    return make_command(probe, text, *position_parameters(game))


def probe_with_book(game: GameCommands) -> click.Command:
    """The command for Collapsi, whose openings are in a book."""

    def probe(position: str, file: Path | None, as_json: bool, moves: bool, **rules: Any) -> None:
        asked = game.parse(position, **rules)
        from_book = asked.ply == 0 and not moves
        with open_tables(game, file, build_missing=not from_book) as tables:
            answer = tables.get(asked, None)
        if answer is None:
            _answer_from_book(game, asked, as_json)
        else:
            _print(game, answer, as_json)

    text = f"""{SUMMARY}

    POSITION may be a deal, which means its starting position. If no file holds its table, it is
    looked up in the opening book, which tells the value and the number of winning moves at once
    but not which they are; --moves does. The distance counts plies until the game is over; the
    score is the number of cards still face up then, negative if blue wins.
    """
    moves = click.option(
        "--moves",
        is_flag=True,
        help="Build the table of an opening if no file holds it, to tell what every move is worth.",
    )
    return make_command(probe, text, *position_parameters(game), moves)


def _answer_from_book(game: GameCommands, position: Position, as_json: bool) -> None:
    from tablebase.engine.table import Probe
    from tablebase.games.collapsi.book import ORIGIN, book

    opening = book().opening(position.deal, position.edition)
    answer: Probe[Any] = Probe(position, opening.value, (), ORIGIN)
    if as_json:
        # No moves would mean that the game is over.
        data = {**answer.as_dict(), "moves": None}
        print_json({**data, "winning_moves": opening.winning_moves})
        return
    out = console()
    out.print(game.draw(position))
    out.print(headline(game, answer), style="bold")
    wins = "wins" if opening.winning_moves == 1 else "win"
    out.print(f"{opening.winning_moves} of {plural(len(position.legal_moves()), 'move')} {wins}")
    out.print(f"from the {ORIGIN}; --moves builds the table and values every move", style="dim")


def _print(game: GameCommands, answer: Probe[Any], as_json: bool) -> None:
    if as_json:
        print_json(answer.as_dict())
        return
    from rich.table import Table

    out = console()
    out.print(game.draw(answer.position))
    out.print(headline(game, answer), style="bold")
    if answer.moves:
        table = Table("move", "value", "position after it", box=None, pad_edge=False)
        for move in answer.moves:
            style = "bold green" if move.is_best else "" if move.keeps_win else "dim"
            value = game.tell(answer.position, move.value) + (" (best)" if move.is_best else "")
            table.add_row(str(move.move), value, str(move.position), style=style)
        out.print(table)
    out.print(f"table: {answer.origin}", style="dim")
