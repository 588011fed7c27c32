"""`tablebase thegame optimum` and `ceiling`: what no strategy can exceed."""

from __future__ import annotations

from pathlib import Path

import click

from tablebase.engine.compiling import clock
from tablebase.games.thegame.commands.common import (
    depth_option,
    file_option,
    kept_in,
    make_rules,
    rules_options,
)
from tablebase_cli.group import command
from tablebase_cli.options import Whole, number_option, seed_option, threads_option
from tablebase_cli.output import figures, printed, show
from tablebase_cli.progress import progress_bar, progress_share


@command(
    "# A deck of 8 cards on two piles",
    "tablebase thegame optimum --highest 9 --hand 2 --ups 1 --downs 1 --trick 2",
)
@click.argument("strategies", nargs=-1, metavar="[STRATEGY]...")
@depth_option
@rules_options
@printed
def optimum(strategies: tuple[str, ...], depth: int | None, **rules: int | None) -> None:
    """Solve a small deck exactly, and score each STRATEGY on it.

    By default all strategies are scored. They lay exactly the minimum of cards a turn; best play is
    shown for that, and for at least the minimum. Uses backward induction over every draw, without
    sampling games. The deck has 16 cards or fewer, for example --highest 9 --hand 2 --ups 1 --downs
    1 --trick 2.
    """
    from tablebase.games.thegame.optimum import best_win_probability, win_probability
    from tablebase.games.thegame.strategies import STRATEGIES
    from tablebase.games.thegame.strategies import strategy as named

    small = make_rules(rules)
    chosen = [named(name) for name in strategies] or list(STRATEGIES.values())
    with progress_bar(len(chosen) + 2, "solving") as advance:
        best = best_win_probability(small)
        advance()
        exactly = best_win_probability(small, exactly=True)
        advance()
        won = {}
        for one in chosen:
            won[one.name] = win_probability(one, small, depth)
            advance()
    table = figures(
        ("strategy", "won %", "short of the best by"),
        (
            (f"best play, at least {small.minimum} a turn", f"{100 * best:.4f}", ""),
            (
                f"best play, exactly {small.minimum} a turn",
                f"{100 * exactly:.4f}",
                f"{100 * (best - exactly):.4f}",
            ),
            *((name, f"{100 * p:.4f}", f"{100 * (best - p):.4f}") for name, p in won.items()),
        ),
        names=1,
    )
    data = {"rules": small.as_dict(), "best": best, "best_exactly": exactly, "strategies": won}
    show(data, [table])


@command(
    "# No strategy can win more than this",
    "tablebase thegame ceiling -n 200 --seed 2026",
    "# Two cards or more a turn, and a hand of 7",
    "tablebase thegame ceiling -n 20 --at-least --hand 7",
)
@number_option("Games to solve.", 1000, name="games")
@seed_option
@click.option(
    "--at-least",
    is_flag=True,
    help="Lay two cards or more a turn, as the rule sheet says. By default exactly two, as in the "
    "talk and in `simulate`.",
)
@click.option(
    "--width",
    type=Whole(1, 1 << 17),
    default=8192,
    metavar="N",
    help="Keep up to N positions after each card. More decides more games.",
)
@threads_option
@file_option
@rules_options
@printed
def ceiling(
    games: int,
    seed: int,
    at_least: bool,
    width: int,
    threads: int | None,
    output: Path | None,
    **rules: int | None,
) -> None:
    """Count the games that a player who sees the deck can win.

    No strategy can win more games. Game number i of a seed has the same cards as in `simulate`.
    Every win is replayed by the rules. A game counts as lost if every way to play it was tried,
    and as undecided if not.
    """
    from tablebase.games.thegame import ceiling as study

    played = make_rules(rules)
    started = clock()
    with kept_in(output, seed), progress_share("solving") as advance:
        found = study.ceiling(
            games,
            seed=seed,
            rules=played,
            at_least=at_least,
            width=width,
            workers=threads,
            file=output,
            progress=advance,
        )
    report = {
        "seed": seed,
        "at_least": at_least,
        "width": width,
        "rules": played.as_dict(),
        **found.as_dict(),
        "seconds": round(clock() - started, 3),
    }
    (least, most), (low, high) = found.bounds, found.interval
    turn = f"{'at least' if at_least else 'exactly'} {played.minimum} to lay a turn"
    share = f"{least:.2%}" if least == most else f"{least:.2%} to {most:.2%}"
    show(
        report,
        [
            f"a player who sees the deck: {games:,} games of seed {seed}, {turn}",
            f"can be won             {found.won:,}",
            f"proven lost            {found.lost:,}",
            f"undecided              {found.undecided:,}",
            f"share                  {share}, 95% interval {low:.2%} to {high:.2%}",
        ],
    )
