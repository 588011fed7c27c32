"""What holds for every mode of the page and every game, whichever are installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from support import of_all
from support.effort import sample

from browser.tab import START, Tab, accessible

ZOOMED = [(720, 450), (320, 256)]
"""Windows of 1440 by 900 at 200 %, and of 1280 by 1024 at 400 %."""

WINDOWS = [(390, 844), (360, 640), (820, 1180), (1440, 900)]
"""Two phones, a tablet and a desktop."""

BOXES = "all => all.map((one) => one.getBoundingClientRect().toJSON())"
FAULTS = (Path(__file__).with_name("faults.js")).read_text()

LEAST = 150
"""Pixels across a board that can still be played on."""

FINGERS = [(390, 844), (844, 390), (1280, 900)]
TOUCHED = dict(of_all("page", "TOUCHED"))
"""What side games are played on, and where: a finger hits it, and it is on the first screen."""


@pytest.fixture(params=sample(["light", "dark"], 1))
def modes(visit, request) -> Iterator[Tab]:
    """Show one mode after the other, with a game where it has one."""

    def every() -> Iterator[Tab]:
        tab = visit("?mode=play", color_scheme=request.param)
        links = tab.page.locator("#modes a")
        hrefs = links.evaluate_all("all => all.map((link) => link.getAttribute('href'))")
        for link in (*hrefs, f"{START}&mode=play&as=red"):
            tab.page.goto(tab.url + link)
            expect(tab.page.locator("#page > .mode")).to_be_visible()
            tab.page.wait_for_load_state("networkidle")
            expect(tab.page.locator("[aria-busy=true]")).to_have_count(0, timeout=30_000)
            yield tab

    return every()


def test_every_mode_is_accessible_and_fits(modes):
    for tab in modes:
        page, usual = tab.page, tab.page.viewport_size
        accessible(tab)
        expect(page.locator("#modes a:visible[aria-current]")).to_have_count(1)
        for width, height in ZOOMED:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
            for board in page.locator(".board:visible").all():
                assert board.bounding_box()["width"] >= LEAST, page.url
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(FAULTS) == [], (page.url, width)
        page.evaluate("scrollTo(0, 0)")
        played = "".join(where for name, where in TOUCHED.items() if f"mode={name}" in page.url)
        for width, height in FINGERS:
            page.set_viewport_size({"width": width, "height": height})
            boxes = page.locator(f"{played}:visible").evaluate_all(BOXES) if played else []
            assert bool(boxes) == bool(played), page.url
            for box in boxes:
                assert min(box["width"], box["height"]) >= 40, (page.url, width)
                assert box["left"] >= 0
                assert box["right"] <= width, (page.url, width)
                assert box["bottom"] <= height, (page.url, width)
        page.set_viewport_size(usual)
