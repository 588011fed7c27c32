"""`tablebase solo generate` and `study`: boards that can be cleared, made and counted."""

from __future__ import annotations

import random
from itertools import islice
from typing import TYPE_CHECKING

import click

from tablebase.games.collapsi.commands.options import (
    joker_option,
    rules_of,
    rules_option,
    threads_option,
)
from tablebase.games.solo.commands import exit_option
from tablebase.games.solo.commands import rules_of as readings_of
from tablebase.support.seeds import any_seed
from tablebase_cli.group import command
from tablebase_cli.options import MANY, maybe_seed
from tablebase_cli.output import (
    as_json,
    console,
    print_figures,
    print_json,
    print_table,
    printed,
    table_of,
)
from tablebase_cli.progress import progress_share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tablebase.games.solo.study import Cleared


@command("# Three hard boards", "tablebase solo generate -n 3 --grade 5 --seed 1")
@click.option("-n", "--number", type=MANY, default=1, metavar="N", help="How many boards.")
@maybe_seed()
@click.option(
    "--grade", type=click.IntRange(1, 5), metavar="G", help="Only grade G: 1 (easy) to 5 (hard)."
)
@exit_option
@joker_option
@printed
def generate(
    number: int,
    seed: int | None,
    grade: int | None,
    way: str,
    joker: tuple[int, ...],
) -> None:
    """Make random boards that can be cleared, each equally likely.

    The grade follows from the number of tries that a player who moves at random needs on average,
    which is exact. `tablebase solo line BOARD` shows how to clear a board; give it the same
    options.
    """
    from tablebase.games.solo.boards import boards

    if seed is None:
        seed = any_seed()
        click.echo(f"seed {seed}", err=True)
    rules = readings_of(way, "any", joker)
    found = list(islice(boards(random.Random(seed), rules=rules, grade=grade), number))
    if as_json():
        rows = [
            {"board": str(board.start), "grade": board.grade, "tries": board.tries}
            for board in found
        ]
        print_json({"seed": seed, "rules": rules.as_dict(), "boards": rows})
        return
    table = table_of("board", "grade", "tries at random")
    for board in found:
        table.add_row(str(board.start), str(board.grade), f"{board.tries:,.0f}")
    print_table(table)


@command(
    "# With the published deck, then on a smaller board",
    "tablebase solo study",
    "tablebase solo study --rules 3x3",
)
@rules_option
@threads_option
@printed
def study(rules: str | None, threads: int | None) -> None:
    """Count the boards that can be cleared, among all layouts.

    Counts every layout of the deck, with either joker as the exit, so the shares are exact. There
    is a row for each reading of the exit, with 1 step from the first joker and with 1 to 4. Also
    shows how many cards the other boards leave. The count takes some minutes. RULES give the board
    and the deck, as in Collapsi.
    """
    from tablebase.games.solo import Rules
    from tablebase.games.solo.game import EXITS
    from tablebase.games.solo.study import study as run

    deck = rules_of(None, rules)
    readings = [
        Rules(deck.board, way, "any", steps) for way in EXITS for steps in ((1,), (1, 2, 3, 4))
    ]
    with progress_share("counting boards") as progress:
        found = run(readings, deck, threads=threads, progress=progress)
    if as_json():
        print_json([each.as_dict() for each in found])
    else:
        _print(found)


def _print(found: Sequence[Cleared]) -> None:
    from tablebase.games.solo.study import NEVER

    console().print(f"{found[0].boards:,} boards", style="bold")
    lefts = sorted({left for each in found for left in each.left} - {NEVER})
    print_figures(
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
