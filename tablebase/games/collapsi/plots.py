"""Pictures of the statistics. Needs matplotlib, the extra ``[plot]``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tablebase.games.collapsi.statistics import Positions, Tally

# Okabe and Ito's colours, told apart with any kind of colour vision, and in grey by lightness.
RED, BLUE, INK, GRID = "#D55E00", "#0072B2", "#222222", "#DDDDDD"
_STYLE: dict[str, Any] = {
    "font.size": 12,
    "font.family": "DejaVu Sans",
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.titlesize": 14,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.color": INK,
    "ytick.color": INK,
    "ytick.left": False,
    "legend.frameon": False,
    "svg.hashsalt": "tablebase",  # the same names inside an SVG file every time
}


def deals(tallies: Iterable[Tally]) -> Figure:
    """One row of pictures for each edition: length, joker distance, winning first moves."""
    tallies = list(tallies)
    pyplot = _pyplot()
    with pyplot.rc_context(_STYLE):
        figure, rows = pyplot.subplots(
            len(tallies), 3, figsize=(15, 4.6 * len(tallies) + 0.4), squeeze=False,
            width_ratios=(8, 4, 6), layout="constrained",
        )  # fmt: skip
        figure.get_layout_engine().set(w_pad=0.2, h_pad=0.15)
        most = max(max(t.by_plies().values()) / t.total.count for t in tallies)
        lengths = sorted({plies for t in tallies for plies in t.by_plies()})
        for tally, (left, middle, right) in zip(tallies, rows, strict=True):
            _lengths(left, tally, lengths, most)
            _distances(middle, tally)
            _winning_moves(right, tally)
    return figure


def _lengths(axes: Axes, tally: Tally, lengths: list[int], most: float) -> None:
    found = tally.by_plies()
    shares = [100 * found.get(plies, 0) / tally.total.count for plies in lengths]
    colours = [RED if plies % 2 else BLUE for plies in lengths]
    bars = axes.bar(lengths, shares, color=colours, width=0.8)
    axes.bar_label(bars, [_percent(share) for share in shares], padding=3)
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
    axes.bar_label(bars, [_percent(s) for s in shares], label_type="center", color="white")
    axes.set(title="Who wins, by joker distance", xlabel="steps between the jokers", ylim=(0, 100))
    axes.set(ylabel="deals, %")


def _winning_moves(axes: Axes, tally: Tally) -> None:
    found = tally.by_winning_moves()
    shares = [100 * deals / tally.total.count for deals in found.values()]
    colours = [RED if moves else BLUE for moves in found]
    bars = axes.bar([str(moves) for moves in found], shares, color=colours, width=0.8)
    axes.bar_label(bars, [_percent(share) for share in shares], padding=3)
    axes.set(title="Red's first moves that win", xlabel="number of moves", ylabel="deals, %")
    axes.margins(y=0.12)
    axes.grid(axis="y", color=GRID)


def positions(found: Positions) -> Figure:
    """All positions: how many there are, how far from the end, and who wins, by face-up cards."""
    pyplot = _pyplot()
    with pyplot.rc_context(_STYLE):
        figure, (left, right) = pyplot.subplots(
            1, 2, figsize=(15, 6.2), width_ratios=(9, 6), layout="constrained"
        )
        figure.get_layout_engine().set(w_pad=0.2, h_pad=0.15)
        _heat_map(left, found, pyplot)
        _by_ply(right, found)
    return figure


def _heat_map(axes: Axes, found: Positions, pyplot: Any) -> None:
    levels = list(found.by_face_up())
    longest = max(value.dte for value in found.by_value())
    shares = np.zeros((longest + 1, len(levels)))
    for level, value, count in found.rows():
        column = levels.index(level)
        shares[value.dte, column] = 100 * count / found.counts[level].sum()
    shares[shares == 0] = np.nan
    picture = axes.imshow(shares, origin="lower", cmap="cividis", aspect="auto", vmin=0)
    for dte, column in np.argwhere(shares > 0).tolist():
        share = shares[dte, column]
        colour = INK if share > np.nanmax(shares) / 2 else "white"
        axes.text(column, dte, _share(share), ha="center", va="center", color=colour, fontsize=10)
    axes.set_xticks(range(len(levels)), [str(level) for level in levels])
    axes.set_yticks(range(longest + 1))
    axes.set(xlabel="face-up cards", ylabel="plies to the end (odd: the side to move wins)")
    axes.set(title="How far from the end: % of positions with so many cards")
    axes.spines[:].set_visible(False)
    pyplot.colorbar(picture, ax=axes, pad=0.02).outline.set_visible(False)


def _by_ply(axes: Axes, found: Positions) -> None:
    shares = found.by_face_up()
    plies = [found.plies(level) for level in shares]
    wins = [100 * share.win_share for share in shares.values()]
    axes.plot(plies, wins, color=INK, marker="o", linewidth=2.5, markersize=7)
    for ply, win, share in zip(plies, wins, shares.values(), strict=True):
        text = f"{_percent(win)}\n{_short(share.count)}"
        axes.annotate(text, (ply, win), (0, 11), textcoords="offset points", ha="center", fontsize=9)
    axes.set(title="Being to move wins", xlabel="plies played", ylabel="side to move wins, %")
    axes.set_xticks(plies)
    axes.set_ylim(0, 88)
    axes.grid(axis="y", color=GRID)


def _percent(share: float) -> str:
    return f"{share:.1f}%" if share >= 0.05 else f"{share:.2g}%" if share else "0"


def _share(share: float) -> str:
    return f"{share:.0f}" if share >= 9.95 else f"{share:.1f}" if share >= 0.05 else "<0.1"


def _short(count: int) -> str:
    for size, name in ((10**9, "bn"), (10**6, "m"), (10**3, "k")):
        if count >= size:
            return f"{count / size:.3g} {name}"
    return str(count)


def save(figure: Figure, path: Path) -> None:
    """Write a picture; the ending chooses the format.

    Raises
    ------
    ValueError
        If matplotlib does not know the ending.
    """
    known = figure.canvas.get_supported_filetypes()
    if path.suffix[1:].lower() not in known:
        raise ValueError(
            f"{path}: unknown ending {path.suffix!r}, expected .png, .svg, .pdf or another of "
            f"{', '.join(known)}"
        )
    metadata = {"Date": None} if path.suffix.lower() == ".svg" else None
    figure.savefig(path, dpi=160, metadata=metadata)


def _pyplot() -> Any:
    try:
        import matplotlib as mpl
    except ImportError as error:
        raise ImportError(
            f"pictures need matplotlib ({error}): pip install 'collapsi-tablebase[plot]'"
        ) from error
    mpl.use("agg")
    import matplotlib.pyplot as pyplot

    return pyplot
