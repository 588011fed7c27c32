"""Solo on the page, compared with the library."""

from __future__ import annotations

import re
from time import monotonic
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from rooms.solo.page import PLAYED
from support.effort import sample

from browser.tab import accessible
from tablebase.games.collapsi.board import Board
from tablebase.games.solo import Position, Rules
from tablebase.games.solo.game import SOLO

CLEARS = "A3Jr4/2AA2/234J/332A"
"""A board that can be cleared."""

NEVER = "3422/22JA/A3A3/A43Jr"
"""A board on which at least one card is left."""


@pytest.fixture
def today(on_tuesday):
    """Open Solo on a given day."""

    def open_page(query="", **settings):
        tab = on_tuesday(f"?mode=solo{query}", PLAYED, **settings)
        tab.says("15 cards left")
        return tab

    return open_page


def targets(tab) -> list[str]:
    found = "cards => cards.map((card) => card.dataset.cell).sort()"
    return tab.targets.evaluate_all(found)


BOARD = """() => {
  const pawn = document.querySelector(".pawn")?.dataset.at;
  return [...document.querySelectorAll(".board .card")].map((card, at) =>
    (card.matches(".down") ? "x" : "") + card.dataset.card + (pawn === String(at) ? "r" : ""));
}"""
"""Each card as the notation writes it."""


def position_of(tab, rules: Rules = SOLO) -> Position:
    """The position on the board."""
    words = tab.page.evaluate(BOARD)
    columns = rules.board.columns
    rows = ["".join(words[at : at + columns]) for at in range(0, len(words), columns)]
    return Position.parse("/".join(rows), rules)


def shows(tab, position: Position) -> None:
    """Wait for a position; the cells where the pawn can go stand out."""
    page, expected = tab.page, re.findall("x?[AJ2-9]r?", str(position))
    end = monotonic() + 10
    while page.evaluate(BOARD) != expected and monotonic() < end:
        page.wait_for_timeout(20)
    assert page.evaluate(BOARD) == expected
    legal = sorted(map(str, position.legal_moves()))
    expect(tab.targets).to_have_count(len(legal))
    assert targets(tab) == legal


def clear(tab, tables) -> None:
    """Clear the day's board, with all but the last move from a link."""
    line = tables.line(position_of(tab))
    moves = [str(probe.moves[0].move) for probe in line[:-1]]
    shown = urlsplit(tab.page.url).query
    tab.page.goto(f"{tab.url}?{shown}&m={'.'.join(moves[:-1])}")
    tab.says("1 card left")
    tab.cell(moves[-1]).click()
    tab.says("Cleared!")


def test_todays_board_is_cleared_kept_and_shared(today, tables):
    tab = today()
    page = tab.page
    expect(page.locator("#headline-sub")).to_have_text("No. 2 · Tue 17 Nov · medium")
    clear(tab, tables)
    expect(page.locator("#headline-sub")).to_contain_text("cleared")
    expect(page.locator("#record dd").first).to_have_text("1")
    accessible(tab)
    tab.picture("solo-cleared")
    tab.press("Share")
    expect(page.locator("#sheet-more")).to_contain_text("Copied")
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared.startswith(f"Collapsi Solo 2: cleared\n{'🟩' * 15}\n")
    assert "m=" not in shared


def test_a_new_visitor_gets_the_rule_sheets_board(fresh, tables):
    rules = Rules(Board(3, 3), joker_steps=(1,))
    tab = fresh("?mode=solo")
    tab.says("8 cards left")
    expect(tab.page.locator("#headline-sub")).to_have_text("The rule sheet\u2019s board")
    position = position_of(tab, rules)
    assert sorted(position.cards) == [0, 0, 1, 1, 1, 2, 2, 2, 3]
    while position.legal_moves():
        shows(tab, position)
        best = tables.probe(position).moves[0]
        tab.cell(str(best.move)).click()
        position = best.position
    tab.says("Cleared!")
    tab.press("New")
    tab.says("8 cards left")
    tab.choose("kinds", "Easy")
    tab.says("15 cards left")
    assert "joker" not in tab.query


def test_back_leads_to_todays_board(today):
    tab = today()
    start = position_of(tab)
    first = str(start.legal_moves()[0])
    tab.cell(first).click()
    shows(tab, start.play(first))
    tab.page.go_back()
    shows(tab, start)
    tab.cell(first).click()
    shows(tab, start.play(first))
    tab.open("?mode=rules")
    tab.page.locator("#modes a[href='?mode=solo']").evaluate("(link) => link.click()")
    shows(tab, start.play(first))  # the game goes on


@pytest.mark.parametrize("board", sample([CLEARS, NEVER], 1))
def test_values_are_the_librarys(visit, tables, board):
    tab = visit(f"?mode=solo&p={board}")
    tab.says("15 cards left")
    position = Position.parse(board)
    score = tables.probe(position).score
    tab.press("Check")
    said = tab.page.locator("#sheet-main")
    expect(said).to_have_text(
        "This board cannot be cleared: at best 1 card is left."
        if score
        else "The board can be cleared."
    )
    tab.press("Values")
    for _ in range(4):
        probe = tables.probe(position)
        expected = {}
        for move in probe.moves:
            left = move.position.score(tables.probe(move.position).value)
            lost = move.value.result.value == "loss"
            expected[str(move.move)] = (
                "gets stuck" if lost else f"leaves {left}" if left else "clears all"
            )
        assert tab.values == expected
        worst = probe.moves[-2]
        tab.cell(str(worst.move)).click()
        position = worst.position
        shows(tab, position)
    left = position.score(tables.probe(position).value)
    expect(said).to_contain_text(f"at best {left} cards are left")
    expect(tab.page.locator("#moves .mark").first).to_have_text("?")
    tab.picture("solo-values")


@pytest.mark.slow
def test_the_exit_as_a_card_and_a_first_move_of_one_step(visit, tables):
    tab = visit(f"?mode=solo&p={CLEARS}")
    tab.says("15 cards left")
    tab.tab("Rules")
    accessible(tab)
    tab.page.locator("#readings").get_by_label("1 step", exact=True).check()
    shows(tab, Position.parse(CLEARS, Rules(joker_steps=(1,))))
    tab.page.locator("#readings").get_by_label("a card", exact=True).check()
    position = Position.parse(CLEARS, Rules(exit="exact", joker_steps=(1,)))
    for _ in range(5):
        shows(tab, position)
        move = tables.probe(position).moves[0].move
        tab.cell(str(move)).click()
        position = position.play(move)
    assert tab.query["exit"] == "exact"
    friend = visit(tab.page.url.removeprefix(tab.url))
    shows(friend, position)
    friend.press("Undo", "Undo")
    expect(friend.page.locator("#moves .taken-back")).to_have_count(2)
    friend.press("New")
    friend.page.wait_for_url(lambda address: CLEARS not in address)
    friend.says("15 cards left")
    assert tables.probe(position_of(friend, position.rules)).score == 0


@pytest.mark.slow
def test_boards_by_grade_by_seed_and_of_ones_own(today, tables):
    tab = today()
    page = tab.page
    tab.choose("kinds", "Expert")
    expect(page.locator("#headline-sub")).to_have_text("Expert board")
    tab.tab("Boards")
    page.locator("#seed").fill("77")
    tab.press("Draw")
    expect(page.locator("#seed")).to_have_attribute("placeholder", "77")
    drawn = position_of(tab)
    assert tables.probe(drawn).score == 0
    page.locator("#cards").fill("A3J4/2AA2")
    tab.press("Use this board")
    expect(page.locator("#own-error")).to_contain_text("has 2 rows: expected 4")
    shows(tab, drawn)
    page.locator("#cards").fill(NEVER)
    tab.press("Use this board")
    shows(tab, Position.parse(NEVER))
    expect(page.locator("#headline-sub")).to_have_text("A board that cannot be cleared")
    accessible(tab)
    page.go_back()
    shows(tab, drawn)
    tab.choose("kinds", "Today")
    expect(page.locator("#headline-sub")).to_contain_text("No. 2")


def test_the_seed_of_a_board_of_a_grade_is_not_shown(today):
    """By itself it would give another board."""
    tab = today("&seed=70")
    seed = tab.page.locator("#seed")
    expect(seed).to_have_attribute("placeholder", "70")
    tab.choose("kinds", "Easy")
    expect(tab.page.locator("#headline-sub")).to_have_text("Easy board")
    expect(seed).to_have_attribute("placeholder", "")


def test_on_a_phone_and_with_keys(today):
    tab = today(has_touch=True, color_scheme="dark")
    page = tab.page
    page.set_viewport_size({"width": 390, "height": 844})
    position = position_of(tab)
    first = str(position.legal_moves()[0])
    tab.cell(first).tap()
    expect(page.locator(".path.preview polyline").first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    accessible(tab)
    tab.press(f"Move to {first}")
    position = position.play(first)
    shows(tab, position)
    tab.press("Values")
    tab.picture("solo-phone")
    for box in (button.bounding_box() for button in page.locator(".toolbar button").all()):
        assert min(box["width"], box["height"]) >= 40
    tab.keys("u", "v")
    tab.cell(first).focus()
    expect(tab.cell(first)).to_have_attribute("aria-label", re.compile("Red can move here"))
    tab.keys("Enter")
    shows(tab, position)
