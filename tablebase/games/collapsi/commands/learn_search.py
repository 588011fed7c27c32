"""`tablebase learn search`: the best strategies by number of words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablebase.games.collapsi.strategy.preferences import TOTALS, write_strategy
from tablebase.plotting import save
from tablebase.support.files import replacing
from tablebase.support.seeds import SEEDS
from tablebase_cli.group import command
from tablebase_cli.options import (
    Whole,
    check_new,
    flag,
    force_option,
    number_option,
    output_to,
    seed_option,
    threads_option,
    whole_option,
)
from tablebase_cli.output import Part, plot_option, printed, show, texts
from tablebase_cli.progress import progress_bar, progress_share

if TYPE_CHECKING:
    from tablebase.games.collapsi.strategy.search import Candidate

HELD_OUT = 2
"""The search uses this many deals for each one that is held out."""


@command(
    "# Search for a short strategy, and keep it",
    "tablebase learn search --preferences 2 --words 20 -o mine.toml",
    "# Then score it exactly",
    "tablebase learn score mine.toml",
)
@number_option(
    "Random deals to draw positions from; half as many others are held out.",
    300,
    of=Whole(10, 100_000),
    name="drawn",
)
@seed_option
@click.option(
    "--total",
    type=click.Choice(TOTALS),
    default="all",
    help="The score to maximise: over the positions of a random deal, as the mean over the numbers "
    "of cards, or over all positions, each counted once.",
)
@whole_option("--preferences", Whole(1, 8), "Maximum number of preferences in a strategy.", 5)
@whole_option("--words", Whole(5, 500), "Maximum number of words in a strategy.", 60)
@whole_option(
    "--depth",
    Whole(1, 4),
    "Maximum number of moves that a player has to imagine, including their own.",
    4,
)
@flag("--weights", "Fit weights of features instead, for each phase of a game.")
@output_to("Write the best strategy to FILE, as TOML.", required=False)
@force_option
@plot_option
@threads_option
@printed
def search(
    drawn: int,
    seed: int,
    total: str,
    preferences: int,
    words: int,
    depth: int,
    weights: bool,
    output: Path | None,
    force: bool,
    plot: Path | None,
    threads: int | None,
) -> None:
    """Search for the best strategies, by number of words.

    Each strategy listed scores better than all with fewer words. The search compares strategies in
    critical positions of random deals: those with both a winning and a losing move. The scores
    shown come from other deals. For exact scores write a strategy to a file and use `learn score`.

    A strategy has one order of preferences, or two: one for many face-up cards, one for few. Its
    words are those of the features in `learn list`, not counting those in parentheses.
    """
    from tablebase.games.collapsi.strategy.decisions import draw_decisions
    from tablebase.games.collapsi.strategy.search import Candidate, fitted, search, totals

    if output is not None:
        check_new(output, force)
    with progress_bar(drawn + drawn // HELD_OUT, "solving deals") as advance:
        sample = draw_decisions(drawn, seed, progress=advance)
        held_out = draw_decisions(drawn // HELD_OUT, (seed + 1) % SEEDS, progress=advance)
    with progress_share("searching") as progress:
        if weights:
            strategy = fitted(sample, total=total, plies=depth, progress=progress)
            found = [Candidate(strategy, totals(strategy, sample), totals(strategy, held_out))]
        else:
            found = search(
                sample, held_out, total=total, rules=preferences, words=words, plies=depth,
                threads=threads, progress=progress,
            )  # fmt: skip
    best = found[-1].strategy
    if output is not None:
        with replacing(output) as temporary:
            temporary.write_text(write_strategy(replace(best, name=output.stem)), "utf-8")
    if plot is not None:
        from tablebase.games.collapsi.plots import strategies

        save(strategies.front(found), plot)
    data = {"seed": seed, "deals": drawn, "found": [each.as_dict() for each in found]}
    show(data, of_found(found, seed))


def of_found(found: list[Candidate], seed: int) -> Iterator[Part]:
    """The strategies that a search found, with their scores in other deals."""
    rows = []
    for each in found:
        scores = each.held_out
        shares = scores.deal, scores.layers, scores.all, scores.cards[max(scores.cards)]
        phases = "\n".join(map(str, each.strategy.phases))
        rows.append((each.strategy.length, *(f"{100 * share:.1f}" for share in shares), phases))
    yield texts(("words", "deal", "mean", "all", "14 cards", "strategy"), rows)
    yield f"wins kept, % of critical positions in held-out deals; seed {seed}"
