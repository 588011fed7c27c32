"""Puzzles: today's, which counts, and the trainer's."""

import re

import pytest
from playwright.sync_api import expect
from support import DEAL

import tablebase
from browser.games import HOLD_FIRST, TUESDAY
from browser.tab import START, accessible
from tablebase.games.collapsi.studies.puzzles.collection import collection as packaged
from tablebase.games.collapsi.studies.puzzles.posed import GRADES
from tablebase.games.collapsi.studies.puzzles.themes import themes

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def collection():
    """The puzzles of the day, and the training puzzles of each grade."""
    train = {
        name: [each for each in packaged() if each.day is None and each.name == name]
        for name in GRADES
    }
    return {"daily": [each for each in packaged() if each.day], **train}


def found_in(puzzle):
    return [puzzle.moves[at] for at in puzzle.choices]


@pytest.fixture
def today(on_tuesday):
    """Open the puzzles on a day with two moves to find, as a new visitor."""

    def open_page(query="", **settings):
        tab = on_tuesday(f"?mode=puzzles{query}", **settings)
        expect(tab.page.locator("#said")).not_to_be_empty()
        return tab

    return open_page


def opened(tab, puzzle):
    """Wait until the board shows a puzzle."""
    position = puzzle.position
    for place, card in enumerate(position.cards):
        cell = tab.cell(position.rules.board.cell_name(place))
        expect(cell).to_have_attribute("data-card", "JA23456789"[card])


def find(tab, names):
    """Play moves, each once the opponent has answered the one before."""
    for name in names:
        expect(tab.page.locator(".progress [aria-current]")).to_have_count(1)
        tab.cell(name).click()


def marks(tab):
    return tab.page.locator(".progress li span[aria-hidden]").all_inner_texts()


def main_button(tab):
    """The one button that stands out."""
    return tab.page.locator(".actions .primary:visible")


def test_todays_puzzle_is_solved_kept_and_shared(today, collection):
    line = collection["daily"][1]
    tab = today()
    page, said = tab.page, tab.page.locator("#said")
    expect(page.locator("#headline-sub")).to_have_text("No. 2 · Tue 17 Nov · medium")
    assert tab.values == {}
    accessible(tab)
    first, second = found_in(line)
    find(tab, [first])
    tab.comes_back("2026-11-18T00:01:00")  # begun on its day, it stays, and counts
    find(tab, [second])
    expect(said).to_contain_text("Solved")
    assert marks(tab) == ["✓", "✓"]
    expect(page.locator("#record dd").first).to_have_text("1")
    expect(main_button(tab)).to_have_text("Share")
    tab.picture("puzzle-solved")
    accessible(tab)
    tab.press("Share")
    expect(said).to_contain_text("Copied")
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared.startswith("Collapsi puzzle 2: 2 of 2\n✅✅\n")
    assert not re.search(r"\b[a-d][1-4]\b", shared)
    page.clock.set_fixed_time(TUESDAY)
    page.reload()
    expect(said).to_contain_text("Solved")


def test_a_wrong_move_is_refuted_and_ends_the_try(today, collection):
    line = collection["daily"][1]
    position, right = line.position, line.move
    table = tablebase.build(position.deal)
    probe = table.probe(position)
    wrong = next(move for move in probe.moves if not move.keeps_win)
    answer = table.probe(wrong.position).moves[0].move
    tab = today()
    find(tab, [str(wrong.move)])
    said = tab.page.locator("#said")
    loser, winner = probe.winner.title(), "Red" if probe.winner == "blue" else "Blue"
    expect(said).to_contain_text(
        f"{wrong.move} gives the win away: {winner} answers {answer} and wins."
    )
    assert marks(tab) == ["✗", "2"]
    expect(main_button(tab)).to_have_text("Try again")
    tab.picture("puzzle-missed")
    # All at once: no step may be lost while best play is not yet known.
    steps = len(table.line(wrong.position)[2:])
    tab.page.locator("#on").evaluate("(on, steps) => { while (steps--) on.click() }", steps)
    expect(tab.page.locator(f".pawn.{loser.lower()}")).to_have_class(re.compile("stuck"))
    back = tab.page.locator("#back")
    back.evaluate("(back, steps) => { while (steps--) back.click() }", steps + 2)
    expect(back).to_be_disabled()
    tab.press("Try again")
    find(tab, [right])
    assert marks(tab)[0] == "✓"
    tab.page.reload()
    expect(said).to_have_text("You missed the winning move here.")
    expect(tab.page.locator("#record dd").first).to_have_text("0")
    tab.press("Solution")
    expect(said).to_contain_text(f"The solution: {loser} now wins")
    back.click()
    tab.press("Analyse")
    expect(tab.page).to_have_url(re.compile(r"\?p=.*&at="))  # and on again from there


def test_the_trainer_gives_one_puzzle_after_the_other(today, collection):
    tab = today(query="&train=easy&n=1")
    page = tab.page
    expect(page.locator("#headline-sub")).to_have_text("No. 1 · easy")
    expect(main_button(tab)).to_have_count(0)
    find(tab, found_in(collection["easy"][0]))
    expect(main_button(tab)).to_have_text("Next puzzle")
    expect(page.locator("#record dd")).to_have_text(["1008", "1"])  # 1000, against 800
    expect(page.locator("#history a")).to_have_text(["✓"])
    tab.press("Next puzzle")
    expect(page.locator("#headline-sub")).to_have_text("No. 2 · easy")
    expect(page).to_have_url(re.compile("train=easy&n=2"))
    tab.choose("kinds", "Hard")
    expect(page.locator("#headline-sub")).to_have_text("No. 1 · hard")
    page.go_back()
    expect(page.locator("#headline-sub")).to_have_text("No. 2 · easy")


def test_themes_are_those_that_are_computed(today, collection):
    named = {"Trap": "trap", "Over the edge": "wrap", "Who moves last": "parity"}
    tab = today(query="&train=easy&n=1")
    for label, theme in named.items():
        tab.choose("themes", label)
        expect(tab.page).to_have_url(re.compile(rf"train=easy\.{theme}&n=1"))
        first = next(p for p in collection["easy"] if theme in themes(p))
        tab.says(f"{first.position.side_to_move.capitalize()} to move and win")
        opened(tab, first)
        expect(tab.page.locator(".progress li")).to_have_count(len(first.choices))
        find(tab, found_in(first)[:1])
        expect(tab.page.locator(".progress .found").first).to_be_visible()
    tab.page.set_viewport_size({"width": 390, "height": 664})
    accessible(tab)
    tab.picture("puzzles-themes")


def test_a_grade_and_a_theme_are_chosen_together(today, collection):
    tab = today()
    page = tab.page
    tab.choose("themes", "Trap")  # of all grades, easy ones first
    expect(page).to_have_url(re.compile("train=trap&n=1"))
    expect(page.get_by_label("All grades")).to_be_checked()
    tab.choose("kinds", "Hard")
    expect(page).to_have_url(re.compile(r"train=hard\.trap&n=1"))
    first = next(p for p in collection["hard"] if "trap" in themes(p))
    expect(page.locator(".progress li")).to_have_count(len(first.choices))
    expect(page.locator("#headline-sub")).to_have_text("No. 1 · hard")
    expect(page.locator("#record-note")).to_contain_text(
        "Looking four ahead finds it. The game ends", use_inner_text=True
    )
    find(tab, found_in(first)[:1])
    expect(page.locator(".progress .found").first).to_be_visible()
    tab.choose("themes", "Long win")
    empty = page.locator("#empty")
    expect(empty).to_have_text("There is no such puzzle. Choose another grade or theme.")
    assert not any("long" in themes(p) for p in collection["hard"])
    expect(page).to_have_url(re.compile(r"train=hard\.trap"))  # the puzzle stays
    accessible(tab)
    tab.picture("puzzles-none")
    tab.choose("kinds", "Master")
    expect(empty).to_be_empty()
    expect(page).to_have_url(re.compile(r"train=master\.long&n=1"))
    tab.choose("kinds", "Today")
    expect(page.get_by_label("Any", exact=True)).to_be_checked()
    page.goto(f"{tab.url}?mode=puzzles&train=easy.long")
    expect(page.locator("#banner-text")).to_contain_text("There is no such puzzle. Today")
    expect(page.locator("#headline-sub")).to_contain_text("No. 2 ·")  # today's


def test_a_win_that_was_given_away_becomes_a_puzzle(visit):
    table = tablebase.build(tablebase.Deal.parse(DEAL))
    lost = tablebase.Position.parse(DEAL, "wild").play("b1")
    moves = ["b1", *(str(probe.moves[0].move) for probe in table.line(lost)[:-1])]
    tab = visit("?mode=puzzles", alone=True)
    own = tab.page.get_by_label("My mistakes")
    expect(own).to_be_disabled()
    before = f"?mode=play&p={DEAL}&as=red&level=perfect&m={'.'.join(moves[:-2])}"
    tab.page.goto(tab.url + before)
    tab.says("Your move")
    tab.cell(moves[-2]).click()
    tab.says("You lost")
    with tab.held("**/collection.csv"):
        tab.page.get_by_role("link", name="Puzzles").click()
        own.check()
        expect(tab.page.locator("#said")).to_have_text(
            "In your game b1 gave the win away. Find a move that keeps it."
        )
    tab.page.wait_for_load_state("networkidle")  # today's puzzle does not take its place
    assert tab.page.locator("#headline-sub").inner_text() == "No. 1 · from your game"
    find(tab, ["a3"])
    expect(tab.page.locator("#said")).to_contain_text("Solved")
    tab.page.reload()
    expect(own).to_be_enabled()


def test_how_to_play_explains_the_rules_of_the_puzzles(today):
    tab = today()
    page = tab.page
    page.evaluate(HOLD_FIRST, "line")
    tab.open(f"?mode=analyse&{START.removeprefix('?')}&r=flat")
    edges = page.locator("#how-edges")
    expect(edges).to_have_attribute("hidden", "")
    page.wait_for_function("() => !!window.giveFirst")
    page.get_by_role("link", name="Puzzles").click()
    expect(page.locator(".mode-puzzles .card:not([aria-disabled])").first).to_be_visible()
    page.evaluate("giveFirst()")  # what is known of the other board comes late
    page.wait_for_function("() => window.firstIsKnown")
    tab.settle()
    tab.keys("?")
    expect(edges).to_be_visible()


def test_another_days_puzzle_does_not_count(today, collection):
    tab = today(query="&day=1")
    find(tab, found_in(collection["daily"][0]))
    expect(tab.page.locator("#said")).to_contain_text("Solved")
    expect(tab.page.locator("#record dd").first).to_have_text("0")
    tab.choose("kinds", "Today")
    expect(tab.page.locator("#headline-sub")).to_contain_text("No. 2")
    ahead = today(query="&day=500")
    expect(ahead.page.locator("#headline-sub")).to_contain_text("No. 2")


def test_on_a_phone_a_first_tap_shows_and_a_second_plays(today, collection):
    line = collection["daily"][1]
    tab = today(has_touch=True, color_scheme="dark")
    page = tab.page
    page.set_viewport_size(PHONE)
    first, second = found_in(line)
    tab.cell(first).tap()
    expect(page.locator(".path.preview polyline").first).to_be_attached()
    assert marks(tab) == ["1", "2"]
    box = page.get_by_role("button", name=f"Move to {first}").bounding_box()
    assert box["y"] + box["height"] <= PHONE["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    accessible(tab)
    page.get_by_role("button", name=f"Move to {first}").tap()
    expect(page.locator(".progress [aria-current]")).to_have_text(re.compile("2"))
    tab.cell(second).tap()
    tab.cell(second).tap()
    expect(page.locator("#said")).to_contain_text("Solved")
    tab.picture("puzzle-phone")
    assert page.evaluate("scrollY") == 0
