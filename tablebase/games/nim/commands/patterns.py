"""`tablebase nim patterns`: how often players who know the article's losing patterns win."""

from __future__ import annotations

from tablebase_cli.group import command
from tablebase_cli.output import as_json, console, print_figures, print_json, printed
from tablebase_cli.progress import spinner


@command("# The article's table", "tablebase nim patterns")
@printed
def patterns() -> None:
    """Compute what the article's losing patterns are worth on 4x4.

    A player who knows patterns leaves one whenever they can, and otherwise moves at random. A
    careful player then avoids moves after which the opponent could leave one. Prints exactly how
    often they win: from the full board as the first and as the second player, and on average from
    all positions that they should win.
    """
    from tablebase.games.nim.patterns import KNOWN, OPPONENTS, measure

    with spinner("computing"):
        found = [*measure()]
    if as_json():
        print_json(
            [
                {
                    "known": known,
                    "careful": careful,
                    "against": {name: each._asdict() for name, each in chances.items()},
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
