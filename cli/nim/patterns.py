"""`tablebase nim patterns`: how often players win who know the article's losing patterns."""

from __future__ import annotations

import click

from ..common import console, json_option, print_figures, print_json, spinner


@click.command()
@json_option
def patterns(as_json: bool) -> None:
    """Compute how often players win on 4x4 who know the article's losing patterns.

    The player leaves what they know whenever they can, and otherwise makes any move; if careful,
    one after which the opponent cannot leave what the player knows. Probabilities are exact, from
    the full board as first and as second, and on the average over all positions that are won for
    the player.
    """
    from tablebase.games.nim.patterns import KNOWN, OPPONENTS, measure

    with spinner("computing"):
        found = [*measure()]
    if as_json:
        print_json(
            [
                {
                    "known": known,
                    "careful": careful,
                    "against": {name: each.as_dict() for name, each in chances.items()},
                }
                for known, careful, chances in found
            ]
        )
        return
    rows = []
    for known, careful, chances in found:
        figures = (
            f"{100 * share:.1f}"
            for each in chances.values()
            for share in (each.first, each.second, each.won)
        )
        rows.append((known + ", careful" * careful, *figures))
    header = ["known"]
    for name in OPPONENTS:
        header += [f"{name}: first", "second", "won"]
    print_figures(header, rows)
    out = console()
    out.print("games won, %\n")
    for words in (KNOWN, OPPONENTS):
        for name, text in words.items():
            out.print(f"{name}: {text}")
