"""`tablebase compare`: tables and forward searches side by side, on the same positions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import plural

from .game import GameCli
from .group import game_command, of_game, rule_options
from .options import flag, look_in, maybe_seed, random_option, seconds_option, seed_for
from .output import Part, bold, dim, figures, printed, show, styled
from .progress import hinting, progress_bar

if TYPE_CHECKING:
    from tablebase.compare import Comparison, Row


@game_command(
    "# Compare along a random game",
    "{game.program} compare {game.example} --midgame --seconds 1",
)
@click.argument("positions", metavar="[POSITION]...", nargs=-1)
@of_game(lambda game: [random_option] if game.draws else [])
@flag("--midgame", "Add the positions at every second ply of a random game from each.")
@maybe_seed
@seconds_option(
    "Stop each search after S seconds; the bounds proven by then are still checked.", 10
)
@rule_options
@look_in("Also compare with the tables in this file; by default in your tables.h5, if it exists.")
@printed
def compare(
    game: GameCli,
    positions: tuple[str, ...],
    midgame: bool,
    seed: int | None,
    seconds: float,
    file: Path | None,
    count: int | None = None,
    **rules: Any,
) -> None:
    """Compare tables with forward search: answers, time and memory.

    Each POSITION is answered from its table and by two searches. plain is alpha-beta without a
    transposition table, with moves in the order of the cells; ordered is our fastest. Each
    searches for the exact distance, and for the result only. An answer that disagrees is printed,
    and the exit code is 1.

    All methods run in this process, after a warm-up, and take turns position by position. Times
    are processor time, of all threads together. "pays after" is the number of such queries after
    which building a table and looking up costs less than searching each time.
    """
    if not positions and count is None:
        or_random = " or -n N" if game.draws else ""
        raise click.UsageError(f"nothing to compare: expected a POSITION{or_random}")
    seed = seed_for("-n N or --midgame", count is not None or midgame, seed)
    drawn = game.random_items(count, seed, **rules) if count and seed is not None else ()
    asked = [position for text in (*positions, *drawn) for position in game.variants(text, **rules)]
    found = _compare(game, asked, random.Random(seed) if midgame else None, file, seconds)
    show({"seed": seed, **found.as_dict()}, _parts(found, seed))
    if found.disagreements:
        first = found.disagreements[0]
        raise click.ClickException(
            f"{plural(len(found.disagreements), 'answer')} in disagreement with the table, first "
            f"{first.method} of {first.position}: {first.found}, expected {first.expected}"
        )


def _compare(
    game: GameCli,
    asked: Sequence[Any],
    rng: random.Random | None,
    file: Path | None,
    seconds: float,
) -> Comparison:
    from tablebase.compare import SEARCHES, by_stage, compare

    groups = by_stage(asked, game.stage, rng)
    with (
        hinting(*asked),
        game.open_tables(file, build_missing=False) as tables,
        progress_bar(sum(map(len, groups.values())), "comparing") as advance,
    ):
        stored = None if tables.store is None else tables
        return compare(groups, SEARCHES, stored, seconds=seconds, progress=advance)


def _parts(found: Comparison, seed: int | None) -> Iterator[Part]:
    for group, rows in found.groups.items():
        yield bold(f"{group}: {plural(rows[0].queries, 'position')}, times in ms")
        header = ("method", "agree", "positions", "median", "worst", "memory", "pays after")
        yield figures(header, map(_cells, rows), names=1)
        yield ""
    for wrong in found.disagreements:
        yield styled(
            f"{wrong.method}, {wrong.position}: {wrong.found}, expected {wrong.expected}",
            "bold red",
        )
    answers = sum(row.queries for row in found.rows)
    if stopped := sum(row.stopped for row in found.rows):
        yield f"{plural(stopped, 'answer')} stopped early (>); the bounds were checked"
    if not found.disagreements:
        yield styled(f"all {answers:,} answers agree", "bold green")
    if seed is not None:
        yield dim(f"seed {seed}")


def _cells(row: Row) -> list[str]:
    from rich.filesize import decimal

    more = "> " if row.stopped else ""
    pays = "" if row.pays_after is None else f"{row.pays_after:,}"
    return [
        row.method,
        f"{row.agreed}/{row.queries}",
        f"{row.positions:,.0f}",
        f"{more}{1e3 * row.median:,.2f}",
        f"{more}{1e3 * row.worst:,.2f}",
        decimal(row.memory) if row.memory else "",
        pays,
    ]
