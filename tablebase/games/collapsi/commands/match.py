"""`tablebase match`: the chances of a match of many rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.games.collapsi.commands.options import (
    check_one_output,
    edition_of,
    rules_of,
    rules_option,
)
from tablebase.plotting import save
from tablebase_cli.group import command
from tablebase_cli.options import MORE, Whole, flag, number_option, seed_option, whole_option
from tablebase_cli.output import (
    CSV,
    JSON,
    Part,
    bold,
    dim,
    figures,
    output_format,
    plot_option,
    printed,
    show,
)
from tablebase_cli.progress import progress_share

if TYPE_CHECKING:
    from tablebase.games.collapsi.studies.match import Match, Starts

STARTS: tuple[Starts, ...] = ("alternate", "loser", "winner")

MATCHES = {
    "": "", "starter wins, %": ".2f", "95 % interval": "", "rounds": ".2f",
    "starting adds, %": "+.2f", "first point adds, %": "+.2f",
}  # fmt: skip

WIDEST = 20
"""The largest target whose --scores fit the screen."""


@command(
    "# The last round's loser starts",
    "tablebase match --starts loser",
)
@rules_option
@edition_of("every edition has a row")
@whole_option("--target", Whole(1, 100), "Points needed to win the match.", 16, metavar="POINTS")
@click.option(
    "--starts",
    type=click.Choice(STARTS),
    default=STARTS[0],
    help="Who starts the next round: the players take turns, or the last round's loser or winner.",
)
@number_option(
    "With --rules: random deals to use if not all can be counted.",
    10_000,
    of=MORE,
    name="deals",
)
@seed_option
@flag("--scores", "Print the chances at every score.")
@printed
@plot_option
def match(
    rules: str | None,
    edition: str | None,
    target: int,
    starts: Starts,
    deals: int,
    seed: int,
    scores: bool,
    plot: Path | None,
) -> None:
    """Compute who wins a match: rounds until somebody has 16 points.

    The winner of a round scores a point for each card still face up, and the next round has a new
    deal. Both players play every round perfectly. The chances are exact for the published game, and
    for other rules if `tablebase lab` can count every deal. Otherwise they come from random deals,
    with a 95 % interval.
    """
    check_one_output(plot)
    if scores and (output_format() == JSON or plot is not None):
        raise click.UsageError("--scores excludes --json and --plot, which have every score")
    as_csv = output_format() == CSV
    if scores and target > WIDEST and not as_csv:
        raise click.UsageError(f"--scores of {target} points are too wide: expected --format csv")
    variant = rules_of(None, rules)
    from tablebase.games.collapsi.studies.match import Match, studies_of

    with progress_share(f"counting {variant.name}") as progress:
        studies = studies_of(variant, edition, deals=deals, seed=seed, progress=progress)
    found = [Match(study, target, starts) for study in studies]
    data = [_data(one) for one in found]
    if plot is not None:
        from tablebase.games.collapsi.plots import deals as plots

        save(plots.equity(found), plot)
    elif scores and as_csv:
        header = ("rules", "edition", "yours", "theirs", "you_start", "chance")
        show(data, [figures(header, (row for one in found for row in _rows(one)))])
    elif scores:
        show(data, (part for one in found for part in _tables(one)))
    else:
        show(data, of_matches(found))


def of_matches(found: Sequence[Match]) -> Iterator[Part]:
    """The chances at the start of matches."""
    first = found[0]
    who = {
        "alternate": "the players take turns starting",
        "loser": "the loser starts the next round",
        "winner": "the winner starts the next round",
    }[first.starts]
    yield bold(f"first to {first.target} points, {who}; perfect play")
    yield ""
    yield figures(MATCHES, map(_row, found))
    yield ""
    for one in found:
        if not one.is_perfect:
            yield (
                f"{one.study.name}: at some scores losing a round narrowly is better than "
                "winning it narrowly, because of who starts the next one. The chances shown are "
                "those of players who try to win every round."
            )
    for seed in {one.study.seed for one in found if not one.study.exact}:
        yield dim(f"random deals from seed {seed}")


def _row(one: Match) -> tuple[object, ...]:
    between = " to ".join(f"{100 * end:.2f}" for end in one.interval)
    worths = (100 * float(worth) for worth in (one.worth_of_a_start, one.worth_of_a_point))
    known = "every deal" if one.study.exact else between
    return one.study.name, 100 * float(one.chance), known, float(one.rounds), *worths


def _tables(one: Match) -> Iterator[Part]:
    points = range(one.target)
    for starting in (True, False):
        who = "you start" if starting else "they start"
        yield bold(f"{one.study.name}, {who}: your chance in %")
        yield dim("rows are your scores, columns are theirs")
        yield figures(
            {"": "", **{str(theirs): ".0f" for theirs in points}},
            (
                (yours, *(100 * chance for chance in row))
                for yours, row in enumerate(one.table(starting=starting))
            ),
        )
        yield ""


def _rows(one: Match) -> Iterator[tuple[object, ...]]:
    study, points = one.study, range(one.target)
    for yours, theirs, starting in product(points, points, (True, False)):
        chance = float(one.at((yours, theirs), starting=starting))
        yield study.rules.name, study.edition.name, yours, theirs, int(starting), chance


def _data(one: Match) -> dict[str, Any]:
    return {
        "rules": one.study.rules.name,
        "edition": one.study.edition.name,
        "target": one.target,
        "starts": one.starts,
        "every_deal": one.study.exact,
        "deals": one.study.deals,
        "seed": one.study.seed,
        "starter_wins": float(one.chance),
        "starter_wins_exactly": str(one.chance),
        "interval_95": list(one.interval),
        "rounds": float(one.rounds),
        "worth_of_a_start": float(one.worth_of_a_start),
        "worth_of_a_point": float(one.worth_of_a_point),
        "perfect_for_the_match": one.is_perfect,
        "if_you_start": one.table(starting=True),
        "if_they_start": one.table(starting=False),
    }
