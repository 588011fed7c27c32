"""`tablebase nim`: 2D Nim on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import MissingTableError

from .common import plural
from .game import GameCommands, GameGroup, say_value

if TYPE_CHECKING:
    from rich.text import Text

    from tablebase.games.nim import Position, Rules


def _parse(text: str, take: int, normal: bool) -> Position:
    from tablebase.games.nim import Position

    return Position.parse(text, take=take, misere=not normal)


def _draw(position: Position) -> Text:
    from rich.text import Text

    rules = position.rules
    names = [rules.cell_name(column)[0] for column in range(rules.columns)]
    text = Text("   " + " ".join(names))
    for row in range(rules.rows):
        text.append(f"\n{row + 1:2}")
        for column in range(rules.columns):
            stone = position.stones & rules.bit(row, column)
            text.append(" ●" if stone else " ·", style="bold" if stone else "dim")
    return text


def _variants(text: str, **rules: Any) -> list[Position]:
    return [_parse(text, **rules)]


def _stage(position: Position) -> str:
    return plural(position.stones.bit_count(), "stone")


def _describe(position: Position) -> str:
    rules = str(position.rules).partition(", ")[2]
    return f"{_stage(position)}, {rules}"


def _own_file(position: Position) -> Path | None:
    """The win/loss file, for boards too large for distances."""
    try:
        _ = position.game.size
    except MissingTableError as error:
        return _win_loss_file(position.rules, f"{error}; --method search looks ahead")
    return None


def _win_loss_file(rules: Rules, without: str) -> Path:
    """The user's own win/loss file, or an error that tells what there is `without` it."""
    from tablebase.games.nim.winloss.file import home_file_of

    try:
        path = home_file_of(rules)
    except ValueError:  # too large for that, too
        raise click.UsageError(without) from None
    if not path.exists():
        options = f" --take {rules.take}" * (rules.take != 3) + " --normal" * (not rules.misere)
        board = f"{rules.rows}x{rules.columns}{options}"
        raise click.UsageError(
            f"{without}, `tablebase nim build {board} --win-loss` stores who wins"
        )
    return path


RULE_OPTIONS = (
    click.option(
        "--take",
        type=click.IntRange(1),
        default=3,
        show_default=True,
        metavar="K",
        help="The largest number of stones that may be taken in a turn.",
    ),
    click.option(
        "--normal",
        is_flag=True,
        help="Whoever takes the last stone wins, instead of losing (misère).",
    ),
)

GAME = GameCommands(
    name="nim",
    commands={
        "build": "build:build_with_win_loss",
        "probe": "probe:probe_of",
        "line": "line:line_of",
        "show": "show:show_of",
        "stats": "table_stats:stats_of",
        "compare": "compare:compare_of",
        "info": "info:info",
        "verify": "verify:verify",
        "export": "export:export_of",
    },
    item="BOARD",
    notation="Written as rows of 1 (a stone) and 0 (a gap), 1110/1000/0000/0000; 4x4 is the full "
    "board. Sides are named by who moves first here.",
    columns="stones (how many are left); the rank is the mask of stones, the last cell its lowest "
    "bit",
    rule_options=RULE_OPTIONS,
    item_options=RULE_OPTIONS,
    parse=_parse,
    parse_item=_parse,
    draw=_draw,
    describe=_describe,
    stage=_stage,
    variants=_variants,
    tell=say_value,
    layer="stones left",
    own_file=_own_file,
    styles={"first": "cyan", "second": "magenta"},
)

nim = GameGroup(
    GAME,
    name="nim",
    help="2D Nim: stones on a grid, 1 to 3 taken in a turn from one row or column, neighbours "
    "without a gap; whoever takes the last stone loses.\n\nBoards and positions are rows of 1 (a "
    "stone) and 0 (a gap), 1110/1000/0000/0000; 4x4 is the full board. The files are the same as "
    "of the other games: one file may hold tables of many.",
)
