"""Pictures of strategies. Needs matplotlib, the extra ``[plot]``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebase.games.collapsi.board import COLUMN_NAMES
from tablebase.games.collapsi.notation import card_letter
from tablebase.plotting import BLUE, GRID, INK, LOSS, RED, WIN, panels, picture, pyplot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tablebase.games.collapsi.position import Position
    from tablebase.games.collapsi.strategy.advice import Advice
    from tablebase.games.collapsi.strategy.search import Candidate


@picture
def front(found: list[Candidate]) -> Figure:
    """The share of wins that strategies keep in held-out deals, by their number of words."""
    words = [each.strategy.length for each in found]
    scores = [each.held_out for each in found]
    most = max(scores[0].cards)
    lines = {
        "a random deal": (WIN, [each.deal for each in scores]),
        "mean of the numbers of cards": (INK, [each.layers for each in scores]),
        "all positions": (BLUE, [each.all for each in scores]),
        f"{most} cards": (RED, [each.cards[most] for each in scores]),
    }
    figure, axes = panels(1, 1, (9, 5.4))
    for name, (colour, shares) in lines.items():
        axes.step(words, [100 * share for share in shares], where="post", color=colour)
        axes.plot(words, [100 * share for share in shares], "o", color=colour, label=name)
    axes.set(title="Wins kept, by the length of the rule", xlabel="words")
    axes.set(ylabel="wins kept, % of critical positions", ylim=(35, 100))
    axes.set_xlim(left=0)
    axes.grid(axis="y", color=GRID)
    axes.legend(loc="lower right")
    return figure


@picture
def board(advice: Advice) -> Figure:
    """The position, the value of each move, and what the strategy prefers.

    Destinations have a frame: solid for a winning move and dashed for a losing move, thick if the
    strategy may make it. The number in a corner is the value of the strategy's first preference.
    """
    plt = pyplot()
    position = advice.probe.position
    rows, columns = position.rules.board.rows, position.rules.board.columns
    figure, axes = panels(1, 1, (0.75 * columns + 0.3, 0.75 * rows + 0.3))
    axes.set(xlim=(-0.05, columns + 0.05), ylim=(rows + 0.05, -0.05), aspect="equal")
    axes.set_xticks([column + 0.5 for column in range(columns)], COLUMN_NAMES[:columns])
    axes.set_yticks([row + 0.5 for row in range(rows)], range(1, rows + 1))
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    for cell in range(len(position.cards)):
        _card(axes, position, cell)
    for move in advice.probe.moves:
        cell = move.move.destination
        x, y = _corner(position, cell)
        colour, line = (WIN, "-") if move.keeps_win else (LOSS, "--")
        width = 4 if move in advice.made else 1.5
        frame = (x + 0.09, y + 0.09), 0.82, 0.82
        axes.add_patch(plt.Rectangle(*frame, fill=False, ec=colour, ls=line, lw=width))
        for first in advice.strategy.order(position.face_up.bit_count())[:1]:
            text = str(first.of(advice.values[cell]))
            axes.text(x + 0.8, y + 0.8, text, ha="center", va="center", fontsize=9)
    return figure


def _corner(position: Position, cell: int) -> tuple[int, int]:
    row, column = divmod(position.rules.board.places[cell], position.rules.board.columns)
    return column, row


def _card(axes: Axes, position: Position, cell: int) -> None:
    plt = pyplot()
    x, y = _corner(position, cell)
    face_up = position.face_up >> cell & 1
    paper = {"fc": "white", "ec": "#999999"} if face_up else {"fc": "#E8E8E8", "ec": "#E8E8E8"}
    axes.add_patch(plt.Rectangle((x + 0.03, y + 0.03), 0.94, 0.94, **paper))
    if not face_up:
        return
    ink = INK
    for pawn, colour in zip(position.pawns, (RED, BLUE), strict=True):
        if pawn == cell:
            axes.add_patch(plt.Circle((x + 0.5, y + 0.5), 0.33, color=colour))
            ink = "white"
    axes.text(
        x + 0.5, y + 0.52, card_letter(position.cards[cell]), ha="center", va="center",
        fontsize=16, fontweight="bold", color=ink,
    )  # fmt: skip
