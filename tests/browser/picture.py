"""Make the picture of the explorer in the README from the real page:

python tests/browser/picture.py docs/img/explorer.png
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # as pytest does

from support import DEAL

from browser.explorer import Explorer, chromium, serving


def main(path: str) -> None:
    """Select a mistake and take the picture."""
    with serving() as url, chromium() as browser:
        page = browser.new_page(
            viewport={"width": 1280, "height": 880}, color_scheme="light", reduced_motion="reduce"
        )
        page.goto(f"{url}?p={DEAL}")
        explorer = Explorer(page, url, Path())
        explorer.says("Red wins in 13")
        page.locator("[data-move=b1]").click()
        page.locator("#refutation b").wait_for()
        page.screenshot(path=path)


if __name__ == "__main__":
    main(sys.argv[1])
