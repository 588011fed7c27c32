"""Pictures of a study of Pair Solitaire. Needs matplotlib, the extra ``[plot]``."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from tablebase.plotting import BLUE, GRID, RED, STYLE, pyplot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tablebase.games.pairs.study import StackStudy


def study(found: StackStudy) -> Figure:
    """Two pictures: the fewest cards that remain, and how many positions the search visited."""
    plt = pyplot()
    with plt.rc_context(STYLE):
        figure, (left, right) = plt.subplots(1, 2, figsize=(13, 5), layout="constrained")
        figure.get_layout_engine().set(w_pad=0.2, h_pad=0.15)
        _left(left, found)
        _effort(right, found)
    return cast("Figure", figure)


def _left(axes: Axes, found: StackStudy) -> None:
    numbers = found.by_left()
    colours = [BLUE if left == 2 else RED for left in numbers]
    bars = axes.bar(list(map(str, numbers)), list(numbers.values()), color=colours, width=0.8)
    axes.bar_label(bars, [f"{number:,}" for number in numbers.values()], padding=3, fontsize=11)
    low, high = found.interval
    share = f"{found.share:.2%} can be beaten (95%: {low:.2%} to {high:.2%})"
    axes.set(title=share, xlabel="fewest cards that remain", ylabel="shuffles, logarithmic")
    axes.set_yscale("log")
    axes.set_ylim(0.5, 3 * len(found.stacks))
    axes.grid(axis="y", color=GRID)


def _effort(axes: Axes, found: StackStudy) -> None:
    searched = np.array([stack.searched for stack in found.stacks])
    perfect = np.array([stack.perfect for stack in found.stacks])
    edges = np.geomspace(searched.min(), searched.max() + 1, 40)
    for chosen, colour, text in ((perfect, BLUE, "beaten"), (~perfect, RED, "not beaten")):
        axes.hist(searched[chosen], list(edges), color=colour, label=text, histtype="stepfilled")
    axes.set(title="Effort", xlabel="positions searched", ylabel="shuffles, logarithmic")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.grid(axis="y", color=GRID)
    axes.legend(loc="upper right")
