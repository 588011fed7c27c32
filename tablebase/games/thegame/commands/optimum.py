"""`tablebase thegame optimum`: what no strategy can exceed on a small deck."""

from __future__ import annotations

import click

from tablebase.games.thegame.commands.common import depth_option, make_rules, rules_options
from tablebase_cli.group import command
from tablebase_cli.output import figures, printed, show
from tablebase_cli.progress import progress_bar


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
