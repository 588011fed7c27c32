"""What a user waits for in vain, or loses: when something is late, or fails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from playwright.sync_api import Route, expect
from support import DEAL

import tablebase
from browser.games import HOLD_FIRST, played
from browser.tab import START
from tablebase import Deal

RULE_OF_THUMB = f"?mode=play&p={DEAL}&as=red&level=safe-moves"


@pytest.fixture
def failing(console):
    """Let what the page fetches from an address fail, or be wrong, until the end of the block."""

    @contextmanager
    def fail(tab, wanted: str | re.Pattern[str], body: str | None = None) -> Iterator[None]:
        answer = Route.abort if body is None else partial(Route.fulfill, body=body)
        tab.page.route(wanted, lambda route: answer(route))
        try:
            yield
        finally:
            tab.page.unroute(wanted)
        assert all("ERR_FAILED" in said or "Failed to fetch" in said for said in console)
        console.clear()

    return fail


def test_the_computer_answers_once_what_failed_is_tried_again(visit, failing):
    tab = visit(RULE_OF_THUMB)
    tab.says("Your move")
    with failing(tab, "**/strategies.json"):
        tab.page.set_viewport_size({"width": 800, "height": 900})
        tab.cell("a1").click()
        expect(tab.page.locator("#banner")).to_be_visible()
        tab.page.set_viewport_size({"width": 1280, "height": 900})
        expect(tab.page.locator("#moves li")).to_have_text(["a1??"])  # there is room for them now
    tab.says("Blue is thinking")
    expect(tab.page.locator("#banner")).to_be_visible()  # what else is shown hides no error
    expect(tab.ringed).to_have_count(0)  # rings are of your own moves
    tab.press("Try again")
    tab.says("Your move")
    expect(tab.page.locator("#banner")).to_be_hidden()
    expect(tab.page).to_have_url(re.compile("m=a1[.]"))


def test_what_fails_again_is_still_said(visit, failing):
    tab = visit("?mode=rules")
    banner, asked = tab.page.locator("#banner"), f"{tab.url}{RULE_OF_THUMB}&m="
    moves = played(tablebase.build(Deal.parse(DEAL)))
    with failing(tab, "**/later/review.js"):
        tab.page.goto(asked + ".".join(moves))
        expect(banner).to_be_visible()
        with tab.page.expect_event("requestfailed"):
            tab.press("Try again")
        expect(banner).to_be_visible()
    tab.press("Try again")
    expect(banner).to_be_hidden()
    expect(tab.page.locator("#over-title")).not_to_be_empty()


def test_a_mode_that_loads_is_not_lost_when_the_computer_answers(visit):
    tab = visit(f"?mode=play&p={DEAL}&as=red&level=perfect")
    tab.says("Your move")
    with tab.held("**/puzzles/index.js"):
        tab.cell("a1").click()
        tab.page.locator("#modes a[href='?mode=puzzles']").click()
        expect(tab.page.locator("#reply")).to_contain_text("Blue answers")
        expect(tab.page).to_have_url(re.compile("[?]mode=puzzles$"))
    expect(tab.page.locator("#page .mode-puzzles")).to_be_visible()


def test_a_deal_that_is_not_found_is_not_looked_for_any_more(visit, failing):
    tab = visit("?mode=analyse")
    expect(tab.page.locator("#random-note")).to_contain_text("Seed")
    tab.tab("Deal")
    tab.page.get_by_label("Length").select_option("14")
    with failing(tab, re.compile("/book.bin.gz|/api/random")):
        tab.page.locator("#deal-button").click()
        expect(tab.page.locator("#banner")).to_be_visible()
    expect(tab.page.locator("#random-note")).not_to_contain_text("Looking")


def test_lines_of_a_link_are_not_lost_when_what_shows_them_fails(visit, failing):
    tab = visit("?mode=rules")
    with failing(tab, "**/later/study.js"):
        tab.page.goto(f"{tab.url}?p={DEAL}&m=a3.a1.d1.b1&v=1.c1")
        expect(tab.page.locator("#banner")).to_be_visible()
    tab.press("Try again")
    expect(tab.page.locator("#tab-lines")).to_have_text("Lines (2)")
    expect(tab.page).to_have_url(re.compile(r"v=1\.c1"))


def test_games_are_not_called_unreadable_where_the_engine_does_not_start(visit, failing):
    tab = visit(f"?mode=play&p={DEAL}&as=red&level=perfect")
    tab.says("Your move")
    tab.cell("a1").click()
    tab.says("Your move")
    with failing(tab, re.compile("/kernels.wasm|/api/")):
        tab.page.goto(tab.url + "?mode=games")
        expect(tab.page.locator("#banner")).to_be_visible()
        expect(tab.page.locator("#games li")).to_have_count(0)
    tab.press("Try again")
    expect(tab.page.locator("#games")).to_contain_text("against perfect")


def test_a_question_is_asked_once(visit):
    tab = visit("?mode=games")
    expect(tab.page.locator("#delete-all")).to_be_visible()
    tab.page.evaluate("for (const _ of [1, 2]) document.querySelector('#delete-all').click()")
    expect(tab.page.locator("dialog.ask[open]")).to_have_count(1)
    tab.press("Keep")
    expect(tab.page.locator("dialog.ask[open]")).to_have_count(0)


@pytest.mark.parametrize(("wanted", "body"), [("engine/worker.js", None), ("data.json", "null")])
def test_an_engine_that_does_not_start_is_said_and_tried_again(visit, failing, wanted, body):
    tab = visit()
    with failing(tab, f"**/{wanted}", body):
        tab.page.goto(tab.url + START)
        expect(tab.page.locator("#banner-text")).to_have_text("The engine did not start")
    tab.press("Try again")
    tab.says("Red wins in 13")
    expect(tab.page.locator("#banner")).to_be_hidden()


def test_a_game_begins_once_the_engine_can_be_fetched(visit, failing):
    tab = visit()
    with failing(tab, "**/kernels.wasm"):
        tab.page.goto(tab.url)
        expect(tab.page.locator("#banner")).to_contain_text("The engine did not start")
    tab.page.locator("#begin").click()
    tab.says("Your move")
    expect(tab.page.locator("#banner")).to_be_hidden()


def test_a_board_that_is_set_up_can_be_used_before_it_is_searched(visit):
    tab = visit()
    with tab.held("**/later.wasm"):
        tab.open("?mode=analyse&p=46655/336A2/A4225/JJ432/3A45A&r=5x5&e=wild")
        expect(tab.targets.first).to_be_visible()
        tab.keys("e")
        expect(tab.page.locator("#draft-note")).to_have_text("This position is possible.")
        expect(tab.page.locator("#draft-done")).to_be_enabled()


def test_what_takes_seconds_is_seen_at_the_board_and_can_be_ended(visit):
    tab = visit(f"?mode=play&p={DEAL}&as=red&level=perfect")
    tab.says("Your move")
    tab.page.evaluate(HOLD_FIRST, "reply")
    tab.cell("a3").click()
    tab.says("Blue is thinking")
    tab.page.wait_for_function(f"(asked) => ({SEEN_AT})(asked)", arg=["#board", "Thinking"])
    tab.press("Undo")  # it is not waited for
    tab.says("Your move")
    tab.page.evaluate("giveFirst()")
    tab.page.wait_for_function("() => window.firstIsKnown")
    tab.says("Your move")
    tab.page.evaluate(HOLD_FIRST, "probe")
    tab.open(f"?mode=play&p={DEAL}&as=red&r=flat&level=perfect")
    tab.page.wait_for_function(f"(asked) => ({SEEN_AT})(asked)", arg=["#board", "Opening"])
    tab.press("New game")
    tab.says("Play Collapsi")


SEEN_AT = """([one, text]) => {
    const { content, visibility } = getComputedStyle(document.querySelector(one), "::after");
    return visibility === "visible" && content.includes(text);
}"""
"""Whether a text is shown after an element: a script."""

SEEN = """(those) => those.map((one) => {
    const { content, visibility } = getComputedStyle(document.querySelector(one), "::after");
    return visibility === "visible" && content.includes("ealing");
})"""
"""Whether what is late is shown after elements: a script."""


def test_a_deal_that_takes_its_time_is_seen_at_the_button_and_the_board(visit):
    tab = visit("?mode=play", alone=True)
    places = ["#begin", "#board"]
    expect(tab.page.locator("#begin")).to_have_attribute("aria-busy", "false", timeout=30_000)
    assert tab.page.evaluate(SEEN, places) == [False, False]
    tab.page.evaluate(HOLD_FIRST, "random")
    tab.choose("levels", "medium")
    tab.page.wait_for_function(f"(those) => ({SEEN})(those).every(Boolean)", arg=places)
    tab.page.evaluate("giveFirst()")
    expect(tab.page.locator("#begin")).to_have_attribute("aria-busy", "false")
    assert tab.page.evaluate(SEEN, places) == [False, False]
