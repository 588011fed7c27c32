"""Playing without seeing the board: moves that are typed, and what is read aloud when asked for."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from support import DEAL

from browser.games import GAME, analysed, moves_of
from browser.tab import accessible
from tablebase import Deal, Position

PHONE = {"width": 390, "height": 664}


def said(tab):
    return tab.page.locator(".spoken [role=status]")


def test_moves_are_typed(visit):
    tab = visit(GAME + "red")
    tab.says("Your move")
    tab.keys("m")
    field = tab.page.get_by_label("Your move")
    expect(field).to_be_focused()
    accessible(tab)
    field.fill("z9")
    tab.keys("Enter")
    expect(said(tab)).to_have_text(
        re.compile(
            r"“z9” is not a move that you can make\. Type, for example, \w\d or \w\d or \w\d\."
        )
    )
    banner = tab.page.locator("#banner")
    banner.evaluate("(banner) => (banner.hidden = false)")  # something was reported meanwhile
    field.click()
    expect(banner).to_be_visible()
    field.fill(" A3 ")
    tab.keys("Enter")
    expect(tab.page.locator("#reply")).to_contain_text("Blue answers")
    assert moves_of(tab)[0] == "a3"
    expect(field).to_be_focused()  # for the next move
    expect(field).to_have_value("")
    tab.keys("Escape")
    expect(field).to_have_count(0)
    expect(tab.page.locator(".card[tabindex='0']")).to_be_focused()


def test_where_you_can_go_is_read_aloud(visit):
    tab = visit(GAME + "red", alone=True)
    tab.says("Your move")
    start = Deal.parse(DEAL).start("wild")
    focused = tab.page.evaluate("document.activeElement.tagName")
    tab.keys("w")
    expect(said(tab)).to_contain_text("14 moves: ")
    moves = said(tab).inner_text().removeprefix("14 moves: ").rstrip(".").split(", ")
    assert moves == sorted(str(move) for move in start.legal_moves())  # not best first
    assert tab.page.evaluate("document.activeElement.tagName") == focused
    tab.page.clock.install(time=0)
    tab.page.clock.pause_at(1000)
    tab.cell("b1").click()
    tab.press("Where can I go?")  # while Blue is thinking
    tab.page.clock.run_for(200)  # until it is said; Blue thinks longer
    expect(said(tab)).to_contain_text("You cannot move now.")


def test_the_board_is_described(visit):
    tab = visit(GAME + "red&m=a3.a1")
    tab.says("Your move")
    tab.keys("i")
    expect(said(tab)).to_contain_text("Your move. You are Red, on a")
    text = said(tab).inner_text()
    position = tab.shown()
    for name, cell in (("Red", "a3"), ("Blue", "a1")):
        assert f"{name} pawn on {cell}, " in text
    assert text.endswith(rows(position))


def rows(position: Position) -> str:
    """The cards that are face up, as they are read aloud."""
    names = {1: "ace"}
    text = []
    for row in range(4):
        cards = [
            f"{'abcd'[column]}{row + 1} {names.get(int(card), card)}"
            for column, card in enumerate(position.cards[4 * row : 4 * row + 4])
            if position.face_up >> (4 * row + column) & 1
        ]
        text.append(f"Row {row + 1}: {', '.join(cards) or 'all collapsed'}.")
    return " ".join(text)


def test_on_a_phone_the_menu_leads_there(visit):
    tab = visit(GAME + "red", has_touch=True)
    tab.page.set_viewport_size(PHONE)
    tab.says("Your move")
    tab.page.locator("#more-button").tap()
    tab.press("Type a move")
    field = tab.page.get_by_label("Your move")
    expect(field).to_be_focused()
    box = tab.page.locator(".spoken").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    field.fill("b1")
    tab.press("Move")
    expect(tab.page.locator("#reply")).to_contain_text("Blue answers")
    tab.picture("play-typed-390")


def test_lessons_are_typed_too(visit):
    tab = visit("?mode=learn&lesson=wrap&step=1")
    expect(tab.page.locator("#say")).to_be_visible()
    tab.keys("i")
    expect(said(tab)).to_contain_text("Blue pawn on a1, ace.")
    tab.keys("m")
    tab.page.get_by_label("Your move").fill("a4")
    tab.keys("Enter")
    expect(tab.page.locator("#said")).to_contain_text("Right.")


def test_in_analyse_moves_are_read_with_their_values(visit):
    tab = analysed(visit)
    tab.keys("w")
    expect(said(tab)).to_contain_text(", a3 wins in 13, ")
    tab.keys("m")
    tab.page.get_by_label("Your move").fill("a3")
    tab.keys("Enter")
    tab.says("Red wins in 12")


def test_a_puzzle_is_solved_by_typing(visit):
    tab = visit("?mode=puzzles&train=easy&n=1")
    expect(tab.page.locator(".progress [aria-current]")).to_have_count(1)  # it can be solved
    tab.keys("m")
    field = tab.page.get_by_label("Your move")
    expect(field).to_have_attribute("placeholder", re.compile(r"\w\d"))
    before = tab.page.locator(".card.down").count()
    field.fill(field.get_attribute("placeholder"))
    tab.keys("Enter")
    expect(tab.page.locator(".card.down")).not_to_have_count(before)


def test_only_modes_with_a_board_offer_it(visit):
    tab = visit("?mode=games")
    expect(tab.page.locator(".mode-games")).to_be_visible()
    tab.page.locator("#more-button").click()
    expect(tab.page.locator("#more-how")).to_be_visible()
    expect(tab.page.locator("#more-type")).to_be_hidden()
