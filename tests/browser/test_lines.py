"""Analysing: several lines and notes, in links and in *My games*."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from browser.games import HOLD_FIRST, analysed, dealt, kept, store
from browser.tab import START, accessible

GAME = f"{START}&m=a3.a1.d1.b1"
PHONE = {"width": 390, "height": 664}


def has_lines(tab, *texts: str) -> None:
    expect(tab.page.locator("#lines li > :first-child")).to_have_text(texts)


def branched(open_page, **settings):
    """Open a game of four moves, and play another second one."""
    tab = open_page(f"{GAME}&at=1", **settings)
    expect(tab.page.locator(".card .badge")).to_have_count(13)
    tab.cell("c1").click()
    tab.tab("Lines (2)")
    expect(tab.page.locator("#lines li")).to_have_count(2)
    return tab


def has_moves(tab, *names: str, at: str) -> None:
    """Check the line shown, and the move whose position is shown."""
    tab.tab("Game")
    expect(tab.page.locator("#moves [aria-current]")).to_contain_text(at)
    assert [move.split()[0] for move in tab.moves] == list(names)
    tab.page.locator("#tab-lines").click()


def test_a_line_is_chosen_promoted_and_deleted(visit):
    tab = branched(visit)
    page = tab.page
    has_lines(tab, "main line: a3 a1 d1 b1", "from move 2: c1")
    has_moves(tab, "a3", "c1", at="c1")
    accessible(tab)
    tab.picture("lines")
    page.get_by_role("button", name="Show the line main line").press("Enter")
    expect(page.locator("#lines [aria-current]")).to_have_text("main line: a3 a1 d1 b1")
    expect(page.locator("#lines [aria-current]")).to_be_focused()
    has_moves(tab, "a3", "a1", "d1", "b1", at="a1")  # where they part
    page.get_by_role("button", name="Make main line").press("Enter")
    expect(page.locator("#lines [aria-current]")).to_have_text("main line: a3 c1")
    expect(page.locator("#lines [aria-current]")).to_be_focused()
    has_lines(tab, "main line: a3 c1", "from move 2: a1 d1 b1")
    page.get_by_role("button", name="Delete: from move 2").press("Enter")
    expect(page.locator("#lines li")).to_have_count(0)
    expect(page.locator("#note")).to_be_focused()
    has_moves(tab, "a3", "c1", at="c1")
    page.go_back()
    expect(page.locator("#lines li")).to_have_count(2)


def test_a_link_carries_lines_and_notes_only_when_they_are_wanted(visit):
    tab = branched(visit)
    page = tab.page
    hostile = "<img src=x onerror=alert(1)> & 'quotes' ~"
    page.locator("#note").fill(hostile)
    tab.tab("Game")
    expect(page.locator("#moves button").last).to_contain_text("✎")
    expect(page.locator("#moves button").last).to_have_accessible_name(
        "Blue c1, loses sooner than necessary, with a note"
    )
    tab.tab("Lines (2)")
    plain = tab.copied("Copy link")
    assert "v=1.c1" in plain
    assert "note" not in plain
    page.get_by_label("Notes in the link").check()
    page.locator("#copy").click()
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.includes('note='))")
    link = page.evaluate("navigator.clipboard.readText()")
    friend = visit(link.removeprefix(tab.url), alone=True)
    expect(friend.page.locator("#note")).to_have_value(hostile)
    assert friend.page.locator("#page img").count() == 0
    has_lines(friend, "main line: a3 a1 d1 b1", "from move 2: c1")
    has_moves(friend, "a3", "c1", at="c1")
    accessible(friend)


def test_what_does_not_fit_into_a_link_is_said(visit):
    tab = branched(visit)
    page = tab.page
    note = page.locator("#note")
    for back in (True, True, False):  # notes after c1 and a3, and at the start
        note.fill("x" * 600)
        note.blur()
        if back:
            tab.press("Undo")
            expect(note).to_have_value("")
    page.get_by_label("Notes in the link").check()
    expect(page.locator("#link-left")).to_be_empty()  # three notes fit
    tab.press("Redo")
    tab.cell("d1").click()
    expect(page.get_by_label("Note after move 2, d1")).to_be_visible()
    note.fill("y" * 500)
    note.blur()
    expect(page.locator("#link-left")).to_contain_text("2,000 characters: 1 note did not fit.")
    assert len(page.url) <= 2000
    accessible(tab)


def test_lines_and_notes_are_kept_in_my_games(fresh):
    tab = branched(fresh)
    page = tab.page
    assert kept(tab) == []
    tab.press("Keep in My games")
    expect(page.locator("#kept")).to_be_visible()
    page.locator("#note").fill("too slow")
    page.locator("#note").blur()
    [game] = kept(tab)
    assert game["version"] == 1
    assert game["about"]["variations"] == game["about"]["notes"] == 1
    tab.press("New deal")  # another game
    expect(page.locator("#keep")).to_be_visible()
    page.goto(f"{tab.url}?mode=games")
    row = page.locator("#games li")
    expect(row).to_contain_text("analysis")
    expect(row).to_contain_text("4 moves, 1 variation, 1 note")
    accessible(tab)
    row.get_by_role("link", name="Open").click()
    expect(page.locator("#note")).to_have_value("too slow")
    has_lines(tab, "main line: a3 a1 d1 b1", "from move 2: c1")
    assert "note" not in page.url  # it is in the address bar only when that is wanted
    tab.press("Undo")
    tab.cell("d1").click()
    expect(page.locator("#lines li")).to_have_count(3)
    page.reload()
    expect(page.locator("#lines li")).to_have_count(3)
    tab.press("Undo")
    [game] = kept(tab)
    assert game["about"]["variations"] == 2
    page.goto(f"{tab.url}?mode=play")
    dealt(tab)
    expect(page.locator("#continue")).to_be_hidden()  # an analysis is no game to go on with


def test_a_kept_analysis_stays_kept_after_back_and_a_reload(fresh):
    tab = fresh(f"{GAME}&v=1.c1")
    page = tab.page
    tab.tab("Lines (2)")
    tab.press("Keep in My games")
    expect(page.locator("#kept")).to_be_visible()
    [before] = kept(tab)
    page.goto(f"{tab.url}?mode=games")
    page.get_by_role("link", name="Open").click()
    expect(page.locator("#keep")).to_have_attribute("hidden", "")
    opened = page.url
    tab.press("Undo")
    expect(page).not_to_have_url(opened)
    page.go_back()
    expect(page).to_have_url(opened)
    page.reload()
    expect(page.locator("#keep")).to_have_attribute("hidden", "")
    expect(page.locator(".card .badge").first).to_be_visible()
    tab.press("Undo")
    expect(page).not_to_have_url(opened)
    [game] = kept(tab)
    assert game["id"] == before["id"]
    assert game["address"] != before["address"]


def test_a_note_waits_for_the_game_that_it_is_about(fresh):
    tab = fresh("?mode=rules")
    tab.page.evaluate(HOLD_FIRST, "probe")
    tab.open(f"{GAME}&at=3&mode=analyse")
    tab.tab("Lines")
    expect(tab.page.locator("#note-label")).to_have_text("Note on the first position")
    expect(tab.page.locator("#note")).to_be_disabled()
    expect(tab.page.locator("#keep")).to_be_disabled()
    tab.page.evaluate("giveFirst()")
    expect(tab.page.locator("#note")).to_be_enabled()
    expect(tab.page.locator("#keep")).to_be_enabled()
    expect(tab.page.locator("#note-label")).to_have_text("Note after move 3, d1")


def test_a_note_written_by_hand_survives_back(fresh):
    tab = fresh(f"{GAME}&at=3")
    page = tab.page
    tab.tab("Lines")
    note = page.locator("#note")
    expect(note).to_be_enabled()
    note.fill("first")
    note.blur()
    expect(page.locator("#kept")).to_be_visible()
    tab.press("Undo")
    expect(page.get_by_label("Note after move 2, a1")).to_have_value("")
    note.fill("by hand")
    note.blur()
    page.go_back()
    expect(note).to_have_value("first")
    tab.press("Redo")
    expect(page.get_by_label("Note after move 4, b1")).to_have_value("")
    [game] = kept(tab)
    assert "note=2.by+hand" in game["address"]
    assert "note=3.first" in game["address"]


def test_a_star_from_another_tab_stays(fresh):
    tab = analysed(fresh)
    tab.tab("Lines")
    tab.press("Keep in My games")
    expect(tab.page.locator("#kept")).to_be_visible()
    [game] = kept(tab)
    starred = {**game, "starred": True, "changed": game["changed"] + 1}
    store(tab, f"game {game['id']}", starred)
    tab.page.locator("#note").fill("hello")
    tab.page.locator("#note").blur()
    [game] = kept(tab)
    assert game["starred"]
    assert "note=0.hello" in game["address"]


def test_a_kept_game_that_is_ready_late_is_not_overwritten_by_another(fresh):
    tab = fresh(START)
    page = tab.page
    for edition in ("wild", "single"):
        page.goto(f"{tab.url}{START}&e={edition}")
        expect(page.locator(".card .badge").first).to_be_visible()
        tab.tab("Lines")
        tab.press("Keep in My games")
        expect(page.locator("#kept")).to_be_visible()
    [first] = [game for game in kept(tab) if "e=wild" in game["address"]]
    page.goto(f"{tab.url}?mode=games")
    rows = page.locator("#games").get_by_role("link", name="Open")
    expect(rows).to_have_count(2)
    page.evaluate(HOLD_FIRST, "probe")
    rows.nth(1).click()  # the first that was kept
    page.wait_for_function("() => !!window.giveFirst")
    page.go_back()
    expect(rows).to_have_count(2)
    rows.nth(0).click()
    expect(page).to_have_url(re.compile("e=single"))
    expect(page.locator("#keep")).to_have_attribute("hidden", "")  # it is kept already
    page.evaluate("giveFirst()")
    page.wait_for_function("() => window.firstIsKnown")
    tab.settle()
    tab.targets.first.click()
    expect(page).to_have_url(re.compile("m="))
    tab.settle()
    games = kept(tab)
    assert first in games
    assert any("m=" in game["address"] for game in games if game != first)  # the other goes on


def test_lines_that_are_not_kept_survive_a_reload_and_the_back_button(fresh):
    tab = branched(fresh)
    page = tab.page
    page.reload()
    has_lines(tab, "main line: a3 a1 d1 b1", "from move 2: c1")
    tab.press("Undo")
    expect(page).to_have_url(re.compile(r"v=1\.c1"))
    page.goto(f"{tab.url}?mode=play")
    tab.says("Play Collapsi")
    page.go_back()
    has_lines(tab, "main line: a3 a1 d1 b1", "from move 2: c1")
    assert kept(tab) == []


def test_a_file_with_an_illegal_variation_is_refused(fresh, tmp_path):
    tab = branched(fresh)
    tab.press("Keep in My games")
    expect(tab.page.locator("#kept")).to_be_visible()
    [game] = kept(tab)
    tab.page.goto(f"{tab.url}?mode=games")
    tab.page.evaluate("localStorage.clear()")
    tab.page.reload()
    chooser = tab.page.locator("#import")
    for address, said in (
        (game["address"].replace("v=1.c1", "v=1.c1.zz"), "move 3 of line 1"),
        (
            game["address"] + "&note=9.x",
            "note 1 of this link is on a position that it does not have",
        ),
    ):
        file = {"format": "kept games", "version": 1, "games": [{**game, "address": address}]}
        (tmp_path / "games.json").write_text(json.dumps(file))
        chooser.set_input_files(tmp_path / "games.json")
        expect(tab.page.locator("#said")).to_contain_text(f"cannot have been played: {said}")
        assert kept(tab) == []
    (tmp_path / "games.json").write_text(json.dumps({**file, "games": [game]}))
    chooser.set_input_files(tmp_path / "games.json")
    expect(tab.page.locator("#games li")).to_contain_text("4 moves, 1 variation, 0 notes")


def test_a_note_that_is_written_is_kept_at_once(fresh):
    tab = analysed(fresh)
    tab.tab("Game")
    tab.keys("ArrowRight")
    note = tab.page.locator("#note")
    expect(note).to_be_enabled()
    note.press_sequentially("only a3, not u or n")
    expect(tab.page.locator("#kept")).to_be_visible()
    # If it was written slowly, it was kept in parts.
    whole = "Object.values({ ...localStorage }).some((text) => text.includes('+u+or+n'))"
    tab.page.wait_for_function(whole)
    assert "note=0.only+a3" in kept(tab)[0]["address"]
    tab.says("Red wins in 13")  # no letter was a command


CHANGE_WHILE_WRITING = """async () => {
    const note = document.querySelector("#note");
    note.focus();
    note.setSelectionRange(1, 1);
    document.execCommand("insertText", false, "x");
    document.querySelector("#hide-button").click();
    await new Promise((settled) => setTimeout(settled, 100));
    return [note.value, note.selectionStart];
}"""


def test_a_change_of_what_is_shown_leaves_the_cursor_in_a_note(visit):
    tab = analysed(visit)
    tab.tab("Lines")
    note = tab.page.locator("#note")
    expect(note).to_be_enabled()
    note.fill("ab")
    assert tab.page.evaluate(CHANGE_WHILE_WRITING) == ["axb", 2]


def test_each_of_two_quick_moves_has_an_entry_of_its_own(fresh):
    tab = fresh(f"{GAME}&at=1")
    page = tab.page
    expect(page.locator(".card .badge")).to_have_count(13)
    with tab.held(re.compile(r"later/study\.js")):
        tab.cell("c1").click()
        expect(page.locator("#moves [aria-current]")).to_contain_text("c1")
        tab.targets.first.click()
        expect(page.locator("#moves button")).to_have_count(4)
    expect(page.locator("#tab-lines")).to_have_text("Lines (2)")
    page.go_back()
    expect(page.locator("#moves [aria-current]")).to_contain_text("c1")
    page.go_back()
    expect(page.locator("#moves [aria-current]")).to_contain_text("a3")


def test_lines_and_notes_on_a_phone(visit):
    tab = visit(f"{GAME}&v=1.c1&line=1", has_touch=True)
    tab.page.set_viewport_size(PHONE)
    tab.tab("Lines (2)")
    expect(tab.page.locator("#lines li")).to_have_count(2)
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for button in tab.page.locator("#lines button").all():
        assert button.bounding_box()["height"] >= 32
    accessible(tab)
    tab.picture("lines-phone")
