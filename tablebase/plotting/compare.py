"""A comparison of tables with forward search: the time for an answer, and for many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import TYPE_CHECKING, cast

import numpy as np

from tablebase.compare import BUILD, LOOK_UP, PROBE, STORED, Comparison, Row
from tablebase.plotting import GRID, PALETTE, STYLE, pyplot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def comparison(found: Comparison) -> Figure:
    """Plot the time for an answer by method and group, and the cost of many queries of one deal."""
    plt = pyplot()
    with plt.rc_context(STYLE):
        figure, (left, right) = plt.subplots(
            1, 2, figsize=(15, 6.2), width_ratios=(9, 6), layout="constrained"
        )
        figure.get_layout_engine().set(w_pad=0.2, h_pad=0.15)
        methods = list(dict.fromkeys(row.method for row in found.rows))
        colours = dict(zip(methods, cycle(PALETTE), strict=False))
        _plot_times(left, found, colours)
        _plot_totals(right, found.of(found.groups[0]), colours)
    return cast("Figure", figure)


def _plot_times(axes: Axes, found: Comparison, colours: Mapping[str, str]) -> None:
    groups = found.groups
    for method, colour in colours.items():
        rows = [row for row in found.rows if row.method == method]
        places = [groups.index(row.group) for row in rows]
        medians = [1e3 * row.median for row in rows]
        above = [1e3 * (row.worst - row.median) for row in rows]
        axes.errorbar(
            places, medians, yerr=([0] * len(rows), above), label=method, color=colour,
            marker="o", capsize=3, elinewidth=1, linewidth=2,
        )  # fmt: skip
    axes.set_yscale("log")
    axes.set_xticks(range(len(groups)), [group.replace(", ", ",\n") for group in groups])
    axes.set(title="Time of one answer: median, and up to the worst", ylabel="milliseconds")
    axes.legend(loc="upper right", fontsize=11, ncols=2)
    axes.grid(axis="y", color=GRID)


def _plot_totals(axes: Axes, rows: Sequence[Row], colours: Mapping[str, str]) -> None:
    mean = {row.method: 1e3 * row.mean for row in rows}
    crossings = [row.pays_after for row in rows if row.pays_after is not None]
    queries = np.geomspace(1, 10 * max(crossings, default=10), 100)
    for row in rows:
        if row.method in (LOOK_UP, PROBE, STORED):
            continue
        cost = queries * mean[row.method]
        if row.method == BUILD:
            cost = mean[BUILD] + queries * mean[LOOK_UP]
        label = "build the table, look up" if row.method == BUILD else row.method
        axes.plot(queries, cost, color=colours[row.method], linewidth=2, label=label)
    axes.set(xscale="log", yscale="log", xlabel="queries of one deal", ylabel="milliseconds in all")
    axes.set(title=f"When a table has paid: {rows[0].group}")
    axes.legend(loc="upper left", fontsize=11)
    axes.grid(color=GRID)
