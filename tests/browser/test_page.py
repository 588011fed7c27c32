"""The tab in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from support import DEAL, image

import tablebase
from browser.games import analysed, shown
from browser.tab import accessible
from tablebase import Deal, Position

# --- Looking -------------------------------------------------------------------------------------


def test_every_move_shows_its_value_under_either_edition(visit, table):
    tab = analysed(visit)
    start = Deal.parse(DEAL).start
    assert tab.values == shown(table.probe(start()))
    expect(tab.cell("a4")).to_have_attribute("aria-disabled", "true")  # blue is there
    tab.picture("start-wild")
    tab.tab("Deal")
    tab.choose("edition", "one step")
    expect(tab.page.locator(".card .badge")).to_have_count(4)
    assert tab.page.url.endswith("&e=single")
    assert tab.values == shown(table.probe(start("single")))
    tab.picture("start-single")
    tab.choose("edition", "wild")
    expect(tab.page.locator(".card .badge")).to_have_count(14)


def test_a_move_pointed_at_is_explained_and_its_path_drawn(visit, table):
    tab = analysed(visit)
    tab.cell("b1").hover()
    page = tab.page
    expect(page.locator("#advice")).to_have_text(
        "b1 gives the win away: Blue then wins in 9. Only a3 wins."
    )
    line = table.line(Deal.parse(DEAL).start().play("b1"))
    answer = line[0].moves[0].move
    winning = sum(move.keeps_win for move in line[0].moves)
    expect(page.locator("#refutation")).to_have_text(
        f"Blue answers {answer} (the quickest of {winning} that win)."
    )
    # d2 d1 | a1 b1: out on the right, in on the left.
    expect(page.locator(".path.preview.red polyline")).to_have_count(2)
    expect(page.locator(".path.reply.blue")).to_have_count(1)
    tab.picture("pointed")
    tab.cell("c2").hover()
    expect(page.locator(".path.preview polyline")).to_have_count(1)


# --- Playing -------------------------------------------------------------------------------------


def test_undo_redo_and_the_list_of_moves(visit):
    tab = analysed(visit)
    tab.press("Best move", "Best move")
    tab.says("Red wins in 11")
    tab.press("Undo", "Undo")
    tab.says("Red wins in 13")
    expect(tab.page.get_by_role("button", name="Undo")).to_be_disabled()
    assert len(tab.moves) == 2
    tab.press("Redo")
    tab.says("Red wins in 12")
    tab.press("Start")
    tab.says("Red wins in 13")
    tab.press("Play best moves as far as Blue a1")
    tab.says("Red wins in 11")
    expect(tab.page.get_by_role("button", name="Redo")).to_be_disabled()


def test_the_pawn_is_dragged(visit):
    tab = analysed(visit)
    tab.page.locator(".pawn.red").drag_to(tab.cell("a3"))
    tab.says("Red wins in 12")
    assert tab.moves == ["a3"]
    tab.page.locator(".pawn.blue").drag_to(tab.page.locator("#why-title"))
    assert tab.moves == ["a3"]


def test_the_pawn_walks_to_its_destination(visit):
    tab = analysed(visit, reduced_motion="no-preference")
    tab.cell("a3").click()
    tab.says("Red wins in 12")
    pawn = tab.page.locator(".pawn.red")
    pawn.evaluate("pawn => Promise.all(pawn.getAnimations().map(walk => walk.finished))")
    middle = tab.cell("a3").bounding_box()
    box = pawn.bounding_box()
    assert abs(box["x"] + box["width"] / 2 - middle["x"] - middle["width"] / 2) < 2
    assert abs(box["y"] + box["height"] / 2 - middle["y"] - middle["height"] / 2) < 2


def test_the_keyboard_alone(visit):
    tab = analysed(visit)
    tab.cell("d2").focus()
    tab.keys("ArrowRight", "ArrowDown")  # over the edge
    expect(tab.cell("a3")).to_be_focused()
    expect(tab.page.locator("#advice")).to_contain_text("the only winning move")
    tab.keys("Enter")
    tab.says("Red wins in 12")
    expect(tab.page.locator("#status")).to_contain_text("Red wins in 12")
    tab.keys("b")
    tab.says("Red wins in 11")
    tab.keys("u", "u")
    tab.says("Red wins in 13")
    tab.keys("r", "v")
    tab.says("Blue to move")
    tab.keys("?")
    expect(tab.page.get_by_role("dialog", name="How to play")).to_be_visible()
    expect(tab.page.locator("#keys")).to_contain_text("take a move back")
    tab.keys("Escape")
    expect(tab.page.locator("#how")).to_be_hidden()
    before = tab.moves
    tab.tab("Set up")
    tab.page.locator("#notation").fill("")
    tab.page.locator("#notation").press_sequentially("bue")  # text, not commands
    assert tab.moves == before


# --- Addresses -----------------------------------------------------------------------------------


def test_the_back_button(visit):
    tab = analysed(visit)
    tab.press("Best move")
    tab.says("Red wins in 12")
    tab.page.go_back()
    tab.says("Red wins in 13")
    tab.page.go_forward()
    tab.says("Red wins in 12")
    assert tab.moves == ["a3"]
    tab.page.reload()
    tab.says("Red wins in 12")
    assert tab.moves == ["a3"]


def test_a_wrong_address_is_reported(visit):
    tab = visit("?p=A223/<b>4A2J</b>/3A23/J3A5")
    banner = tab.page.get_by_role("alert").filter(visible=True)
    expect(banner).to_contain_text("<b>4A2J</b>")
    expect(tab.page.locator(".badge").first).to_be_visible()  # and there is a deal to play
    tab.picture("wrong")
    tab.press("Close")
    expect(tab.page.locator("#banner")).to_be_hidden()


# --- Setting up ----------------------------------------------------------------------------------


def test_a_game_or_a_position_is_entered(visit, table):
    tab = visit("?mode=analyse&e=wild")
    expect(tab.page.locator("#line button").first).to_be_visible()
    tab.tab("Set up")
    field = tab.page.get_by_label("Deal, position or game")
    error = tab.page.locator("#notation-error")
    wrong = f"{DEAL} a3 a1 d4 b1"
    for text, said in (
        ("  ", "Enter a deal, a position or a link to one."),
        ("A22/4A2J/3A23/J3A4", "has 3 cards, expected 4"),
        (wrong, "Move 3 of this link, d4, is not legal"),
    ):
        field.fill(text)
        tab.press("Show")
        expect(error).to_contain_text(said)
    tab.settle()
    expect(error).to_contain_text("Move 3")  # what is wrong stays, until another position is shown
    expect(field).to_have_value(wrong)
    tab.press("Undo")
    expect(error).to_be_empty()
    expect(field).not_to_have_value(wrong)
    field.fill(f"http://elsewhere.example/?p={DEAL}&m=a3.a1.d1.b1")
    field.press("Enter")
    expect(tab.page).to_have_url(re.compile(r"m=a3\.a1\.d1\.b1"))  # not today's deal any more
    tab.tab("Game")
    assert [move.split()[0] for move in tab.moves] == ["a3", "a1", "d1", "b1"]
    tab.tab("Set up")
    field.fill("A223/4A2rxJ/3A23/Jb3A4 b")
    tab.press("Show")
    tab.says("Blue wins in 11")
    expect(error).to_be_empty()


def test_the_board_is_edited(visit):
    tab = analysed(visit)
    tab.keys("e")
    tab.cell("a1").click()
    tab.cell("d4").click()
    expect(tab.page.locator("#draft-note")).to_contain_text("Red to move")
    tab.press("Cancel")
    tab.says("Red wins in 13")
    assert tab.cell("a1").get_attribute("data-card") == "A"
    tab.tab("Set up")
    tab.press("Edit board")
    tab.cell("a1").click()
    tab.cell("d4").click()
    expect(tab.page.locator("#draft-note")).to_contain_text("Red to move")
    tab.choose("tools", "red pawn")
    tab.cell("a1").click()
    expect(tab.page.locator("#draft-note")).to_contain_text("expected red on a joker")
    expect(tab.page.get_by_role("button", name="Use this position")).to_be_disabled()
    tab.picture("editing")
    tab.choose("tools", "turn over")
    tab.cell("b2").click()
    expect(tab.page.locator("#draft-note")).to_contain_text("Turn over a starting card first")
    tab.cell("b2").click()
    tab.cell("d2").click()
    expect(tab.page.locator("#draft-note")).to_contain_text("Blue to move")
    tab.press("Use this position")
    probe = tablebase.open().probe(Position.parse("4r223/4A2xJ/3A23/Jb3AA b"))
    tab.says(f"{probe.winner.title()} wins in {probe.dte}")
    assert tab.values == shown(probe)
    assert tab.position == str(probe.position)


MOTIONS = {
    "Rotate": lambda row, column: (column, 3 - row),
    "Mirror": lambda row, column: (row, 3 - column),
    "Shift left": lambda row, column: (row, (column - 1) % 4),
    "Shift right": lambda row, column: (row, (column + 1) % 4),
    "Shift up": lambda row, column: ((row - 1) % 4, column),
    "Shift down": lambda row, column: ((row + 1) % 4, column),
}


def test_the_board_is_turned_and_the_game_with_it(visit):
    tab = analysed(visit)
    tab.press("Best move")
    tab.says("Red wins in 12")
    start = Deal.parse(DEAL).start()
    later = start.play("a3")
    for motion, moved in MOTIONS.items():
        places = [moved(*divmod(cell, 4)) for cell in range(16)]
        cells = tuple(row * 4 + column for row, column in places)
        start, later = image(start, cells), image(later, cells)
        tab.tab("Set up")
        tab.press(motion)
        tab.says("Red wins in 12")
        assert tab.position == str(later)
    tab.press("Undo")
    tab.says("Red wins in 13")
    assert tab.position == str(start)


def test_a_deal_of_some_kind(visit):
    tab = analysed(visit)
    tab.tab("Deal")
    offered = tab.page.locator("#length option:enabled").all_inner_texts()[1:]
    lengths = [n for n in range(15) if tablebase.find("wild", plies=n)]
    assert offered == [f"{plies} moves" for plies in lengths]
    tab.page.get_by_label("won by").select_option("Blue")
    tab.page.get_by_label("Length in moves").select_option("8 moves")
    tab.page.get_by_label("difficulty").select_option("easy")
    tab.press("Deal")
    headline = tab.page.locator("#headline-main")
    expect(headline).to_have_text("Blue wins in 8", timeout=30_000)  # it fetches the book
    tab.says("Blue wins in 8")
    expect(tab.page.locator("#random-note")).to_contain_text("Blue wins in 8; 0 first moves")
    deal = Position.parse(tab.position)
    probe = tablebase.open().probe(deal)
    assert (probe.winner, probe.dte) == ("blue", 8)


# --- Screens and eyes ----------------------------------------------------------------------------


def test_it_fits_every_screen(visit):
    tab = analysed(visit)
    for width in (1600, 1024, 768, 360, 320):
        tab.page.set_viewport_size({"width": width, "height": 800})
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
        wider = "badges => badges.map(b => b.offsetWidth - b.parentElement.offsetWidth)"
        assert max(tab.page.locator(".card .badge").evaluate_all(wider)) <= 2
        tab.picture(f"width-{width}")
    for name in ("Deal", "Set up"):
        tab.tab(name)
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= 320
    tab.page.goto(f"{tab.url}?mode=play")
    tab.page.get_by_text("More choices").click()
    expect(tab.page.locator("#rules option")).not_to_have_count(0)
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 320


def test_light_and_dark(visit):
    tab = analysed(visit, color_scheme="dark", alone=True)
    background = "getComputedStyle(document.body).backgroundColor"
    dark = tab.page.evaluate(background)
    tab.press("More", "Light or dark")
    assert tab.page.evaluate(background) != dark
    tab.page.reload()
    tab.says("Red wins in 13")
    assert tab.page.evaluate(background) != dark


def test_accessibility_in_the_dark(visit):
    tab = analysed(visit, color_scheme="dark")
    tab.cell("a1").click()
    tab.says("Blue wins in 11")
    tab.press("Best move")
    tab.says("Blue wins in 10")
    tab.page.locator(".card.loss").first.hover()
    expect(tab.page.locator("#advice")).to_contain_text("Red loses")
    accessible(tab)
    tab.picture("dark")
    tab.page.set_viewport_size({"width": 360, "height": 740})
    tab.tab("Set up")
    tab.press("Edit board")
    expect(tab.page.locator("#draft-note")).to_contain_text("to move")
    accessible(tab)
    tab.picture("dark-narrow")


def test_only_a_server_has_an_api(visit, home):
    page = visit("?mode=play").page
    page.locator("#more-button").click()
    expect(page.locator("#more-how")).to_be_visible()
    expect(page.locator("#api-link")).to_be_visible(visible=home == "served")
