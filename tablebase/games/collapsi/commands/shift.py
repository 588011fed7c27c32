"""`tablebase shift`: Collapsi Shift solved, all deals and all positions."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablebase.errors import plural
from tablebase.games.collapsi.commands.options import rules_of, threads_option
from tablebase_cli.common import examples, output_to, progress_share
from tablebase_cli.output import console, print_json, printed

if TYPE_CHECKING:
    from tablebase.games.collapsi.rules import Rules
    from tablebase.games.collapsi.studies.whole_game import WholeStudy


@click.command(
    epilog=examples(
        "# Players may leave the lines as they are",
        "tablebase shift --rules shift-may -o shift-may.json",
        "# An opening book: the value of every deal's start",
        "tablebase shift --book book.h5",
    ),
)
@click.option(
    "--rules",
    default="shift",
    show_default=True,
    metavar="RULES",
    help="shift, shift-may (a player may also leave the lines as they are), or a TOML file with "
    "the key shift.",
)
@output_to(
    "Keep the counts in this JSON file. If it exists, print it and solve nothing.",
    required=False,
)
@click.option(
    "--layers",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="FOLDER",
    help="Keep the last finished layer in this folder, up to 3 GB. An interrupted run "
    "continues from there.",
)
@click.option(
    "--book",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the opening book to this file; the package has those of shift and shift-may.",
)
@threads_option
@printed
def shift(
    rules: str,
    output: Path | None,
    layers: Path | None,
    book: Path | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Solve Collapsi Shift: who wins, and how soon, over all deals.

    After each move the player shifts the row or the column that the pawn has ended on by one cell,
    either way. Pawns and face-down cards ride along, and the card pushed out comes back at the
    other end. All deals are solved together in 6.6 GiB of memory, or 7.3 GiB with --book;
    docs/shift.md shows the results. `probe`, `stats` and `deals` answer from the installed books.
    """
    variant = rules_of(None, rules)
    if not variant.turn.lines_move:
        raise click.UsageError(
            f"rules {variant.name} do not shift rows and columns: expected shift or shift-may"
        )
    found = _study(variant, output, layers, book, threads)
    if as_json:
        print_json(found.as_dict())
    else:
        _print(found)


def _study(
    variant: Rules, out: Path | None, layers: Path | None, book: Path | None, threads: int | None
) -> WholeStudy:
    from tablebase.engine.files import new_file
    from tablebase.games.collapsi.studies.book import write_book
    from tablebase.games.collapsi.studies.whole_game import load_study, save_study, study_whole

    finish = None if book is None else partial(write_book, new_file(book))
    if out is not None and out.exists():
        if book is not None:
            raise click.UsageError(f"{out} exists, so nothing is solved: expected no --book")
        found = load_study(out)
        if found.studies[0].rules != variant:
            raise click.UsageError(
                f"{out} is a study of {found.studies[0].rules.name}: expected {variant.name}"
            )
        return found
    if out is not None:
        new_file(out)
    try:
        with progress_share(f"solving {variant.name}") as progress:
            found = study_whole(
                variant, threads=threads, folder=layers, progress=progress, finish=finish
            )
    except MemoryError as error:
        raise click.ClickException(str(error)) from None
    if out is not None:
        save_study(found, out)
    return found


def _print(found: WholeStudy) -> None:
    from tablebase.games.collapsi.commands.lab import print_studies
    from tablebase.games.collapsi.commands.match import print_matches
    from tablebase.games.collapsi.commands.stats import print_positions
    from tablebase.games.collapsi.rules import COLLAPSI
    from tablebase.games.collapsi.studies.match import Match, published

    studies = list(found.studies)
    if replace(studies[0].rules, name=COLLAPSI.name, shift="") == COLLAPSI:
        studies += [published(edition.name) for edition in COLLAPSI.editions]
    print_studies(studies)
    console().print()
    print_matches([Match(study) for study in studies])
    print_positions(found.positions)
    _print_rare(found)
    _print_digests(found)


def _print_rare(found: WholeStudy) -> None:
    for study in found.studies:
        for plies, deals, example in found.rare(study):
            console().print(
                f"rare: {study.name} in {plies}, {plural(deals, 'deal')}, such as {example}"
            )


def _print_digests(found: WholeStudy) -> None:
    """Print a digest a line, as the checker in docs/certificate/ reads them."""
    name = found.studies[0].rules.name
    console().print("SHA-256 of all values by face-up cards (docs/shift.md):")
    for layer, digest in found.digests.items():
        console().print(f"{name} {layer:2}  {digest}")
