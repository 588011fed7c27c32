"""`tablebase solo study`: how many of all boards can be cleared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebase.games.collapsi.commands.options import rules_of, rules_option, threads_option
from tablebase_cli.group import command
from tablebase_cli.output import as_json, console, print_figures, print_json, printed
from tablebase_cli.progress import progress_share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tablebase.games.solo.study import Cleared


@command(
    "# With the published deck, then on a smaller board",
    "tablebase solo study",
    "tablebase solo study --rules 3x3",
)
@rules_option
@threads_option
@printed
def study(rules: str | None, threads: int | None) -> None:
    """Count the boards that can be cleared, among all layouts.

    Counts every layout of the deck, with either joker as the exit, so the shares are exact. There
    is a row for each reading of the exit, with 1 step from the first joker and with 1 to 4. Also
    shows how many cards the other boards leave. The count takes some minutes. RULES give the board
    and the deck, as in Collapsi.
    """
    from tablebase.games.solo import Rules
    from tablebase.games.solo.game import EXITS
    from tablebase.games.solo.study import study as run

    deck = rules_of(None, rules)
    readings = [
        Rules(deck.board, way, "any", steps) for way in EXITS for steps in ((1,), (1, 2, 3, 4))
    ]
    with progress_share("counting boards") as progress:
        found = run(readings, deck, threads=threads, progress=progress)
    if as_json():
        print_json([each.as_dict() for each in found])
    else:
        _print(found)


def _print(found: Sequence[Cleared]) -> None:
    from tablebase.games.solo.study import NEVER

    console().print(f"{found[0].boards:,} boards", style="bold")
    lefts = sorted({left for each in found for left in each.left} - {NEVER})
    print_figures(
        ("exit", "joker", "cleared, %", *(f"{left} left" for left in lefts), "never out"),
        (
            (
                each.rules.exit,
                "".join(map(str, each.rules.joker_steps)),
                f"{100 * each.share():.3f}",
                *(f"{each.left.get(left, 0):,}" for left in lefts),
                f"{each.left.get(NEVER, 0):,}",
            )
            for each in found
        ),
    )
