"""What holds for the pages of side games, from what each room's `page` has."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect
from support import of_games

from browser.games import TUESDAY

PAGES = of_games("page")
EVERY = pytest.mark.parametrize("name", PAGES)


@EVERY
def test_without_seeing_the_board(visit, name):
    """A position is read aloud, and so are its moves; one is typed, and made."""
    page = PAGES[name]
    tab = visit(f"?mode={name}&{page.POSITION}")
    tab.says(page.HEADLINE)
    spoken = tab.page.locator(".spoken [role=status]")
    for key, said in zip("iiw", page.SPOKEN, strict=True):
        tab.keys(key)
        expect(spoken).to_contain_text(said)
    tab.keys("m")
    typed, made = page.TYPED
    tab.page.get_by_label("Your move").fill(typed)
    tab.keys("Enter")
    tab.page.wait_for_url(lambda address: parse_qs(urlsplit(address).query).get("m") == [made])


@EVERY
def test_a_wrong_link_is_explained_and_a_game_is_shown(visit, name):
    page = PAGES[name]
    tab = visit(f"?mode={name}&{page.WRONG[0]}")
    expect(tab.page.locator("#banner-text")).to_contain_text(page.WRONG[1])
    expect(tab.page.locator("#banner-retry")).to_be_hidden()  # it would stay wrong
    expect(tab.page.locator("#headline-main")).to_have_text(page.WRONG[2])


@pytest.mark.parametrize(
    "mode", ["puzzles", *(name for name, page in PAGES.items() if hasattr(page, "PLAYED"))]
)
def test_a_tab_left_open_over_midnight_shows_what_is_new(on_tuesday, mode):
    tab = on_tuesday(f"?mode={mode}", getattr(PAGES.get(mode), "PLAYED", "localStorage.clear()"))
    expect(tab.page.locator("#headline")).to_contain_text("17 Nov")
    tab.comes_back(TUESDAY.replace("17", "18"))
    expect(tab.page.locator("#headline")).to_contain_text("18 Nov")
    tab.page.clock.set_fixed_time(TUESDAY.replace("17", "22"))  # it was in sight all the time
    tab.page.clock.fast_forward("10:00")
    expect(tab.page.locator("#headline")).to_contain_text("22 Nov")
