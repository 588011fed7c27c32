"""The picture of a match. Needs matplotlib, the extra ``[plot]``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablebase.plotting import INK, panels, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tablebase.games.collapsi.studies.match import Match


@picture
def equity(found: Sequence[Match]) -> Figure:
    """The chances at every score: a row for each match, with you and with them starting."""
    figure, rows = panels(len(found), 2, (13, 6.2 * len(found)), squeeze=False)
    for match, row in zip(found, rows, strict=True):
        for starting, axes in zip((True, False), row, strict=True):
            _heat(axes, match, starting=starting)
            who = "you start" if starting else "they start"
            axes.set_title(f"{match.study.name}: {who}")
    return figure


def _heat(axes: Axes, match: Match, *, starting: bool) -> None:
    points = range(match.target)
    chances = [[100 * chance for chance in row] for row in match.table(starting=starting)]
    axes.imshow(chances, cmap="PiYG", vmin=0, vmax=100)
    axes.set(xlabel="their points", ylabel="your points", xticks=points, yticks=points)
    axes.spines[:].set_visible(False)
    if match.target <= 20:
        for yours in points:
            for theirs in points:
                chance = chances[yours][theirs]
                axes.text(
                    theirs, yours, f"{chance:.0f}", ha="center", va="center", fontsize=8,
                    color=INK if 12 < chance < 88 else "white",
                )  # fmt: skip
