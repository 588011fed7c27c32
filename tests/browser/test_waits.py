"""What a user waits for in vain, or loses: when something is late, or fails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect
from support import DEAL

RULE_OF_THUMB = f"?mode=play&p={DEAL}&as=red&level=safe-moves"


@pytest.fixture
def failing(console):
    """Let what the page fetches from an address fail until the end of the block."""

    @contextmanager
    def fail(tab, wanted: str) -> Iterator[None]:
        tab.page.route(wanted, lambda route: route.abort())
        yield
        tab.page.unroute(wanted)
        assert all("ERR_FAILED" in said or "Failed to fetch" in said for said in console)
        console.clear()

    return fail


def test_the_computer_answers_once_what_failed_is_tried_again(visit, failing):
    tab = visit(RULE_OF_THUMB)
    tab.says("Your move")
    with failing(tab, "**/strategies.json"):
        tab.cell("a1").click()
        expect(tab.page.locator("#banner")).to_be_visible()
    tab.says("Blue is thinking")
    tab.press("Try again")
    tab.says("Your move")
    expect(tab.page.locator("#banner")).to_be_hidden()
    expect(tab.page).to_have_url(re.compile("m=a1[.]"))
