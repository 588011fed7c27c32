"""Analysing on the page: whole games in links, tables set up by hand, refutations in steps."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from support import DEAL

from browser.games import analysed, shown
from browser.tab import START, accessible
from tablebase import Deal, Position

GAME = ("a3", "a1", "d1", "b1")
PHONE = {"width": 390, "height": 844}


def after(*moves: str) -> Position:
    position = Deal.parse(DEAL).start()
    for move in moves:
        position = position.play(move)
    return position


def says(table, position: Position) -> str:
    probe = table.probe(position)
    return f"{probe.winner.title()} wins in {probe.dte}"


# --- Links ---------------------------------------------------------------------------------------


def test_a_link_carries_the_whole_game(visit, table):
    tab = visit(f"{START}&m={'.'.join(GAME)}&at=2")
    tab.says(says(table, after(*GAME[:2])))
    assert [move.split()[0] for move in tab.moves] == list(GAME)
    tab.press("Redo", "Redo")
    tab.says(says(table, after(*GAME)))
    tab.press("Start")
    tab.says(says(table, after()))
    link = tab.copied("Copy link")
    expect(tab.page.locator("#status")).to_have_text("Copied")
    assert link == tab.page.url
    friend = visit(link.removeprefix(tab.url))
    friend.says(says(table, after()))
    assert friend.values == shown(table.probe(after()))
    assert [move.split()[0] for move in friend.moves] == list(GAME)
    assert friend.position == str(after())


def test_mistakes_are_listed_by_whose_they_are(visit):
    tab = visit(f"{START}&m=b1")
    expect(tab.page.locator("#mistakes")).to_have_text(re.compile("^Red.s mistakes:move 1: b1$"))


# --- Why -----------------------------------------------------------------------------------------


def test_a_refutation_is_stepped_through(visit, table):
    tab = analysed(visit)
    page = tab.page
    page.locator("[data-move=b1]").click()
    expect(page.locator("#refutation b")).to_have_text(str(table.probe(after("b1")).moves[0].move))
    expect(page.locator(".path.reply.blue")).to_have_count(1)
    line = [str(probe.moves[0].move) for probe in table.line(after("b1"))[:-1]]
    tab.press("Step through")
    for number, move in enumerate(["b1", *line]):
        side = ("Red", "Blue")[number % 2]
        expect(page.locator("#advice")).to_contain_text(
            f"Move {number + 1} of {1 + len(line)}: {side} {move}."
        )
        expect(tab.cell(move)).to_have_attribute("aria-label", re.compile(f"{side.lower()} pawn"))
        if number < len(line):
            tab.press("Next")
    expect(page.locator("#advice")).to_contain_text("cannot move")
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    accessible(tab)
    tab.picture("stepped")
    assert tab.position == str(after())  # the game has stayed where it was
    tab.press("Step back")
    expect(page.locator("#advice")).to_contain_text(line[-2])
    tab.keys("Escape")
    expect(tab.page.locator(".card .badge")).to_have_count(14)
    tab.keys("s")
    expect(page.locator("#advice")).to_contain_text("Red a3")  # nothing selected: best play


def test_hidden_values_do_not_leak(visit, table):
    tab = analysed(visit)
    page = tab.page
    moves = [str(move.move) for move in table.probe(after()).moves]
    expect(page.locator("#choices b")).to_have_text(moves)  # best first
    choice = page.locator("[data-move=b1]")
    choice.focus()
    tab.keys("v")
    tab.says("Red to move")
    expect(page.locator("#choices b")).to_have_text(sorted(moves))
    assert moves.index("b1") != sorted(moves).index("b1")
    expect(choice).to_be_focused()
    assert tab.values == {}
    expect(tab.ringed).to_have_count(14)
    assert not re.search(r"(wins|loses) in \d", page.locator(".stage").aria_snapshot())
    tab.picture("hidden")
    tab.press("Hint")
    assert tab.values == {"a3": "hint"}
    page.locator("[data-move=a1]").click()
    tab.press("Move to a1")
    tab.says("Blue to move")
    expect(page.locator("#feedback")).to_contain_text("gave the win away")
    tab.press("Hide values")
    tab.says("Blue wins in 11")
    tab.press("Hide values", "New deal")
    expect(page.locator("#headline-main")).to_have_text("Red to move")
    tab.tab("Deal")
    expect(page.locator("#random-note")).to_have_text(re.compile(r"^Seed \d+\.$"))
    tab.targets.first.click()
    expect(page.locator("#headline-main")).to_have_text("Blue to move")
    expect(page.locator("#random-note")).to_contain_text("Seed")
    assert not re.search(r"\bin \d", page.locator(".mode-analyse").inner_text())
    assert not re.search(r"\bin \d", page.locator("#status").text_content())
    page.goto(tab.url + START)
    tab.says("Red wins in 13")
    expect(page.locator("#random-note")).to_be_empty()  # it was another deal's


# --- A table set up by hand ----------------------------------------------------------------------


def rank(tab, card: str):
    return tab.page.locator(f".rank:has(b:text-is('{card}'))")


def test_sixteen_taps_set_up_a_table(visit):
    tab = visit("?mode=analyse", has_touch=True)
    tab.page.set_viewport_size(PHONE)
    expect(tab.page.locator(".card .badge").first).to_be_visible()
    tab.tab("Set up")
    tab.press("Edit board", "Clear the board")
    cards = DEAL.replace("/", "")
    for placed, card in enumerate(cards, 1):
        rank(tab, card).tap()
        expect(tab.page.locator(".card.empty")).to_have_count(len(cards) - placed)
    expect(tab.page.locator("#draft-note")).to_have_text("Red to move. Red wins in 13.")
    board, note = (tab.page.locator(name).bounding_box() for name in ("#frame", "#draft-note"))
    assert 0 <= board["y"] <= note["y"] < PHONE["height"]  # both are seen
    accessible(tab)
    tab.press("Use this position")
    expect(tab.page.locator("#editing")).to_be_hidden()  # today's deal may have the same value
    tab.says("Red wins in 13")
    assert tab.position == str(after())


def test_a_wrong_card_is_taken_back(visit):
    tab = analysed(visit)
    tab.keys("e")
    tab.press("Clear the board")
    left = rank(tab, "4")
    left.click()
    expect(left).to_have_accessible_name("4, 1 left")
    left.click()
    expect(left).to_be_disabled()
    tab.cell("a1").click()
    expect(left).to_have_accessible_name("4, 1 left")
    rank(tab, "A").click()
    expect(tab.cell("a1")).to_have_attribute("data-card", "A")  # the first empty place
    expect(tab.page.get_by_role("button", name="Use this position")).to_be_disabled()


def test_the_keyboard_sets_up_a_table(visit):
    tab = analysed(visit)
    tab.keys("e")
    tab.page.get_by_role("button", name="Clear the board").press("Enter")
    cards = DEAL.replace("/", "")
    for placed, card in enumerate(cards, 1):
        rank(tab, card).press("Enter")
        expect(tab.page.locator(".card.empty")).to_have_count(len(cards) - placed)
        focused = ".rank:focus" if placed < len(cards) else "[name=tool]:focus"
        expect(tab.page.locator(focused)).to_have_count(1)


def test_a_cleared_board_of_any_shape_is_reached_by_the_keyboard(visit):
    tab = visit("?mode=analyse&r=cross")
    expect(tab.page.locator(".card .badge").first).to_be_visible()
    tab.keys("e")
    tab.press("Clear the board")
    expect(tab.page.locator(".card.empty")).to_have_count(12)
    expect(tab.page.locator(".card[tabindex='0']")).to_have_count(1)


# --- Screens -------------------------------------------------------------------------------------


def test_the_board_and_why_fit_a_phone(visit):
    tab = visit(START, has_touch=True)
    tab.page.set_viewport_size(PHONE)
    tab.says("Red wins in 13")
    tab.cell("b1").tap()
    expect(tab.page.locator("#refutation")).to_contain_text("Blue answers")
    tab.says("Red wins in 13")  # the first tap does not play
    for size in (PHONE, {"width": 844, "height": 390}):
        tab.page.set_viewport_size(size)
        for part in ("#frame", "#advice", "#refutation"):
            box = tab.page.locator(part).bounding_box()
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= size["height"]
        accessible(tab)
        tab.picture(f"analyse-{size['width']}")
    tab.cell("b1").tap()
    tab.says("Blue wins in 9")


def test_a_laptop_shows_everything_without_scrolling(visit):
    tab = analysed(visit)
    choices = tab.page.locator("#choices")
    expect(choices.locator("li")).not_to_have_count(0)
    for width in (1440, 1280):
        tab.page.set_viewport_size({"width": width, "height": 900})
        assert choices.evaluate("list => list.scrollWidth <= list.clientWidth")
        document = "document.documentElement"
        assert tab.page.evaluate(f"{document}.scrollHeight <= {document}.clientHeight")


def test_nothing_moves_when_the_mouse_does(visit):
    tab = analysed(visit)
    parts = ["#frame", "#steps", "#choices", "#tabs", "#toolbar"]
    boxes = [tab.page.locator(part).bounding_box() for part in parts]
    for cell in ("b1", "a3", "c2"):
        tab.cell(cell).hover()
        expect(tab.page.locator("#refutation")).not_to_be_empty()
        assert [tab.page.locator(part).bounding_box() for part in parts] == boxes
