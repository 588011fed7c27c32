"""`tablebase solo generate` and `study`: boards that can be cleared, made and counted."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import click

from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.commands.options import board_option, rules_of, rules_option
from tablebase.games.solo.commands import exit_option, steps_option
from tablebase.games.solo.commands import rules_of as readings_of
from tablebase_cli.group import command
from tablebase_cli.options import GRADE, number_option, seed_option, threads_option, whole_option
from tablebase_cli.output import Part, bold, figures, printed, show, texts
from tablebase_cli.progress import progress_share

if TYPE_CHECKING:
    from tablebase.games.solo.game import Rules
    from tablebase.games.solo.study import Cleared


def dealt_rules(
    way: str,
    left: str,
    joker: tuple[int, ...] | None,
    board: tuple[int, int] | None,
    grade: int | None,
) -> Rules:
    """The rules of a board to deal: that of the rule sheet, or 4x4 if a grade is asked for."""
    from tablebase.games.solo.boards import DECKS, SHEET
    from tablebase.games.solo.game import SOLO

    usual = SHEET if grade is None else SOLO
    rules = readings_of(way, left, joker, Board(*board) if board else usual.board)
    if rules.board not in DECKS:
        raise click.UsageError(f"no deck for board {rules.board}: expected BOARD, or 3x3 or 4x4")
    if grade is not None and rules.board != SOLO.board:
        raise click.UsageError(f"--grade on board {rules.board}: expected 4x4")
    return rules


@command(
    "# A board of the rule sheet, then three hard ones of 4x4",
    "tablebase solo generate --seed 1",
    "tablebase solo generate -n 3 --grade 5 --seed 1",
)
@number_option("How many boards.", 1)
@seed_option
@whole_option("--grade", GRADE, "Only grade G: 1 (easy) to 5 (hard).", metavar="G")
@exit_option
@steps_option
@board_option
@printed
def generate(
    number: int,
    seed: int,
    grade: int | None,
    way: str,
    joker: tuple[int, ...] | None,
    board: tuple[int, int] | None,
) -> None:
    """Make random boards that can be cleared, each equally likely.

    By default they have 3x3 cells and the deck of the rule sheet, and J allows 1 step. With
    `--board 4x4` or a grade, they have the deck of Collapsi, and J allows 1 to 4.

    The grade follows from the number of tries that a player who moves at random needs on average,
    which is exact. `tablebase solo line BOARD` with the same options shows how to clear a board.
    """
    from tablebase.games.solo.boards import boards

    rules = dealt_rules(way, "any", joker, board, grade)
    found = list(islice(boards(random.Random(seed), rules=rules, grade=grade), number))
    made = [{"board": str(each.start), "grade": each.grade, "tries": each.tries} for each in found]
    rows = ((each.start, each.grade, f"{each.tries:,.0f}") for each in found)
    show(
        {"seed": seed, "rules": rules.as_dict(), "boards": made},
        [texts(("board", "grade", "tries at random"), rows)],
    )
    click.echo(f"seed {seed}", err=True)


@command(
    "# The rule sheet's board, then the published deck of Collapsi",
    "tablebase solo study AAA/222/3JJ --board 3x3",
    "tablebase solo study",
)
@click.argument("cards", metavar="[BOARD]", required=False)
@rules_option
@board_option
@threads_option
@printed
def study(
    cards: str | None, rules: str | None, board: tuple[int, int] | None, threads: int | None
) -> None:
    """Count the boards that can be cleared, among all layouts.

    Counts every layout of the deck, with either joker as the exit, so the shares are exact. There
    is a row for each reading of the exit, with 1 step from the first joker and with 1 to 4. Also
    shows how many cards the other boards leave. The count takes some minutes. RULES give the board
    and the deck, as in Collapsi, or BOARD does, a board whose cards are the deck.
    """
    from tablebase.games.solo import Rules
    from tablebase.games.solo.game import EXITS
    from tablebase.games.solo.study import study as run

    if (cards is None) != (board is None):
        raise click.UsageError("a deck takes both: expected --board and a board with its cards")
    deck = rules_of(cards, rules, board)
    readings = [
        Rules(deck.board, way, "any", steps) for way in EXITS for steps in ((1,), (1, 2, 3, 4))
    ]
    with progress_share("counting boards") as progress:
        found = run(readings, deck, threads=threads, progress=progress)
    show([each.as_dict() for each in found], _of_study(found))


def _of_study(found: Sequence[Cleared]) -> Iterator[Part]:
    from tablebase.games.solo.study import NEVER

    yield bold(f"{found[0].boards:,} boards")
    lefts = sorted({left for each in found for left in each.left} - {NEVER})
    yield figures(
        ("exit", "joker", "cleared, %", *(f"{left} left" for left in lefts), "never out"),
        (
            (
                each.rules.exit,
                "".join(map(str, each.rules.joker_steps)),
                f"{100 * each.share():.3f}",
                *(f"{each.left.get(left, 0):,}" for left in lefts),
                f"{each.left.get(NEVER, 0):,}",
            )
            for each in found
        ),
    )
