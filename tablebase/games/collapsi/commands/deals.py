"""`tablebase deals`: find deals by length, winner and number of winning first moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from tablebase.errors import plural
from tablebase.games.collapsi.commands.options import (
    edition_of,
    published_edition,
    rules_of,
    rules_option,
)
from tablebase_cli.group import command
from tablebase_cli.options import Whole, flag, listed_option, maybe_seed, seed_for, whole_option
from tablebase_cli.output import JSON, TABLE, Part, bold, facts, output_format, printed, show

if TYPE_CHECKING:
    from tablebase.games.collapsi.studies.finder import FoundDeal


@command(
    "# Deals in which only one of red's first moves wins",
    "tablebase deals --winner red --winning-moves 1",
    "# Store tables of ten long games",
    "tablebase deals --plies 14 --random --seed 1 | tablebase build --from -",
)
@edition_of(
    "wild, which the published solution is for",
    type=published_edition,
    default="wild",
    show_default=False,
)
@whole_option("--plies", Whole(0, 14), "Plies with perfect play.")
@click.option("--winner", type=click.Choice(["red", "blue"]), help="Who wins with perfect play.")
@whole_option(
    "--winning-moves",
    Whole(0, 255),
    "How many of red's first moves win; 1 gives puzzles.",
    metavar="K",
)
@listed_option(10)
@flag(
    "--random",
    "Choose them at random: no two are the same up to symmetry, and each is shown under a "
    "random symmetry.",
    "shuffle",
)
@maybe_seed
@flag("--boards", "Draw the boards.")
@rules_option
@printed
def deals(
    edition: str,
    plies: int | None,
    winner: str | None,
    winning_moves: int | None,
    number: int,
    shuffle: bool,
    seed: int | None,
    boards: bool,
    rules: str | None,
) -> None:
    """List deals by length, winner and number of winning first moves.

    Prints one deal a line, to pipe into `tablebase build --from -`. Deals that are the same up to
    symmetry are listed once, in canonical form. Under `single` it matters which joker is red's:
    the one marked Jr, or else the first.

    The deals come from the opening book, which has all 996,234.
    """
    seed = seed_for("--random", shuffle, seed)
    from tablebase.games.collapsi.studies.book import MOST_MOVES, book_of
    from tablebase.games.collapsi.studies.finder import find, why_none

    if why := why_none(winner, plies, "--plies"):
        raise click.UsageError(why)
    source = book_of(rules_of(None, rules))
    if winning_moves is not None and winning_moves > MOST_MOVES:
        raise click.UsageError(
            f"--winning-moves {winning_moves}: expected at most {MOST_MOVES} under "
            f"{source.rules.name}"
        )
    found = find(edition, plies=plies, winner=winner, winning_moves=winning_moves, seed=seed)
    listed = list(islice(found, number or None))
    entries = [entry.as_dict() for entry in listed]
    data = {"edition": edition, "matching": len(found), "seed": seed, "deals": entries}
    if boards:
        show(data, (part for entry in listed for part in _drawn(entry, edition)))
    elif output_format() == TABLE:
        show(data, (str(entry.deal) for entry in listed))
    else:
        show(data, [facts(entries)])
    if output_format() == JSON:
        return
    note = f"{len(listed):,} of {plural(len(found), 'deal')}, {edition} edition"
    click.echo(note + (f", seed {seed}" if shuffle else ""), err=True)


def _drawn(found: FoundDeal, edition: str) -> Iterator[Part]:
    from tablebase.games.collapsi.commands.drawing import draw

    yield draw(found.deal.start(edition))
    moves = plural(found.opening.winning_moves, "winning first move")
    yield bold(f"{found.deal}: {found.winner} wins in {found.opening.value.dte} plies, {moves}\n")
