"""Make the page's icons from its drawing, favicon.svg, and the preview picture for links:

python tests/browser/icons.py tablebase/games/collapsi/page/icons
"""

from __future__ import annotations

import sys
from base64 import b64encode
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # as pytest does

from playwright.sync_api import Browser
from support import DEAL

from browser.tab import Tab, chromium, serving

DRAWING = Path(__file__).parents[2] / "tablebase/games/collapsi/page/favicon.svg"
GREEN = "#1f4a40"
PREVIEW = """
<style>
  body { margin: 0; width: 1200px; height: 630px; display: flex; align-items: center; gap: 60px;
         background: radial-gradient(circle at 30% 30%, #2a6254, #163830); color: #f8f1e1 }
  img { height: 560px; margin-left: 40px; clip-path: inset(4px round 28px) }
  h1 { margin: 0 0 24px; font: 700 92px "Liberation Serif", serif }
  p { margin: 0; font: 38px/1.35 "Liberation Serif", serif; color: #e3dcc8 }
</style>
<img src="data:image/png;base64,BOARD">
<div><h1>Collapsi</h1><p>Play it on your phone.<br>Every position is solved.</p></div>
"""


def draw(browser: Browser, path: Path, size: int, margin: float, background: str) -> None:
    """Draw the icon in a square, with a margin that is a share of its side."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(
        f"<style>html {{ background: {background} }} body {{ margin: {size * margin}px }} "
        f"svg {{ display: block }}</style>{DRAWING.read_text()}"
    )
    page.screenshot(path=path, omit_background=True)
    page.close()


def draw_preview(browser: Browser, path: Path) -> None:
    """Draw what is shown where somebody shares the page's address."""
    page = browser.new_page(
        viewport={"width": 1280, "height": 900}, device_scale_factor=2, color_scheme="light"
    )
    with serving() as url:
        page.goto(f"{url}?p={DEAL}")
        Tab(page, url, None).says("Red wins in 13")
        board = b64encode(page.locator("#frame").screenshot()).decode()
    page.close()
    page = browser.new_page(viewport={"width": 1200, "height": 630})
    page.set_content(PREVIEW.replace("BOARD", board))
    page.screenshot(path=path, quality=80)
    page.close()


def main(folder: str) -> None:
    """Draw them all."""
    with chromium() as browser:
        for size in (192, 512):
            draw(browser, Path(folder, f"{size}.png"), size, 0, "transparent")
        # Systems crop these to a shape of their own.
        draw(browser, Path(folder, "180.png"), 180, 0.06, GREEN)
        draw(browser, Path(folder, "maskable.png"), 512, 0.12, GREEN)
        draw_preview(browser, Path(folder, "preview.jpg"))


if __name__ == "__main__":
    main(sys.argv[1])
