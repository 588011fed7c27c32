"""`tablebase probe`: the exact value of a position and of every move."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import plural

from .common import (
    check_new,
    examples,
    force_option,
    hinting,
    in_option,
    output_to,
    spinner,
)
from .game import Answer, GameCli
from .group import GameCommand, of_game, pass_game, rule_options
from .many import print_csv, probe_lines
from .numbers import NODES, SECONDS
from .output import (
    console,
    output_format,
    print_json,
    print_table,
    printed,
)

if TYPE_CHECKING:
    from tablebase.engine.searched import Searched

search_options = (
    click.option(
        "--method",
        type=click.Choice(["table", "search"]),
        default="table",
        show_default=True,
        help="Look up a table, or search forward on boards too large for one. A search shows the "
        "best line, not the value of every move. Stopped by --nodes, --seconds or Ctrl-C, it "
        "shows what it has proven so far.",
    ),
    click.option(
        "--goal",
        type=click.Choice(["distance", "result"]),
        default="distance",
        show_default=True,
        help="Search for who wins and how soon, or only for who wins, which is faster.",
    ),
    click.option("--nodes", type=NODES, metavar="N", help="Stop a search after N positions."),
    click.option("--seconds", type=SECONDS, metavar="S", help="Stop a search after S seconds."),
)


@click.command(
    cls=GameCommand,
    epilog=examples(
        "# The value of a position and of each move",
        "{game.program} probe {game.example}",
        "# Many positions, one a line",
        "{game.program} probe - -o values.csv < positions.txt",
    ),
)
@click.argument("position")
@in_option
@rule_options
@printed
@output_to(
    "With - for POSITION: write to this file instead (.csv, .parquet or .npz).", required=False
)
@force_option
@of_game(lambda game: game.probe_options)
@of_game(lambda game: () if game.solitaire else search_options)
@pass_game
def probe(
    game: GameCli,
    position: str,
    file: Path | None,
    as_json: bool,
    output: Path | None,
    force: bool,
    moves: bool = False,
    games: bool = False,
    method: str = "table",
    goal: str = "distance",
    nodes: int | None = None,
    seconds: float | None = None,
    **rules: Any,
) -> None:
    """Show {game.probe_shows}, and what each move is worth.

    {game.probe_help}

    If POSITION is -, reads positions from standard input, one a line, and prints the value of each
    as CSV, or as a line of JSON.
    """
    searches = goal != "distance" or nodes is not None or seconds is not None
    if force and output is None:
        raise click.UsageError("--force goes with --output")
    if position == "-":
        if method == "search" or moves or games or searches:
            raise click.UsageError(
                "- looks positions up: expected no --method, --moves, --games or limits"
            )
        if output_format() == "markdown":
            raise click.UsageError("- prints CSV or JSON: expected no --format markdown")
        if output is not None:
            if as_json or output_format() != "text":
                raise click.UsageError(
                    "the extension of --output selects the format: expected no --json or --format"
                )
            check_new(output, force)
        probe_lines(game, file, output, as_json, **rules)
        return
    if output is not None:
        raise click.UsageError("--output goes with - for POSITION")
    asked = game.parse(position, **rules)
    if method == "search":
        if file or moves or games:
            raise click.UsageError("--in, --moves and --games go with --method table")
        _search(game, asked, goal, nodes, seconds, as_json)
        return
    if searches:
        raise click.UsageError("--goal, --nodes and --seconds go with --method search")
    with hinting(asked):
        more = {"moves": moves, "games": games}
        answer = game.answer(asked, file, **{name: True for name in more if more[name]})
    if as_json:
        print_json(answer.data)
    else:
        _print(game, asked, answer)


def _print(game: GameCli, position: Any, answer: Answer) -> None:
    out = console()
    out.print(game.draw(position))
    out.print(answer.headline, style="bold")
    if output_format() == "csv":
        moves = answer.data.get("moves")
        print_csv(map(_flat, moves) if moves else [_plain(answer.data)])
    else:
        for detail in answer.details:
            out.print(detail) if isinstance(detail, str) else print_table(detail)
    out.print(answer.note, style="dim")


def _plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """What is known of a position whose moves are not: the facts that fit into a cell."""
    return {name: fact for name, fact in data.items() if isinstance(fact, str | int)}


def _flat(move: Mapping[str, Any]) -> dict[str, Any]:
    """A move with a column for each fact, also for what each of three or four players can force."""
    values = move.get("values", {})
    each = {f"{player}_{name}": v for player, value in values.items() for name, v in value.items()}
    return {**{name: fact for name, fact in move.items() if name != "values"}, **each}


def _search(
    game: GameCli,
    position: Any,
    goal: str,
    nodes: int | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    from tablebase.engine.search.forward import search
    from tablebase.engine.searched import SearchInterrupted

    try:
        with spinner("searching") as say:
            found = search(
                position,
                goal=goal,
                nodes=nodes,
                seconds=seconds,
                progress=lambda now: say(f"{now}; {now.nodes:,} positions"),
            )
    except SearchInterrupted as stopped:
        found = stopped.found
    if as_json:
        print_json(found.as_dict())
    else:
        _print_searched(game, found)
    found.or_interrupt()


def _print_searched(game: GameCli, found: Searched[Any]) -> None:
    from tablebase.engine.searched import METHODS

    out = console()
    out.print(game.draw(found.position))
    out.print(f"{game.to_move(found.position)}: {found}", style="bold")
    if found.line:
        out.print(f"{_line_name(found)}: {' '.join(found.line)}")
    if found.method not in METHODS:
        out.print(f"decided by {found.method}, without a search", style="dim")
        return
    ended = "" if found.complete else ", stopped early; the bounds are proven"
    out.print(
        f"searched {plural(found.nodes, 'position')} in {found.seconds:.3g} s{ended}", style="dim"
    )


def _line_name(found: Searched[Any]) -> str:
    """What the line is that a search has found."""
    if not found.complete:
        return "best move so far"
    if found.goal == "distance":
        return "best line"
    return "a winning move" if found.winner == found.position.sides[0] else "a move"
