"""Playing on the page: against the computer and with friends, and reviewing games."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect
from support import DEAL
from support.effort import sample

import tablebase
from browser.games import GAME, above_the_toolbar, begin, best, dealt, moves_of, played
from browser.tab import accessible
from tablebase import Deal, Position

PHONE = {"width": 390, "height": 844}


def test_one_tap_starts_a_game(visit):
    tab = visit()
    tab.says("Play Collapsi")
    accessible(tab)
    begin(tab, "Play as Red, easy")
    tab.says("Your move")
    expect(tab.page.locator("#against")).to_contain_text("Against easy")  # beside the board
    position = Position.parse(tab.position, "single")  # today's rules
    assert position.ply == 0
    assert tablebase.build(position.deal).probe(position).winner == "red"
    assert tab.values == {}
    expect(tab.ringed).to_have_count(len(position.legal_moves()))
    accessible(tab)
    move = str(position.legal_moves()[0])
    tab.cell(move).click()
    expect(tab.page.locator("#feedback")).to_contain_text(f"Your {move}")
    tab.says("Your move")
    expect(tab.page.locator("#feedback")).to_contain_text(f"Your {move}")  # it stays
    expect(tab.page.locator("#reply")).to_contain_text("Blue answers")
    assert not re.search(r"in \d", tab.page.locator(".mode-play").inner_text())


def test_the_start_shows_the_streak_of_daily_puzzles(fresh):
    tab = fresh()
    expect(tab.page.locator("#daily")).to_have_text(re.compile("puzzle$"))
    found = json.dumps({day: {"marks": "+++", "done": True} for day in (8, 9)})  # it is day 9
    name = "`tablebase ${location.pathname} puzzles.days`"
    tab.page.evaluate(f"(found) => localStorage.setItem({name}, found)", found)
    tab.page.reload()
    expect(tab.page.locator("#daily")).to_contain_text("puzzle · 2 days in a row")


def test_the_choices_survive_a_reload(visit):
    tab = visit("?mode=play", alone=True)
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
    expect(tab.page.get_by_role("button", name="Play as Blue, hard")).to_be_focused()


def test_the_board_behind_the_choices_shows_values_as_chosen(visit):
    tab = visit("?mode=play", alone=True)
    badges = tab.page.locator(".mode-play .badge")
    wanted = tab.page.get_by_label("Show what every move is worth")
    tab.page.get_by_text("More choices").click()
    wanted.check()
    expect(badges.first).to_be_visible()
    tab.page.reload()
    expect(badges.first).to_be_visible()
    tab.page.get_by_text("More choices").click()
    wanted.uncheck()
    expect(badges).to_have_count(0)


LISTEN = """() => {
    const Audio = window.AudioContext;
    window.heard = 0;
    window.AudioContext = class extends Audio {
        constructor() {
            super();
            window.heard += 1;
        }
    };
}"""
"""Counts what makes sounds, in `heard`: a script."""


def test_a_win_is_seen_heard_if_wanted_and_leads_to_the_next_level(fresh, table):
    moves = played(table)
    tab = fresh(f"?mode=play&p={DEAL}&level=beginner&as=red&m={'.'.join(moves[:10])}")
    tab.says("Your move")
    tab.page.evaluate(LISTEN)
    tab.cell(moves[10]).click()
    tab.says("Your move")
    assert tab.page.evaluate("heard") == 0
    sounds = "localStorage.setItem(`tablebase ${location.pathname} play`, '{\"sounds\": true}')"
    tab.page.evaluate(sounds)
    tab.cell(best(table, tab.position)).click()
    tab.says("You won")
    tab.page.wait_for_function("() => window.heard === 1")
    expect(tab.page.locator("#over-title")).to_have_text("Your first win against easy!")
    expect(tab.page.locator("#over-record")).to_have_text(
        "Against easy you have won 1 of 1 game, 1 without help. Your rating without help is 1008."
    )
    won = tab.page.locator(".mode-play")
    expect(won).to_have_attribute("data-outcome", "won")
    assert tab.page.evaluate("document.getAnimations().length") == 0  # motion is reduced
    tab.page.emulate_media(reduced_motion="no-preference")
    names = "document.getAnimations().map(({ animationName }) => animationName)"
    assert {"fall", "hop", "shine"} <= {*tab.page.evaluate(names)}
    tab.page.emulate_media(reduced_motion="reduce")
    accessible(tab)
    tab.page.locator(".ply").nth(1).click()
    expect(won).to_have_attribute("data-outcome", "")  # what is looked back at is not won yet
    tab.press("Play medium")
    tab.says("Your move")
    expect(tab.page).to_have_url(re.compile("level=casual"))
    expect(won).to_have_attribute("data-outcome", "")


def test_a_game_begins_with_the_deal_of_the_choices_shown(visit):
    tab = visit("?mode=play", alone=True)
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
    dealt(tab)
    tab.says("Your move")
    focused_on_the_mover(tab)
    assert "as=blue" in tab.page.url
    start = Position.parse(tab.position, "single")
    assert tablebase.build(start.deal).probe(start).winner == "blue"


def test_choices_do_not_wrap_under_their_legend(visit):
    tab = visit("?mode=play")
    dealt(tab)
    for width in (1280, 720, 390, 320):
        tab.page.set_viewport_size({"width": width, "height": 664})
        for name in ("lengths", "rivals", "sides", "levels"):
            group = tab.page.locator(f"#{name}")
            legend = group.locator("legend").bounding_box()
            boxes = [label.bounding_box() for label in group.locator("label:visible").all()]
            rows = {box["y"]: box["x"] for box in reversed(boxes)}
            assert min(rows.values()) >= legend["x"] + legend["width"]
            assert max(rows.values()) - min(rows.values()) < 1  # one below the other
        rule = tab.page.locator("#levels").get_by_text("rule of thumb")
        first = tab.page.locator("#levels").get_by_text("easy")
        wraps = rule.bounding_box()["y"] > first.bounding_box()["y"]
        assert wraps is (width != 720)


def test_the_focus_goes_to_the_movers_card(visit, table):
    tab = visit("?mode=play")
    page = tab.page
    dealt(tab)
    page.locator("#begin").focus()
    tab.keys("Enter")
    focused_on_the_mover(tab)
    tab.keys("a")
    expect(page.locator(".mode-analyse")).to_be_visible()
    focused_on_the_mover(tab)
    page.go_back()
    focused_on_the_mover(tab)
    moves = played(table, "b1")
    page.goto(f"{tab.url}{GAME}red&m={'.'.join(moves[:-2])}")
    tab.says("Your move")
    tab.cell(moves[-2]).click()
    tab.says("You lost")
    expect(page.locator("#status")).to_have_text("You lost. You have no legal move.")
    for button in ("try-again", "swap", "play-again"):
        expect(page.locator(f"#{button}")).to_be_visible()
        page.locator(f"#{button}").focus()
        tab.keys("Enter")
        # After the computer's, if that is the first; of another game once its deal is found.
        expect(page.locator("#headline-main")).to_have_text("Your move", timeout=30_000)
        focused_on_the_mover(tab)
        page.go_back()


def focused_on_the_mover(tab) -> None:
    """The card of the side to move has the focus: of the reader, in a game against the computer."""
    card = tab.page.locator(".card:focus")
    expect(card).to_have_attribute("aria-label", re.compile(r"(red|blue) pawn"))
    cell = card.get_attribute("data-cell")
    position = tab.shown()
    mover = position.mover
    assert cell == f"{'abcd'[mover % 4]}{mover // 4 + 1}"


def test_the_start_names_its_rules_and_plain_play_is_todays_game(visit):
    tab = visit("?mode=play&r=3-players", alone=True)
    tab.says("Play: Three players")
    expect(tab.page.locator("#rules-title")).to_have_text("Rules: Three players, wild")
    tab.press("Change")
    expect(tab.page.locator("#rules")).to_be_focused()
    tab.page.locator("#modes a[href='?mode=play']").click()
    tab.says("Play Collapsi")  # a link's rules are those of its games
    expect(tab.page.locator("#usual")).to_be_hidden()
    expect(tab.page.locator("#lead-edges")).to_have_text(", also over an edge to the other side")
    tab.page.locator("#rules").select_option("cross")
    tab.says("Play: Cross")
    expect(tab.page.locator("#lead-edges")).to_be_hidden()
    expect(tab.page.locator("#lead-more")).to_have_text(
        "4x4 without its corners, edges not joined."
    )
    for keeps, title in ((False, "Play Collapsi"), (True, "Play: Cross")):
        tab.page.locator("#rules").select_option("cross")
        tab.says("Play: Cross")
        tab.page.get_by_label("Keep these rules").set_checked(keeps)
        tab.page.locator("#modes a[href='?mode=learn']").click()
        tab.page.locator("#modes a[href='?mode=play']").click()
        tab.says(title)
    tab.page.get_by_role("link", name="Back to Collapsi").click()
    tab.says("Play Collapsi")


LUMINANCE = r"""(card) => {
    const light = (colour) => {
        const [red, green, blue] = colour.match(/\d+/g).map((part) => part / 255)
            .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ring = light(getComputedStyle(card, "::after").borderTopColor);
    const ground = getComputedStyle(card).backgroundImage.match(/rgb\([^)]*\)/g).map(light);
    return ground.map((each) => (Math.max(each, ring) + 0.05) / (Math.min(each, ring) + 0.05));
}"""
"""The contrast of a card's ring with the ends of its gradient: a script."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_rings_are_seen_on_cards_with_an_index_in_both_corners(visit, scheme):
    tab = visit(GAME + "red", color_scheme=scheme, alone=True)
    ringed = tab.ringed
    assert min(ringed.first.evaluate(LUMINANCE)) >= 3
    tab.press("More", "Felt or wood")
    tab.page.reload()
    expect(tab.page.locator("html")).to_have_attribute("data-table", "wood")
    assert min(ringed.first.evaluate(LUMINANCE)) >= 3
    index = "(card) => getComputedStyle(card.querySelector('.index'), '::after').content"
    corners = ringed.evaluate_all(f"(all) => all.map({index})")
    cards = ringed.evaluate_all("(all) => all.map((one) => one.dataset.card)")
    assert corners == [f'"{card}"' for card in cards] != []
    tab.picture(f"rings-{scheme}")


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
    line = [Position.parse(DEAL, "wild")]
    for move in moves:
        line.append(line[-1].play(move))
    away = [table.probe(position).value.dte for position in line]
    bars = tab.page.locator(".ply i")
    expect(bars).to_have_count(len(line))  # as high as the end was far
    far = bars.evaluate_all("all => all.map((bar) => +bar.style.getPropertyValue('--far'))")
    assert far == pytest.approx([each / max(away) for each in away])
    heights = bars.evaluate_all("all => all.map((bar) => bar.getBoundingClientRect().height)")
    assert heights[0] == max(heights) > 2 * heights[-1]
    assert f"{away[3]} moves from the end" in tab.page.locator(".ply").nth(3).get_attribute("title")


def test_the_review_keeps_the_focus(visit, table):
    moves = played(table, "b1")
    tab = visit(f"{GAME}all&m={'.'.join(moves)}")
    tab.says("Blue won")
    for part, number in (("strip", 3), ("mistakes", 0)):
        button = tab.page.locator(f"#{part} button").nth(number)
        button.press("Enter")
        expect(button).to_have_attribute("aria-current", "step")
        expect(tab.page.locator("#headline-main")).to_contain_text("to move")
        tab.settle()
        expect(button).to_be_focused()


def test_a_move_is_sent_to_a_friend_who_sends_one_back(visit):
    tab = visit(GAME + "all", alone=True)
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
    assert said == "Collapsi: you are Blue. Your move."
    friend = visit(link.removeprefix(tab.url), alone=True)
    friend.says("Your move")
    expect(friend.page.locator("#headline-sub")).to_contain_text("You are Blue")
    expect(friend.page.locator("#send")).to_be_hidden()  # it comes after the move
    assert moves_of(friend) == ["b1"]
    for one in (tab, friend):  # nobody is told that it is a mistake
        expect(one.page.locator("#moves li")).to_have_text(["b1"])
    answer = str(friend.shown().legal_moves()[0])
    friend.cell(answer).click()
    friend.says("Red to move")  # no computer answers
    expect(friend.page.locator("#headline-sub")).to_have_text(
        "Send your move: your friend plays Red"
    )
    friend.press("Send my move")
    expect(friend.page.locator("#sent")).not_to_be_empty()
    back = friend.page.evaluate("navigator.clipboard.readText()")
    assert f"m=b1.{answer}" in back
    assert "as=red&level=friend" in back
    tab.open(f"?{back.partition('?')[2]}")
    tab.says("Your move")
    kept = "Object.entries(localStorage).filter(([name]) => name.includes(' game '))"
    ((_, game),) = tab.page.evaluate(kept)  # the same game goes on
    assert f"m=b1.{answer}" in game
    friend.page.get_by_text("Share this board").click()
    with friend.page.expect_download() as saved:
        friend.press("Picture")
    data = saved.value.path().read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20]) == int.from_bytes(data[20:24]) == 660  # wide and high


@pytest.mark.parametrize("home", ["static"], indirect=True)  # a server lets nobody frame its page
def test_a_line_embeds_this_board(visit):
    tab = visit(GAME + "all&m=b1")
    tab.says("Blue to move")
    tab.page.get_by_text("Share this board").click()
    tab.press("Embed")
    expect(tab.page.locator("#shared")).to_contain_text("Copied.")
    line = tab.page.evaluate("navigator.clipboard.readText()")
    address = re.fullmatch(
        r'<iframe src="([^"]*)" width="400" height="720" title="Collapsi"></iframe>', line
    )[1]
    other = visit("?mode=rules")
    other.page.goto(f"{other.url}static/style.css")
    other.page.evaluate("(line) => { document.body.innerHTML = line; }", line)
    frame = other.page.frame_locator("iframe")
    expect(frame.locator("#headline-main")).to_have_text("Blue to move")
    assert "m=b1" in address


def test_a_phone_shares_a_move_with_its_own_dialog(visit):
    tab = visit("?mode=rules", has_touch=True, is_mobile=True)
    tab.page.add_init_script("navigator.share = async (shared) => { window.shared = shared; }")
    tab.page.goto(f"{tab.url}{GAME}all")
    tab.says("Red to move")
    for _ in range(2):
        tab.cell("b1").tap()
    tab.says("Blue to move")
    tab.press("Send my move")
    expect(tab.page.locator("#sent")).to_have_text(
        "Your friend opens the link, moves, and sends it back to you."
    )
    shared = tab.page.evaluate("window.shared")
    assert "m=b1" in shared["url"]
    assert shared["text"].startswith("Collapsi: you are Blue")


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
    tab.targets.first.tap()
    tab.page.locator("#play-selected").tap()
    tab.page.wait_for_url(re.compile(r"m=a3\.\w+\.\w+"))


@pytest.mark.parametrize(("width", "height"), sample([(390, 664), (320, 568), (360, 640)], 1))
def test_what_comes_next_is_in_view_on_a_small_phone(visit, table, width, height):
    tab = visit(GAME + "red", has_touch=True)
    tab.page.set_viewport_size({"width": width, "height": height})
    tab.says("Your move")
    tab.cell("b1").tap()
    tab.cell("b1").tap()
    expect(tab.page.locator("#reply")).to_contain_text("Blue answers")
    above_the_toolbar(tab, "#reply")
    tab.says("Your move")
    tab.targets.first.tap()
    expect(tab.page.locator("#advice")).to_contain_text("Tap it again to move.")
    expect(tab.page.locator("#feedback")).to_be_hidden()  # folded
    frame = tab.page.locator("#frame").bounding_box()
    for part in ("#advice", "#play-selected"):
        above_the_toolbar(tab, part)
        assert frame["y"] + frame["height"] <= tab.page.locator(part).bounding_box()["y"]
    tab.page.locator(".card.down").first.tap(force=True)  # nothing is chosen by that
    expect(tab.page.locator("#feedback")).to_be_visible()
    tab.page.goto(f"{tab.url}{GAME}red&m={'.'.join(played(table, 'b1'))}")
    tab.says("Blue won")
    expect(tab.page.locator("#try-again")).to_contain_text("Try again from move")
    above_the_toolbar(tab, "#try-again")


def test_the_board_and_the_words_fit_a_phone(visit):
    tab = visit(GAME + "red")
    tab.says("Your move")
    tab.cell("b1").click()
    expect(tab.page.locator("#reply")).to_contain_text("Blue answers")
    for size in (PHONE, {"width": 844, "height": 390}):
        tab.page.set_viewport_size(size)
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
    tab = visit(f"{GAME}red&m=a3.zz.b1")
    expect(tab.page.locator("#banner-text")).to_have_text(
        "Move 2 of this link, zz, is not legal; the moves before it are shown"
    )
    tab.says("Your move")  # the computer answers
    tab.page.wait_for_url(re.compile(r"m=a3\.\w+&"))
    assert moves_of(tab)[0] == "a3"
    tab.targets.first.click()
    expect(tab.page.locator("#feedback")).to_contain_text("Your ")
