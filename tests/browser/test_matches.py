"""Matches on the page: rounds that are played on, left and counted once, and their points."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from support import DEAL

from browser.games import NOW, begin, best, moves_of, played, store, stored
from browser.tab import accessible
from tablebase import Position

CHOICES = {
    "rival": "computer",
    "you": "red",
    "level": "beginner",
    "rules": "collapsi",
    "edition": "wild",
}


def keep_round(tab, moves, *, seat="red", choices=None, **changes) -> None:
    """A match with a round under way, in which these moves have been made."""
    match = {
        "version": 1,
        "id": "m",
        "choices": CHOICES | (choices or {}),
        "round": 1,
        "points": [0, 0],
        "counted": False,
        "game": "g",
    } | changes
    game = {
        "version": 1,
        "id": "g",
        "mode": "play",
        "address": f"?p={DEAL}&m={'.'.join(moves)}&mode=play&as={seat}&level=beginner",
        "begun": 1,
        "changed": int(1000 * NOW.timestamp()),
        "starred": False,
        "over": False,
        "about": {"seat": seat, "match": {"id": "m", "round": match["round"]}, "moves": len(moves)},
    }
    store(tab, "match", match)
    store(tab, "game g", game)
    tab.page.goto(f"{tab.url}?mode=play")
    tab.page.locator("#lengths").get_by_label("a match to 16 points").check()


def test_a_match_is_played_over_rounds(fresh, table):
    tab = fresh()
    tab.says("Play Collapsi")
    tab.choose("lengths", "a match to 16 points")
    begin(tab, "Play round 1 as Red, easy")
    tab.says("Your move")
    page, score, reached = tab.page, tab.page.locator("#score"), tab.page.locator("#round")
    first = Position.parse(tab.position).deal
    expect(score).to_have_text("Match to 16, round 1: you (Red) 0, the computer (Blue) 0")
    keep_round(tab, played(table))  # 13 plies leave three cards
    begin(tab, "Continue round 1 as Red, easy")
    tab.says("You won")
    expect(reached).to_have_text("You score 3 points, one for each card still face up.")
    expect(score).to_contain_text("you (Red) 3, the computer (Blue) 0")
    expect(page.get_by_role("button", name="Swap sides")).to_be_hidden()
    accessible(tab)
    tab.picture("play-match")
    page.reload()  # what is counted stays counted, once
    tab.says("You won")
    expect(score).to_contain_text("you (Red) 3, the computer (Blue) 0")
    tab.press("Next round")
    tab.says("Your move")
    expect(score).to_have_text("Match to 16, round 2: you (Blue) 3, the computer (Red) 0")
    assert Position.parse(tab.position).side_to_move == "blue"
    assert Position.parse(tab.position).deal != first


def test_a_match_ends_at_16_points(fresh, table):
    tab = fresh()
    friends = {"rival": "people"}
    keep_round(tab, played(table), seat="all", choices=friends, round=6, points=[12, 13])
    begin(tab, "Continue round 6 with friends")
    tab.says("Red won")
    expect(tab.page.locator("#round")).to_contain_text("Player 2 wins the match 16 to 12.")
    expect(tab.page.get_by_role("button", name="Play a new match")).to_be_visible()


def test_a_round_that_is_left_comes_back_with_its_choices(fresh):
    tab = fresh()
    keep_round(tab, ["a3"], round=2, points=[5, 0], choices={"you": "blue", "level": "strong"})
    expect(tab.page.locator("#begin")).to_have_text("Continue round 2 as Red, hard")
    expect(tab.page.locator("#match-note")).to_contain_text("you (Red) 5")
    expect(tab.page.locator("#levels")).to_be_hidden()
    expect(tab.page.locator("#continue")).to_be_hidden()  # it would do the same
    tab.choose("lengths", "one game")
    expect(tab.page.locator("#continue")).to_contain_text("Continue round 2, move 2")
    tab.page.locator("#continue").click()
    tab.says("Your move")
    expect(tab.page.locator("#score")).to_contain_text("round 2: you (Red) 5")
    moves = moves_of(tab)
    tab.press("Leave")
    tab.choose("lengths", "a match to 16 points")
    begin(tab, "Continue round 2 as Red, hard")
    tab.says("Your move")
    assert moves_of(tab) == moves


def test_a_match_that_is_ended_scores_nothing(fresh):
    tab = fresh()
    keep_round(tab, ["a3"], points=[5, 0])
    tab.press("End match")
    expect(tab.page.get_by_role("dialog")).to_contain_text("It then scores nothing.")
    tab.press("Keep it")
    expect(tab.page.locator("#match-note")).to_be_visible()
    tab.press("End match")
    expect(tab.page.get_by_role("dialog")).to_be_visible()
    tab.open("?mode=puzzles")  # as the browser's buttons do
    expect(tab.page.get_by_role("dialog")).to_be_hidden()
    tab.open("?mode=play")
    tab.press("End match")
    tab.page.get_by_role("dialog").get_by_role("button", name="End match").click()
    begin(tab, "Play round 1 as Red, easy")
    expect(tab.page.locator("#score")).to_contain_text("you (Red) 0, the computer (Blue) 0")
    assert stored(tab, "game g")["over"]


def test_a_lost_round_is_followed_by_the_next(fresh, table):
    tab = fresh()
    keep_round(tab, played(table, "b1"))
    begin(tab, "Continue round 1 as Red, easy")
    tab.says("You lost")
    points = stored(tab, "match")["points"]
    assert points[0] == 0 < points[1]
    again = tab.page.locator("#try-again")
    expect(tab.page.locator("#play-again")).to_have_class("primary")
    expect(again).not_to_have_class("primary")
    expect(again).to_have_text("Try again from move 1")
    expect(tab.page.locator("#over-record")).to_contain_text(
        "Trying again does not change the score."
    )
    tab.page.set_viewport_size({"width": 390, "height": 844})
    top = tab.page.locator("#toolbar").bounding_box()["y"]
    box = tab.page.locator("#play-again").bounding_box()
    assert box["y"] + box["height"] < top  # what comes next is in view
    tab.page.evaluate("scrollTo(0, 9999)")
    tab.page.locator("#mistakes button").click()
    tab.says("Your move")
    assert tab.page.locator("#board").bounding_box()["y"] > 0  # and the mistake that is looked at
    again.click()
    expect(tab.page.locator("#over")).to_be_hidden()
    tab.says("Your move")
    for _ in range(7):  # it is won this time
        tab.says("Your move")
        tab.cell(best(table, tab.position)).click()
        expect(tab.page.locator("#headline-main")).not_to_have_text("Blue is thinking")
        if tab.page.locator("#over").is_visible():
            break
    tab.says("You won")
    expect(tab.page.locator("#score")).to_contain_text("This game does not change it.")
    assert stored(tab, "match")["points"] == points
    expect(tab.page.locator("#over .row button").first).to_have_text("Next round")


def test_the_round_of_a_match_that_was_ended_is_played_on_as_another_game(fresh):
    tab = fresh()
    keep_round(tab, ["a3", "a1"])
    begin(tab, "Continue round 1 as Red, easy")
    tab.says("Your move")
    other = tab.page.context.new_page()
    other.goto(f"{tab.url}?mode=play")
    other.get_by_role("button", name="Continue round 1 as Red, easy").click()
    expect(other.locator("#score")).to_be_visible()
    tab.press("Leave", "End match")
    tab.page.get_by_role("dialog").get_by_role("button", name="End match").click()
    expect(tab.page.locator("#begin")).to_have_text("Play round 1 as Red, easy")
    expect(tab.page.locator("#continue")).to_be_hidden()
    expect(other.locator("#score")).to_be_hidden()  # it has followed
    ended = stored(tab, "game g")
    other.locator(".card:not([aria-disabled])").first.click()
    expect(other.locator("#reply")).to_contain_text("Blue answers")
    assert stored(tab, "game g") == ended
    other.close()
    tab.page.goto(f"{tab.url}?mode=games")
    row = tab.page.locator("#games li", has_text="match ended, 2 moves")
    expect(row.get_by_role("link", name="Continue")).to_have_count(0)
    row.get_by_role("link", name="Analyse").click()
    tab.says("Red wins in 11")
    assert tab.moves == ["a3", "a1"]


def test_a_choice_before_the_form_is_filled_keeps_the_others(fresh):
    tab = fresh()
    with tab.held(re.compile("/engine/worker.js|/api/")):
        tab.page.goto(f"{tab.url}?mode=play")
        tab.page.get_by_label("a match to 16 points").check()
    expect(tab.page.locator("#begin")).to_have_text("Play round 1 as Red, easy")
    expect(tab.page.locator("[name=comments]")).to_be_checked()
