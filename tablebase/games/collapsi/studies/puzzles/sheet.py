"""A sheet of puzzles to print: a page of HTML with six boards on each A4 page, then solutions."""

from __future__ import annotations

from collections.abc import Mapping

from tablebase.games.collapsi.studies.puzzles.posed import Puzzle

_SHEET = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Collapsi puzzles</title><style>
@page {{ size: A4; margin: 14mm }}
body {{ font: 10pt sans-serif; max-width: 182mm; margin: auto }}
figure {{ display: inline-block; width: 66mm; margin: 2mm 11mm; break-inside: avoid }}
figcaption {{ display: flex; justify-content: space-between }}
svg {{ width: 100%; height: auto }}
.red {{ color: #b34700 }} .blue {{ color: #0072b2 }}
section {{ break-before: page }}
td {{ padding-right: 6mm }}
</style></head><body><h1>Collapsi puzzles</h1>
<p>Exactly one move wins. A pawn moves as many steps as its card says, over face-up cards, never
over one twice, and never ends on the other pawn. The card it leaves collapses. Edges are
joined. The game is by Mark S. Ball: <a href="https://riffleshuffleandroll.itch.io/collapsi"
>riffleshuffleandroll.itch.io/collapsi</a>, <a href="https://www.youtube.com/@riffleshuffleandroll"
>youtube.com/@riffleshuffleandroll</a>.</p>
{boards}
<section><h1>Solutions</h1>
<p>The winning move, in how many plies it wins, and best play as long as only one move wins.</p>
<table>
{solutions}
</table></section></body></html>
"""


def sheet(puzzles: Mapping[int, Puzzle]) -> str:
    """The page with some puzzles, by number; solutions are in the order of their numbers."""
    return _SHEET.format(
        boards="\n".join(_board(number, puzzle) for number, puzzle in puzzles.items()),
        solutions="\n".join(_solution(number, puzzles[number]) for number in sorted(puzzles)),
    )


def _board(number: int, puzzle: Puzzle) -> str:
    side = puzzle.position.side_to_move
    caption = f'<b>{number} · {puzzle.name}</b> <span class="{side}">{side} to move</span>'
    return f"<figure><figcaption>{caption}</figcaption>{puzzle.position.svg()}</figure>"


def _solution(number: int, puzzle: Puzzle) -> str:
    wins = f"{puzzle.position.side_to_move} wins in {puzzle.dte}"
    cells = number, f"<b>{puzzle.move}</b>", wins, " ".join(puzzle.moves), puzzle.position
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
