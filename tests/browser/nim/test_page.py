"""2D Nim on the page, compared with the library."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.effort import sample

from browser.games import above_the_toolbar, shown
from browser.tab import accessible
from tablebase.games import nim

WON = "1110/1000/0000/0000"
"""Whoever moves wins, but only by taking all of a row of three."""

NEW = "?mode=nim&p=1111/1111/1111/1111&against=computer&you=0"
"""A game against the computer, whatever an earlier test has chosen."""

PLAYERS = {"first": "Player 1", "second": "Player 2"}
"""What the page calls the library's sides."""

PHONE = {"width": 390, "height": 844}


def values(tab) -> dict[str, str]:
    """The list of moves with their values."""
    expect(tab.page.locator(".way").first).to_be_visible()
    texts = tab.page.locator(".way").all_inner_texts()
    return dict(text.split("\n") for text in texts)


def said(tab, text: str) -> None:
    expect(tab.page.locator("#sheet-main")).to_have_text(text)


def tap(tab, *cells: str) -> None:
    for cell in cells:
        tab.cell(cell).click()


# --- Analysis ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "take", "misere"),
    sample([("1011/1110/0111", 2, False), ("11111/10101/11011/01110/11111", 4, True)], 1),
)
def test_every_move_shows_its_value(visit, tables, position, take, misere):
    tab = visit(f"?mode=nim&p={position}&take={take}&misere={str(misere).lower()}")
    probe = tables.probe(nim.Position.parse(position, take=take, misere=misere))
    tab.says(f"{PLAYERS[probe.winner]} wins in {probe.dte} plies")
    assert values(tab) == shown(probe)


def test_a_line_led_on_shows_the_values_of_its_ends(visit, tables):
    tab = visit(f"?mode=nim&p={WON}")
    tab.says("Player 1 wins in 2 plies")
    tap(tab, "a1")
    badges = tab.page.locator(".hollow:has(.badge)").all()
    found = {cell.get_attribute("data-cell"): cell.inner_text() for cell in badges}
    assert found == {"a1": "loses in 3", "b1": "loses in 3", "c1": "wins in 2", "a2": "loses in 3"}
    said(tab, "Take a1: gives the win away: loses in 3")
    expect(tab.page.locator("#sheet-more")).to_contain_text("Player 2 then takes")
    expect(tab.page.locator(".lines .answer")).to_have_count(1)
    accessible(tab)
    tab.picture("nim-line")


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_move_pointed_at_in_the_list_is_drawn_and_played(visit, by):
    tab = visit(f"?mode=nim&p={WON}")
    way = tab.page.locator(".way", has_text="a1-c1")
    if by == "mouse":
        way.hover()
    else:
        way.press("Enter")
    said(tab, "Take a1-c1: wins in 2")
    expect(tab.page.locator(".lines .win")).to_have_count(1)
    if by == "mouse":
        way.click()
    else:
        tab.keys("Enter")
        expect(tab.page.locator(".ways :focus")).to_have_count(1)
    tab.says("Player 1 wins in 1 ply")
    assert tab.query["m"] == "a1-c1"


# --- Playing -------------------------------------------------------------------------------------


def test_a_game_against_the_computer(visit, tables):
    tab = visit(NEW)
    tab.says("Your turn")
    expect(tab.page.locator("#ways-panel")).to_be_hidden()
    tap(tab, "b2", "d2", "d2")
    expect(tab.page.locator("#moves button")).to_have_count(3)
    tab.says("Your turn")
    moves = tab.query["m"].split(".")
    assert moves[0] == "b2-d2"
    position = nim.Position.parse("4x4").play(moves[0]).play(moves[1])
    expect(tab.page.locator("#headline-sub")).to_have_text(f"{position.layer} stones left")
    expect(tab.page.locator(".hollow.last")).to_have_count(
        position.play(position.legal_moves()[0]).rules.cells - position.layer - 3
    )
    tab.page.reload()
    tab.says("Your turn")
    assert tab.query["m"].split(".") == moves
    tab.press("Undo")
    expect(tab.page.locator("#headline-sub")).to_have_text("16 stones left")
    tab.press("Redo")
    expect(tab.page.locator("#headline-sub")).to_have_text(f"{position.layer} stones left")
    tab.picture("nim-play")


# --- Hands ---------------------------------------------------------------------------------------


def test_a_drag_selects_the_line_it_runs_over(visit):
    tab = visit(NEW)
    tab.says("Your turn")
    page = tab.page
    boxes = [tab.cell(name).bounding_box() for name in ("b1", "b3")]
    start, end = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=8)
    page.mouse.up()
    said(tab, "Take b1-b3")
    assert page.locator(".lines i").bounding_box()["y"] == pytest.approx(boxes[0]["y"], abs=10)
    expect(page.locator("#moves button")).to_have_count(1)
    tab.keys("Escape")
    expect(page.locator(".hollow.chosen")).to_have_count(0)
    tab.cell("a1").focus()
    tab.keys("Enter")
    said(tab, "Take a1")
    tab.keys("Escape")
    page.mouse.move(*start)
    page.mouse.down(button="right")
    page.mouse.move(*end, steps=8)
    page.mouse.up(button="right")
    tab.cell("a1").focus()
    tab.keys("Enter")
    said(tab, "Take a1")  # by itself


def test_it_is_played_with_keys(visit):
    tab = visit("?mode=nim&p=1111/1111&against=friend")
    tab.says("Player 1 to move")
    tab.cell("a1").focus()
    tab.keys("ArrowRight", "Enter", "ArrowDown", "Enter")
    said(tab, "Take b1-b2")
    tab.keys("Enter")
    tab.says("Player 2 to move")
    expect(tab.cell("b2")).to_be_focused()
    expect(tab.cell("b2")).to_have_attribute("aria-label", "b2, gap, just taken")
    tab.keys("u")
    tab.says("Player 1 to move")
    expect(tab.cell("b2")).to_have_attribute("aria-label", "b2, stone")
    tab.cell("a1").focus()
    tab.keys("Enter", "ArrowRight", "Enter")
    tab.page.get_by_role("button", name="Take 2").press("Enter")
    tab.says("Player 2 to move")
    expect(tab.page.locator(".hollow:focus")).to_have_count(1)  # it stays with what is played on


def test_on_a_phone_everything_needed_is_on_the_screen(visit):
    tab = visit("?mode=nim", has_touch=True, is_mobile=True)
    page = tab.page
    page.set_viewport_size(PHONE)
    tab.says("Your turn")
    tab.cell("a1").tap()
    tab.cell("c1").tap()
    said(tab, "Take a1-c1")
    take = page.get_by_role("button", name="Take 3")
    expect(take).to_be_in_viewport(ratio=1)
    expect(tab.cell("d4")).to_be_in_viewport(ratio=1)
    assert tab.cell("d4").bounding_box()["width"] >= 40
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    tab.picture("nim-phone")
    take.tap()
    expect(page.locator("#moves button")).to_have_count(3)
    accessible(tab)


# --- Boards, rules, links ------------------------------------------------------------------------


def test_a_position_is_set_up_by_clicking(visit, tables):
    tab = visit("?mode=nim&p=111/111/111")
    tab.says(f"Player 1 wins in {tables.probe(nim.Position.parse('3x3')).dte} plies")
    tab.press("Set up")
    accessible(tab)
    tap(tab, "b2", "c3", "a1", "a1")
    expect(tab.page.locator("#headline-sub")).to_have_text("7 stones")
    tab.press("Start here")
    probe = tables.probe(nim.Position.parse("111/101/110"))
    tab.says(f"{PLAYERS[probe.winner]} wins in {probe.dte} plies")
    assert tab.query["p"] == "111/101/110"
    tab.press("Set up", "Clear", "Cancel")
    tab.says(f"{PLAYERS[probe.winner]} wins in {probe.dte} plies")


def test_other_boards_and_limits(visit, tables):
    tab = visit("?mode=nim&p=11/11")
    page = tab.page
    expect(page.locator(".way").first).to_be_visible()  # forms change the game that is shown
    page.get_by_role("tab", name="Board and rules").click()
    for name, value in (("rows", "2"), ("columns", "5"), ("take", "4")):
        page.locator(f"select[name={name}]").select_option(value)
    page.locator("#limits").get_by_label("wins", exact=True).check()
    probe = tables.probe(nim.Position.parse("2x5", take=4, misere=False))
    tab.says(f"{PLAYERS[probe.winner]} wins in {probe.dte} plies")
    assert values(tab) == shown(probe)
    found = tab.query
    assert (found["p"], found["take"], found["misere"]) == ("11111/11111", "4", "false")
    expect(page.locator("#rules-line")).to_have_text(
        "Take 1 to 4 in a line; taking the last stone wins."
    )
    remembered = visit("?mode=nim")
    remembered.says(f"{PLAYERS[probe.winner]} wins in {probe.dte} plies")
    assert remembered.query == found


def test_a_link_carries_the_whole_game(visit):
    tab = visit(f"?mode=nim&p={WON}&m=a2.a1-c1&at=1&take=4")
    expect(tab.page.locator("#moves button")).to_have_text(["start", "a2??", "a1-c1??"])
    link = tab.copied("Copy link")
    friend = visit(link.removeprefix(tab.url))
    expect(friend.page.locator("#moves button")).to_have_text(["start", "a2??", "a1-c1??"])
    assert friend.query == tab.query


def test_a_link_may_ask_for_what_is_not_offered(visit):
    tab = visit("?mode=nim&p=111111&take=6&against=martians&you=7")
    tab.says("Player 1 wins in 2 plies")
    for name, value in {"columns": "6", "take": "6"}.items():
        expect(tab.page.locator(f"#limits [name={name}]")).to_have_value(value)
    expect(tab.page.locator("#against input:checked")).to_have_value("nobody")


def test_with_few_colours_stones_and_choices_are_seen(visit):
    tab = visit("?mode=nim&p=11/11&against=friend", forced_colors="active")
    tab.says("Player 1 to move")
    drawn = "(all, name) => all.map((one) => getComputedStyle(one)[name])"
    stones = tab.page.locator(".stone").evaluate_all(drawn, "backgroundImage")
    assert "none" not in stones
    players = tab.page.locator("#against span").evaluate_all(drawn, "backgroundColor")
    assert players[1] not in (players[0], players[2])
    tab.picture("nim-few-colours")


def test_what_comes_next_is_in_view_on_a_small_phone(visit):
    tab = visit("?mode=nim&p=1110/1000&m=a2.a1-b1.c1&against=computer&you=0", has_touch=True)
    tab.page.set_viewport_size({"width": 390, "height": 664})
    tab.says("The computer wins")
    above_the_toolbar(tab, "#sheet-more")
    above_the_toolbar(tab, "#actions button")
