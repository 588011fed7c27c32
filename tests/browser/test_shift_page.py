"""A board that shifts on the page: by mouse, touch and keyboard, and a computer at random."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect
from support.effort import sample

from browser.tab import accessible
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


@pytest.mark.parametrize("by", [by_mouse, by_keyboard])
def test_a_full_game(visit, by):
    rng, rules = random.Random(by.__name__), "shift-back"
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


def test_a_shift_can_be_called_off(visit):
    tab = visit(late("shift-back"))
    tab.says("Red to move")
    tab.cell("c3").click()
    expect(tab.page.locator("#advice")).to_have_text(
        "To c3. Now choose an arrow: shift its row or its column."
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
    assert tab.shown("shift-back") == Position.parse(LATE, None, "shift-back")


@pytest.mark.parametrize("scheme", sample(["light", "dark"], 1))
def test_arrows_can_be_touched_on_a_phone(visit, scheme):
    tab = visit(late("shift-back"), has_touch=True, color_scheme=scheme)
    tab.page.set_viewport_size(PHONE)
    tab.says("Red to move")
    tab.cell("a3").tap()
    expect(tab.page.locator(".shift")).to_have_count(4)
    boxes = [each.bounding_box() for each in tab.page.locator(".shift").all()]
    assert len(boxes) == 4
    for box in boxes:
        assert min(box["width"], box["height"]) >= 40
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    accessible(tab)
    tab.picture(f"shift-phone-{scheme}")
    arrow(tab, "L").tap()
    expect(tab.page.locator("#moves button")).to_have_count(2)
    assert tab.shown("shift-back") == Position.parse(LATE, None, "shift-back").play("a3L")


def test_a_pawn_can_be_dragged(visit):
    tab = visit(late("shift-back"))
    tab.says("Red to move")
    tab.page.locator(".pawn.red").drag_to(tab.cell("c3"), force=True)
    arrow(tab, "D").click()
    tab.says("Red won")


def test_choosing_the_rules(visit):
    tab = visit("?mode=play", alone=True)
    tab.says("Play Collapsi")
    tab.page.locator("#start summary").click()
    tab.page.locator("#rules").select_option("shift-back")
    begin(tab, "Play as Red")
    tab.says("Your move")
    position = tab.shown("shift-back")
    assert position.ply == 0
    by_mouse(tab, str(position.legal_moves()[0]))
    expect(tab.page.locator("#headline-main")).to_have_text("Your move", timeout=30_000)
    assert tab.shown("shift-back").ply == 2
    expect(tab.page.locator("#reply")).to_have_text(
        re.compile(r"Blue answers \w\d and shifts its (row to the (left|right)|column (up|down))")
    )
    tab.keys("?")
    expect(tab.page.locator("#how-shift")).to_contain_text("you must shift the row")


def test_turning_the_board_turns_shifts(visit):
    tab = visit(late("shift-back", m="a3L"))
    expect(tab.page.locator(".card.down")).to_have_count(9)
    before = tab.shown("shift-back")
    tab.tab("Set up")
    for motion in ("rotate", "mirror", "up"):
        tab.page.locator(f"[data-motion={motion}]").click()
        expect(tab.page.locator(".card.down")).to_have_count(9)
        after = tab.shown("shift-back")
        assert after in {before.image(g) for g in before.rules.symmetries}
        assert after != before
        before = after
