"""What the coach says about moves by a rule of thumb, and the computer that plays by it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from support import DEAL
from support.effort import sample

import tablebase
from browser.games import SAID_AT, address, begin, moves_of
from browser.tab import START, accessible
from tablebase import Position
from tablebase.games.collapsi.position import random_deals
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.strategy.advice import advise
from tablebase.games.collapsi.strategy.preferences import load_strategy

RULE = load_strategy("safe-moves")
LATE = {"coach.js", "strategy.js", "strategies.json", "later.wasm"}


# --- What the coach says -------------------------------------------------------------------------
SAID = {"c4": "agrees.", "d1": "says c4."}


def test_the_coach_names_what_speaks_for_a_move(visit):
    tab = visit(address(SAID_AT))
    expect(tab.page.locator(".card .badge").first).to_be_visible()
    for move, text in SAID.items():
        tab.cell(move).hover()
        expect(tab.page.locator("#coach")).to_have_text(f"Rule of thumb{text}")
    tab.press("Hide values")
    tab.page.locator("[data-move=c4]").click()
    tab.rests()
    expect(tab.page.locator("#coach")).to_be_empty()


def test_the_rule_itself_is_shown(visit):
    tab = visit(address(SAID_AT))
    expect(tab.page.locator("#line button").first).to_be_visible()
    tab.page.locator("[data-move=c4]").click()
    tab.press("Rule of thumb")
    sheet = tab.page.get_by_role("dialog", name="rule")
    expect(sheet).to_contain_text(RULE.words)
    accessible(tab)
    tab.press("Close")
    expect(sheet).to_have_count(0)
    tab.press("Rule of thumb")
    sheet.get_by_role("link", name="Learn it in three steps").click()
    expect(tab.page).to_have_url(re.compile("mode=learn&lesson=safe-moves"))
    expect(tab.page.locator(".mode-learn #board")).to_be_visible()
    expect(sheet).to_have_count(0)


def test_a_mistake_that_was_played(visit):
    tab = visit(f"{START}&m=b1")
    tab.says("Blue wins in 9")
    coach = tab.page.locator("#coach")
    reason = re.compile(r"^Key reply: [a-d][1-4] \(.*\), then .* and Red cannot move\.$")
    expect(coach).to_have_text(reason)  # the rule of thumb fails here, and is silent
    tab.cell("d3").hover()
    expect(coach).to_be_empty()
    tab.page.mouse.move(1, 1)
    expect(coach).to_have_text(reason)
    tab.press("Hide values")
    expect(coach).to_be_empty()


def test_rules_without_strategies(visit):
    deal = next(random_deals(1, 1, load_rules("landing")))
    tab = visit(f"?p={deal}&r=landing")
    expect(tab.page.locator(".card .badge").first).to_be_visible(timeout=30_000)
    tab.targets.first.hover()
    tab.rests()
    expect(tab.page.locator("#coach")).to_be_empty()
    expect(tab.page.locator("#banner")).to_be_hidden()
    tab.page.goto(f"{tab.url}?mode=play&p={deal}&r=landing&as=blue&level=safe-moves")
    # The computer has moved, at an easy level, after a table was built.
    expect(tab.page.locator("#headline-main")).to_have_text("Your move", timeout=30_000)
    expect(tab.page.locator("#banner")).to_be_hidden()


def test_coach_and_lines_come_when_they_are_needed(visit):
    tab = visit()
    asked = set()
    tab.page.on("request", lambda request: asked.add(request.url.rsplit("/", 1)[1]))
    tab.page.goto(tab.url + address(SAID_AT))
    expect(tab.page.locator("#choices li").first).to_be_visible()
    assert not {*LATE, "study.js"} & asked
    tab.cell("c4").hover()
    expect(tab.page.locator("#coach")).not_to_be_empty()
    assert asked >= LATE
    tab.tab("Lines")
    expect(tab.page.locator("#keep")).to_be_visible()
    assert "study.js" in asked


# --- In a game -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), sample([(320, 568), (360, 640), (390, 844)], 1))
def test_a_mistake_in_a_game(visit, width, height):
    tab = visit(f"?mode=play&p={DEAL}&level=perfect&as=red", has_touch=True)
    tab.page.set_viewport_size({"width": width, "height": height})
    tab.says("Your move")
    tab.cell("b1").tap()
    tab.cell("b1").tap()
    said, advice = tab.page.locator("#feedback"), tab.page.locator("#advice")
    expect(said).to_have_text("Your b1 lets Blue win with d1; a3 would have kept the win.")
    expect(tab.page.locator("#reply")).to_have_text("Blue answers d1.")
    expect(tab.page.locator("#picture svg")).to_have_attribute(
        "aria-label", "You played b1, the dashed line; a3, the solid line, was better."
    )
    tab.says("Your move")
    accessible(tab)
    toolbar = tab.page.locator("#toolbar").bounding_box()
    for part in ("#picture", "#feedback", "#reply", "#show-me", "#take-back"):
        box = tab.page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= toolbar["y"]
    tab.picture(f"coach-play-{width}")
    tab.press("Show me")
    expect(tab.page.locator("#headline-main")).to_have_text("What if")
    expect(tab.page.locator("#hint-button")).to_be_disabled()
    expect(advice).to_have_text(re.compile(r"^What if: b1 d1 .*, and Red cannot move\.$"))
    expect(tab.page.locator("#status")).to_have_text(re.compile("^What if: .* Red cannot move"))
    assert "m=b1.d1&" in tab.page.url  # nothing was played
    tab.press("Back to the game")
    expect(said).to_be_visible()
    tab.targets.first.tap()
    tab.page.locator(".card.pointed:not([aria-disabled])").tap()
    expect(said).to_be_empty()  # the game is lost, and it is silent
    tab.press("Take back b1")
    expect(tab.page.locator("#take-back")).to_be_hidden()
    expect(tab.page.locator(".card:focus")).to_have_count(1)
    tab.cell("a3").tap()
    tab.cell("a3").tap()
    expect(said).to_have_text("Your a3 was the only winning move.")


def test_a_mistake_is_looked_at_after_the_game(visit):
    table = tablebase.build(tablebase.Deal.parse(DEAL))
    first = Position.parse(DEAL).play("b1")
    moves = ["b1", *(str(probe.moves[0].move) for probe in table.line(first)[:-1])]
    tab = visit(f"?mode=play&p={DEAL}&as=red&m={'.'.join(moves)}")
    tab.says("Blue won")
    expect(tab.page.locator("#show-me")).to_be_hidden()
    tab.press("Look at move 1: b1", "Show me")
    expect(tab.page.locator("#advice")).to_contain_text("What if: b1 d1")
    expect(tab.page.locator("#advice")).to_contain_text("Red cannot move", timeout=20_000)
    accessible(tab)
    tab.picture("coach-review")


def test_the_computer_plays_by_the_rule(visit):
    tab = visit("?mode=play", alone=True)
    tab.says("Play Collapsi")
    tab.choose("levels", "rule of thumb")
    notes = tab.page.locator("#level-notes p:visible")
    expect(notes).to_have_text("Stronger than easy, weaker than medium. It follows one rule.")
    accessible(tab)
    tab.picture("coach-level")
    begin(tab, "Play as Red, rule of thumb")
    tab.says("Your move")
    position = Position.parse(tab.position, "single")  # today's rules
    mine = str(position.legal_moves()[-1])
    tab.cell(mine).click()
    tab.page.wait_for_url(re.compile(rf"m={mine}\.\w+&.*level=safe-moves"))
    made = advise(RULE, tablebase.Tablebase().probe(position.play(mine))).made
    assert moves_of(tab)[1] in [str(move.move) for move in made]


def test_of_quick_choices_the_last_is_shown(visit):
    """The words of the rule of thumb come later than the choice that replaced it."""
    tab = visit("?mode=play", alone=True)
    tab.says("Play Collapsi")
    tab.page.get_by_text("More choices").click()
    expect(tab.page.locator("#rules [value=landing]")).to_be_attached()
    tab.page.evaluate(
        """() => {
          const choose = (selector, change) => {
            const field = document.querySelector(selector);
            change(field);
            field.dispatchEvent(new Event("change", { bubbles: true }));
          };
          choose("#levels [value=safe-moves]", (field) => { field.checked = true; });
          choose("#rules", (field) => { field.value = "landing"; });
        }"""
    )
    expect(tab.page.locator("#rules-note")).to_contain_text("A pawn may end on the other pawn")
    expect(tab.page.get_by_role("button", name="Play as Red, easy")).to_be_visible()
    expect(tab.page.get_by_text("rule of thumb", exact=True)).to_be_hidden()
    tab.rests()
    expect(tab.page.get_by_role("button", name="Play as Red, easy")).to_be_visible()
