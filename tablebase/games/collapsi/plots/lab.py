"""Pictures of several variants, and of the atlas. They need matplotlib, the extra ``[plot]``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tablebase.games.collapsi.plots.deals import two_colour_map
from tablebase.plotting import BLUE, GRID, INK, RED, panels, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tablebase.games.collapsi.studies.atlas.ranking import Ranked
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
    red = np.array([[s.rules.turn.first_wins(length) for length in plies] for s in studies])
    two_colour_map(
        axes, shares, red, (BLUE, RED), max(50, shares.max()),
        lambda share: str(round(share) or "<1"),  # short, because there can be thirty columns
    )  # fmt: skip
    axes.set_xticks(range(len(plies)), [str(length) for length in plies])
    axes.set(title="Length of the games, % of the deals")
    axes.set(xlabel="plies with perfect play; in red: the first player wins")


COLUMNS = 4


@picture
def heat(games: Sequence[Ranked]) -> Figure:
    """The share of deals that the first player wins: a triangle of decks for each number of aces.

    Raises ValueError if the games have different sets of joker steps.
    """
    steps = {game.study.edition.name for game in games}
    if len(steps) > 1:
        raise ValueError(
            f"games with joker steps {', '.join(sorted(steps))}: expected one set for a picture"
        )
    aces = sorted({game.deck[0] for game in games})
    widest = max(1.0, *(abs(100 * game.study.share - 50) for game in games))
    rows = -(-len(aces) // COLUMNS)
    figure, axes = panels(rows, COLUMNS, (4 * COLUMNS, 3.9 * rows), squeeze=False)
    for panel in axes.flat[len(aces) :]:
        panel.set_visible(False)
    for number, panel in zip(aces, axes.flat, strict=False):
        values = np.full((15, 15), np.nan)
        for game in games:
            if game.deck[0] == number:
                _, twos, threes, _ = game.deck
                values[twos, threes] = 100 * game.study.share
        image = panel.imshow(
            values, cmap="PiYG", vmin=50 - widest, vmax=50 + widest, origin="lower"
        )
        known = np.argwhere(~np.isnan(values))
        (bottom, left), (top, right) = known.min(0), known.max(0)
        panel.set(
            title="1 ace" if number == 1 else f"{number} aces",
            xlabel="3s",
            ylabel="2s",
            xlim=(left - 0.5, right + 0.5),
            ylim=(bottom - 0.5, top + 0.5),
            xticks=range(left, right + 1),
            yticks=range(bottom, top + 1),
        )
        panel.spines[:].set_visible(False)
        for twos, threes in known:
            share = values[twos, threes]
            panel.text(
                threes, twos, f"{share:.0f}", ha="center", va="center", fontsize=8,
                color=INK if abs(share - 50) < 0.76 * widest else "white",
            )  # fmt: skip
    figure.colorbar(
        image, ax=axes, shrink=0.5, label=f"first player wins, % (joker steps {steps.pop()})"
    )
    return figure
