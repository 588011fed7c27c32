"""Make the pictures of the page in the README and the docs from the real page:

python tests/browser/picture.py docs/img
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # as pytest does

from playwright.sync_api import Page
from support import DEAL

from browser.tab import chromium, serving


def play(page: Page) -> None:
    """A game in which the first move was a mistake."""
    page.locator("[data-cell=b1]").click()
    page.locator("#reply").filter(has_text="answers").wait_for()


def tab(page: Page) -> None:
    """A mistake, explained before it is made."""
    page.locator("[data-move=b1]").click()
    page.locator("#refutation b").wait_for()


def puzzles(page: Page) -> None:
    """The trainer's first hard puzzle."""
    page.locator(".card:not([aria-disabled], :has(.badge, .steps))").first.wait_for()


PICTURES = {
    "play": (f"?mode=play&p={DEAL}&as=red&level=perfect&m=", play),
    "tab": (f"?p={DEAL}", tab),
    "puzzles": ("?mode=puzzles&train=hard&n=1", puzzles),
}
"""The address of each picture, and what to do there first."""


def main(folder: str) -> None:
    """Take the pictures."""
    with serving() as url, chromium() as browser:
        for name, (query, prepare) in PICTURES.items():
            page = browser.new_page(
                viewport={"width": 1280, "height": 880},
                color_scheme="light",
                reduced_motion="reduce",
            )
            page.goto(url + query)
            prepare(page)
            page.screenshot(path=Path(folder) / f"{name}.png")


if __name__ == "__main__":
    main(sys.argv[1])
