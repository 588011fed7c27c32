"""Playing on the page: against the computer and with friends, and reviewing games."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from support import DEAL

import tablebase
from browser.test_page import accessible
from tablebase import Deal, Position

GAME = f"?mode=play&p={DEAL}&level=perfect&as="
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def table():
    return tablebase.build(Deal.parse(DEAL))


def best(table, position: str | Position) -> str:
    position = position if isinstance(position, Position) else Position.parse(position)
    return str(table.probe(position).moves[0].move)


def played(table, *moves: str) -> list[str]:
    """These moves, followed by best play to the end."""
    game = Deal.parse(DEAL).start()
    for move in moves:
        game = game.play(move)
    return [*moves, *(str(probe.moves[0].move) for probe in table.line(game)[:-1])]


def moves_of(tab) -> list[str]:
    return re.findall(r"[?&]m=([\w.]+)", tab.page.url)[0].split(".")


def begin(tab, label: str) -> None:
    """Begin a game once its deal is found, which takes a while on a busy machine."""
    expect(tab.page.locator("#begin")).to_be_enabled(timeout=30_000)
    tab.press(label)


def test_one_tap_starts_a_game(visit):
    tab = visit()
    tab.says("Play Collapsi")
    accessible(tab)
    begin(tab, "Play as Red, easy")
    tab.says("Your move")
    position = Position.parse(tab.position)
    assert position.ply == 0
    assert tablebase.build(position.deal).probe(position).winner == "red"
    assert tab.values == {}
    expect(tab.page.locator(".card .dot")).to_have_count(len(position.legal_moves()))
    accessible(tab)
    move = str(position.legal_moves()[0])
    tab.cell(move).click()
    expect(tab.page.locator("#feedback")).to_contain_text(f"Your {move}")
    tab.says("Your move")
    expect(tab.page.locator("#feedback")).to_contain_text(f"Your {move}")  # it stays
    expect(tab.page.locator("#reply")).to_contain_text("Blue answers")
    assert not re.search(r"in \d", tab.page.locator(".mode-play").inner_text())


def test_the_choices_survive_a_reload(visit):
    tab = visit("?mode=play", locale="en")  # a context of its own: they are kept
    tab.says("Play Collapsi")
    tab.choose("sides", "Blue")
    tab.choose("levels", "hard")
    expect(tab.page.get_by_role("button", name="Play as Blue, hard")).to_be_visible()
    tab.page.reload()
    begin(tab, "Play as Blue, hard")
    tab.says("Your move")
    assert len(moves_of(tab)) == 1  # it has begun
    tab.page.reload()
    tab.says("Your move")
    assert len(moves_of(tab)) == 1
    tab.press("New game")
    expect(tab.page.get_by_role("button", name="Play as Blue, hard")).to_be_visible()


def test_a_whole_game_against_the_perfect_player(visit, table):
    tab = visit(GAME + "red")
    for move in range(1, 7):
        tab.says("Your move")
        tab.cell(best(table, tab.position)).click()
        tab.page.wait_for_url(re.compile(rf"m=(\w+\.){{{2 * move - 1}}}\w+&"))  # it has answered
    tab.says("Your move")
    tab.cell(best(table, tab.position)).click()
    tab.says("You won")
    assert len(moves_of(tab)) == 13
    assert Position.parse(tab.position).is_terminal
    expect(tab.page.locator("#mistakes")).to_have_text("Your mistakes: 0")


def test_a_mistake_is_explained_and_the_answer_too(visit):
    tab = visit(GAME + "red")
    tab.says("Your move")
    tab.cell("b1").click()
    expect(tab.page.locator("#reply")).to_contain_text("and is now winning")
    expect(tab.page.locator("#feedback")).to_have_text(
        "Your b1 gave the win away; a3 would have kept it."
    )
    picture = tab.page.locator("#picture svg")
    expect(picture).to_have_attribute(
        "aria-label", "You played b1, the dashed line; a3, the solid line, was better."
    )
    accessible(tab)
    tab.press("Undo")
    tab.says("Your move")
    assert tab.position == str(Deal.parse(DEAL).start())
    tab.cell("a3").click()
    expect(tab.page.locator("#feedback")).to_have_text("Your a3 was the only winning move.")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_after_the_game_it_is_tried_again(visit, table, scheme):
    moves = played(table, "b1")
    tab = visit(f"{GAME}red&m={'.'.join(moves[:-2])}", color_scheme=scheme)
    tab.says("Your move")
    tab.cell(moves[-2]).click()
    tab.says("Blue won")
    page = tab.page
    expect(page.locator("#over-title")).to_have_text(f"Decided on move 1 of {len(moves)}")
    expect(page.locator("#only-moves")).to_have_text(re.compile(r"Only moves found: \d of \d"))
    expect(page.locator("#over-text")).to_have_text(
        "You lost the game with b1; a3 would have kept the win."
    )
    expect(page.locator(".ply")).to_have_count(len(moves) + 1)
    expect(page.locator(".ply.up")).to_have_count(1)
    expect(page.locator("#mistakes")).to_contain_text("Your mistakes: 1")
    accessible(tab)
    tab.press("Look at move 1")
    tab.says("Your move")
    expect(page.locator(".path.played")).to_have_count(1)
    expect(page.locator(".path.better")).to_have_count(1)
    tab.picture(f"play-review-{scheme}")
    tab.press("Try again from move 1")
    expect(page.locator("#over")).to_be_hidden()
    tab.cell("a3").click()
    expect(page.locator("#reply")).to_contain_text("Blue answers")
    assert moves_of(tab)[0] == "a3"


def test_a_move_taken_back_and_made_again_is_answered(visit):
    tab = visit(GAME + "red")
    for _ in range(2):
        tab.says("Your move")
        tab.cell("b1").click()
        expect(tab.page.locator("#reply")).to_contain_text("Blue answers")
        tab.press("Undo")
        expect(tab.page.locator("#reply")).to_be_empty()


def test_back_leads_to_your_last_turn(visit):
    tab = visit(GAME + "red")
    tab.says("Your move")
    start = tab.position
    tab.cell("b1").click()
    expect(tab.page.locator("#reply")).to_contain_text("Blue answers")
    tab.page.go_back()
    tab.says("Your move")
    assert tab.position == start


def test_a_game_begins_with_the_deal_of_the_choices_shown(visit):
    tab = visit("?mode=play", locale="fr")
    button = tab.page.locator("#begin")
    expect(button).to_have_text("Play as Red, easy")
    shown = tab.page.evaluate(
        """() => {
            const begin = document.querySelector("#begin");
            begin.focus();
            document.querySelector("#sides input[value=blue]").click();
            const seen = [begin.ariaBusy, document.activeElement.id];
            begin.click();  // before the deal has been found
            return seen;
        }"""
    )
    assert shown == ["true", "begin"]
    tab.says("Your move")
    assert "as=blue" in tab.page.url
    game = Position.parse(tab.position).deal
    assert tablebase.build(game).probe(game.start()).winner == "blue"


def test_a_game_that_starts_finished(visit, table):
    game = Deal.parse(DEAL).start()
    for move in played(table):
        game = game.play(move)
    tab = visit(f"?mode=play&p={str(game).replace(' ', '_')}&as=red")
    expect(tab.page.locator("#over-title")).to_have_text("The game is over")
    expect(tab.page.locator("#banner")).to_be_hidden()


def test_whoever_opens_a_shared_game_reads_red_and_blue(visit, table):
    moves = played(table, "b1")
    tab = visit(f"{GAME}red&m={'.'.join(moves)}")
    tab.says("Blue won")
    expect(tab.page.locator("#over-text")).to_have_text(
        "Red lost the game with b1; a3 would have kept the win."
    )
    expect(tab.page.locator("#mistakes")).to_contain_text("1 mistake")
    assert "You" not in tab.page.locator("#over").inner_text()


def test_the_bars_of_the_review_show_how_far_the_end_was(visit, table):
    moves = played(table, "b1")
    tab = visit(f"{GAME}red&m={'.'.join(moves)}")
    tab.says("Blue won")
    line = [Position.parse(DEAL, "wild")]
    for move in moves:
        line.append(line[-1].play(move))
    away = [table.probe(position).value.dte for position in line]
    bars = tab.page.locator(".ply i")
    far = bars.evaluate_all("all => all.map((bar) => +bar.style.getPropertyValue('--far'))")
    assert far == pytest.approx([each / max(away) for each in away])
    heights = bars.evaluate_all("all => all.map((bar) => bar.getBoundingClientRect().height)")
    assert heights[0] == max(heights) > 2 * heights[-1]
    assert f"{away[3]} moves from the end" in tab.page.locator(".ply").nth(3).get_attribute("title")


def test_sides_are_swapped(visit, table):
    *moves, last = played(table)
    tab = visit(f"{GAME}red&m={'.'.join(moves)}")
    tab.says("Your move")
    tab.cell(last).click()
    tab.says("You won")
    tab.press("Swap sides")
    tab.says("Your move")
    assert moves_of(tab) == ["a3"]
    assert "as=blue" in tab.page.url


def test_friends_play_at_one_screen(visit, table):
    tab = visit(GAME + "all")
    tab.says("Red to move")
    tab.cell("b1").click()
    tab.says("Blue to move")
    tab.page.wait_for_timeout(1000)  # the computer would have moved by then
    assert moves_of(tab) == ["b1"]
    expect(tab.page.locator("#feedback")).to_be_empty()


def test_a_move_is_sent_to_a_friend_who_sends_one_back(visit):
    tab = visit(GAME + "all")
    tab.says("Red to move")
    expect(tab.page.locator("#send")).to_be_hidden()
    tab.cell("b1").click()
    tab.says("Blue to move")
    tab.press("Send my move")
    expect(tab.page.locator("#sent")).to_have_text(
        "Copied. Paste it into a message. "
        "Your friend opens the link, moves, and sends it back to you."
    )
    said, _, link = tab.page.evaluate("navigator.clipboard.readText()").partition("\n")
    assert said.startswith("Collapsi: it is Blue")
    friend = visit(link.removeprefix(tab.url))
    friend.says("Blue to move")
    assert moves_of(friend) == ["b1"]
    answer = str(friend.shown().legal_moves()[0])
    friend.cell(answer).click()
    friend.says("Red to move")
    friend.press("Send my move")
    expect(friend.page.locator("#sent")).not_to_be_empty()
    assert f"m=b1.{answer}" in friend.page.evaluate("navigator.clipboard.readText()")


def test_a_first_tap_selects_and_a_second_plays(visit):
    tab = visit(GAME + "red", has_touch=True)
    tab.page.set_viewport_size(PHONE)
    tab.says("Your move")
    tab.cell("b1").tap()
    expect(tab.page.locator("#advice")).to_contain_text("3 steps to b1")
    expect(tab.page.locator(".path.preview")).to_have_count(1)
    assert "m=" not in tab.page.url
    board, button = (tab.page.locator(name).bounding_box() for name in ("#frame", "#play-selected"))
    assert board["y"] + board["height"] <= button["y"]
    assert button["y"] + button["height"] < PHONE["height"]  # no scrolling
    tab.cell("a3").tap()
    expect(tab.page.locator("#advice")).to_contain_text("to a3")
    tab.cell("a3").tap()
    expect(tab.page.locator("#feedback")).to_contain_text("Your a3")
    tab.says("Your move")
    tab.page.locator(".card.target").first.tap()
    tab.page.locator("#play-selected").tap()
    tab.page.wait_for_url(re.compile(r"m=a3\.\w+\.\w+"))


@pytest.mark.parametrize(("width", "height"), [(390, 664), (360, 640), (320, 568)])
def test_the_chosen_move_is_in_view_after_a_comment(visit, width, height):
    tab = visit(GAME + "red", has_touch=True)
    tab.page.set_viewport_size({"width": width, "height": height})
    tab.says("Your move")
    tab.cell("b1").tap()
    tab.cell("b1").tap()
    expect(tab.page.locator("#reply")).to_contain_text("Blue answers")
    tab.says("Your move")
    tab.page.locator(".card.target").first.tap()
    expect(tab.page.locator("#advice")).to_contain_text("Tap it again to move.")
    expect(tab.page.locator("#feedback")).to_be_hidden()  # folded
    frame, toolbar = (tab.page.locator(name).bounding_box() for name in ("#frame", "#toolbar"))
    for part in ("#advice", "#play-selected"):
        box = tab.page.locator(part).bounding_box()
        assert frame["y"] + frame["height"] <= box["y"]
        assert box["y"] + box["height"] <= toolbar["y"]
    tab.page.locator(".card.down").first.tap(force=True)  # nothing is chosen by that
    expect(tab.page.locator("#feedback")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, {"width": 844, "height": 390}])
def test_the_board_and_the_words_fit_a_phone(visit, size):
    tab = visit(GAME + "red")
    tab.page.set_viewport_size(size)
    tab.says("Your move")
    tab.cell("b1").click()
    expect(tab.page.locator("#reply")).to_contain_text("Blue answers")
    header = tab.page.locator(".top").bounding_box()
    assert header["height"] <= size["height"] / 10
    for part in ("#frame", "#feedback", "#reply"):
        box = tab.page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"]
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    accessible(tab)
    tab.picture(f"play-{size['width']}")


def test_a_game_is_analysed_and_played_on(visit):
    tab = visit(GAME + "all&m=b1")
    tab.says("Blue to move")
    tab.press("Analyse")
    tab.says("Blue wins in 9")
    assert tab.moves == ["b1\n??"]
    tab.press("Play from here")
    tab.says("Your move")
    assert "as=blue" in tab.page.url
    tab.page.go_back()
    tab.says("Blue wins in 9")


def test_a_link_with_an_illegal_move_keeps_the_others(visit):
    tab = visit(GAME + "red&m=a3.a1.d4.b1")
    banner = tab.page.locator("#banner-text")
    expect(banner).to_have_text(
        "move 3 of this link, d4, is not legal; the moves before it are shown"
    )
    tab.says("Your move")
    assert moves_of(tab) == ["a3", "a1"]
    tab.cell("d1").click()
    expect(tab.page.locator("#feedback")).to_contain_text("Your d1")
