"""Pictures of The Game. Needs matplotlib, the extra ``[plot]``."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tablebase.plotting import BLUE, GRID, RED, STYLE, pyplot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tablebase.games.thegame.courses import Courses

LINES = ("-", "--", ":", "-.")
"""For the first, second, third and fourth pile of a kind."""


def courses(found: Sequence[Courses]) -> Figure:
    """The average top of each pile by turn, a picture for each strategy."""
    plt = pyplot()
    with plt.rc_context(STYLE):
        size = 1 + 4.8 * len(found), 5.2
        figure, every = plt.subplots(
            1, len(found), figsize=size, sharey=True, squeeze=False, layout="constrained"
        )
        for axes, each in zip(every[0], found, strict=True):
            _course(axes, each)
        every[0, 0].set(ylabel="top card of the pile")
        handles, names = every[0, 0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside lower center", ncols=len(names))
    return cast("Figure", figure)


def _course(axes: Axes, found: Courses) -> None:
    """One strategy; the bands are one standard deviation to either side."""
    turns = range(len(found.means))
    ups = found.rules.ups
    columns = zip(found.names, found.means.T, found.deviations.T, strict=True)
    for pile, (name, means, deviations) in enumerate(columns):
        colour, place = (BLUE, pile) if pile < ups else (RED, pile - ups)
        axes.fill_between(
            turns, means - deviations, means + deviations, color=colour, alpha=0.1, linewidth=0
        )
        axes.plot(turns, means, color=colour, linestyle=LINES[place], linewidth=2, label=name)
    title = f"{found.strategy.title}, depth {found.depth}\n{found.wins:,} games won"
    axes.set(title=title, xlabel="turn")
    axes.set(xlim=(0, turns[-1]), ylim=(found.rules.lowest - 1, found.rules.highest + 1))
    axes.grid(color=GRID)
