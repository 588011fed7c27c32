"""`tablebase onepawn study`: how often the first player wins the first version."""

from __future__ import annotations

import click

from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.commands.options import board_option, joker_option
from tablebase_cli.group import command
from tablebase_cli.options import flag, maybe_seed, number_option, seed_for, threads_option
from tablebase_cli.output import Part, dim, figures, printed, show
from tablebase_cli.progress import progress_share


@command(
    "# All layouts of the 4x4 board, and random ones of a larger board",
    "tablebase onepawn study",
    "tablebase onepawn study --board 5x5 -n 100",
)
@board_option
@joker_option()
@number_option("Count N random layouts instead of all.")
@maybe_seed
@flag("--lengths", "Also count random layouts by length, from their tables (slow).")
@threads_option
@printed
def study(
    board: tuple[int, int] | None,
    joker: tuple[int, ...],
    number: int | None,
    seed: int | None,
    lengths: bool,
    threads: int | None,
) -> None:
    """Count the layouts that the first player wins.

    By default all layouts of a 4x4 board, which takes minutes. The deck is one joker, four each of
    A to 3 and three 4s. On 5x5 the deck is one joker and four each of A to 6, and only random
    layouts can be counted. Their share has Wilson's 95% interval.
    """
    from tablebase.games.onepawn import Rules
    from tablebase.games.onepawn.study import count_all, count_sample

    if lengths and number is None:
        raise click.UsageError("--lengths needs -n N")
    seed = seed_for("-n N", number is not None, seed)
    rules = Rules(Board(*(board or (4, 4))), joker)
    with progress_share("counting layouts") as progress:
        if number is None or seed is None:
            found = count_all(rules, threads=threads, progress=progress)
        else:
            found = count_sample(
                rules, number, seed, lengths=lengths, threads=threads, progress=progress
            )
    low, high = found.interval
    interval = f" (95%: {100 * low:.2f} to {100 * high:.2f})" if found.sampled else ""
    wins = f"first wins {found.wins:,} of {found.layouts:,} layouts, {100 * found.share:.3f} %"
    parts: list[Part] = [wins + interval]
    if found.lengths:
        parts.append(figures(("plies", "layouts"), sorted(found.lengths.items())))
    if seed is not None:
        parts.append(dim(f"random layouts from seed {seed}"))
    show({**found.as_dict(), "seed": seed}, parts)
