"""What holds for every mode of the page and every game, whichever are installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.tab import Tab
from browser.test_page import accessible

ZOOMED = {"width": 720, "height": 450}
"""A window of 1440 by 900 at 200 %."""


@pytest.fixture
def modes(visit) -> Iterator[Tab]:
    """Show one mode after the other, with a game where it has one."""

    def every() -> Iterator[Tab]:
        tab = visit("?mode=play")
        links = tab.page.locator("#modes a, #more a[href^='?']")
        for link in links.evaluate_all("all => all.map((link) => link.getAttribute('href'))"):
            tab.page.goto(tab.url + link)
            expect(tab.page.locator("#page > .mode")).to_be_visible()
            tab.page.wait_for_load_state("networkidle")
            expect(tab.page.locator("[aria-busy=true]")).to_have_count(0, timeout=30_000)
            yield tab

    return every()


def test_every_mode_is_accessible(modes):
    for tab in modes:
        accessible(tab)


def test_every_mode_fits_at_200_percent(modes):
    for tab in modes:
        tab.page.set_viewport_size(ZOOMED)
        wide = tab.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= ZOOMED["width"], tab.page.url
