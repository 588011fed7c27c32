"""Solo on the page, compared with the library."""

from __future__ import annotations

import re
from time import monotonic
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from browser.test_page import accessible
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.games.solo import Position, Rules
from tablebase.games.solo.rules import SOLO

CLEARS = "A3Jr4/2AA2/234J/332A"
"""A board that can be cleared."""

NEVER = "3422/22JA/A3A3/A43Jr"
"""A board on which at least one card is left."""

TUESDAY = "2026-11-17T12:00:00"
"""Day 2."""


@pytest.fixture(scope="module")
def tables():
    return Tablebase()


@pytest.fixture
def today(visit):
    """Open Solo on a given day, as a new visitor or on another visit."""

    def open_page(at=TUESDAY, query="", fresh=True, **settings):
        explorer = visit("?mode=rules", **settings)
        if fresh:
            explorer.page.evaluate("localStorage.clear()")
        explorer.page.clock.set_fixed_time(at)
        explorer.page.goto(f"{explorer.url}?mode=solo{query}")
        explorer.says("15 cards left")
        return explorer

    return open_page


def query(explorer) -> dict[str, str]:
    return {name: value for name, [value] in parse_qs(urlsplit(explorer.page.url).query).items()}


def targets(explorer) -> list[str]:
    found = "cards => cards.map((card) => card.dataset.cell).sort()"
    return explorer.page.locator(".card.target").evaluate_all(found)


BOARD = """() => {
  const pawn = document.querySelector(".pawn")?.dataset.at;
  return [...document.querySelectorAll(".board .card")].map((card, at) =>
    (card.matches(".down") ? "x" : "") + card.dataset.card + (pawn === String(at) ? "r" : ""));
}"""
"""Each card as the notation writes it."""


def position_of(explorer, rules: Rules = SOLO) -> Position:
    """The position on the board."""
    words = explorer.page.evaluate(BOARD)
    return Position.parse("/".join("".join(words[at : at + 4]) for at in range(0, 16, 4)), rules)


def shows(explorer, position: Position) -> None:
    """Wait for a position; the cells where the pawn can go stand out."""
    page, expected = explorer.page, re.findall("x?[AJ2-9]r?", str(position))
    end = monotonic() + 10
    while page.evaluate(BOARD) != expected and monotonic() < end:
        page.wait_for_timeout(20)
    assert page.evaluate(BOARD) == expected
    legal = sorted(map(str, position.legal_moves()))
    expect(page.locator(".card.target")).to_have_count(len(legal))
    assert targets(explorer) == legal


def clear(explorer, tables) -> None:
    """Clear the day's board, with all but the last move from a link."""
    line = tables.line(position_of(explorer))
    moves = [str(probe.moves[0].move) for probe in line[:-1]]
    shown = urlsplit(explorer.page.url).query
    explorer.page.goto(f"{explorer.url}?{shown}&m={'.'.join(moves[:-1])}")
    explorer.says("1 card left")
    explorer.cell(moves[-1]).click()
    explorer.says("Cleared!")


def test_todays_board_is_cleared_kept_and_shared(today, tables):
    explorer = today()
    page = explorer.page
    expect(page.locator("#headline-sub")).to_have_text("No. 2 · Tue 17 Nov · medium")
    start = position_of(explorer)
    clear(explorer, tables)
    expect(page.locator("#headline-sub")).to_contain_text("cleared")
    expect(page.locator("#record dd").first).to_have_text("1")
    accessible(explorer)
    explorer.picture("solo-cleared")
    explorer.press("Share")
    expect(page.locator("#sheet-more")).to_contain_text("Copied")
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared.startswith(f"Collapsi Solo 2: cleared\n{'🟩' * 15}\n")
    assert "m=" not in shared
    wednesday = today("2026-11-18T00:00:01", fresh=False)
    expect(wednesday.page.locator("#headline-sub")).to_have_text("No. 3 · Wed 18 Nov · medium")
    assert position_of(wednesday) != start
    clear(wednesday, tables)
    wednesday.press("Share")
    expect(wednesday.page.locator("#sheet-more")).to_contain_text("Copied")
    assert "2 days in a row" in wednesday.page.evaluate("navigator.clipboard.readText()")


def test_with_help_a_day_does_not_count(today, tables):
    explorer = today()
    page = explorer.page
    position = position_of(explorer)
    explorer.press("Hint")
    hinted = page.locator(".card.hinted")
    expect(hinted).to_have_count(1)
    best = [str(move.move) for move in tables.probe(position).moves if move.is_best]
    assert hinted.get_attribute("data-cell") in best
    clear(explorer, tables)
    expect(page.locator("#record dd").first).to_have_text("0")
    explorer.press("Share")
    expect(page.locator("#sheet-more")).to_contain_text("Copied")
    assert "cleared, with help" in page.evaluate("navigator.clipboard.readText()")


@pytest.mark.parametrize("board", [CLEARS, pytest.param(NEVER, marks=pytest.mark.slow)])
def test_values_are_the_librarys(visit, tables, board):
    explorer = visit(f"?mode=solo&p={board}")
    explorer.says("15 cards left")
    position = Position.parse(board)
    score = tables.probe(position).score
    explorer.press("Check")
    said = explorer.page.locator("#sheet-main")
    expect(said).to_have_text(
        "This board cannot be cleared: at best 1 card is left."
        if score
        else "The board can be cleared."
    )
    explorer.press("Values")
    for _ in range(4):
        probe = tables.probe(position)
        expected = {}
        for move in probe.moves:
            left = move.position.score(tables.probe(move.position).value)
            lost = move.value.result.value == "loss"
            expected[str(move.move)] = (
                "gets stuck" if lost else f"leaves {left}" if left else "clears all"
            )
        assert explorer.values == expected
        worst = probe.moves[-2]
        explorer.cell(str(worst.move)).click()
        position = worst.position
        shows(explorer, position)
    left = position.score(tables.probe(position).value)
    expect(said).to_contain_text(f"at best {left} cards are left")
    expect(explorer.page.locator("#moves .mark").first).to_have_text("?")
    explorer.picture("solo-values")


def test_where_a_game_was_lost(visit, tables):
    explorer = visit(f"?mode=solo&p={CLEARS}&m=a1.b1")
    shows(explorer, (position := Position.parse(CLEARS).play("a1").play("b1")))
    while position.legal_moves():
        worst = tables.probe(position).moves[-1].move
        explorer.cell(str(worst)).click()
        position = position.play(worst)
        shows(explorer, position)
    expect(explorer.page.locator("#sheet-more")).to_contain_text("could have cleared the board")
    explorer.press("Where was it lost?")
    game = Position.parse(CLEARS).replay(query(explorer)["m"].split("."))
    number = int(explorer.page.locator("#sheet-more").inner_text().split()[-1].rstrip("."))
    scores = [at.score(tables.probe(at).value) for at in game]
    assert scores[number - 1] == 0 < scores[number]
    explorer.press("Try again from there")
    shows(explorer, game[number - 1])
    explorer.press("Restart")
    shows(explorer, game[0])
    under_way = visit(f"?mode=solo&p={game[1]}")
    shows(under_way, game[1])
    expect(under_way.page.locator("#headline-sub")).to_have_text("A game under way")


@pytest.mark.slow
def test_the_exit_as_a_card_and_a_first_move_of_one_step(visit, tables):
    explorer = visit(f"?mode=solo&p={CLEARS}")
    explorer.says("15 cards left")
    explorer.tab("Rules")
    accessible(explorer)
    explorer.page.locator("#readings").get_by_label("1 step", exact=True).check()
    shows(explorer, Position.parse(CLEARS, Rules(joker_steps=(1,))))
    explorer.page.locator("#readings").get_by_label("a card", exact=True).check()
    position = Position.parse(CLEARS, Rules(exit="exact", joker_steps=(1,)))
    for _ in range(5):
        shows(explorer, position)
        move = tables.probe(position).moves[0].move
        explorer.cell(str(move)).click()
        position = position.play(move)
    assert query(explorer)["exit"] == "exact"
    friend = visit(explorer.page.url.removeprefix(explorer.url))
    shows(friend, position)
    friend.press("Undo", "Undo")
    expect(friend.page.locator("#moves .taken-back")).to_have_count(2)
    friend.press("New")
    friend.page.wait_for_url(lambda address: CLEARS not in address)
    friend.says("15 cards left")
    assert tables.probe(position_of(friend, position.rules)).score == 0


@pytest.mark.slow
def test_boards_by_grade_by_seed_and_of_ones_own(today, tables):
    explorer = today()
    page = explorer.page
    explorer.choose("kinds", "Expert")
    expect(page.locator("#headline-sub")).to_have_text("Expert board")
    explorer.tab("Boards")
    page.locator("#seed").fill("77")
    explorer.press("Draw")
    expect(page.locator("#seed")).to_have_attribute("placeholder", "77")
    drawn = position_of(explorer)
    assert tables.probe(drawn).score == 0
    page.locator("#cards").fill("A3J4/2AA2")
    explorer.press("Use this board")
    expect(page.locator("#cards-error")).to_contain_text("has 2 rows: expected 4")
    shows(explorer, drawn)
    page.locator("#cards").fill(NEVER)
    explorer.press("Use this board")
    shows(explorer, Position.parse(NEVER))
    expect(page.locator("#headline-sub")).to_have_text("A board that cannot be cleared")
    accessible(explorer)
    page.go_back()
    shows(explorer, drawn)
    explorer.choose("kinds", "Today")
    expect(page.locator("#headline-sub")).to_contain_text("No. 2")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (f"&p={CLEARS}&m=a1.d4", "d4: not a legal move in"),
        *(
            pytest.param(*slow, marks=pytest.mark.slow)
            for slow in (
                ("&p=A3J4", "has 1 rows: expected 4"),
                (f"&p={CLEARS}&exit=window", "unknown exit 'window': expected door or exact"),
                (f"&p={CLEARS}&joker=0", "joker steps '0': expected some of 1 to 9"),
                ("&seed=x", "seed 'x': expected a whole number"),
            )
        ),
    ],
)
def test_a_wrong_link_says_so_and_shows_todays_board(today, wrong, said):
    explorer = today(query=wrong)
    expect(explorer.page.locator("#banner-text")).to_contain_text(said)
    expect(explorer.page.locator("#headline-sub")).to_contain_text("No. 2")


def test_on_a_phone_and_with_keys(today):
    explorer = today(has_touch=True, color_scheme="dark")
    page = explorer.page
    page.set_viewport_size({"width": 390, "height": 844})
    position = position_of(explorer)
    first = str(position.legal_moves()[0])
    explorer.cell(first).tap()
    expect(page.locator(".path.preview polyline").first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    accessible(explorer)
    explorer.press(f"Move to {first}")
    position = position.play(first)
    shows(explorer, position)
    explorer.press("Values")
    explorer.picture("solo-phone")
    for box in (button.bounding_box() for button in page.locator(".toolbar button").all()):
        assert min(box["width"], box["height"]) >= 40
    explorer.keys("u", "v")
    explorer.cell(first).focus()
    expect(explorer.cell(first)).to_have_attribute("aria-label", re.compile("Red can move here"))
    explorer.keys("Enter")
    shows(explorer, position)
