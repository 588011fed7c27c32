"""What Pair Solitaire brings for browsers: a mode, and an engine that searches any stack."""

from tablebase.web.page import Mode, Page

PAGE = Page(
    modes=(Mode("pairs", "Pair Solitaire"),),
    engine="engine/engine.js",
    wasm="tablebase.games.pairs.wasm:MODULES",
)
