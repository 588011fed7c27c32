"""`tablebase show`, `probe` and `line`: a position drawn, its value, and best play from it.

`probe` also looks up many positions at once.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import plural

from .game import Answer, GameCli, forced, in_plies, say_forced
from .group import game_command, of_game, rule_options
from .options import (
    NODES,
    check_new,
    force_option,
    in_option,
    output_to,
    read_items,
    seconds_option,
    whole_option,
)
from .output import (
    CSV,
    MD,
    TABLE,
    Part,
    as_json,
    bold,
    dim,
    figures,
    output_format,
    print_csv,
    printed,
    table_of,
)
from .output import show as print_answer
from .progress import hinting, spinner

if TYPE_CHECKING:
    from tablebase.engine.probe import Probe
    from tablebase.engine.searched import Searched
    from tablebase.engine.tables.tablebase import Tablebase

AT_ONCE = 100_000
"""How many positions are looked up together: enough to share most of what is read from a file."""

Row = Mapping[str, Any]

search_options = (
    click.option(
        "--method",
        type=click.Choice(["table", "search"]),
        default="table",
        help="Look up a table, or search forward on boards too large for one. A search shows the "
        "best line, not the value of every move. Stopped by --nodes, --seconds or Ctrl-C, it "
        "shows what it has proven so far.",
    ),
    click.option(
        "--goal",
        type=click.Choice(["distance", "result"]),
        default="distance",
        help="Search for who wins and how soon, or only for who wins, which is faster.",
    ),
    whole_option("--nodes", NODES, "Stop a search after N positions."),
    seconds_option("Stop a search after S seconds."),
)


@game_command(
    "# The value of a position and of each move",
    "{game.program} probe {game.example}",
    "# Many positions, one a line",
    "{game.program} probe - -o values.csv < positions.txt",
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
def probe(
    game: GameCli,
    position: str,
    file: Path | None,
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
    of_table = {"--in": file, "--build": moves, "--count": games}
    limits = {"--goal": goal != "distance", "--nodes": nodes, "--seconds": seconds}
    if force and output is None:
        raise click.UsageError("--force goes with --output")
    if position == "-":
        one = {"--build": moves, "--count": games, "--method search": method == "search", **limits}
        _refuse(one, "goes with one POSITION, not with -")
        if output_format() == MD:
            raise click.UsageError("- prints CSV or JSON: expected no --format md")
        if output is not None:
            if output_format() != TABLE:
                raise click.UsageError(
                    "the extension of --output selects the format: expected no --json or --format"
                )
            check_new(output, force)
        probe_lines(game, file, output, **rules)
        return
    if output is not None:
        raise click.UsageError("--output goes with - for POSITION")
    asked = game.parse(position, **rules)
    if method == "search":
        _refuse(of_table, "goes with --method table")
        _search(game, asked, goal, nodes, seconds)
        return
    _refuse(limits, "goes with --method search")
    with hinting(asked):
        more = {"moves": moves, "games": games}
        answer = game.answer(asked, file, **{name: True for name in more if more[name]})
    print_answer(answer.data, _answered(game, asked, answer))


def _refuse(given: Mapping[str, object], why: str) -> None:
    """Refuse the first option that was given."""
    for name, value in given.items():
        if value:
            raise click.UsageError(f"{name} {why}")


def probe_lines(game: GameCli, file: Path | None, output: Path | None, **rules: Any) -> None:
    """Print the value of each position on standard input, or write them to a file of columns."""
    from tablebase.export import check

    if output is not None:
        check(output)
    positions: Iterator[Any] = read_items(sys.stdin, partial(game.parse, **rules), "POSITION")
    with game.open_tables(file) as tables:
        rows = _rows(tables, positions)
        if output is not None:
            _write(rows, output)
        elif as_json():
            for row in rows:
                click.echo(json.dumps(row))
        elif (first := next(rows, None)) is not None:
            print_csv(first, (row.values() for row in chain([first], rows)))


def _rows(tables: Tablebase, positions: Iterator[Any]) -> Iterator[Row]:
    from tablebase.engine.probe import brief

    while some := list(islice(positions, AT_ONCE)):
        for position, value in zip(some, tables.values(some), strict=True):
            yield brief(position, value)


def _write(rows: Iterable[Row], output: Path) -> None:
    import numpy as np

    from tablebase.export import write_columns

    with spinner("probing"):
        found = list(rows)
    if not found:
        raise click.UsageError("no positions on standard input: expected one a line")
    write_columns({name: np.array([row[name] for row in found]) for name in found[0]}, output)
    click.echo(f"wrote {plural(len(found), 'position')} to {output}")


def _answered(game: GameCli, position: Any, answer: Answer) -> Iterator[Part]:
    yield game.draw(position)
    yield bold(answer.headline)
    moves = answer.data.get("moves")
    if output_format() == CSV and moves:
        rows = [*map(_flat, moves)]
        cells = (["" if one is None else one for one in row.values()] for row in rows)
        yield figures([*rows[0]], cells)
    else:
        yield from answer.details
    yield dim(answer.note)


def _flat(move: Mapping[str, Any]) -> dict[str, Any]:
    """A move with a column for each fact, also for what each of three or four players can force."""
    values = move.get("values", {})
    each = {f"{player}_{name}": v for player, value in values.items() for name, v in value.items()}
    return {**{name: fact for name, fact in move.items() if name != "values"}, **each}


def _search(
    game: GameCli, position: Any, goal: str, nodes: int | None, seconds: float | None
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
    print_answer(found.as_dict(), _searched(game, found))
    found.or_interrupt()


def _searched(game: GameCli, found: Searched[Any]) -> Iterator[Part]:
    from tablebase.engine.searched import METHODS

    yield game.draw(found.position)
    yield bold(f"{game.to_move(found.position)}: {in_plies(str(found))}")
    if found.line:
        yield f"{_line_name(found)}: {' '.join(found.line)}"
    if found.method not in METHODS:
        yield dim(f"decided by {found.method}, without a search")
        return
    ended = "" if found.complete else ", stopped early; the bounds are proven"
    yield dim(f"searched {plural(found.nodes, 'position')} in {found.seconds:.3g} s{ended}")


def _line_name(found: Searched[Any]) -> str:
    """What the line is that a search has found."""
    if not found.complete:
        return "best move so far"
    if found.goal == "distance":
        return "best line"
    return "a winning move" if found.winner == found.position.sides[0] else "a move"


@game_command("# The board and its legal moves", "{game.program} show {game.example}")
@click.argument("position")
@rule_options
@of_game(lambda game: game.show_options)
@printed
def show(game: GameCli, position: str, *, numeric: bool = False, **rules: Any) -> None:
    """Draw POSITION and list its legal moves.

    {game.notation}
    """
    shown = game.parse(position, **rules)
    side, moves = shown.sides[0], [str(move) for move in shown.legal_moves()]
    if numeric:
        click.echo(shown.numeric())
        return
    print_answer(
        {"position": str(shown), **shown.as_dict(), "side_to_move": side, "moves": moves},
        [
            game.draw(shown),
            f"{game.to_move(shown)}: {' '.join(moves) or game.over(shown)}",
            str(shown),
        ],
    )


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
    print_answer([probe.as_dict() for probe in probes], _of_line(game, probes))


def _of_line(game: GameCli, probes: Sequence[Probe[Any]]) -> Iterator[Part]:
    yield game.draw(probes[0].position)
    yield bold(game.headline(probes[0]))
    yield from forced(probes[0])
    worth = "can force" if probes[0].values else "value"
    table = table_of("ply", "side", "move", worth, "position after it")
    for ply, probe in enumerate(probes[:-1], start=game.ply(probes[0].position) + 1):
        best, side = probe.moves[0], probe.position.sides[0]
        value = say_forced(probe.value) if probe.values else game.say(probe.position, probe.value)
        cells = (str(ply), side, str(best.move), value, str(best.position))
        table.add_row(*cells, style=game.side_style(side))
    yield table
    yield bold(game.ending(probes[-1]))
