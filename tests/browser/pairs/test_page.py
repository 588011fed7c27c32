"""Pair Solitaire on the page, compared with the library."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from browser.test_page import accessible
from tablebase.games import pairs
from tablebase.games.pairs.solver import solve

EASY = "2H 9C 2S KD 2C 2D"
THREE = "4D 10H 5D AH 5C 5S JD 2H 3S JH 8H QC"
"""A stack where every game leaves at least three cards."""

SIZES = [(1280, 900), (390, 844), (844, 390)]


def address(stack: str, **others: str) -> str:
    fields = {"p": stack.replace(" ", "_"), **others}
    return "?mode=pairs&" + "&".join(f"{name}={value}" for name, value in fields.items())


def query(explorer) -> dict[str, str]:
    return {name: value for name, [value] in parse_qs(urlsplit(explorer.page.url).query).items()}


def cards(explorer, kind: str = "") -> list[str]:
    found = explorer.page.locator(f".stack .playing{kind}").all()
    return [card.get_attribute("data-card") for card in found]


def card(explorer, name: str):
    return explorer.page.locator(f".stack [data-card='{name}']")


def shows(explorer, position: pairs.Position) -> None:
    """Wait for a position; the cards that can be removed stand out."""
    left = [str(card) for card in position.cards]
    page = explorer.page
    expect(page.locator(".stack .playing")).to_have_count(len(left))
    legal = [str(card) for card in position.legal_moves()]
    expect(page.locator(".stack .playing.can")).to_have_count(len(legal))
    assert cards(explorer) == left
    assert cards(explorer, ".can") == legal


def position_of(explorer) -> pairs.Position:
    """The start of the stack that is shown, once it is."""
    expect(explorer.page.locator(".stack .playing").first).to_be_visible()
    return pairs.Position.parse(" ".join(cards(explorer)))


# --- Playing -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_can_go_is_what_the_rules_say(visit):
    explorer = visit("?mode=pairs&seed=7")
    position = position_of(explorer)
    assert position.layer == 52
    for turn in range(12):
        shows(explorer, position)
        legal = position.legal_moves()
        move = legal[turn % len(legal)]
        card(explorer, str(move)).click()
        position = position.play(move)
    shows(explorer, position)
    explorer.says("40 cards left")
    explorer.press("Undo")
    explorer.says("41 cards left")
    explorer.keys("r")
    shows(explorer, position)
    explorer.picture("pairs-play")


def test_a_card_that_stays_stays_and_says_why(visit):
    explorer = visit(address(EASY))
    shows(explorer, pairs.Position.parse(EASY))
    card(explorer, "9C").click(force=True)
    expect(explorer.page.locator("#sheet-main")).to_contain_text("9♣︎ stays: it does not match K♦︎")
    assert cards(explorer) == EASY.split()
    card(explorer, "KD").hover()
    expect(explorer.page.locator("#sheet-main")).to_contain_text(
        "K♦︎ can go: it matches 2♦︎ (diamonds)."
    )
    expect(explorer.page.locator(".stack .partner")).to_have_count(1)


def test_a_perfect_game(visit):
    explorer = visit(address(EASY))
    for name in ("KD", "9C", "2H", "2S"):
        card(explorer, name).click()
        expect(card(explorer, name)).to_have_count(0)
    explorer.says("A perfect game")
    assert query(explorer)["m"] == "KD.9C.2H.2S"
    accessible(explorer)


@pytest.mark.slow
def test_where_a_game_was_lost(visit):
    explorer = visit("?mode=pairs&seed=12")
    start = position_of(explorer)
    position = start
    while not position.is_terminal:
        move = position.legal_moves()[0]
        card(explorer, str(move)).click()
        position = position.play(move)
    assert position.layer > 2
    explorer.says(f"{position.layer} cards left")
    explorer.press("Where was it lost?")
    expect(explorer.page.locator("#sheet-more")).to_contain_text("That was move")
    number = int(explorer.page.locator("#sheet-more").inner_text().split()[-1].rstrip("."))
    game = start.replay([str(position) for position in query(explorer)["m"].split(".")])
    assert solve(game[number - 1]).left == solve(start).left == 2
    assert solve(game[number]).left > 2
    explorer.press("Try again from there")
    shows(explorer, game[number - 1])


def test_it_is_played_with_keys(visit):
    explorer = visit(address(EASY))
    shows(explorer, pairs.Position.parse(EASY))
    card(explorer, "2H").focus()
    explorer.keys("ArrowRight", "ArrowRight", "ArrowRight")
    expect(card(explorer, "KD")).to_be_focused()
    explorer.keys("Enter")
    shows(explorer, pairs.Position.parse(EASY).play("KD"))
    expect(card(explorer, "2C")).to_be_focused()
    explorer.keys("u")
    shows(explorer, pairs.Position.parse(EASY))


# --- Solving -------------------------------------------------------------------------------------


def test_a_solution_is_shown_step_by_step(visit):
    explorer = visit("?mode=pairs&seed=3")
    start = position_of(explorer)
    explorer.press("Solve")
    page = explorer.page
    expect(page.locator("#sheet-main")).to_contain_text("Step 1 of 50")
    game = start.replay([str(move) for move in query(explorer)["m"].split(".")])
    assert game[-1].is_perfect
    expect(page.locator("#moves .taken-back")).to_have_count(50)
    explorer.press("Next")
    shows(explorer, game[1])
    explorer.picture("pairs-solution")
    page.locator("#moves button").nth(49).click()
    shows(explorer, game[49])
    explorer.press("Autoplay")
    explorer.says("A perfect game")


def test_a_hint_keeps_what_can_be_had(visit):
    explorer = visit("?mode=pairs&seed=3")
    position = position_of(explorer)
    for _ in range(3):
        explorer.press("Hint")
        hinted = explorer.page.locator(".stack .hinted")
        expect(hinted).to_have_count(1)
        name = hinted.get_attribute("data-card")
        hinted.click()
        position = position.play(name)
        assert solve(position).left == 2
        shows(explorer, position)


def test_no_game_leaves_fewer_and_the_proof(visit):
    explorer = visit(address(THREE))
    shows(explorer, pairs.Position.parse(THREE))
    page = explorer.page
    page.get_by_role("tab", name="How few?").click()
    explorer.press("Find out")
    expect(page.locator("#outlook")).to_have_text("3 cards can be left, and no game leaves fewer.")
    found = solve(pairs.Position.parse(THREE))
    assert (found.left, found.complete) == (3, True)
    expect(page.locator("#proof")).to_contain_text(f"all {sum(found.states)} positions")
    page.locator("#certificate summary").click()
    states = [int(text.split()[0]) for text in page.locator("#states li").all_inner_texts()]
    assert states == list(found.states)
    accessible(explorer)
    explorer.picture("pairs-proof")


# --- Stacks --------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_stack_again(visit):
    explorer = visit("?mode=pairs")
    explorer.page.wait_for_url("**seed=*")
    shown = explorer.page.url
    explorer.press("New stack")
    explorer.page.wait_for_url(lambda address: address != shown)
    first = position_of(explorer)
    friend = visit(f"?mode=pairs&seed={query(explorer)['seed']}")
    assert position_of(friend) == first
    friend.page.get_by_role("tab", name="Stacks").click()
    friend.page.locator("#seed").fill("77")
    friend.press("Shuffle")
    friend.page.wait_for_url("**seed=77")
    assert position_of(visit("?mode=pairs&seed=77")) == position_of(friend) != first


def test_a_stack_of_ones_own(visit):
    explorer = visit("?mode=pairs&seed=1")
    page = explorer.page
    page.get_by_role("tab", name="Stacks").click()
    page.locator("#cards").fill("2h 9c, 2♠")
    for name in ("king of diamonds", "3 of hearts", "2 of clubs", "2 of diamonds"):
        page.locator("#palette").get_by_label(name, exact=True).click()
        if name == "3 of hearts":
            explorer.press("Remove last card")
    expect(page.locator("#cards")).to_have_value("2H 9C 2♠ KD 2C 2D")
    expect(page.locator("#palette [aria-disabled=true]")).to_have_count(5)
    explorer.press("Use this stack")
    shows(explorer, pairs.Position.parse(EASY))
    assert query(explorer) == {"mode": "pairs", "p": EASY.replace(" ", "_")}
    page.locator("#cards").fill("2H 2H 3C")
    explorer.press("Use this stack")
    expect(page.locator("#cards-error")).to_contain_text("2H appears twice")
    assert cards(explorer) == EASY.split()


def test_a_link_carries_the_whole_game(visit):
    explorer = visit(address(EASY, m="KD.9C.2H", at="1"))
    shows(explorer, pairs.Position.parse(EASY).play("KD"))
    explorer.press("Copy link")
    link = explorer.page.evaluate("navigator.clipboard.readText()")
    friend = visit(link.removeprefix(explorer.url))
    shows(friend, pairs.Position.parse(EASY).play("KD"))
    expect(friend.page.locator("#moves button")).to_have_count(4)
    wrong = visit(address(EASY, m="9C"))
    expect(wrong.page.locator("#banner-text")).to_contain_text("not a legal move")


def test_a_refused_link_leaves_the_stack_and_its_address(visit):
    explorer = visit("?mode=pairs&seed=12")
    expect(explorer.page.locator("#stack button")).to_have_count(52)
    wrong = address(EASY, m="9C")
    explorer.page.evaluate(
        "q => { history.pushState(null, '', q); dispatchEvent(new PopStateEvent('popstate')); }",
        wrong,
    )
    expect(explorer.page.locator("#banner-text")).to_contain_text("not a legal move")
    explorer.press("Copy link")
    assert "seed=12" in explorer.page.evaluate("navigator.clipboard.readText()")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize("size", SIZES)
def test_nobody_is_left_out(visit, scheme, size):
    explorer = visit("?mode=pairs&seed=4", color_scheme=scheme)
    page = explorer.page
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    explorer.says("52 cards left")
    for box in (item.bounding_box() for item in page.locator(".stack .playing").all()):
        assert min(box["width"], box["height"]) >= 40
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    explorer.press("Hint")
    expect(page.locator(".stack .hinted")).to_have_count(1)
    accessible(explorer)
    explorer.picture(f"pairs-{scheme}-{width}")
    page.get_by_role("tab", name="Stacks").click()
    accessible(explorer)
