"""Collapsi on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .game import GameCommands, say_value

if TYPE_CHECKING:
    from rich.text import Text

    from tablebase.games.collapsi.position import Deal, Position
    from tablebase.games.collapsi.rules import Rules

edition_option = click.option(
    "--edition",
    metavar="NAME",
    help="Steps from a joker: wild, 1 to 4 (rules 1.1, the default), or single, 1 (rules 1.2 and "
    "later), or what the rules name. Matters while a joker is face up only.",
)

rules_option = click.option(
    "--rules",
    metavar="RULES",
    help="Play by other rules: a name (`tablebase rules` lists them), a size such as 5x5, edges "
    "joined, or a TOML file.",
)


def _read_size(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """A board's rows and columns, as ``5x5``."""
    if value is None:
        return None
    rows, _, columns = value.partition("x")
    if not (rows.isdecimal() and columns.isdecimal()):
        raise click.BadParameter(f"{value!r}: expected rows and columns, as 5x5")
    return int(rows), int(columns)


board_option = click.option(
    "--board",
    metavar="RxC",
    callback=_read_size,
    help="Play on R rows of C cells, edges joined; the deck is the cards that are shown.",
)


def rules_of(text: str | None, rules: str | None, board: tuple[int, int] | None = None) -> Rules:
    """The rules that the options name; `text` shows the deck of a board without a name."""
    from tablebase.games.collapsi import notation
    from tablebase.games.collapsi.board import Board
    from tablebase.games.collapsi.rules import COLLAPSI
    from tablebase.games.collapsi.rules_file import load_rules

    if rules is not None and board is not None:
        raise click.UsageError("--rules and --board name the board twice: expected one of them")
    if board is not None and text is not None:
        return notation.rules_of(text, Board(*board))
    return COLLAPSI if rules is None else load_rules(rules)


def _parse(
    text: str,
    edition: str | None,
    rules: str | None = None,
    board: tuple[int, int] | None = None,
) -> Position:
    from tablebase.games.collapsi.position import Position

    return Position.parse(text, edition, rules_of(text, rules, board))


def parse_deal(text: str, rules: str | None = None, board: tuple[int, int] | None = None) -> Deal:
    """The deal of a text, by the rules that the options name."""
    from tablebase.games.collapsi.position import Deal

    return Deal.parse(text, rules_of(text, rules, board))


def _draw(position: Position) -> Text:
    from .drawing import draw

    return draw(position)


def _variants(
    text: str,
    edition: str | None,
    rules: str | None = None,
    board: tuple[int, int] | None = None,
) -> list[Position]:
    """The position under each edition, where that matters and none is named."""
    position = _parse(text, edition, rules, board)
    if position.rules.players > 2:
        raise click.UsageError(
            f"a search is for two players, not {position.rules.players}: expected other rules"
        )
    if not position.is_opening or edition is not None:
        return [position]
    return [_parse(text, named.name, rules, board) for named in position.rules.editions]


def _random_deals(
    count: int,
    seed: int,
    edition: str | None = None,
    rules: str | None = None,
    board: tuple[int, int] | None = None,
) -> list[str]:
    from tablebase.games.collapsi.position import random_deals

    if board is not None:
        raise click.UsageError("--random N draws from a deck: expected --rules instead of --board")
    return [str(deal) for deal in random_deals(count, seed, rules_of(None, rules))]


def _stage(position: Position) -> str:
    where = f"ply {position.ply}" if position.ply else "opening"
    return f"{where}, {position.edition.name}" if position.is_opening else where


def _describe(position: Position) -> str:
    return f"ply {position.ply}, {position.edition.name} edition"


def _over(position: Any) -> str:
    told = "no legal move, the game is over"
    return told if position.rules.players == 2 else f"{told}: {position.winner} is last"


GAME = GameCommands(
    name="collapsi",
    commands={
        "build": "build:build",
        "probe": "probe:probe_with_book",
        "line": "line:line_with_players",
        "show": "show:show_of",
        "play": "play:play",
        "serve": "serve:serve",
        "info": "info:info",
        "verify": "verify:verify",
        "export": "export:export_of",
        "stats": "stats:stats",
        "deals": "deals:deals",
        "sweep": "sweep:sweep",
        "lab": "lab:lab",
        "rules": "rules:rules",
        "compare": "compare:compare_of",
        "selftest": "selftest:selftest",
        "nim": "nim:nim",
        "pairs": "pairs:pairs",
        "thegame": "thegame:thegame",
    },
    item="DEAL",
    notation="A deal stands for its start. A pawn is drawn as R or B behind its card, a collapsed "
    "card shaded.",
    columns="edition (-1 where it does not matter), face_up (mask, bit 0 is the first card), red, "
    "blue (cells counted from 0 in reading order), ply, red_to_move; for three and four players "
    "those in docs/players.md",
    rule_options=(edition_option, rules_option, board_option),
    item_options=(rules_option, board_option),
    parse=_parse,
    parse_item=parse_deal,
    draw=_draw,
    describe=_describe,
    stage=_stage,
    variants=_variants,
    random_items=_random_deals,
    tell=say_value,
    scored=True,
    layer="plies left at most",
    has_whole=True,
    over=_over,
    ply=lambda position: int(position.ply),
    styles={"red": "red", "blue": "blue"},
)
