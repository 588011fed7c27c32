"""What Collapsi brings for browsers: the page's front, its modes, and the engine."""

from __future__ import annotations

from tablebase.games.collapsi.browser_data import (
    ATLAS,
    atlas,
    book_once,
    data_json,
    placings_json,
    puzzles,
    strategies_json,
)
from tablebase.web.page import Front, Mode, Page

FRONT = Front(
    title="Collapsi",
    linked="analyse",
    module="home.js",
    kernels="engine/kernels.wasm",
    data="engine/data.json",
    offered=data_json,
    head="frame/head.html",
    drawings="frame/drawings.html",
    parts="frame/parts.html",
    style="frame/style.css",
    credit="Collapsi was invented by Mark S. Ball. Every value is exact: all positions are solved "
    "by backward induction.",
    manifest="manifest.webmanifest",
    preview="icons/preview.jpg",
)

PAGE = Page(
    modes=(
        Mode("play", "Play", "play", is_tab=True),
        Mode("analyse", "Analyse", "analyse", is_tab=True),
        Mode("puzzles", "Puzzles", "puzzles", is_tab=True),
        Mode("learn", "Learn", "learn", is_tab=True),
        Mode("games", "My games", "games"),
        Mode("rules", "Other rules: are they fair?", "rules"),
    ),
    engine="engine/engine.js",
    data={
        "engine/strategies.json": strategies_json,
        "engine/placings.json": placings_json,
        "puzzles/collection.csv": puzzles,
        **atlas(),
    },
    slow={"engine/book.bin.gz": book_once},
    late=("answers.*", "icons/*", f"{ATLAS}/"),
    wasm="tablebase.games.collapsi.wasm:MODULES",
    front=FRONT,
)
