"""Collapsi Shift on the page: shifts by mouse, touch and keyboard, values, the computer."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

import tablebase
from browser.test_page import accessible
from browser.test_play import begin
from tablebase import Position

PHONE = {"width": 390, "height": 844}
START = "A223/4A2J/3A23/J3A4"
LATE = "x3AxAx2/xJ2rx43/A3b2xJ/x2xA34 r"
"""Eight cards, red to move."""
KEYS = {"L": "ArrowLeft", "R": "ArrowRight", "U": "ArrowUp", "D": "ArrowDown"}


def late(rules, **options) -> str:
    fields = {"p": LATE.replace(" ", "_"), "r": rules, **options}
    return "?" + "&".join(f"{name}={value}" for name, value in fields.items())


def arrow(tab, letter: str):
    return tab.page.locator(f'.shift[data-shift="{letter}"]')


def arrows(tab) -> dict[str, str]:
    """The moves that the arrows stand for, and what they say of them."""
    found = tab.page.locator(".shift").all()
    return {each.get_attribute("data-move"): each.get_attribute("data-value") for each in found}


def by_mouse(tab, move: str) -> None:
    tab.cell(move[:2]).click()
    arrow(tab, move[2:]).click()


def by_keyboard(tab, move: str) -> None:
    expect(tab.cell(move[:2])).to_be_enabled()
    tab.cell(move[:2]).focus()
    tab.keys("Enter")
    if move[2:]:  # else the button to stay, which is the first
        tab.keys(KEYS[move[2:]])
    tab.keys("Enter")


@pytest.mark.parametrize(("by", "rules"), [(by_mouse, "shift"), (by_keyboard, "shift-may")])
def test_a_full_game(visit, by, rules):
    rng = random.Random(rules)
    tab = visit(f"?mode=play&p={START}&r={rules}&as=all")
    position = Position.parse(START, None, rules)
    while position.legal_moves():
        tab.says(f"{position.side_to_move.capitalize()} to move")
        move = str(rng.choice(position.legal_moves()))
        by(tab, move)
        position = position.play(move)
        expect(tab.page).to_have_url(re.compile(rf"[=.]{move}&"))
        assert tab.shown(rules) == position
    tab.says(f"{position.winner.capitalize()} won")
    expect(tab.page.locator(".card.down")).to_have_count(position.ply)


@pytest.mark.parametrize("rules", ["shift", "shift-may"])
def test_values_are_the_librarys(visit, rules):
    tab = visit(late(rules))
    position = Position.parse(LATE, None, rules)
    found = tablebase.search(position)
    tab.says(f"{found.winner.capitalize()} wins in {found.value.dte}")
    choices = tab.page.locator("#choices button")
    expect(choices).to_have_count(len(position.legal_moves()))
    expect(choices.filter(has_not_text=re.compile(r"in \d"))).to_have_count(0)  # all are known
    seen = {}
    for cell, shown in tab.values.items():
        tab.cell(cell).click()
        values = arrows(tab)
        assert shown in values.values()
        seen |= values
    expected = {}
    for move in position.legal_moves():
        reply = tablebase.search(position.play(move))
        verb = "wins" if reply.winner == "red" else "loses"
        expected[str(move)] = f"{verb} in {reply.value.dte + 1}"
    assert seen == expected
    listed = choices.all_inner_texts()
    assert listed[0].split()[0] == found.line[0]
    assert len(listed) == len(expected)
    tab.picture(f"{rules}-desk")


def test_an_opening_is_searched_while_it_is_shown(visit):
    tab = visit(f"?p={START}&r=shift&e=single")
    found = tablebase.search(Position.parse(START, "single", "shift"))
    expect(tab.page.locator("#headline-main")).to_have_text(
        f"{found.winner.capitalize()} wins in {found.value.dte}", timeout=30_000
    )


def test_what_is_wrong_with_a_position_is_said_while_the_one_shown_is_searched(visit):
    tab = visit("?mode=rules")
    with tab.held("**/later.wasm"):  # the search
        tab.open(f"?mode=analyse&p={START}&r=shift&e=single")
        expect(tab.page.locator(".card.target").first).to_be_visible()
        tab.tab("Set up")
        tab.page.locator("#notation").fill("A223/4A2J/3A23/J3A5")
        tab.press("Show")
        error = tab.page.locator("#notation-error")
        expect(error).not_to_be_empty()
    expect(tab.page.locator(".card .badge").first).to_be_visible(timeout=30_000)
    tab.settle()
    expect(error).not_to_be_empty()
    expect(tab.page.locator("#notation")).to_have_value("A223/4A2J/3A23/J3A5")


def test_a_shift_can_be_called_off(visit):
    tab = visit(late("shift"))
    tab.says("Red wins in 1")
    tab.cell("c3").click()
    expect(tab.page.locator("#advice")).to_have_text(
        "To c3. Now choose an arrow: shift row 3 or column c."
    )
    tab.cell("a3").click()  # another destination
    assert list(arrows(tab)) == ["a3L", "a3R", "a3U", "a3D"]
    tab.cell("a3").click()
    expect(tab.page.locator(".shifts")).to_be_hidden()
    tab.cell("c3").focus()
    tab.keys("Enter", "Escape")
    expect(tab.page.locator(".shifts")).to_be_hidden()
    expect(tab.cell("c3")).to_be_focused()
    tab.cell("c3").click()
    tab.cell("d4").click(force=True)  # no destination
    expect(tab.page.locator(".shifts")).to_be_hidden()
    assert tab.shown("shift") == Position.parse(LATE, None, "shift")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_arrows_can_be_touched_on_a_phone(visit, scheme):
    tab = visit(late("shift-may"), has_touch=True, color_scheme=scheme)
    tab.page.set_viewport_size(PHONE)
    tab.says("Red wins in 1")
    tab.cell("a3").tap()
    expect(tab.page.locator(".shift")).to_have_count(5)
    boxes = [each.bounding_box() for each in tab.page.locator(".shift").all()]
    assert len(boxes) == 5
    for box in boxes:
        assert min(box["width"], box["height"]) >= 40
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    accessible(tab)
    tab.picture(f"shift-phone-{scheme}")
    arrow(tab, "L").tap()
    expect(tab.page.locator("#moves button")).to_have_count(2)
    assert tab.shown("shift-may") == Position.parse(LATE, None, "shift-may").play("a3L")


def test_a_pawn_can_be_dragged(visit):
    tab = visit(late("shift"))
    tab.says("Red wins in 1")
    tab.page.locator(".pawn.red").drag_to(tab.cell("c3"), force=True)
    arrow(tab, "D").click()
    tab.says("Red won")


def test_the_computer_plays(visit):
    rules = "shift-may"
    tab = visit(late(rules, mode="play", level="perfect", m="a3L", **{"as": "red"}))
    tab.says("Your move")
    [answer] = re.findall(r"m=a3L\.(\w+)", tab.page.url)
    position = Position.parse(LATE, None, rules).play("a3L")
    values = {str(m): tablebase.search(position.play(m)).value for m in position.legal_moves()}
    best = tablebase.search(position).value
    assert (values[answer].result.opposite, values[answer].dte + 1) == best


def test_choosing_the_rules(visit):
    tab = visit("?mode=play", locale="en-AU")  # a context of its own: they are kept
    tab.says("Play Collapsi")
    tab.page.locator("#start summary").click()
    tab.page.locator("#rules").select_option("shift")
    begin(tab, "Play as Red, easy")
    tab.says("Your move")
    position = tab.shown("shift")
    assert position.ply == 0
    by_mouse(tab, str(position.legal_moves()[0]))
    expect(tab.page.locator("#headline-main")).to_have_text("Your move", timeout=30_000)
    assert tab.shown("shift").ply == 2
    expect(tab.page.locator("#reply")).to_have_text(
        re.compile(r"Blue answers \w\d and shifts (row \d to the (left|right)|column \w (up|down))")
    )
    tab.keys("?")
    expect(tab.page.locator("#how-shift")).to_contain_text("you must shift the row")


def test_turning_the_board_turns_shifts(visit):
    tab = visit(late("shift", m="a3L"))
    expect(tab.page.locator(".card.down")).to_have_count(9)
    before = tab.shown("shift")
    tab.tab("Set up")
    for motion in ("rotate", "mirror", "up"):
        tab.page.locator(f"[data-motion={motion}]").click()
        expect(tab.page.locator(".card.down")).to_have_count(9)
        after = tab.shown("shift")
        assert after in {before.image(g) for g in before.rules.symmetries}
        assert after != before
        before = after
