"""`tablebase atlas`: every deck of A to 4 and every set of joker steps."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import plural
from tablebase.games.collapsi.commands.options import (
    check_one_output,
    check_scheduler,
    scheduler_option,
)
from tablebase.games.collapsi.notation import card_letter
from tablebase.plotting import save
from tablebase_cli.game import written_by
from tablebase_cli.group import command
from tablebase_cli.options import (
    Whole,
    listed_option,
    look_in,
    output_to,
    threads_option,
    together,
    whole_option,
)
from tablebase_cli.output import CSV, MD, TABLE, figures, output_format, plot_option, printed, show
from tablebase_cli.progress import progress_bar

if TYPE_CHECKING:
    from tablebase.games.collapsi.studies.atlas.ranking import Order, Ranked
    from tablebase.games.collapsi.studies.lab.study import Study

ORDERS: tuple[Order, ...] = ("fair", "match", "long", "short", "first", "second")
GAMES = {
    "A-2-3-4": "", "steps": "", "first wins, %": ".2f", "match starter, %": ".2f", "plies": ".2f",
    "median": "", "deals": ",",
}  # fmt: skip
EXCHANGES = {
    "steps": "", "out": "", "in": "", "pairs of decks": "", "first wins, %": "+.2f",
    "at most": "+.2f", "plies": "+.3f",
}  # fmt: skip
COPIES = Whole(0, 14)


@click.group()
def atlas() -> None:
    """Show who wins with every deck of A to 4.

    There are 680 ways to choose 14 cards from A, 2, 3 and 4; 286 of them have every card. Together
    with two jokers, each fills the published board. The atlas counts all deals of each deck by the
    length of the game with perfect play, for every set of steps that a pawn may take from its
    joker. So every figure is exact.
    """


selection = together(
    click.option(
        "--joker",
        "steps",
        multiple=True,
        metavar="DIGITS",
        help="Only these joker steps, such as 1 (today's rules) or 1234 (rules 1.1); may be "
        "repeated.",
    ),
    whole_option("--least", COPIES, "Only decks with N or more of each card."),
    whole_option("--most", COPIES, "Only decks with N or fewer of each card."),
    look_in("Read this file, which `tablebase atlas make` wrote, instead of the published atlas."),
)
"""The options that choose games."""


def _chosen(
    decks: Sequence[str],
    steps: Sequence[str],
    least: int | None,
    most: int | None,
    file: Path | None,
) -> list[Study]:
    """The studies of the games that the options choose."""
    from tablebase.games.collapsi.studies.atlas.published import (
        atlas,
        edition_of,
        load,
        name_of,
        parse_deck,
    )

    names = {name_of(parse_deck(deck)) for deck in decks}
    editions = {edition_of(digits) for digits in steps}
    with written_by("tablebase atlas make"):
        known = atlas() if file is None else load(file)
    found = [
        study
        for study in known
        if (not names or study.rules.name in names)
        and (not editions or study.edition in editions)
        and (least is None or min(parse_deck(study.rules.name)) >= least)
        and (most is None or max(parse_deck(study.rules.name)) <= most)
    ]
    if not found:
        raise click.UsageError("the atlas has no such game: expected other decks or joker steps")
    return found


@command(
    "# The fairest games",
    "tablebase atlas list",
    "# The longest games under today's rules",
    "tablebase atlas list --by long --joker 1",
    "# Two decks, by number of aces, 2s, 3s and 4s",
    "tablebase atlas list 4-4-4-2 5-4-4-1",
    name="list",
    group=atlas,
)
@click.argument("decks", metavar="[DECK]...", nargs=-1)
@selection
@click.option(
    "--by",
    type=click.Choice(ORDERS),
    default=ORDERS[0],
    help="The fairest rounds or matches first, the longest or shortest games, or those that the "
    "first or the second player wins most often.",
)
@listed_option(10)
@printed
@plot_option
def list_(decks: tuple[str, ...], by: Order, number: int, plot: Path | None, **chosen: Any) -> None:
    """List games: the fairest, the longest, or those of a DECK.

    Write a deck as its number of aces, 2s, 3s and 4s, such as 4-4-4-2. A match goes to 16 points,
    and the players take turns starting. --plot draws all chosen games of one set of joker steps,
    whatever -n is.
    """
    from tablebase.games.collapsi.studies.atlas.ranking import games_of, ordered

    check_one_output(plot)
    games = ordered(games_of(_chosen(decks, **chosen)), by)
    if plot is not None:
        from tablebase.games.collapsi.plots import lab

        save(lab.heat(games), plot)
        return
    shown = games[: number or None]
    data = [game.as_dict() for game in shown]
    show(data, [] if output_format() == CSV else [figures(GAMES, map(_row, shown))])
    if output_format() in (TABLE, MD):
        click.echo(f"{len(shown)} of {plural(len(games), 'game')}", err=True)


def _row(game: Ranked) -> tuple[object, ...]:
    study = game.study
    shares = 100 * study.share, 100 * game.match
    return study.rules.name, study.edition.name, *shares, study.mean, study.median, study.deals


@command(
    "# Only decks that look like the published one",
    "tablebase atlas cards --least 2 --most 5",
    group=atlas,
)
@selection
@printed
def cards(**chosen: Any) -> None:
    """Show what swapping one card of the deck for a lower one does.

    For each pair of cards and each set of joker steps, shows how much more often the first player
    wins, and how much longer the game gets, on average over all pairs of decks that differ in that
    swap only.
    """
    from tablebase.games.collapsi.studies.atlas.ranking import exchanges

    studies = _chosen((), **chosen)
    editions = sorted({study.edition for study in studies}, key=lambda edition: edition.name)
    rows = [
        (edition.name, each)
        for edition in editions
        for each in exchanges([study for study in studies if study.edition == edition])
    ]
    cells = (
        (name, *map(card_letter, (out, into)), decks, 100 * share, 100 * most, plies)
        for name, (out, into, decks, share, most, plies) in rows
    )
    data = [{"steps": name, **each._asdict()} for name, each in rows]
    show(data, [figures(EXCHANGES, cells)])


@command(
    "# Count again, or continue an interrupted run",
    "tablebase atlas make -o atlas.csv",
    group=atlas,
)
@output_to("The file to write, as CSV. Decks that it holds already are not counted again.")
@threads_option
@scheduler_option
def make(output: Path, threads: int | None, scheduler: str | None) -> None:
    """Count all deals of every deck, as in the published atlas.

    Takes 6 GiB of memory. FILE grows as decks are finished; run the same command again to continue
    an interrupted run.
    """
    check_scheduler(scheduler, threads)
    from tablebase.games.collapsi.studies.atlas.making import make
    from tablebase.games.collapsi.studies.atlas.published import every_deck

    total, known = len(list(every_deck())), 0
    with progress_bar(total, "counting decks") as advance:

        def progress(decks: int) -> None:
            nonlocal known
            advance(decks - known)
            known = decks

        make(output, workers=threads, scheduler=scheduler, progress=progress)
    click.echo(f"wrote {plural(total, 'deck')} to {output}")
