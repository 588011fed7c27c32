"""A board that shifts on the page: by mouse, touch and keyboard, and a computer."""

from __future__ import annotations

import random
import re
from string import ascii_lowercase

import pytest
from playwright.sync_api import expect
from support.effort import sample

from browser.games import begin
from browser.tab import accessible
from tablebase import Deal, Position, search
from tablebase.games.collapsi.rules_file import load_rules

PHONE = {"width": 390, "height": 844}
START = "A223/4A2J/3A23/J3A4"
LATE = "x3AxAx2/xJ2rx43/A3b2xJ/x2xA34 r"
"""Eight cards, red to move."""
LOOSE = "__A24_/42xJA__/_3b3xJ3_/_3r2Ax2A b"
"""A shifting board with thirteen cards face up, blue to move."""
KEYS = {"L": "ArrowLeft", "R": "ArrowRight", "U": "ArrowUp", "D": "ArrowDown"}
WORDS = {"L": "row left", "R": "row right", "U": "column up", "D": "column down"}


def late(rules, position=LATE, **options) -> str:
    fields = {"p": position.replace(" ", "_"), "r": rules, **options}
    return "?" + "&".join(f"{name}={value}" for name, value in fields.items())


def arrow(tab, letter: str):
    return tab.page.locator(f'.shift[data-shift="{letter}"]')


def arrows(tab) -> dict[str, str]:
    """The moves that the arrows stand for, and what they say of them."""
    found = tab.page.locator(".shift").all()
    return {each.get_attribute("data-move"): each.get_attribute("data-value") for each in found}


def by_mouse(tab, move: str) -> None:
    tab.cell(move[:-1]).click()
    arrow(tab, move[-1]).click()


def by_keyboard(tab, move: str) -> None:
    expect(tab.cell(move[:-1])).to_be_enabled()
    tab.cell(move[:-1]).focus()
    tab.keys("Enter", KEYS[move[-1]], "Enter")


def by_touch(tab, move: str) -> None:
    tab.cell(move[:-1]).tap()
    arrow(tab, move[-1]).tap()


def laid(position: Position) -> dict[str, str]:
    """The cards of a position by the names of their cells, as its text has them."""
    rows = [re.findall(r"_|x?.[rb]*", row) for row in str(position).split()[0].split("/")]
    return {
        f"{ascii_lowercase[column]}{number}": card
        for number, row in enumerate(rows, 1)
        for column, card in enumerate(row)
        if card != "_"
    }


def drawn(tab) -> dict[str, str]:
    """The same as the page draws and says it."""
    found = tab.page.locator(".card").evaluate_all(
        "all => all.map((card) => [card.dataset.cell, card.dataset.card, card.ariaLabel])"
    )
    return {
        cell: "x" * ("collapsed" in label)
        + card
        + "r" * ("red pawn" in label)
        + "b" * ("blue pawn" in label)
        for cell, card, label in found
    }


@pytest.mark.parametrize(
    ("by", "rules"),
    [(by_mouse, "shift-back"), (by_keyboard, "shifting-board"), (by_touch, "shifting-board")],
)
def test_a_full_game(visit, by, rules):
    rng = random.Random(by.__name__)
    tab = visit(f"?mode=play&p={START}&r={rules}&as=all", has_touch=by is by_touch)
    tab.page.set_viewport_size(PHONE)
    position = Position.parse(START, None, rules)
    while position.legal_moves():
        tab.says(f"{position.side_to_move.capitalize()} to move")
        move = str(rng.choice(position.legal_moves()))
        by(tab, move)
        position = position.play(move)
        expect(tab.page).to_have_url(re.compile(rf"[=.]{move}&"))
        assert tab.shown(rules) == position
        assert drawn(tab) == laid(position)
    tab.says(f"{position.winner.capitalize()} won")
    expect(tab.page.locator(".card.down")).to_have_count(position.ply)


def test_a_pawn_stands_on_its_card_on_a_board_that_becomes_wider(visit):
    """Also where the place has its number again: d2 of four columns, c2 of five."""
    tab = visit(f"?mode=play&p={START}&r=shifting-board&as=all")
    by_mouse(tab, "c2L")
    tab.says("Blue to move")
    for colour, area in {"red": "2 / 3", "blue": "4 / 2"}.items():
        pawn = tab.page.locator(f".pawn.{colour}")
        assert pawn.evaluate("({style}) => style.gridArea").startswith(area)


def test_a_shift_can_be_called_off(visit):
    tab = visit(late("shift-back"))
    tab.says("Red to move")
    tab.cell("c3").click()
    expect(tab.page.locator("#advice")).to_have_text(
        "To c3. Now choose an arrow: shift its row or its column."
    )
    tab.cell("a3").click()  # another destination
    assert list(arrows(tab)) == ["a3L", "a3R", "a3U", "a3D"]
    tab.cell("a3").click()
    expect(tab.page.locator(".shifts")).to_be_hidden()
    tab.cell("c3").focus()
    tab.keys("Enter", "Escape")
    expect(tab.page.locator(".shifts")).to_be_hidden()
    expect(tab.cell("c3")).to_be_focused()
    tab.cell("c3").click()
    tab.cell("d4").click(force=True)  # no destination
    expect(tab.page.locator(".shifts")).to_be_hidden()
    assert tab.shown("shift-back") == Position.parse(LATE, None, "shift-back")


@pytest.mark.parametrize("scheme", sample(["light", "dark"], 1))
def test_arrows_can_be_touched_on_a_phone(visit, scheme):
    tab = visit(late("shift-back"), has_touch=True, color_scheme=scheme)
    tab.page.set_viewport_size(PHONE)
    tab.says("Red to move")
    tab.cell("a3").tap()
    expect(tab.page.locator(".shift")).to_have_count(4)
    boxes = [each.bounding_box() for each in tab.page.locator(".shift").all()]
    assert len(boxes) == 4
    for box in boxes:
        assert min(box["width"], box["height"]) >= 40
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    accessible(tab)
    tab.picture(f"shift-phone-{scheme}")
    arrow(tab, "L").tap()
    expect(tab.page.locator("#moves button")).to_have_count(2)
    assert tab.shown("shift-back") == Position.parse(LATE, None, "shift-back").play("a3L")


def test_a_pawn_can_be_dragged(visit):
    tab = visit(late("shift-back"))
    tab.says("Red to move")
    tab.page.locator(".pawn.red").drag_to(tab.cell("c3"), force=True)
    arrow(tab, "D").click()
    tab.says("Red won")


def test_choosing_the_rules(visit):
    tab = visit("?mode=play", alone=True)
    tab.says("Play Collapsi")
    tab.page.locator("#start summary").click()
    tab.page.locator("#rules").select_option("shifting-board")
    expect(tab.page.locator("#rules-note")).to_contain_text("Red wins 92.8%")
    expect(tab.page.locator("#level-note")).to_have_text(
        "There are no tables where lines shift, "
        "so the computer plays the best move it finds in three seconds.",
        use_inner_text=True,
    )
    begin(tab, "Play as Red")
    tab.says("Your move")
    position = tab.shown("shifting-board")
    assert position.ply == 0
    by_mouse(tab, str(position.legal_moves()[0]))
    expect(tab.page.locator("#headline-main")).to_have_text("Your move", timeout=30_000)
    assert tab.shown("shifting-board").ply == 2
    expect(tab.page.locator("#reply")).to_have_text(
        re.compile(r"Blue answers \w\d and shifts its (row to the (left|right)|column (up|down))")
    )
    tab.keys("?")
    expect(tab.page.locator("#how-shift")).to_contain_text("you must shift the row")


def test_the_shifting_board_is_analysed_on_a_phone(visit):
    tab = visit(late("shifting-board", LOOSE, e="single"), has_touch=True)
    tab.page.set_viewport_size(PHONE)
    position = Position.parse(LOOSE, "single", "shifting-board")
    tab.says(str(search(position)).capitalize())
    best = search(position).line[0]
    tab.cell(best[:-1]).tap()
    expect(tab.page.locator("#advice")).to_have_text(
        f"To {best[:-1]}. Now choose an arrow: shift its row or its column."
    )
    accessible(tab)
    tab.picture("shifting-phone")
    arrow(tab, best[-1]).tap()
    position = position.play(best)
    expect(tab.page.locator("#moves button")).to_have_count(2)
    assert tab.moves == [re.sub(r"\w$", "", best) + f" ({WORDS[best[-1]]})"]
    assert drawn(tab) == laid(position)
    tab.tab("Set up")
    expect(tab.page.locator("[data-motion=left]")).to_be_hidden()  # the board sticks out
    turned = position
    for motion in (*4 * ["rotate"], *2 * ["mirror"], *2 * ["flip"]):
        before, number = turned, len(turned.legal_moves())
        tab.page.locator(f"[data-motion={motion}]").press("Enter")
        expect(tab.page.locator("#moves button")).to_have_count(2)
        turned = tab.shown("shifting-board")  # so the turned move is legal on the turned board
        assert turned != before
        assert len(turned.legal_moves()) == number
        assert drawn(tab) == laid(turned)
        assert sorted(laid(turned).values()) == sorted(laid(position).values())
    assert turned == position
    tab.page.locator("#notation").fill(LOOSE)
    tab.page.locator("#notation").press("Enter")
    expect(tab.page.locator("#moves button")).to_have_count(1)
    assert drawn(tab) == laid(Position.parse(LOOSE, "single", "shifting-board"))


def test_each_move_of_the_list_has_one_line(visit):
    tab = visit(late("shifting-board", LOOSE))
    moves = tab.page.locator("#choices .choice")
    expect(moves.first).to_contain_text("in ")
    for width in (320, 390, 820):
        tab.page.set_viewport_size({**PHONE, "width": width})
        heights = moves.evaluate_all("all => all.map((one) => one.offsetHeight)")
        assert len(set(heights)) == 1
        lines = moves.evaluate_all(
            "all => all.map((one) => one.firstChild.getClientRects().length)"
        )
        assert set(lines) == {1}
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_board_with_gaps_is_set_up_by_hand(visit):
    deal = Deal.parse(START, load_rules("shifting-board"))
    position = deal.start("single").play("d1R")
    position = position.play(
        next(move for move in map(str, position.legal_moves()) if move[-1] == "D")
    )
    cards = laid(position)
    tab = visit(late("shifting-board", START, e="single"))
    page = tab.page
    expect(page.locator(".card .badge").first).to_be_visible()
    tab.keys("e")
    tab.press("Clear the board")
    expect(page.locator(".card.gap")).to_have_count(20)
    expect(page.locator("#draft-note")).to_contain_text("gaps on your table")

    def place(cell: str):  # there is a gap on each side
        return tab.cell(chr(ord(cell[0]) + 1) + str(int(cell[1:]) + 1))

    square = {f"{column}{row}" for column in "abcd" for row in range(1, 5)}
    for cell in sorted(square ^ set(cards), reverse=True):
        place(cell).click()
    place("e5").click()
    expect(page.locator(".card.empty")).to_have_count(17)
    for card in cards.values():
        page.locator(f".rank:has(b:text-is('{card.strip('xrb')}'))").click()
    place("e5").click()  # it is a gap again, after the last card
    expect(page.locator(".pawn")).to_have_count(2)
    for cell, card in cards.items():
        tools = {"x": "turn over", "r": "red pawn", "b": "blue pawn"}
        for letter in set(card) & set(tools):
            tab.choose("tools", tools[letter])
            place(cell).click()
    accessible(tab)
    tab.picture("editing-gaps")
    tab.press("Use this position")
    expect(page.locator("#editing")).to_be_hidden()
    assert tab.query["p"] == str(position).replace(" ", "_")
    assert drawn(tab) == cards
