"""`tablebase learn shift`: strategies where lines shift, scored in a sample."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import click

from tablebase.engine.seeds import any_seed
from tablebase.games.collapsi.commands.learn_games import (
    check_names,
    seed_option,
    strategies_argument,
    written,
)
from tablebase.games.collapsi.commands.learn_search import print_found
from tablebase.games.collapsi.commands.options import rules_of, threads_option
from tablebase_cli.common import examples, progress_share
from tablebase_cli.output import console, print_figures, print_json, printed

if TYPE_CHECKING:
    from tablebase.games.collapsi.rules import Rules
    from tablebase.games.collapsi.strategy.search import Estimates


@click.command(
    "shift",
    epilog=examples(
        "# How often a rule of the published game wins at Shift",
        "tablebase learn shift safe-moves random",
    ),
)
@strategies_argument
@click.option(
    "--rules",
    default="shift",
    show_default=True,
    metavar="RULES",
    help="shift, shift-may, or a TOML file with the key shift.",
)
@click.option(
    "--deals",
    "drawn",
    type=click.IntRange(10, 10_000),
    default=600,
    show_default=True,
    metavar="N",
    help="Random deals to draw positions from.",
)
@click.option(
    "--cards",
    type=click.IntRange(4, 16),
    default=14,
    show_default=True,
    metavar="N",
    help="Most face-up cards of a position. 10 takes 2.2 GiB of memory, 14 takes 6.6 GiB.",
)
@seed_option
@click.option(
    "--search",
    "searching",
    is_flag=True,
    help="Also search for the best strategies in two thirds of the deals; all scores then come "
    "from the others.",
)
@threads_option
@printed
def shift(
    strategies: tuple[str, ...],
    rules: str,
    drawn: int,
    cards: int,
    seed: int | None,
    searching: bool,
    threads: int | None,
    as_json: bool,
) -> None:
    """Estimate how often strategies keep the win at Collapsi Shift.

    Draws positions of random deals, up to 16 for each number of face-up cards in each. In those
    with both a winning and a losing move, a strategy chooses among all moves and shifts. Features
    describe the position after the shift, and count moves ahead as if no line shifted any more.

    Shares have Wilson's 95 % intervals, widened because the positions of one deal are alike. The
    whole game is solved in memory, as far as needed.
    """
    from tablebase.games.collapsi.strategy.preferences import load_strategy
    from tablebase.games.collapsi.strategy.search import estimates, search
    from tablebase.games.collapsi.strategy.shifted import draw_shifted

    variant = _shifting(rules)
    chosen = [load_strategy(name) for name in strategies]
    check_names(chosen)
    seed = any_seed() if seed is None else seed
    try:
        with progress_share(f"solving {variant.name}") as progress:
            decisions = draw_shifted(
                variant, drawn, seed, most=cards, threads=threads, progress=progress
            )
    except MemoryError as error:
        raise click.ClickException(str(error)) from None
    found = []
    if searching:
        sample, decisions = decisions.split(2 * drawn // 3)
        with progress_share("searching") as progress:
            found = search(sample, decisions, total="deal", threads=threads, progress=progress)
    scores = [estimates(strategy, decisions) for strategy in chosen]
    if as_json:
        own = [
            {"strategy": strategy.as_dict(), **score.as_dict()}
            for strategy, score in zip(chosen, scores, strict=True)
        ]
        sampled = {
            "seed": seed,
            "deals": drawn,
            "cards": cards,
            "rules": variant.name,
            "scores": own,
        }
        print_json({**sampled, "found": [each.as_dict() for each in found]})
        return
    _print(scores, [strategy.name for strategy in chosen])
    if found:
        console().print()
        print_found(found, seed)
    else:
        console().print(f"wins kept, % of critical positions; seed {seed}")


def _shifting(rules: str) -> Rules:
    """Rules under which lines shift, whose whole game can be solved."""
    from tablebase.games.collapsi.whole.geometry import holds

    variant = rules_of(None, rules)
    if not (variant.turn.lines_move and holds(variant)):
        raise click.UsageError(
            f"rules {variant.name}: expected shift, shift-may, or others that shift rows and "
            "columns of at most 16 cells, with 4 kinds of cards"
        )
    return variant


def _print(scores: list[Estimates], names: list[str]) -> None:
    header = ["cards", *chain(*((name, "95 %") for name in names)), "positions"]
    cards = [(number, [each.cards[number] for each in scores]) for number in scores[0].cards]
    shares = [*cards, ("a random deal", [each.deal for each in scores])]
    print_figures(
        header,
        [
            (title, *chain(*(written(each, 100, 1) for each in found)), f"{found[0].number:,}")
            for title, found in shares
        ],
    )
