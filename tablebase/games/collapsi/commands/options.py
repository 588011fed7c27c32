"""The parameters that Collapsi's commands share: rules, and deals from several sources."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click
from click.shell_completion import CompletionItem

from tablebase.errors import quote
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.rules import COLLAPSI, Edition, Rules
from tablebase.games.collapsi.rules_file import load_rules, presets
from tablebase.support.files import ONLY_UTF8
from tablebase_cli.options import Decorator, read_items
from tablebase_cli.output import TABLE, output_format

D = TypeVar("D")


TODAY = "single"
"""The edition of today's rules, as printed with the game. A text without an edition is read as the
first of `PUBLISHED`, and stays so: links and files depend on it."""


def todays_edition(rules: Rules) -> Edition:
    """What a new game is played under if nobody names an edition: `TODAY`, or the default."""
    return next((e for e in rules.editions if e.name == TODAY), rules.editions[0])


def check_one_output(plot: Path | None) -> None:
    """Refuse a picture together with another kind of output."""
    if plot is not None and output_format() != TABLE:
        raise click.UsageError("--plot excludes --json and --format: a picture is all that is made")


def edition_of(usual: str, **options: Any) -> Decorator:
    """The option that names the edition; `usual` says which it is if omitted, and why."""
    return click.option(
        "--edition",
        metavar="NAME",
        help="How far a pawn steps from a joker: wild for 1 to 4 (rules 1.1), single for 1 (rules "
        f"1.2 and later), or an edition of RULES. By default {usual}. Matters only while a joker "
        "is face up.",
        **options,
    )


edition_option = edition_of("wild, which the published solution is for")
published_edition = click.Choice(["wild", "single"])


def _complete_rules(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The rules that come with the package, then files."""
    names = [name for name in presets() if name.startswith(incomplete)]
    return [*map(CompletionItem, names), CompletionItem(incomplete, type="file")]


rules_option = click.option(
    "--rules",
    shell_complete=_complete_rules,
    metavar="RULES",
    help="Play by other rules: a name (`tablebase rules` lists them), a size such as 5x5 (its "
    "edges are joined), or a TOML file.",
)


added_rules_option = click.option(
    "--rules",
    multiple=True,
    metavar="FILE",
    help="Also offer the rules in this TOML file, by their name; may be repeated.",
)


def _read_size(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """A board's rows and columns, as ``5x5``."""
    if value is None:
        return None
    size = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", value)
    if size is None:
        raise click.BadParameter(f"{quote(value)}: expected rows and columns, such as 5x5")
    return int(size[1]), int(size[2])


board_option = click.option(
    "--board",
    metavar="RxC",
    callback=_read_size,
    help="Play on R rows of C cells, edges joined; the deck is the cards given.",
)


def _read_steps(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[int, ...] | None:
    """Steps written as digits."""
    if value is None:
        return None
    if not value.isdecimal() or "0" in value or len(set(value)) < len(value):
        raise click.BadParameter(f"{quote(value)}: expected digits from 1 to 9, such as 1234")
    return tuple(sorted(map(int, value)))


def joker_option(default: str | None = "1234", usual: str = "") -> Decorator:
    """The option for the first move's steps; without a default, `usual` says what they are."""
    return click.option(
        "--joker",
        default=default,
        metavar="DIGITS",
        callback=_read_steps,
        help=f"The numbers of steps to choose from on the first move{usual}.",
    )


def rules_of(text: str | None, rules: str | None, board: tuple[int, int] | None = None) -> Rules:
    """The rules that the options choose; with `board`, the deck is the cards in `text`."""
    from tablebase.games.collapsi import notation

    if rules is not None and board is not None:
        raise click.UsageError("--rules and --board name the board twice: expected one of them")
    if text is not None and re.fullmatch(r"\d+x\d+", text):
        raise click.UsageError(
            f"{text} is a board, not a deal or position: expected --rules {text}"
        )
    if board is not None and text is not None:
        return notation.rules_of(text, Board(*board))
    return COLLAPSI if rules is None else load_rules(rules)


def parse_deal(text: str, rules: str | None = None, board: tuple[int, int] | None = None) -> Deal:
    """Read a deal, under the rules that the options choose."""
    return Deal.parse(text, rules_of(text, rules, board))


source_option = click.option(
    "--from",
    "source",
    type=click.File(encoding="utf-8-sig", errors=ONLY_UTF8),
    metavar="FILE",
    help="Add the deals in a text file, one a line; # starts a comment, - is stdin.",
)


def deals_from(
    texts: tuple[str, ...], source: TextIO | None, parse: Callable[[str], D]
) -> Iterator[D]:
    """The deals on the command line, then those in a text file."""
    for text in texts:
        yield parse(text)
    if source is not None:
        yield from read_items(source, parse, "--from")


scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Run on the workers of this Dask scheduler, such as tcp://10.0.0.1:8786, instead of on "
    "this machine. Needs the extra [cluster].",
)


def check_scheduler(scheduler: str | None, threads: int | None) -> None:
    """Refuse options that contradict each other."""
    if threads is not None and scheduler is not None:
        raise click.UsageError(
            "--threads are of this machine: expected it or --scheduler, not both"
        )
