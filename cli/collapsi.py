"""Collapsi on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .game import GameCommands, say_value

if TYPE_CHECKING:
    from rich.text import Text

    from tablebase.games.collapsi.deal import Deal
    from tablebase.games.collapsi.position import Position

edition_option = click.option(
    "--edition",
    type=click.Choice(["wild", "single"]),
    help="Steps from a joker: wild, 1 to 4 (rules 1.1, the default), or single, 1 (rules 1.2 and "
    "later). Matters at the first two plies only.",
)


def _parse(text: str, edition: str | None) -> Position:
    from tablebase.games.collapsi.position import Position

    return Position.parse(text, edition)


def _parse_deal(text: str) -> Deal:
    from tablebase.games.collapsi.deal import Deal

    return Deal.parse(text)


def _draw(position: Position) -> Text:
    from .drawing import draw

    return draw(position)


def _describe(position: Position) -> str:
    return f"ply {position.ply}, {position.edition.name} edition"


GAME = GameCommands(
    name="collapsi",
    commands={
        "build": "build:build",
        "probe": "probe:probe_with_book",
        "line": "line:line_of",
        "show": "show:show_of",
        "info": "info:info",
        "verify": "verify:verify",
        "export": "export:export_of",
        "stats": "stats:stats",
        "deals": "deals:deals",
        "selftest": "selftest:selftest",
        "nim": "nim:nim",
        "pairs": "pairs:pairs",
    },
    item="DEAL",
    notation="A deal stands for its start. A pawn is drawn as R or B behind its card, a collapsed "
    "card shaded.",
    columns="edition (-1 where it does not matter), face_up (mask, bit 0 is the first card), red, "
    "blue (cells counted from 0 in reading order), ply, red_to_move",
    rule_options=(edition_option,),
    item_options=(),
    parse=_parse,
    parse_item=_parse_deal,
    draw=_draw,
    describe=_describe,
    tell=say_value,
    scored=True,
    layer="plies left at most",
    has_whole=True,
    ply=lambda position: int(position.ply),
    styles={"red": "red", "blue": "blue"},
)
