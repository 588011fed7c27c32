"""What all pictures share: colours, style, saving. Needs matplotlib, the extra ``[plot]``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Okabe and Ito's colours, told apart with any kind of colour vision, and in grey by lightness.
RED, BLUE, INK, GRID = "#D55E00", "#0072B2", "#222222", "#DDDDDD"
WIN, LOSS = "#009E73", "#CC79A7"
COLOURS = (BLUE, RED, WIN, LOSS, "#E69F00", "#56B4E9", INK)
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
    "svg.hashsalt": "tablebase",  # the same names inside an SVG file every time
}


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
    with pyplot().rc_context(STYLE):
        figure.savefig(path, dpi=120, metadata=metadata)


def pyplot() -> Any:
    """Matplotlib's pyplot, drawing to files.

    Raises
    ------
    ImportError
        If matplotlib is not installed; the message says how to.
    """
    try:
        import matplotlib as mpl
    except ImportError as error:
        raise ImportError(
            f"pictures need matplotlib ({error}): pip install 'collapsi-tablebase[plot]'"
        ) from error
    mpl.use("agg")
    from matplotlib import pyplot

    return pyplot
