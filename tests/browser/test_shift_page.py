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


def arrow(explorer, letter: str):
    return explorer.page.locator(f'.shift[data-shift="{letter}"]')


def arrows(explorer) -> dict[str, str]:
    """The moves that the arrows stand for, and what they say of them."""
    found = explorer.page.locator(".shift").all()
    return {each.get_attribute("data-move"): each.get_attribute("data-value") for each in found}


def by_mouse(explorer, move: str) -> None:
    explorer.cell(move[:2]).click()
    arrow(explorer, move[2:]).click()


def by_keyboard(explorer, move: str) -> None:
    expect(explorer.cell(move[:2])).to_be_enabled()
    explorer.cell(move[:2]).focus()
    explorer.keys("Enter")
    if move[2:]:  # else the button to stay, which is the first
        explorer.keys(KEYS[move[2:]])
    explorer.keys("Enter")


@pytest.mark.parametrize(("by", "rules"), [(by_mouse, "shift"), (by_keyboard, "shift-may")])
def test_a_full_game(visit, by, rules):
    rng = random.Random(rules)
    explorer = visit(f"?mode=play&p={START}&r={rules}&as=all")
    position = Position.parse(START, None, rules)
    while position.legal_moves():
        explorer.says(f"{position.side_to_move.capitalize()} to move")
        move = str(rng.choice(position.legal_moves()))
        by(explorer, move)
        position = position.play(move)
        expect(explorer.page).to_have_url(re.compile(rf"[=.]{move}&"))
        assert explorer.shown(rules) == position
    explorer.says(f"{position.winner.capitalize()} won")
    expect(explorer.page.locator(".card.down")).to_have_count(position.ply)


@pytest.mark.parametrize("rules", ["shift", "shift-may"])
def test_values_are_the_librarys(visit, rules):
    explorer = visit(late(rules))
    position = Position.parse(LATE, None, rules)
    found = tablebase.search(position)
    explorer.says(f"{found.winner.capitalize()} wins in {found.value.dte}")
    choices = explorer.page.locator("#choices button")
    expect(choices.filter(has_not_text=re.compile(r"in \d"))).to_have_count(0)  # all are known
    seen = {}
    for cell, shown in explorer.values.items():
        explorer.cell(cell).click()
        values = arrows(explorer)
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
    explorer.picture(f"{rules}-desk")


def test_an_opening_is_searched_while_it_is_shown(visit):
    explorer = visit(f"?p={START}&r=shift&e=single")
    found = tablebase.search(Position.parse(START, "single", "shift"))
    expect(explorer.page.locator("#headline-main")).to_have_text(
        f"{found.winner.capitalize()} wins in {found.value.dte}", timeout=30_000
    )


def test_a_shift_can_be_called_off(visit):
    explorer = visit(late("shift"))
    explorer.says("Red wins in 1")
    explorer.cell("c3").click()
    expect(explorer.page.locator("#advice")).to_have_text(
        "To c3. Now choose an arrow: shift row 3 or column c."
    )
    explorer.cell("a3").click()  # another destination
    assert list(arrows(explorer)) == ["a3L", "a3R", "a3U", "a3D"]
    explorer.cell("a3").click()
    expect(explorer.page.locator(".shifts")).to_be_hidden()
    explorer.cell("c3").focus()
    explorer.keys("Enter", "Escape")
    expect(explorer.page.locator(".shifts")).to_be_hidden()
    expect(explorer.cell("c3")).to_be_focused()
    explorer.cell("c3").click()
    explorer.cell("d4").click(force=True)  # no destination
    expect(explorer.page.locator(".shifts")).to_be_hidden()
    assert explorer.shown("shift") == Position.parse(LATE, None, "shift")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_arrows_can_be_touched_on_a_phone(visit, scheme):
    explorer = visit(late("shift-may"), has_touch=True, color_scheme=scheme)
    explorer.page.set_viewport_size(PHONE)
    explorer.says("Red wins in 1")
    explorer.cell("a3").tap()
    boxes = [each.bounding_box() for each in explorer.page.locator(".shift").all()]
    assert len(boxes) == 5
    for box in boxes:
        assert min(box["width"], box["height"]) >= 40
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    accessible(explorer)
    explorer.picture(f"shift-phone-{scheme}")
    arrow(explorer, "L").tap()
    expect(explorer.page.locator("#moves button")).to_have_count(2)
    assert explorer.shown("shift-may") == Position.parse(LATE, None, "shift-may").play("a3L")


def test_a_pawn_can_be_dragged(visit):
    explorer = visit(late("shift"))
    explorer.says("Red wins in 1")
    explorer.page.locator(".pawn.red").drag_to(explorer.cell("c3"), force=True)
    arrow(explorer, "D").click()
    explorer.says("Red won")


def test_the_computer_plays(visit):
    rules = "shift-may"
    explorer = visit(late(rules, mode="play", level="perfect", m="a3L", **{"as": "red"}))
    explorer.says("Your move")
    [answer] = re.findall(r"m=a3L\.(\w+)", explorer.page.url)
    position = Position.parse(LATE, None, rules).play("a3L")
    values = {str(m): tablebase.search(position.play(m)).value for m in position.legal_moves()}
    best = tablebase.search(position).value
    assert (values[answer].result.opposite, values[answer].dte + 1) == best


def test_choosing_the_rules(visit):
    explorer = visit("?mode=play", locale="en-AU")  # a context of its own: they are kept
    explorer.says("Play Collapsi")
    explorer.page.locator("#start summary").click()
    explorer.page.locator("#rules").select_option("shift")
    begin(explorer, "Play as Red, easy")
    explorer.says("Your move")
    position = explorer.shown("shift")
    assert position.ply == 0
    by_mouse(explorer, str(position.legal_moves()[0]))
    expect(explorer.page.locator("#headline-main")).to_have_text("Your move", timeout=30_000)
    assert explorer.shown("shift").ply == 2
    explorer.keys("?")
    expect(explorer.page.locator("#how-shift")).to_contain_text("you must shift the row")


def test_turning_the_board_turns_shifts(visit):
    explorer = visit(late("shift", m="a3L"))
    before = explorer.shown("shift")
    explorer.tab("Set up")
    for motion in ("rotate", "mirror", "up"):
        explorer.page.locator(f"[data-motion={motion}]").click()
        expect(explorer.page.locator(".card.down")).to_have_count(9)
        after = explorer.shown("shift")
        assert after in {before.image(g) for g in before.rules.symmetries}
        assert after != before
        before = after
