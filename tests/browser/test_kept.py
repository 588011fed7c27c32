"""Games that the page keeps on this device: the one to go on with, and all others in a list."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect
from support import DEAL

from browser.games import GAME, begin, best, kept, moves_of, played, store, stored
from browser.tab import accessible


def keep(tab, identity: str, moves=(), **changes) -> dict[str, object]:
    """Keep a game as Play does."""
    about = {"seat": "red", "level": "beginner", "rules": "collapsi", "moves": len(moves)}
    about |= {"winner": None, "helped": False, "again": False, "left": False, "match": None}
    game = {
        "version": 1,
        "id": identity,
        "mode": "play",
        "address": f"?p={DEAL}&m={'.'.join(moves)}&mode=play&as=red&level=beginner",
        "begun": 1_790_000_000_000,
        "changed": 1_790_000_000_000 + len(identity),
        "starred": False,
        "over": False,
    } | changes
    game["about"] = about | changes.get("about", {})
    store(tab, f"game {identity}", game)
    return game


def move(tab, name: str | None = None) -> None:
    """Make a move, and wait for the answer."""
    tab.says("Your move")
    (tab.cell(name) if name else tab.targets.first).click()
    expect(tab.page.locator("#reply")).to_contain_text("Blue answers")


def test_a_game_is_gone_on_with(fresh):
    tab = fresh()
    begin(tab, "Play as Red, easy")
    move(tab)
    game, moves = tab.page.url, moves_of(tab)
    tab.page.get_by_role("link", name="Puzzles").click()
    expect(tab.page.locator(".mode-puzzles")).to_be_visible()
    tab.page.get_by_role("link", name="Play", exact=True).click()
    tab.says("Your move")
    assert tab.page.url == game
    tab.page.get_by_role("link", name="Collapsi").click()  # the brand
    tab.says("Play Collapsi")
    buttons = tab.page.locator(".start button").filter(visible=True)
    expect(buttons.first).to_have_attribute("id", "continue")
    expect(tab.page.locator("#continue-what")).to_have_text("Red against easy, move 3")
    expect(tab.page.locator("#continue-board .back")).to_have_count(2)
    accessible(tab)
    tab.page.goto("about:blank")
    tab.page.goto(tab.url)  # as the installed page begins
    tab.page.locator("#continue").click()
    tab.says("Your move")
    assert moves_of(tab) == moves
    expect(tab.page.locator(".card:focus")).to_have_count(1)
    [record] = kept(tab)
    assert record["about"]["moves"] == 2
    assert not record["over"]


def test_the_list_of_games(fresh, table):
    tab = fresh()
    lost = played(table, "b1")
    keep(tab, "a", ["a3", "a1"])
    keep(tab, "bb", lost, over=True, about={"winner": "blue"})
    keep(tab, "ccc", played(table), over=True, about={"winner": "red", "helped": True})
    keep(
        tab, "dddd", [], over=True, about={"winner": "red", "level": "strong", "rules": "hexagons"}
    )
    keep(tab, "eeeee", ["a3"], about={"rules": "shift-back"})
    store(tab, "game broken", "not a game")
    store(tab, "game later", {"version": 2})
    store(
        tab, "game odd", keep(tab, "odd", about={"seat": 7, "winner": {}, "match": 3, "level": []})
    )
    tab.page.goto(f"{tab.url}?mode=games")
    rows = tab.page.locator("#games li")
    expect(rows).to_have_count(8)
    expect(tab.page.locator("#games .unread")).to_have_count(2 + 1)
    expect(rows.nth(0)).to_contain_text("against easy, Shift and come back")
    expect(rows.nth(1)).to_contain_text("against hard")
    expect(rows.nth(1)).to_contain_text("won, 0 moves, under rules that are unknown here")
    lost_row = rows.filter(has_text="lost")
    expect(lost_row).to_contain_text(re.compile(r"21 Sept 2026, \d\d:\d\dRed against easy"))
    expect(lost_row.locator(".diagram .back")).to_have_count(len(lost))
    expect(tab.page.locator("#games .diagram")).to_have_count(5)
    expect(tab.page.locator("#tally tr")).to_have_text(["easy210", "hard111"])
    expect(tab.page.locator("#space")).to_contain_text("At most 500 games and 2 MB")
    accessible(tab)
    tab.picture("my-games")
    rows.filter(has_text="lost").get_by_role("link", name="Review").click()
    tab.says("You lost")
    review = tab.page.locator("#over-title")
    expect(review).to_have_text("Decided on move 1 of 10")
    tab.page.locator(".ply").nth(1).click()
    tab.says("Blue to move")
    tab.page.reload()
    tab.says("Blue to move")
    expect(review).to_have_text("Decided on move 1 of 10")
    tab.page.go_back()
    tab.says("You lost")
    tab.page.go_back()
    rows.filter(has_text="not finished, 2 moves").get_by_role("link", name="Continue").click()
    tab.says("Your move")
    move(tab, best(table, tab.position))
    assert stored(tab, "game a")["about"]["moves"] == 4


def test_boards_are_drawn_when_they_come_into_view(fresh):
    tab = fresh()
    for at in range(60):
        keep(tab, f"{at:03}", begun=1 + at, address=f"?p={DEAL}&mode=play&as=red&at={at}")
    tab.page.goto(f"{tab.url}?mode=games")
    rows = tab.page.locator("#games li")
    expect(rows).to_have_count(60)
    expect(rows.first.locator(".diagram")).to_have_count(1)
    tab.rests()
    expect(rows.last.locator(".diagram")).to_have_count(0)
    rows.last.scroll_into_view_if_needed()
    expect(rows.last.locator(".diagram")).to_have_count(1)


def test_a_board_named_by_its_size_is_known(fresh, tmp_path):
    tab = fresh()
    address = "?p=A223/4AJ3_r&r=4x2&mode=play&as=red"
    keep(tab, "a", address=address, about={"rules": "4x2"})
    tab.page.goto(f"{tab.url}?mode=games")
    row = tab.page.locator("#games li")
    expect(row).to_contain_text("against easy, 4x2")
    expect(row).not_to_contain_text("unknown")
    illegal = keep(tab, "bb", ["a3", "a3"])
    file = {"format": "kept games", "version": 1, "games": [illegal]}
    (tmp_path / "illegal.json").write_text(json.dumps(file))
    tab.page.locator("#import").set_input_files(tmp_path / "illegal.json")
    said = "cannot have been played: move 2, a3, is not legal."
    expect(tab.page.locator("#said")).to_contain_text(said)
    expect(tab.page.locator("#status")).to_be_empty()  # nothing is being checked


def test_games_are_starred_and_deleted(fresh):
    tab = fresh()
    for identity in ("a", "bb", "ccc"):
        keep(tab, identity)
    tab.page.goto(f"{tab.url}?mode=games")
    star = tab.page.locator(".star").first
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    expect(star).to_be_focused()
    assert stored(tab, "game ccc")["starred"]
    delete = tab.page.get_by_role("button", name="Delete:")
    delete.nth(1).click()
    tab.press("Keep")
    expect(delete).to_have_count(3)
    delete.nth(1).click()
    tab.press("Delete")
    expect(delete).to_have_count(2)
    expect(delete.nth(1)).to_be_focused()
    tab.press("Delete everything")
    tab.page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    expect(tab.page.locator("#none")).to_be_visible()
    expect(tab.page.locator("#delete-games")).to_be_hidden()
    assert (
        tab.page.evaluate("Object.keys(localStorage).filter((key) => !key.endsWith(' play'))") == []
    )


def test_play_forgets_what_is_deleted(fresh, table):
    tab = fresh("?mode=games")  # Play would keep its own choices
    keep(tab, "a", played(table), over=True, about={"winner": "red"})
    store(tab, "play", {"rules": "cross", "linked": False})  # before rules were kept on purpose
    tab.page.goto(f"{tab.url}?mode=play")
    tab.says("Play: Cross")
    record = tab.page.locator("#record")
    expect(record).to_contain_text("Against easy you have won 1 of 1 game")
    tab.page.locator("#my-games").click()
    tab.press("Delete all games")
    tab.page.get_by_role("dialog").get_by_role("button", name="Delete all games").click()
    expect(tab.page.locator("#none")).to_be_visible()
    tab.page.get_by_role("link", name="Play", exact=True).click()
    expect(tab.page.locator("#my-games")).to_be_hidden()
    expect(record).to_be_empty()


def test_games_are_exported_and_imported(fresh, table, tmp_path):
    tab = fresh()
    keep(tab, "a", played(table), over=True, about={"winner": "red"})
    keep(tab, "bb", ["a3"])
    tab.page.goto(f"{tab.url}?mode=games")
    with tab.page.expect_download() as download:
        tab.press("Export")
    file = tmp_path / "games.json"
    download.value.save_as(file)
    before = kept(tab)
    tab.press("Delete all games")
    tab.page.get_by_role("dialog").get_by_role("button", name="Delete all games").click()
    expect(tab.page.locator("#none")).to_be_visible()
    tab.page.locator("#import").set_input_files(file)
    expect(tab.page.locator("#status")).to_have_text("2 games added.")
    assert sorted(kept(tab), key=lambda game: game["id"]) == sorted(
        before, key=lambda game: game["id"]
    )


def test_where_storage_is_blocked_games_last_until_the_tab_closes(fresh):
    tab = fresh(alone=True)
    tab.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })"
    )
    tab.page.goto(f"{tab.url}{GAME}red")
    notice = tab.page.locator("#notice")
    expect(notice).to_contain_text("your games last until you close this tab")
    move(tab, "a3")
    tab.press("New game")
    tab.page.locator("#continue").click()
    tab.says("Your move")
    assert len(moves_of(tab)) == 2
    tab.press("New game")
    tab.page.locator("#begin").click()
    move(tab)
    expect(notice).to_be_hidden()  # once is enough
