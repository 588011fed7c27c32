"""Pictures of counts of deals, positions and games, and of a match's chances.

They need matplotlib, the extra ``[plot]``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import F64
from tablebase.plotting import BLUE, GRID, INK, LOSS, RED, WIN, panels, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tablebase.games.collapsi.studies.games import GameTally
    from tablebase.games.collapsi.studies.match import Match
    from tablebase.games.collapsi.studies.statistics import Positions, Tally


@picture
def deals(tallies: Iterable[Tally]) -> Figure:
    """One row of pictures for each edition: length, joker distance, winning first moves."""
    tallies = list(tallies)
    size = 15, 4.6 * len(tallies) + 0.4
    figure, rows = panels(len(tallies), 3, size, apart=True, squeeze=False, width_ratios=(7, 5, 6))
    most = max(max(t.by_plies().values()) / t.total.number for t in tallies)
    lengths = sorted({plies for t in tallies for plies in t.by_plies()})
    for tally, (left, middle, right) in zip(tallies, rows, strict=True):
        _lengths(left, tally, lengths, most)
        _distances(middle, tally)
        _winning_moves(right, tally)
    return figure


def _lengths(axes: Axes, tally: Tally, lengths: list[int], most: float) -> None:
    found = tally.by_plies()
    shares = [100 * found.get(plies, 0) / tally.total.number for plies in lengths]
    colours = [RED if plies % 2 else BLUE for plies in lengths]
    bars = axes.bar(lengths, shares, color=colours, width=0.8)
    axes.bar_label(bars, [_label(share) for share in shares], padding=3, fontsize=11)
    red = tally.total.win_share
    for colour, text in ((RED, f"red wins {red:.1%}"), (BLUE, f"blue wins {1 - red:.1%}")):
        axes.bar([lengths[0]], [0], color=colour, label=text)
    axes.legend(loc="upper left", fontsize=13)
    axes.set(title=f"Length of the game, {tally.edition.name} edition")
    axes.set(xlabel="plies with perfect play", ylabel="deals, %", ylim=(0, 112 * most))
    axes.set_xticks(lengths)
    axes.grid(axis="y", color=GRID)


def _distances(axes: Axes, tally: Tally) -> None:
    found = tally.by_distance()
    shares = [100 * share.win_share for share in found.values()]
    names = [str(distance) for distance in found]
    bars = axes.bar(names, shares, color=RED, width=0.7)
    axes.bar(names, [100 - share for share in shares], bottom=shares, color=BLUE, width=0.7)
    axes.bar_label(
        bars, [_label(s) for s in shares], label_type="center", color="white", fontsize=12
    )
    axes.set(title="Winner, by joker distance", xlabel="steps between the jokers", ylim=(0, 100))
    axes.set(ylabel="deals won by red (below) and blue, %")


def _winning_moves(axes: Axes, tally: Tally) -> None:
    found = tally.by_winning_moves()
    shares = [100 * deals / tally.total.number for deals in found.values()]
    colours = [RED if moves else BLUE for moves in found]
    bars = axes.bar([str(moves) for moves in found], shares, color=colours, width=0.8)
    axes.bar_label(bars, [_label(share) for share in shares], padding=3, fontsize=11)
    axes.set(title="Red's first moves that win", xlabel="number of moves", ylabel="deals, %")
    axes.margins(y=0.12)
    axes.grid(axis="y", color=GRID)


@picture
def positions(found: Positions) -> Figure:
    """All positions: how many there are, how far from the end, and who wins, by face-up cards."""
    figure, (left, right) = panels(1, 2, (15, 6.2), apart=True, width_ratios=(9, 6))
    _heat_map(left, found)
    _by_ply(right, found)
    return figure


def _heat_map(axes: Axes, found: Positions) -> None:
    layers = found.by_face_up()
    columns = {layer: column for column, layer in enumerate(layers)}
    shares = np.full((max(value.dte for value in found.by_value()) + 1, len(layers)), np.nan)
    for layer, value, positions in found.rows():
        shares[value.dte, columns[layer]] = 100 * positions / layers[layer].number
    odd = np.arange(len(shares))[:, None] % 2
    two_colour_map(axes, shares, odd, (LOSS, WIN), 50, _label, origin="lower")
    names = [f"{layer}\n{_short(share.number)}" for layer, share in layers.items()]
    axes.set_xticks(range(len(layers)), names, fontsize=10)
    axes.set_yticks(range(len(shares)))
    axes.set(xlabel="face-up cards, number of positions", ylabel="plies to the end")
    axes.set(title="How far from the end: % of the positions with each number of cards")
    for colour, text in ((WIN, "the side to move wins"), (LOSS, "it loses")):
        axes.bar([0], [0], color=colour, label=text)
    axes.legend(loc="upper left", fontsize=13)


def two_colour_map(
    axes: Axes,
    shares: F64,
    which: npt.NDArray[Any],
    colours: Sequence[str],
    most: float,
    write: Callable[[float], str],
    **options: Any,
) -> None:
    """A heat map with the shares in its cells; `which` has the number of each cell's colour."""
    from matplotlib.colors import LinearSegmentedColormap

    for number, colour in enumerate(colours):
        shown = np.where((which == number) & (shares > 0), shares, np.nan)
        shades = LinearSegmentedColormap.from_list("", ("#F7F7F7", colour))
        axes.imshow(shown, cmap=shades, aspect="auto", vmin=0, vmax=most, **options)
    for row, column in np.argwhere(shares > 0).tolist():
        text = write(shares[row, column])
        axes.text(column, row, text, ha="center", va="center", fontsize=10)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)


def _by_ply(axes: Axes, found: Positions) -> None:
    shares = found.by_face_up()
    plies = [found.plies(layer) for layer in shares]
    wins = [100 * share.win_share for share in shares.values()]
    bars = axes.bar(plies, wins, color=WIN, width=0.8)
    axes.bar_label(bars, [_label(win) for win in wins], padding=3, fontsize=10)
    axes.set(title="The side to move wins", xlabel="plies played", ylabel="positions, %")
    axes.set_xticks(plies)
    axes.grid(axis="y", color=GRID)


def _label(percent: float) -> str:
    return "<0.1" if 0 < percent < 0.05 else f"{percent:.1f}"


def _short(number: int) -> str:
    for size, name in ((10**9, "bn"), (10**6, "m"), (10**3, "k")):
        if number >= size:
            return f"{number / size:.3g} {name}"
    return str(number)


@picture
def distribution(tallies: Mapping[str, GameTally]) -> Figure:
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
