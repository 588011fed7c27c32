"""`tablebase probe`: the exact value of a position and of every move."""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc
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
    spinner,
    table_of,
    to_move,
)
from .game import Decorator, GameCommands, make_command

if TYPE_CHECKING:
    from tablebase.engine.probe import Probe
    from tablebase.engine.search.searched import Searched
    from tablebase.engine.tables.outcome import Outcome
    from tablebase.games.collapsi.position import Position


SUMMARY = "Tell who wins POSITION with perfect play, how soon, and what every move is worth."
LIMITS = "A search that is ended by --nodes, --seconds or Ctrl-C tells what it has proven so far."

SEARCH_OPTIONS = (
    click.option(
        "--method",
        type=click.Choice(["table", "search"]),
        default="table",
        show_default=True,
        help="Look up; or search forward, for boards too large for a table. A search tells the "
        "best line instead of the value of every move.",
    ),
    click.option(
        "--nodes", type=click.IntRange(1), metavar="N", help="End a search after N positions."
    ),
    click.option(
        "--seconds",
        type=click.FloatRange(0, min_open=True),
        metavar="S",
        help="End a search after S seconds.",
    ),
)


def probe_of(game: GameCommands) -> click.Command:
    """The command for a game."""

    def look_up(asked: Any, file: Path | None, as_json: bool) -> None:
        with open_tables(game, file or game.own_file(asked), distances=False) as tables:
            if tables.has_distances:
                _print(game, tables.probe(asked), as_json)
            else:
                _print_outcome(game, tables.outcome(asked), as_json)

    text = (
        f"{SUMMARY}\n\n{game.notation} The distance counts plies until the game is over. A file "
        "without distances tells who wins and which moves do."
    )
    return _command(game, text, look_up)


def probe_with_book(game: GameCommands) -> click.Command:
    """The command for Collapsi, whose openings are in a book."""

    def look_up(asked: Any, file: Path | None, as_json: bool, moves: bool) -> None:
        from tablebase.games.collapsi.rules import COLLAPSI

        from . import players

        if asked.rules.players > 2:
            players.probe(game, asked, file, as_json)
            return
        from_book = asked.ply == 0 and asked.rules == COLLAPSI and not moves
        with open_tables(game, file, build_missing=not from_book) as tables:
            answer = tables.get(asked, None) if from_book else tables.probe(asked)
        if answer is None:
            _answer_from_book(game, asked, as_json)
        else:
            _print(game, answer, as_json)

    text = f"""{SUMMARY}

    POSITION may be a deal, which means its starting position. If no file holds its table, it is
    looked up in the opening book, which tells the value and the number of winning moves at once
    but not which they are; --moves does. The distance counts plies until the game is over; the
    score is the number of cards still face up then, negative if blue wins. Of three or four
    players it is told what each can force against all others: to be last within so many plies, or
    to be out after so many at the earliest.
    """
    moves = click.option(
        "--moves",
        is_flag=True,
        help="Build the table of an opening if no file holds it, to tell what every move is worth.",
    )
    return _command(game, text, look_up, moves)


def _command(
    game: GameCommands, text: str, look_up: Callable[..., None], *options: Decorator
) -> click.Command:
    """The command, given how to look a position up and the options that this takes."""

    def probe(
        position: str,
        file: Path | None,
        as_json: bool,
        method: str = "table",
        nodes: int | None = None,
        seconds: float | None = None,
        moves: bool | None = None,
        **rules: Any,
    ) -> None:
        asked = game.parse(position, **rules)
        how = {} if moves is None else {"moves": moves}
        if method == "search":
            if file or moves:
                raise click.UsageError("--in and --moves go with --method table")
            _search(game, asked, nodes, seconds, as_json)
        elif nodes is not None or seconds is not None:
            raise click.UsageError("--nodes and --seconds go with --method search")
        else:
            look_up(asked, file, as_json, **how)

    if game.variants is None:
        return make_command(probe, text, *position_parameters(game), *options)
    text = f"{cleandoc(text)}\n\n{LIMITS}"
    return make_command(probe, text, *position_parameters(game), *options, *SEARCH_OPTIONS)


def _search(
    game: GameCommands, position: Any, nodes: int | None, seconds: float | None, as_json: bool
) -> None:
    from tablebase.engine.search.search import search

    with spinner("searching") as say:
        found = search(
            position,
            nodes=nodes,
            seconds=seconds,
            progress=lambda now: say(f"{now}; {now.nodes:,} positions"),
        )
    if as_json:
        print_json(found.as_dict())
    else:
        _print_searched(game, found)
    if found.stopped == "interrupted":
        raise click.Abort


def _print_searched(game: GameCommands, found: Searched[Any]) -> None:
    out = console()
    out.print(game.draw(found.position))
    out.print(f"{to_move(game, found.position)}: {found}", style="bold")
    if found.line:
        name = "best line" if found.complete else "best move so far"
        out.print(f"{name}: {' '.join(found.line)}")
    ended = "" if found.complete else ", stopped early; the bounds are proven"
    out.print(
        f"searched {plural(found.nodes, 'position')} in {found.seconds:.3g} s{ended}", style="dim"
    )


def _answer_from_book(game: GameCommands, position: Position, as_json: bool) -> None:
    from tablebase.engine.probe import Probe
    from tablebase.games.collapsi.studies.book import ORIGIN, book

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
    out = console()
    out.print(game.draw(answer.position))
    out.print(headline(game, answer), style="bold")
    if answer.moves:
        table = table_of("move", "value", "position after it")
        for move in answer.moves:
            style = "bold green" if move.is_best else "" if move.keeps_win else "dim"
            value = game.tell(answer.position, move.value) + (" (best)" if move.is_best else "")
            table.add_row(str(move.move), value, str(move.position), style=style)
        out.print(table)
    out.print(f"table: {answer.origin}", style="dim")


def _print_outcome(game: GameCommands, answer: Outcome[Any], as_json: bool) -> None:
    if as_json:
        print_json(answer.as_dict())
        return
    position, moves = answer.position, len(answer.position.legal_moves())
    told = f"{position.sides[0]} {'wins' if answer.winner == position.sides[0] else 'loses'}"
    wins = "wins" if len(answer.winning) == 1 else "win"
    names = f": {' '.join(map(str, answer.winning))}" if answer.winning else ""
    out = console()
    out.print(game.draw(position))
    out.print(f"{to_move(game, position)}: {told}", style="bold")
    out.print(f"{len(answer.winning)} of {plural(moves, 'move')} {wins}{names}")
    out.print(f"table: {answer.origin}, without distances", style="dim")
