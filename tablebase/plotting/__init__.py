"""Pictures of the results of studies. They need matplotlib, the extra ``[plot]``.

This module has what they share: colours, style, saving. A game's pictures are in its room.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

from tablebase.errors import quote
from tablebase.support.extras import how_to_install
from tablebase.support.files import new_file, replacing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

P = ParamSpec("P")

# Okabe and Ito's colours: distinct with any kind of colour vision, and by lightness in grey.
RED, BLUE, INK, GRID = "#D55E00", "#0072B2", "#222222", "#DDDDDD"
WIN, LOSS = "#009E73", "#CC79A7"
STYLE: dict[str, Any] = {
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
    "svg.hashsalt": "tablebase",  # makes the names inside an SVG file the same every time
}


ENDINGS = (".png", ".svg", ".pdf", ".jpg", ".webp")


def check(path: Path) -> None:
    """Check that a picture can be made, before the work starts.

    Raises `ValueError` if the file's extension is not one of `ENDINGS`, `FileNotFoundError` or
    `FileFormatError` if there is no such folder or the path is something other than a file, and
    `ImportError` if matplotlib is not installed.
    """
    if path.suffix.lower() not in ENDINGS:
        raise ValueError(
            f"{path}: unknown extension {quote(path.suffix)}, "
            f"expected {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
        )
    new_file(path)
    pyplot()


def save(figure: Figure, path: Path) -> None:
    """Write a picture completely or not at all; the extension selects the format.

    Raises the same errors as `check`.
    """
    check(path)
    ending = path.suffix.lower()
    metadata = {"Date": None} if ending == ".svg" else None
    with replacing(path) as temporary, pyplot().rc_context(STYLE):
        figure.savefig(temporary, dpi=120, metadata=metadata, format=ending[1:])


def picture(draw: Callable[P, Figure]) -> Callable[P, Figure]:
    """Make a function draw its figure in our style."""

    @wraps(draw)
    def drawn(*args: P.args, **options: P.kwargs) -> Figure:
        with pyplot().rc_context(STYLE):
            return draw(*args, **options)

    return drawn


def panels(
    rows: int, columns: int, size: tuple[float, float], *, apart: bool = False, **options: Any
) -> tuple[Figure, Any]:
    """A figure, its size in inches, and its panels as pyplot's `subplots` gives them.

    With `apart` there is more room between panels.
    """
    options = {"figsize": size, "layout": "constrained", **options}
    figure, axes = pyplot().subplots(rows, columns, **options)
    if apart:
        figure.get_layout_engine().set(w_pad=0.2, h_pad=0.15)
    return figure, axes


def pyplot() -> Any:
    """Matplotlib's pyplot, drawing to files; raises `ImportError`, which says how to install it."""
    try:
        import matplotlib as mpl
    except ImportError as error:
        raise ImportError(
            f"pictures need matplotlib ({error}): {how_to_install('plot')}"
        ) from error
    mpl.use("agg")
    from matplotlib import pyplot

    return pyplot
