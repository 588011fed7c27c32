"""The picture of the atlas. Needs matplotlib, the extra ``[plot]``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tablebase.plotting import INK, panels, picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tablebase.games.collapsi.studies.atlas.ranking import Game

COLUMNS = 4


@picture
def heat(games: Sequence[Game]) -> Figure:
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
