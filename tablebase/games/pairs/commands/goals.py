"""`tablebase pairs goals`: how far few cards and a high score differ as goals."""

from __future__ import annotations

from typing import Any

from tablebase.errors import plural
from tablebase.games.pairs.commands.options import random_stacks
from tablebase.games.pairs.commands.solve import memory_option, seconds_option
from tablebase_cli.group import command
from tablebase_cli.output import as_json, console, json_option, print_json
from tablebase_cli.progress import progress_bar


@command("# Small stacks are solved exactly", "tablebase pairs goals --random 100 --cards 12")
@random_stacks
@memory_option
@seconds_option
@json_option
def goals(number: int, seed: int, cards: int, memory: float, seconds: float) -> None:
    """Solve N random stacks for few cards and for a high score.

    The score is the sum of the ranks of the cleared cards (ace 1, king 13), times their number.
    Prints how often a game with the highest score also leaves the fewest cards, and the score of a
    game that only aims at few cards. Stacks of up to 22 cards are solved exactly for both goals.
    """
    from tablebase.games.pairs.goals import compare_goals

    with progress_bar(number, "solving") as advance:
        found = compare_goals(
            number,
            seed,
            cards=cards,
            memory=int(memory * 2**30),
            seconds=seconds,
            progress=advance,
        )
    report = found.as_dict()
    if as_json():
        print_json(report)
    else:
        _print(report, cards)


def _print(report: dict[str, Any], cards: int) -> None:
    out, number = console(), report["stacks"]
    out.print(
        f"{report['agree']:,} of {plural(number, 'stack')} of {cards} cards: a game with the "
        f"highest score also leaves the fewest cards ({report['agree'] / number:.1%})",
        style="bold",
    )
    out.print(
        f"highest score: {report['mean_highest']:,.1f} on average, proven for "
        f"{report['proven']:,}; the bounds are {report['mean_bound']:,.1f} on average"
    )
    out.print(f"a game for few cards only: {report['mean_of_fewest']:,.1f} on average")
