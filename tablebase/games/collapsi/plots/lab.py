"""The picture of several variants. Needs matplotlib, the extra ``[plot]``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tablebase.games.collapsi.plots.deals import parity_map
from tablebase.plotting import BLUE, GRID, INK, RED, panels, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tablebase.games.collapsi.studies.lab.study import Study


@picture
def compare(studies: Sequence[Study]) -> Figure:
    """A row for each study: the first player's share, and the length of the games."""
    size = 15, 1.6 + 0.36 * len(studies)
    figure, (left, right) = panels(1, 2, size, apart=True, sharey=True, width_ratios=(6, 9))
    _shares(left, studies)
    _lengths(right, studies)
    left.set_yticks(range(len(studies)), [study.name for study in studies])
    return figure


def _shares(axes: Axes, studies: Sequence[Study]) -> None:
    for row, study in enumerate(studies):
        low, high = (100 * end for end in study.interval)
        share = 100 * study.share
        axes.barh(row, share - 50, left=50, height=0.6, color=RED if share > 50 else BLUE)
        axes.plot([low, high], [row, row], color=INK, linewidth=2)
        axes.annotate(
            f"{share:.1f}", (high if share > 50 else low, row), va="center", fontsize=11,
            xytext=(5 if share > 50 else -5, 0), textcoords="offset points",
            ha="left" if share > 50 else "right",
        )  # fmt: skip
    axes.axvline(50, color=INK, linewidth=1)
    axes.margins(x=0.2)
    axes.set(title="The first player wins", xlabel="deals, %; a line is the 95 % interval")
    axes.grid(axis="x", color=GRID)


def _lengths(axes: Axes, studies: Sequence[Study]) -> None:
    lengths = [length for study in studies for length in study.lengths]
    plies = range(min(lengths), max(lengths) + 1)
    shares = np.array(
        [[100 * s.lengths.get(length, 0) / s.deals for length in plies] for s in studies]
    )
    parity_map(
        axes, shares, np.array(plies) % 2, (BLUE, RED), max(50, shares.max()),
        lambda share: str(round(share) or "<1"),  # short, because there can be thirty columns
    )  # fmt: skip
    axes.set_xticks(range(len(plies)), [str(length) for length in plies])
    axes.set(title="Length of the games, % of the deals")
    axes.set(xlabel="plies with perfect play; in red: the first player wins")
