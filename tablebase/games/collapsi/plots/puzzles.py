"""A sheet of puzzles to print: boards on A4 pages, the solutions at the end.

Needs matplotlib, the extra ``[plot]``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tablebase.errors import quote
from tablebase.games.collapsi.board import COLUMN_NAMES
from tablebase.games.collapsi.notation import card_letter
from tablebase.plotting import BLUE, INK, RED, STYLE, pyplot
from tablebase.support.files import new_file, replacing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tablebase.games.collapsi.position import Position
    from tablebase.games.collapsi.studies.puzzles.posed import Puzzle

A4 = (8.27, 11.69)
ROWS, COLUMNS = 3, 2
"""Boards on a page."""

LEFT, WIDTH = 0.09, 0.34
"""The margins, and how wide a board is, in widths of a page."""

LINES = 50
"""Solutions on a page."""

QUIET, CARD, EDGE, GONE, FAINT = "#5A6167", "#FBF5E6", "#9A8F78", "#EEEEEE", "#BBBBBB"

Numbered = list[tuple[int, "Puzzle"]]


def check_sheet(path: Path) -> None:
    """Check that a sheet can be written.

    Raises ValueError if the file's ending is not ``.pdf``, FileNotFoundError if there is no such
    folder, and ImportError if matplotlib is not installed.
    """
    if path.suffix.lower() != ".pdf":
        raise ValueError(f"{path}: unknown extension {quote(path.suffix)}, expected .pdf")
    new_file(path)
    pyplot()


def save_sheet(puzzles: Mapping[int, Puzzle], path: Path) -> None:
    """Write a sheet of puzzles, by number, as PDF, completely or not at all.

    Raises the same errors as `check_sheet`.
    """
    check_sheet(path)
    from matplotlib.backends.backend_pdf import PdfPages

    metadata = {"Title": "Collapsi puzzles", "CreationDate": None}
    with replacing(path) as temporary, PdfPages(temporary, metadata=metadata) as pdf:
        for page in pages(puzzles):
            pdf.savefig(page)
            pyplot().close(page)


def pages(puzzles: Mapping[int, Puzzle]) -> Iterator[Figure]:
    """The pages of a sheet."""
    with pyplot().rc_context(STYLE):
        for shown in _parts([*puzzles.items()], ROWS * COLUMNS):
            yield _boards(shown)
        for shown in _parts(sorted(puzzles.items()), LINES):
            yield _solutions(shown)


def _parts(puzzles: Numbered, size: int) -> Iterator[Numbered]:
    for first in range(0, len(puzzles), size):
        yield puzzles[first : first + size]


def _page(title: str, note: str) -> Figure:
    figure = pyplot().figure(figsize=A4)
    figure.text(LEFT, 0.955, title, fontsize=18, fontweight="bold", va="center")
    figure.text(LEFT, 0.938, note, fontsize=9.5, color=QUIET, va="top", linespacing=1.4)
    return cast("Figure", figure)


def _boards(puzzles: Numbered) -> Figure:
    figure = _page(
        "Collapsi puzzles",
        "Exactly one move wins. A pawn moves as many steps as its card says, over face-up cards, "
        "never\nover one twice, and never ends on the other pawn. The card it leaves collapses. "
        "Edges are joined.",
    )
    for place, (number, puzzle) in enumerate(puzzles):
        row, column = divmod(place, COLUMNS)
        left, bottom = LEFT + column * (1 - 2 * LEFT - WIDTH), 0.63 - 0.29 * row
        height = WIDTH * A4[0] / A4[1]
        draw_board(figure.add_axes((left, bottom, WIDTH, height)), puzzle.position)
        side = puzzle.position.side_to_move
        style: dict[str, Any] = {"fontsize": 11, "va": "bottom"}
        figure.text(
            left, bottom + height + 0.002, f"{number} · {puzzle.name}", fontweight="bold", **style
        )
        colour = RED if side == "red" else BLUE
        words = f"{side.title()} to move"
        figure.text(left + WIDTH, bottom + height + 0.002, words, color=colour, ha="right", **style)
    return figure


def draw_board(axes: Axes, position: Position) -> None:
    """Draw a position: cards, collapsed ones empty and dashed, pawns as discs with their letter."""
    from matplotlib.patches import FancyBboxPatch

    board = position.board
    for cell, card in enumerate(position.cards):
        row, column = divmod(board.places[cell], board.columns)
        up = bool(position.face_up >> cell & 1)
        axes.add_patch(
            FancyBboxPatch(
                (column + 0.1, row + 0.1), 0.8, 0.8, boxstyle="round,pad=0.04,rounding_size=0.12",
                facecolor=CARD if up else GONE, edgecolor=EDGE if up else FAINT, linewidth=1.1,
                linestyle="-" if up else (0, (3, 3)),
            )
        )  # fmt: skip
        if up:
            _draw_card(axes, position, cell, card, row, column)
    names = COLUMN_NAMES[: board.columns]
    axes.set_xticks([at + 0.5 for at in range(board.columns)], list(names))
    axes.set_yticks([at + 0.5 for at in range(board.rows)], [str(r + 1) for r in range(board.rows)])
    axes.tick_params(length=0, pad=1, labelsize=9, labelcolor=QUIET, top=False, labelbottom=True)
    axes.spines[:].set_visible(False)
    axes.set(xlim=(0, board.columns), ylim=(board.rows, 0), aspect="equal")


def _draw_card(axes: Axes, position: Position, cell: int, card: int, row: int, column: int) -> None:
    """A card's number, on a pawn's disc if one stands there."""
    from matplotlib.patches import Circle

    middle = column + 0.5, row + 0.5
    pawns = {position.red: ("R", RED), position.blue: ("B", BLUE)}
    if cell in pawns:
        letter, colour = pawns[cell]
        axes.add_patch(Circle(middle, 0.36, facecolor=colour, edgecolor=INK, linewidth=1.2))
        axes.text(
            column + 0.72, row + 0.7, letter, fontsize=7, ha="center", va="center", color="white"
        )
    axes.text(
        *middle, card_letter(card), fontsize=20, ha="center", va="center_baseline",
        fontfamily="DejaVu Serif", fontweight="bold", color="white" if cell in pawns else INK,
    )  # fmt: skip


def _solutions(puzzles: Numbered) -> Figure:
    figure = _page(
        "Solutions",
        "The winning move, in how many plies it wins, and best play as long as only one move wins.",
    )
    step = 0.83 / LINES
    for line, (number, puzzle) in enumerate(puzzles):
        height = 0.89 - step * line
        side = puzzle.position.side_to_move.title()
        for at, weight, text in (
            (LEFT, "normal", str(number)),
            (0.14, "bold", puzzle.move),
            (0.20, "normal", f"{side} wins in {puzzle.dte}"),
            (0.37, "normal", " ".join(puzzle.moves)),
            (0.66, "normal", str(puzzle.position)),
        ):
            figure.text(at, height, text, fontsize=8, fontweight=weight, va="center")
    return figure
