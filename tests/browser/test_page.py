"""The explorer in a real browser. Screenshots are written to `screenshots/`, to be looked at."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from support import DEAL, image

import tablebase
from tablebase import Deal, Position

START = f"?p={DEAL}"
"""Red wins in 13, but only by a3, whatever the edition."""


@pytest.fixture(scope="module")
def table():
    return tablebase.build(Deal.parse(DEAL))


def shown(probe) -> dict[str, str]:
    """What the board should say about a probe's moves."""
    verbs = {"win": "wins in", "loss": "loses in"}
    return {
        str(move.move): f"{verbs[move.value.result.value]} {move.value.dte}" for move in probe.moves
    }


# --- Looking -------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["wild", "single"])
def test_every_move_shows_its_value(visit, table, edition):
    explorer = visit(f"{START}&e={edition}")
    explorer.says("Red wins in 13")
    assert explorer.values == shown(table.probe(Deal.parse(DEAL).start(edition)))
    expect(explorer.page.locator(".bar")).to_have_count(14)
    expect(explorer.page.locator(".bar.shown text")).to_have_text("13")
    explorer.picture(f"start-{edition}")


def test_a_move_pointed_at_is_explained_and_its_path_drawn(visit, table):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.cell("b1").hover()
    page = explorer.page
    expect(page.locator("#advice")).to_have_text(
        "b1 gives the win away: Blue then wins in 9. Only a3 wins."
    )
    line = table.line(Deal.parse(DEAL).start().play("b1"))
    answer, *moves = [str(probe.moves[0].move) for probe in line[:-1]]
    winning = sum(move.keeps_win for move in line[0].moves)
    expect(page.locator("#refutation")).to_have_text(
        f"Key reply: {answer} (the quickest of {winning} that win), then {' '.join(moves)}, "
        "and Red cannot move."
    )
    # d2 d1 | a1 b1: out on the right, in on the left.
    expect(page.locator(".path.preview.red polyline")).to_have_count(2)
    expect(page.locator(".path.reply.blue")).to_have_count(1)
    explorer.picture("pointed")
    explorer.cell("c2").hover()
    expect(page.locator(".path.preview polyline")).to_have_count(1)


def test_without_an_address_there_is_a_deal(visit):
    explorer = visit("?mode=analyse")
    expect(explorer.page.locator("#random-note")).to_contain_text("Seed 2")
    explorer.says(explorer.page.locator("#headline-main").inner_text())


def test_a_finished_game(visit):
    line = tablebase.build(Deal.parse(DEAL)).line(Deal.parse(DEAL).start())
    explorer = visit(f"?p={line[-1].position}")
    explorer.says("Red won")
    expect(explorer.page.locator("#headline-sub")).to_have_text(
        f"Blue has no legal move · {line[0].score} cards left"
    )
    assert explorer.values == {}
    expect(explorer.page.locator(".pawn.blue")).to_have_class(re.compile("stuck"))
    explorer.picture("over")


# --- Playing -------------------------------------------------------------------------------------


def test_a_blunder_is_reported(visit):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.cell("b1").click()
    explorer.says("Blue wins in 9")
    expect(explorer.page.locator("#feedback")).to_have_text(
        "Red\u2019s b1 gave the win away: Blue now wins in 9. a3 would have won in 13."
    )
    assert explorer.moves == ["b1\n??"]
    explorer.picture("blunder")


def test_undo_redo_and_the_list_of_moves(visit):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.press("Best move", "Best move")
    explorer.says("Red wins in 11")
    explorer.press("Undo", "Undo")
    explorer.says("Red wins in 13")
    expect(explorer.page.get_by_role("button", name="Undo")).to_be_disabled()
    assert len(explorer.moves) == 2
    explorer.press("Redo")
    explorer.says("Red wins in 12")
    explorer.press("Start")
    explorer.says("Red wins in 13")
    explorer.press("Play best moves as far as Blue a1")
    explorer.says("Red wins in 11")
    expect(explorer.page.get_by_role("button", name="Redo")).to_be_disabled()


def test_best_play_is_played_and_paused(visit):
    explorer = visit(START, locale="en")  # a context of its own, with its own clock
    explorer.says("Red wins in 13")
    explorer.page.clock.install(time=0)
    explorer.page.clock.pause_at(1000)  # from here on it goes by what the test says
    explorer.press("Autoplay")
    explorer.says("Red wins in 12")
    explorer.page.clock.run_for(1200)
    explorer.says("Red wins in 11")
    explorer.press("Pause")
    explorer.page.clock.run_for(5000)
    assert len(explorer.moves) == 2


def test_the_pawn_is_dragged(visit):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.page.locator(".pawn.red").drag_to(explorer.cell("a3"))
    explorer.says("Red wins in 12")
    assert explorer.moves == ["a3"]
    explorer.page.locator(".pawn.blue").drag_to(explorer.page.locator("#why-title"))
    assert explorer.moves == ["a3"]


def test_the_pawn_walks_to_its_destination(visit):
    explorer = visit(START, reduced_motion="no-preference")
    explorer.says("Red wins in 13")
    explorer.cell("a3").click()
    explorer.says("Red wins in 12")
    pawn = explorer.page.locator(".pawn.red")
    pawn.evaluate("pawn => Promise.all(pawn.getAnimations().map(walk => walk.finished))")
    middle = explorer.cell("a3").bounding_box()
    box = pawn.bounding_box()
    assert abs(box["x"] + box["width"] / 2 - middle["x"] - middle["width"] / 2) < 2
    assert abs(box["y"] + box["height"] / 2 - middle["y"] - middle["height"] / 2) < 2


def test_the_keyboard_alone(visit):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.cell("d2").focus()
    explorer.keys("ArrowRight", "ArrowDown")  # over the edge
    expect(explorer.cell("a3")).to_be_focused()
    expect(explorer.page.locator("#advice")).to_contain_text("the only winning move")
    explorer.keys("Enter")
    explorer.says("Red wins in 12")
    expect(explorer.page.locator("#status")).to_contain_text("Red wins in 12")
    explorer.keys("b")
    explorer.says("Red wins in 11")
    explorer.keys("u", "u")
    explorer.says("Red wins in 13")
    explorer.keys("r", "v")
    explorer.says("Blue to move")
    explorer.keys("?")
    expect(explorer.page.get_by_role("dialog", name="How to play")).to_be_visible()
    expect(explorer.page.locator("#keys")).to_contain_text("take a move back")
    explorer.keys("Escape")
    expect(explorer.page.locator("#how")).to_be_hidden()
    before = explorer.moves
    explorer.tab("Set up")
    explorer.page.locator("#notation").fill("")
    explorer.page.locator("#notation").press_sequentially("bue")  # text, not commands
    assert explorer.moves == before


def test_values_hidden_and_hints(visit):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.press("Hide values")
    explorer.says("Red to move")
    assert explorer.values == {}
    expect(explorer.page.locator(".card .dot")).to_have_count(14)
    assert not re.search(r"(wins|loses) in \d", explorer.page.locator(".stage").aria_snapshot())
    explorer.picture("hidden")
    explorer.press("Hint")
    assert explorer.values == {"a3": "hint"}
    explorer.cell("a1").click()
    explorer.says("Blue to move")
    expect(explorer.page.locator("#feedback")).to_contain_text("gave the win away")
    explorer.press("Hide values")
    explorer.says("Blue wins in 11")


# --- Addresses -----------------------------------------------------------------------------------


def test_a_position_is_an_address(visit, table):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.cell("a3").click()
    explorer.says("Red wins in 12")
    position = explorer.position
    explorer.press("Copy link")
    expect(explorer.page.locator("#copy")).to_have_text("Copied")
    link = explorer.page.evaluate("navigator.clipboard.readText()")
    assert link == explorer.page.url
    friend = visit(link.removeprefix(explorer.url))
    probe = table.probe(Position.parse(position))
    friend.says(f"{probe.winner.title()} wins in {probe.dte}")
    assert friend.position == position
    assert friend.values == shown(probe)


def test_the_back_button(visit):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.press("Best move")
    explorer.says("Red wins in 12")
    explorer.page.go_back()
    explorer.says("Red wins in 13")
    explorer.page.go_forward()
    explorer.says("Red wins in 12")
    assert explorer.moves == ["a3"]
    explorer.page.reload()
    explorer.says("Red wins in 12")
    assert explorer.moves == ["a3"]


@pytest.mark.parametrize(
    ("query", "wrong"),
    [("?p=A223/<b>4A2J</b>/3A23/J3A5", "<b>4A2J</b>"), (f"{START}&e=double", "'double'")],
)
def test_a_wrong_address_is_reported(visit, query, wrong):
    explorer = visit(query)
    banner = explorer.page.get_by_role("alert").filter(visible=True)
    expect(banner).to_contain_text(wrong)
    expect(explorer.page.locator(".badge").first).to_be_visible()  # and there is a deal to play
    explorer.picture("wrong")
    explorer.press("Close")
    expect(explorer.page.locator("#banner")).to_be_hidden()


def test_an_engine_that_does_not_start_is_reported(visit, console):
    explorer = visit()
    explorer.page.route("**/engine/worker.js", lambda route: route.abort())
    explorer.page.goto(explorer.url + START)
    expect(explorer.page.locator("#banner")).to_contain_text("the engine did not start")
    assert all("ERR_FAILED" in said for said in console)
    console.clear()
    explorer.page.unroute("**/engine/worker.js")
    explorer.press("Try again")
    explorer.says("Red wins in 13")
    expect(explorer.page.locator("#banner")).to_be_hidden()


# --- Setting up ----------------------------------------------------------------------------------


def test_the_edition_is_switched(visit, table):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.tab("Deal")
    explorer.choose("edition", "one step")
    expect(explorer.page.locator(".card .badge")).to_have_count(4)
    assert explorer.page.url.endswith("&e=single")
    assert explorer.values == shown(table.probe(Deal.parse(DEAL).start("single")))
    explorer.choose("edition", "wild")
    expect(explorer.page.locator(".card .badge")).to_have_count(14)


def test_a_position_is_entered(visit):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.tab("Set up")
    field = explorer.page.get_by_label("Deal, position or game")
    field.fill("A22/4A2J/3A23/J3A4")
    explorer.press("Show")
    expect(explorer.page.locator("#notation-error")).to_contain_text("has 3 cards, expected 4")
    field.fill("A223/4A2rxJ/3A23/Jb3A4 b")
    explorer.press("Show")
    explorer.says("Blue wins in 11")
    expect(explorer.page.locator("#notation-error")).to_be_empty()


def test_the_board_is_edited(visit):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.tab("Set up")
    explorer.press("Edit board")
    explorer.cell("a1").click()
    explorer.cell("d4").click()
    expect(explorer.page.locator("#draft-note")).to_contain_text("Red to move")
    explorer.choose("tools", "red pawn")
    explorer.cell("a1").click()
    expect(explorer.page.locator("#draft-note")).to_contain_text("expected a joker")
    expect(explorer.page.get_by_role("button", name="Use this position")).to_be_disabled()
    explorer.picture("editing")
    explorer.choose("tools", "turn over")
    explorer.cell("d2").click()
    expect(explorer.page.locator("#draft-note")).to_contain_text("Blue to move")
    explorer.press("Use this position")
    probe = tablebase.open().probe(Position.parse("4r223/4A2xJ/3A23/Jb3AA b"))
    explorer.says(f"{probe.winner.title()} wins in {probe.dte}")
    assert explorer.values == shown(probe)
    assert explorer.position == str(probe.position)


def test_an_edit_is_cancelled(visit):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.keys("e")
    explorer.cell("a1").click()
    explorer.cell("d4").click()
    expect(explorer.page.locator("#draft-note")).to_contain_text("Red to move")
    explorer.press("Cancel")
    explorer.says("Red wins in 13")
    assert explorer.cell("a1").get_attribute("data-card") == "A"


MOTIONS = {
    "Rotate": lambda row, column: (column, 3 - row),
    "Mirror": lambda row, column: (row, 3 - column),
    "Shift left": lambda row, column: (row, (column - 1) % 4),
    "Shift right": lambda row, column: (row, (column + 1) % 4),
    "Shift up": lambda row, column: ((row - 1) % 4, column),
    "Shift down": lambda row, column: ((row + 1) % 4, column),
}


def test_the_board_is_turned_and_the_game_with_it(visit):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.press("Best move")
    explorer.says("Red wins in 12")
    start = Deal.parse(DEAL).start()
    later = start.play("a3")
    for motion, moved in MOTIONS.items():
        places = [moved(*divmod(cell, 4)) for cell in range(16)]
        cells = tuple(row * 4 + column for row, column in places)
        start, later = image(start, cells), image(later, cells)
        explorer.tab("Set up")
        explorer.press(motion)
        explorer.says("Red wins in 12")
        assert explorer.position == str(later)
    explorer.press("Undo")
    explorer.says("Red wins in 13")
    assert explorer.position == str(start)


def test_a_deal_of_some_kind(visit):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    explorer.tab("Deal")
    offered = explorer.page.locator("#length option").all_inner_texts()[1:]
    lengths = [n for n in range(15) if tablebase.find("wild", plies=n)]
    assert offered == [f"{plies} moves" for plies in lengths]
    explorer.page.get_by_label("won by").select_option("Blue")
    explorer.page.get_by_label("Length in moves").select_option("8 moves")
    explorer.page.get_by_label("difficulty").select_option("easy")
    explorer.press("Deal")
    headline = explorer.page.locator("#headline-main")
    expect(headline).to_have_text("Blue wins in 8", timeout=30_000)  # it fetches the book
    explorer.says("Blue wins in 8")
    expect(explorer.page.locator("#random-note")).to_contain_text("Blue wins in 8; 0 first moves")
    deal = Position.parse(explorer.position)
    probe = tablebase.open().probe(deal)
    assert (probe.winner, probe.dte) == ("blue", 8)


# --- Screens and eyes ----------------------------------------------------------------------------


def test_it_fits_every_screen(visit):
    explorer = visit(START)
    explorer.says("Red wins in 13")
    for width in (1600, 1024, 768, 360, 320):
        explorer.page.set_viewport_size({"width": width, "height": 800})
        assert explorer.page.evaluate("document.documentElement.scrollWidth") <= width
        wider = "badges => badges.map(b => b.offsetWidth - b.parentElement.offsetWidth)"
        assert max(explorer.page.locator(".card .badge").evaluate_all(wider)) <= 2
        explorer.picture(f"width-{width}")
    for name in ("Deal", "Set up", "Positions"):
        explorer.tab(name)
        assert explorer.page.evaluate("document.documentElement.scrollWidth") <= 320
    explorer.page.goto(f"{explorer.url}?mode=play")
    explorer.page.get_by_text("More choices").click()
    expect(explorer.page.locator("#rules option")).not_to_have_count(0)
    assert explorer.page.evaluate("document.documentElement.scrollWidth") <= 320


def test_light_and_dark(visit):
    explorer = visit(START, color_scheme="dark", locale="en")  # a context of its own: it is kept
    explorer.says("Red wins in 13")
    background = "getComputedStyle(document.body).backgroundColor"
    dark = explorer.page.evaluate(background)
    explorer.press("More", "Light or dark")
    assert explorer.page.evaluate(background) != dark
    explorer.page.reload()
    explorer.says("Red wins in 13")
    assert explorer.page.evaluate(background) != dark


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(visit, scheme):
    explorer = visit(START, color_scheme=scheme)
    explorer.says("Red wins in 13")
    explorer.cell("a1").click()
    explorer.says("Blue wins in 11")
    explorer.press("Best move")
    explorer.says("Blue wins in 10")
    explorer.page.locator(".card.loss").first.hover()
    expect(explorer.page.locator("#advice")).to_contain_text("Red loses")
    accessible(explorer)
    explorer.picture(scheme)
    explorer.page.set_viewport_size({"width": 360, "height": 740})
    explorer.tab("Set up")
    explorer.press("Edit board")
    expect(explorer.page.locator("#draft-note")).to_contain_text("to move")
    accessible(explorer)
    explorer.picture(f"{scheme}-narrow")


def accessible(explorer) -> None:
    """No rule is broken that axe calls serious or critical."""
    found = Axe().run(explorer.page).response["violations"]
    assert [rule for rule in found if rule["impact"] in ("serious", "critical")] == []


def test_only_a_server_has_an_api(visit, home):
    page = visit("?mode=play").page
    page.locator("#more-button").click()
    expect(page.locator("#more-how")).to_be_visible()
    expect(page.locator("#api-link")).to_be_visible(visible=home == "served")
