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


def moves_of(explorer) -> list[str]:
    return re.findall(r"[?&]m=([\w.]+)", explorer.page.url)[0].split(".")


def begin(explorer, label: str) -> None:
    """Begin a game once its deal is found, which takes a while on a busy machine."""
    expect(explorer.page.locator("#begin")).to_be_enabled(timeout=30_000)
    explorer.press(label)


def test_one_tap_starts_a_game(visit):
    explorer = visit()
    explorer.says("Play Collapsi")
    accessible(explorer)
    begin(explorer, "Play as Red, easy")
    explorer.says("Your move")
    position = Position.parse(explorer.position)
    assert position.ply == 0
    assert tablebase.build(position.deal).probe(position).winner == "red"
    assert explorer.values == {}
    expect(explorer.page.locator(".card .dot")).to_have_count(len(position.legal_moves()))
    accessible(explorer)
    move = str(position.legal_moves()[0])
    explorer.cell(move).click()
    expect(explorer.page.locator("#feedback")).to_contain_text(f"Your {move}")
    explorer.says("Your move")
    expect(explorer.page.locator("#feedback")).to_contain_text(f"Your {move}")  # it stays
    expect(explorer.page.locator("#reply")).to_contain_text("Blue answers")
    assert not re.search(r"in \d", explorer.page.locator(".mode-play").inner_text())


def test_the_choices_survive_a_reload(visit):
    explorer = visit("?mode=play", locale="en")  # a context of its own: they are kept
    explorer.says("Play Collapsi")
    explorer.choose("sides", "Blue")
    explorer.choose("levels", "hard")
    expect(explorer.page.get_by_role("button", name="Play as Blue, hard")).to_be_visible()
    explorer.page.reload()
    begin(explorer, "Play as Blue, hard")
    explorer.says("Your move")
    assert len(moves_of(explorer)) == 1  # it has begun
    explorer.page.reload()
    explorer.says("Your move")
    assert len(moves_of(explorer)) == 1
    explorer.press("New game")
    expect(explorer.page.get_by_role("button", name="Play as Blue, hard")).to_be_visible()


def test_a_whole_game_against_the_perfect_player(visit, table):
    explorer = visit(GAME + "red")
    for move in range(1, 7):
        explorer.says("Your move")
        explorer.cell(best(table, explorer.position)).click()
        explorer.page.wait_for_url(
            re.compile(rf"m=(\w+\.){{{2 * move - 1}}}\w+&")
        )  # it has answered
    explorer.says("Your move")
    explorer.cell(best(table, explorer.position)).click()
    explorer.says("You won")
    assert len(moves_of(explorer)) == 13
    assert Position.parse(explorer.position).is_terminal
    expect(explorer.page.locator("#mistakes")).to_have_text("Your mistakes: 0")


def test_a_mistake_is_explained_and_the_answer_too(visit):
    explorer = visit(GAME + "red")
    explorer.says("Your move")
    explorer.cell("b1").click()
    expect(explorer.page.locator("#reply")).to_contain_text("and is now winning")
    expect(explorer.page.locator("#feedback")).to_have_text(
        "Your b1 gave the win away; a3 would have kept it."
    )
    picture = explorer.page.locator("#picture svg")
    expect(picture).to_have_attribute(
        "aria-label", "You played b1, the dashed line; a3, the solid line, was better."
    )
    accessible(explorer)
    explorer.press("Undo")
    explorer.says("Your move")
    assert explorer.position == str(Deal.parse(DEAL).start())
    explorer.cell("a3").click()
    expect(explorer.page.locator("#feedback")).to_have_text("Your a3 was the only winning move.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_after_the_game_it_is_tried_again(visit, table, scheme):
    moves = played(table, "b1")
    explorer = visit(f"{GAME}red&m={'.'.join(moves)}", color_scheme=scheme)
    explorer.says("Blue won")
    page = explorer.page
    expect(page.locator("#over-title")).to_have_text("Lost on move 1")
    expect(page.locator("#over-text")).to_have_text(
        "You lost the game with b1; a3 would have kept the win."
    )
    expect(page.locator(".ply")).to_have_count(len(moves) + 1)
    expect(page.locator(".ply.up")).to_have_count(1)
    expect(page.locator("#mistakes")).to_contain_text("Your mistakes: 1")
    accessible(explorer)
    explorer.press("Look at move 1")
    explorer.says("Your move")
    expect(page.locator(".path.played")).to_have_count(1)
    expect(page.locator(".path.better")).to_have_count(1)
    explorer.picture(f"play-review-{scheme}")
    explorer.press("Try again from move 1")
    expect(page.locator("#over")).to_be_hidden()
    explorer.cell("a3").click()
    expect(page.locator("#reply")).to_contain_text("Blue answers")
    assert moves_of(explorer)[0] == "a3"


def test_a_move_taken_back_and_made_again_is_answered(visit):
    explorer = visit(GAME + "red")
    for _ in range(2):
        explorer.says("Your move")
        explorer.cell("b1").click()
        expect(explorer.page.locator("#reply")).to_contain_text("Blue answers")
        explorer.press("Undo")
        expect(explorer.page.locator("#reply")).to_be_empty()


def test_back_leads_to_your_last_turn(visit):
    explorer = visit(GAME + "red")
    explorer.says("Your move")
    start = explorer.position
    explorer.cell("b1").click()
    expect(explorer.page.locator("#reply")).to_contain_text("Blue answers")
    explorer.page.go_back()
    explorer.says("Your move")
    assert explorer.position == start


def test_a_game_begins_with_the_deal_of_the_choices_shown(visit):
    explorer = visit("?mode=play", locale="fr")
    button = explorer.page.locator("#begin")
    expect(button).to_have_text("Play as Red, easy")
    expect(button).to_be_enabled(timeout=30_000)
    assert explorer.page.evaluate(
        """() => {
            document.querySelector("#levels input[value=strong]").click();
            return document.querySelector("#begin").disabled;
        }"""
    )
    expect(button).to_be_enabled(timeout=30_000)


def test_a_game_that_starts_finished(visit, table):
    game = Deal.parse(DEAL).start()
    for move in played(table):
        game = game.play(move)
    explorer = visit(f"?mode=play&p={str(game).replace(' ', '_')}&as=red")
    expect(explorer.page.locator("#over-title")).to_have_text("The game is over")
    expect(explorer.page.locator("#banner")).to_be_hidden()


def test_the_last_position_asked_for_is_opened(visit):
    explorer = visit(GAME + "red")
    opened = explorer.page.evaluate(
        """async (deal) => {
            const { src } = document.querySelector("script[src$='main.js']");
            const { collapsi_shared_session: { Session } } =
                await import(src);  // of the bundle
            const session = new Session();
            const variant = { rules: "collapsi", edition: "" };
            const first = session.open("A223/4A2Jr/3A23/Jb3A4 r", variant);
            const second = session.open(deal, variant);
            return [await first, await second, session.game.steps[0].position];
        }""",
        DEAL,
    )
    assert opened == [False, True, str(Deal.parse(DEAL).start())]


def test_sides_are_swapped(visit, table):
    explorer = visit(f"{GAME}red&m={'.'.join(played(table))}")
    explorer.says("You won")
    explorer.press("Swap sides")
    explorer.says("Your move")
    assert moves_of(explorer) == ["a3"]
    assert "as=blue" in explorer.page.url


def test_friends_play_at_one_screen(visit, table):
    explorer = visit(GAME + "all")
    explorer.says("Red to move")
    explorer.cell("b1").click()
    explorer.says("Blue to move")
    explorer.page.wait_for_timeout(1000)  # the computer would have moved by then
    assert moves_of(explorer) == ["b1"]
    expect(explorer.page.locator("#feedback")).to_be_empty()


def test_a_first_tap_selects_and_a_second_plays(visit):
    explorer = visit(GAME + "red", has_touch=True)
    explorer.page.set_viewport_size(PHONE)
    explorer.says("Your move")
    explorer.cell("b1").tap()
    expect(explorer.page.locator("#advice")).to_contain_text("3 steps to b1")
    expect(explorer.page.locator(".path.preview")).to_have_count(1)
    assert "m=" not in explorer.page.url
    board, button = (
        explorer.page.locator(name).bounding_box() for name in ("#frame", "#play-selected")
    )
    assert board["y"] + board["height"] <= button["y"]
    assert button["y"] + button["height"] < PHONE["height"]  # no scrolling
    explorer.cell("a3").tap()
    expect(explorer.page.locator("#advice")).to_contain_text("to a3")
    explorer.cell("a3").tap()
    expect(explorer.page.locator("#feedback")).to_contain_text("Your a3")
    explorer.says("Your move")
    explorer.page.locator(".card.target").first.tap()
    explorer.page.locator("#play-selected").tap()
    explorer.page.wait_for_url(re.compile(r"m=a3\.\w+\.\w+"))


@pytest.mark.parametrize("size", [PHONE, {"width": 844, "height": 390}])
def test_the_board_and_the_words_fit_a_phone(visit, size):
    explorer = visit(GAME + "red")
    explorer.page.set_viewport_size(size)
    explorer.says("Your move")
    explorer.cell("b1").click()
    expect(explorer.page.locator("#reply")).to_contain_text("Blue answers")
    header = explorer.page.locator(".top").bounding_box()
    assert header["height"] <= size["height"] / 10
    for part in ("#frame", "#feedback", "#reply"):
        box = explorer.page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"]
    assert explorer.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    accessible(explorer)
    explorer.picture(f"play-{size['width']}")


def test_a_game_is_analysed_and_played_on(visit):
    explorer = visit(GAME + "all&m=b1")
    explorer.says("Blue to move")
    explorer.press("Analyse")
    explorer.says("Blue wins in 9")
    assert explorer.moves == ["b1\n??"]
    explorer.press("Play from here")
    explorer.says("Your move")
    assert "as=blue" in explorer.page.url
    explorer.page.go_back()
    explorer.says("Blue wins in 9")


def keep_match(explorer, **match) -> None:
    """Put a match into this device's storage."""
    explorer.page.evaluate("m => localStorage.setItem('collapsi.match', JSON.stringify(m))", match)


def test_a_match_is_played_over_rounds(visit, table):
    explorer = visit("?mode=play", locale="de")  # a context of its own: the match is kept
    explorer.says("Play Collapsi")
    explorer.choose("lengths", "a match to 16 points")
    begin(explorer, "Play round 1 as Red, easy")
    explorer.says("Your move")
    page, score, reached = (
        explorer.page,
        explorer.page.locator("#score"),
        explorer.page.locator("#round"),
    )
    first = Position.parse(explorer.position).deal
    expect(score).to_have_text("Match to 16, round 1: you (Red) 0, the computer (Blue) 0")
    ending = ".".join(played(table))
    page.goto(f"{explorer.url}{GAME}red&round=1&m={ending}")  # 13 plies leave three cards
    explorer.says("You won")
    expect(reached).to_have_text("You score 3 points, one for each card still face up.")
    expect(score).to_contain_text("you (Red) 3, the computer (Blue) 0")
    expect(page.get_by_role("button", name="Swap sides")).to_be_hidden()
    accessible(explorer)
    explorer.picture("play-match")
    page.reload()  # what is counted stays counted, once
    explorer.says("You won")
    expect(score).to_contain_text("you (Red) 3, the computer (Blue) 0")
    explorer.press("Next round")
    explorer.says("Your move")
    expect(score).to_have_text("Match to 16, round 2: you (Blue) 3, the computer (Red) 0")
    assert Position.parse(explorer.position).side_to_move == "blue"
    assert Position.parse(explorer.position).deal != first


def test_a_match_ends_at_16_points(visit, table):
    explorer = visit(GAME + "red", locale="es")
    explorer.says("Your move")
    keep_match(
        explorer, choices="", friends=False, first="blue", round=6, points=[12, 13], counted=False
    )
    explorer.page.goto(f"{explorer.url}{GAME}red&round=6&m={'.'.join(played(table))}")
    explorer.says("You won")
    expect(explorer.page.locator("#score")).to_contain_text("you (Red) 15, the computer (Blue) 13")
    keep_match(
        explorer, choices="", friends=True, first="red", round=6, points=[12, 13], counted=False
    )
    explorer.page.goto(f"{explorer.url}{GAME}all&round=6&m={'.'.join(played(table))}&")
    explorer.says("Red won")
    expect(explorer.page.locator("#round")).to_contain_text("Player 2 wins the match 16 to 12.")
    expect(explorer.page.get_by_role("button", name="Play a new match")).to_be_visible()


def test_a_match_is_continued_or_given_up(visit):
    explorer = visit(GAME + "red", locale="it")
    explorer.says("Your move")
    keep_match(
        explorer,
        friends=False,
        first="red",
        choices="computer,red,beginner,collapsi,wild",
        round=2,
        points=[5, 0],
        counted=True,
    )
    explorer.page.goto(f"{explorer.url}?mode=play")
    explorer.choose("lengths", "a match to 16 points")
    expect(explorer.page.locator("#begin")).to_have_text("Play round 3 as Red, easy")
    expect(explorer.page.locator("#match-note")).to_contain_text("you (Red) 5")
    explorer.press("Start a new match")
    expect(explorer.page.locator("#begin")).to_have_text("Play round 1 as Red, easy")
    explorer.page.get_by_text("More choices").click()
    explorer.page.locator("#rules").select_option("3-players")
    expect(explorer.page.locator("#lengths")).to_be_hidden()
