"""The picture of several variants. Needs matplotlib, the extra ``[plot]``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from tablebase.plotting import BLUE, GRID, INK, RED, STYLE, pyplot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tablebase.games.collapsi.studies.lab.study import Study


def compare(studies: Sequence[Study]) -> Figure:
    """A row for each study: the first player's share, and the length of the games."""
    plt = pyplot()
    with plt.rc_context(STYLE):
        figure, (left, right) = plt.subplots(
            1, 2, figsize=(15, 1.6 + 0.36 * len(studies)), sharey=True, width_ratios=(6, 9),
            layout="constrained",
        )  # fmt: skip
        figure.get_layout_engine().set(w_pad=0.2, h_pad=0.15)
        _shares(left, studies)
        _lengths(right, studies)
        left.set_yticks(range(len(studies)), [study.name for study in studies])
    return cast("Figure", figure)


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
    from matplotlib.colors import LinearSegmentedColormap

    plies = range(min(map(_shortest, studies)), max(map(_longest, studies)) + 1)
    shares = np.array(
        [[100 * s.lengths.get(length, 0) / s.deals for length in plies] for s in studies]
    )
    for parity, colour in enumerate((BLUE, RED)):
        shown = np.where((np.array(plies) % 2 == parity) & (shares > 0), shares, np.nan)
        colours = LinearSegmentedColormap.from_list("", ("#F7F7F7", colour))
        axes.imshow(shown, cmap=colours, aspect="auto", vmin=0, vmax=max(50, shares.max()))
    for row, column in np.argwhere(shares > 0).tolist():
        share = shares[row, column]
        text = str(round(share) or "<1")  # short, because there can be thirty columns
        axes.text(column, row, text, ha="center", va="center", fontsize=10)
    axes.set_xticks(range(len(plies)), [str(length) for length in plies])
    axes.set(title="Length of the games, % of the deals")
    axes.set(xlabel="plies with perfect play; in red: the first player wins")
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)


def _shortest(study: Study) -> int:
    return min(study.lengths)


def _longest(study: Study) -> int:
    return max(study.lengths)
