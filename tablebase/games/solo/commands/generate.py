"""`tablebase solo generate`: random boards that can be cleared."""

from __future__ import annotations

import random
from itertools import islice

import click

from tablebase.games.collapsi.commands.options import joker_option
from tablebase.games.solo.commands import exit_option, rules_of
from tablebase.support.seeds import any_seed
from tablebase_cli.group import command
from tablebase_cli.options import MANY, maybe_seed
from tablebase_cli.output import as_json, print_json, print_table, printed, table_of


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
    rules = rules_of(way, "any", joker)
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
