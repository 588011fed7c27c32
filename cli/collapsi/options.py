"""The parameters that Collapsi's commands share: rules, and deals from several sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Deal
    from tablebase.games.collapsi.rules import Rules

D = TypeVar("D")

edition_option = click.option(
    "--edition",
    metavar="NAME",
    help="Steps from a joker: wild, 1 to 4 (rules 1.1, the default), or single, 1 (rules 1.2 and "
    "later), or what the rules name. Matters only while a joker is face up.",
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
    help="Play on R rows of C cells, edges joined; the deck is the cards shown.",
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


def parse_deal(text: str, rules: str | None = None, board: tuple[int, int] | None = None) -> Deal:
    """The deal of a text, by the rules that the options name."""
    from tablebase.games.collapsi.position import Deal

    return Deal.parse(text, rules_of(text, rules, board))


random_option = click.option(
    "--random", "count", type=click.IntRange(1), metavar="N", help="Add N random deals."
)

source_option = click.option(
    "--from",
    "source",
    type=click.File(),
    metavar="FILE",
    help="Add the deals in a text file, one a line; # starts a comment, - is stdin.",
)


def deals_from(
    texts: tuple[str, ...], source: Iterable[str] | None, parse: Callable[[str], D]
) -> Iterator[D]:
    """The deals of a command line, and those in a text file."""
    for text in texts:
        yield parse(text)
    for number, line in enumerate(source or (), start=1):
        text = line.partition("#")[0].strip()
        if text:
            try:
                yield parse(text)
            except ValueError as error:
                raise click.BadParameter(f"line {number}: {error}", param_hint="--from") from None
