"""Pictures of how many games can be played on all deals. Needs matplotlib, the extra ``[plot]``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tablebase.plotting import BLUE, GRID, panels, picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tablebase.games.collapsi.studies.games import Tally


@picture
def distribution(tallies: Mapping[str, Tally]) -> Figure:
    """A picture for each edition: the share of deals by their number of games."""
    from tablebase.games.collapsi.studies.games import BIN

    figure, parts = panels(1, len(tallies), (12, 4.4))
    for axes, (name, tally) in zip(parts, tallies.items(), strict=True):
        # About 40 bars, each of whole bins.
        step = max(1, round(len(tally.bins) / 40))
        bars: dict[int, int] = {}
        for at, number in tally.bins.items():
            bars[at // step] = bars.get(at // step, 0) + number
        width = step * BIN / 1000
        axes.bar(
            [bar * width for bar in bars],
            [100 * number / tally.weight for number in bars.values()],
            width=0.9 * width, align="edge", color=BLUE,
        )  # fmt: skip
        axes.axvline(tally.mean / 1000, color="black", linewidth=1, linestyle="--")
        axes.set(title=f"{name} edition: {tally.mean:,.0f} games on average")
        axes.set(xlabel="games that can be played, thousands", ylabel="deals, %")
        axes.grid(axis="y", color=GRID)
    return figure
