"""Analysing on the page: whole games in links, tables set up by hand, refutations in steps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from support import DEAL

import tablebase
from browser.test_page import START, accessible
from tablebase import Deal, Position

GAME = ("a3", "a1", "d1", "b1")
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def table():
    return tablebase.build(Deal.parse(DEAL))


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
    explorer = visit(f"{START}&m={'.'.join(GAME)}&at=2")
    explorer.says(says(table, after(*GAME[:2])))
    assert [move.split()[0] for move in explorer.moves] == list(GAME)
    explorer.press("Redo", "Redo")
    explorer.says(says(table, after(*GAME)))
    explorer.press("Start")
    explorer.says(says(table, after()))
    explorer.press("Copy link")
    link = explorer.page.evaluate("navigator.clipboard.readText()")
    friend = visit(link.removeprefix(explorer.url))
    friend.says(says(table, after()))
    assert [move.split()[0] for move in friend.moves] == list(GAME)
    assert friend.position == str(after())


def test_a_link_with_an_illegal_move(visit):
    explorer = visit(f"{START}&m=a3.d2")
    banner = explorer.page.get_by_role("alert").filter(visible=True)
    expect(banner).to_contain_text("d2: not a legal move in")
    expect(explorer.page.locator("#banner-retry")).to_be_hidden()  # it would stay illegal
    expect(explorer.page.locator(".card .badge").first).to_be_visible()


@pytest.mark.parametrize(
    "text",
    [
        f"{DEAL} {' '.join(GAME)}",
        f"{DEAL}\t1. a3 a1 2.d1?! b1",
        f"http://elsewhere.example/?p={DEAL}&m={'.'.join(GAME)}",
    ],
)
def test_a_game_is_pasted(visit, table, text):
    explorer = visit("?mode=analyse")
    expect(explorer.page.locator(".card .badge").first).to_be_visible()
    explorer.tab("Set up")
    explorer.page.get_by_label("Deal, position or game").fill(text)
    explorer.press("Show")
    explorer.says(says(table, after(*GAME)))
    explorer.tab("Game")
    assert [move.split()[0] for move in explorer.moves] == list(GAME)


# --- Why -----------------------------------------------------------------------------------------


def test_a_refutation_is_stepped_through(visit, table):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    page = explorer.page
    page.locator("[data-move=b1]").click()
    expect(page.locator("#refutation b")).to_have_text(str(table.probe(after("b1")).moves[0].move))
    expect(page.locator(".path.reply.blue")).to_have_count(1)
    line = [str(probe.moves[0].move) for probe in table.line(after("b1"))[:-1]]
    explorer.press("Step through")
    shown = page.locator("#refutation [aria-current]")
    for number, move in enumerate(["b1", *line]):
        side = ("Red", "Blue")[number % 2]
        expect(page.locator("#advice")).to_contain_text(
            f"Move {number + 1} of {1 + len(line)}: {side} {move}."
        )
        expect(shown).to_have_text(move)
        expect(explorer.cell(move)).to_have_attribute(
            "aria-label", re.compile(f"{side.lower()} pawn")
        )
        if number < len(line):
            explorer.press("Next")
    expect(page.locator("#advice")).to_contain_text("cannot move")
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    accessible(explorer)
    explorer.picture("stepped")
    assert explorer.position == str(after())  # the game has stayed where it was
    explorer.press("Step back")
    expect(shown).to_have_text(line[-2])
    explorer.keys("Escape")
    expect(explorer.page.locator(".card .badge")).to_have_count(14)
    explorer.keys("s")
    expect(page.locator("#advice")).to_contain_text("Red a3")  # nothing selected: best play


def test_moves_are_listed_best_first(visit, table):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    moves = [str(move.move) for move in table.probe(after()).moves]
    expect(explorer.page.locator("#choices b")).to_have_text(moves)
    explorer.press("Hide values")
    expect(explorer.page.locator("#choices b")).to_have_text(sorted(moves))
    explorer.page.locator("[data-move=a3]").click()
    explorer.press("Move to a3")
    explorer.says("Blue to move")


def test_hidden_values_do_not_leak(visit):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.press("Hide values", "New deal")
    expect(explorer.page.locator("#headline-main")).to_have_text("Red to move")
    explorer.tab("Deal")
    expect(explorer.page.locator("#random-note")).to_have_text(re.compile(r"^Seed \d+\.$"))
    explorer.page.locator(".card.target").first.click()
    expect(explorer.page.locator("#headline-main")).to_have_text("Blue to move")
    expect(explorer.page.locator("#random-note")).to_contain_text("Seed")
    assert not re.search(r"\bin \d", explorer.page.locator(".mode-analyse").inner_text())
    assert not re.search(r"\bin \d", explorer.page.locator("#status").text_content())
    explorer.page.goto(explorer.url + START)
    explorer.says("Red wins in 13")
    expect(explorer.page.locator("#random-note")).to_be_empty()  # it was another deal's


# --- A table set up by hand ----------------------------------------------------------------------


def rank(explorer, card: str):
    return explorer.page.locator(f".rank:has(b:text-is('{card}'))")


def test_sixteen_taps_set_up_a_table(visit):
    explorer = visit("?mode=analyse", has_touch=True)
    explorer.page.set_viewport_size(PHONE)
    expect(explorer.page.locator(".card .badge").first).to_be_visible()
    explorer.tab("Set up")
    explorer.press("Edit board", "Clear the board")
    cards = DEAL.replace("/", "")
    for card in cards:
        rank(explorer, card).tap()
    expect(explorer.page.locator("#draft-note")).to_have_text("Red to move. Red wins in 13.")
    board, note = (explorer.page.locator(name).bounding_box() for name in ("#frame", "#draft-note"))
    assert 0 <= board["y"] <= note["y"] < PHONE["height"]  # both are seen
    accessible(explorer)
    explorer.press("Use this position")
    explorer.says("Red wins in 13")
    assert explorer.position == str(after())


def test_a_wrong_card_is_taken_back(visit):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.keys("e")
    explorer.press("Clear the board")
    left = rank(explorer, "4")
    left.click()
    expect(left).to_have_accessible_name("4, 1 left")
    left.click()
    expect(left).to_be_disabled()
    explorer.cell("a1").click()
    expect(left).to_have_accessible_name("4, 1 left")
    rank(explorer, "A").click()
    expect(explorer.cell("a1")).to_have_attribute("data-card", "A")  # the first empty place
    expect(explorer.page.get_by_role("button", name="Use this position")).to_be_disabled()


# --- Screens -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [PHONE, {"width": 844, "height": 390}])
def test_the_board_and_why_fit_a_phone(visit, size):
    explorer = visit(START, has_touch=True)
    explorer.page.set_viewport_size(size)
    explorer.says("Red wins in 13")
    explorer.cell("b1").tap()
    expect(explorer.page.locator("#refutation")).to_contain_text("Key reply")
    explorer.says("Red wins in 13")  # the first tap does not play
    for part in ("#frame", "#advice", "#refutation"):
        box = explorer.page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"]
    accessible(explorer)
    explorer.picture(f"analyse-{size['width']}")
    explorer.cell("b1").tap()
    explorer.says("Blue wins in 9")


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, {"width": 1280, "height": 900}])
def test_a_laptop_shows_everything_without_scrolling(visit, size):
    explorer = visit(START)
    explorer.page.set_viewport_size(size)
    explorer.says("Red wins in 13")
    choices = explorer.page.locator("#choices")
    expect(choices.locator("li")).not_to_have_count(0)
    assert choices.evaluate("list => list.scrollWidth <= list.clientWidth")
    document = "document.documentElement"
    assert explorer.page.evaluate(f"{document}.scrollHeight <= {document}.clientHeight")


def test_nothing_moves_when_the_mouse_does(visit):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    parts = ["#frame", "#steps", "#choices", "#tabs", "#toolbar"]
    boxes = [explorer.page.locator(part).bounding_box() for part in parts]
    for cell in ("b1", "a3", "c2"):
        explorer.cell(cell).hover()
        expect(explorer.page.locator("#refutation")).not_to_be_empty()
        assert [explorer.page.locator(part).bounding_box() for part in parts] == boxes
