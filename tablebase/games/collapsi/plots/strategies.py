"""Pictures of strategies. Needs matplotlib, the extra ``[plot]``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebase.plotting import BLUE, GRID, INK, RED, WIN, panels, picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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
