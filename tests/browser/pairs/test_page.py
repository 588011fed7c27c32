"""Pair Solitaire on the page, compared with the library."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.games import above_the_toolbar
from browser.tab import accessible
from tablebase.games import pairs

EASY = "2H 9C 2S KD 2C 2D"
THREE = "4D 10H 5D AH 5C 5S JD 2H 3S JH 8H QC"
"""A stack where every game leaves at least three cards."""


def address(stack: str, **others: str) -> str:
    fields = {"p": stack.replace(" ", "_"), **others}
    return "?mode=pairs&" + "&".join(f"{name}={value}" for name, value in fields.items())


def cards(tab, kind: str = "") -> list[str]:
    found = tab.page.locator(f".stack .playing{kind}").all()
    return [card.get_attribute("data-card") for card in found]


def card(tab, name: str):
    return tab.page.locator(f".stack [data-card='{name}']")


def shows(tab, position: pairs.Position) -> None:
    """Wait for a position; the cards that can be removed stand out."""
    left = [str(card) for card in position.cards]
    page = tab.page
    expect(page.locator(".stack .playing")).to_have_count(len(left))
    legal = [str(card) for card in position.legal_moves()]
    expect(page.locator(".stack .playing.can")).to_have_count(len(legal))
    assert cards(tab) == left
    assert cards(tab, ".can") == legal


def position_of(tab) -> pairs.Position:
    """The start of the stack that is shown, once it is."""
    expect(tab.page.locator(".stack .playing").first).to_be_visible()
    return pairs.Position.parse(" ".join(cards(tab)))


# --- Playing -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_can_go_is_what_the_rules_say(visit):
    tab = visit("?mode=pairs&seed=7")
    position = position_of(tab)
    assert position.layer == 52
    for turn in range(12):
        shows(tab, position)
        legal = position.legal_moves()
        move = legal[turn % len(legal)]
        card(tab, str(move)).click()
        position = position.play(move)
    shows(tab, position)
    tab.says("40 cards left")
    tab.press("Undo")
    tab.says("41 cards left")
    tab.keys("r")
    shows(tab, position)
    tab.picture("pairs-play")


def test_a_card_that_stays_stays_and_says_why(visit):
    tab = visit(address(EASY))
    shows(tab, pairs.Position.parse(EASY))
    card(tab, "9C").click(force=True)
    expect(tab.page.locator("#sheet-main")).to_contain_text("9♣︎ stays: it does not match K♦︎")
    assert cards(tab) == EASY.split()
    card(tab, "KD").hover()
    expect(tab.page.locator("#sheet-main")).to_contain_text("K♦︎ can go: it matches 2♦︎ (diamonds).")
    expect(tab.page.locator(".stack .partner")).to_have_count(1)


def test_a_perfect_game(visit):
    tab = visit(address(EASY))
    for name in ("KD", "9C", "2H", "2S"):
        card(tab, name).click()
        expect(card(tab, name)).to_have_count(0)
    tab.says("A perfect game")
    assert tab.query["m"] == "KD.9C.2H.2S"
    accessible(tab)


def test_it_is_played_with_keys(visit):
    tab = visit(address(EASY))
    shows(tab, pairs.Position.parse(EASY))
    card(tab, "2H").focus()
    tab.keys("ArrowRight", "ArrowRight", "ArrowRight")
    expect(card(tab, "KD")).to_be_focused()
    tab.keys("Enter")
    shows(tab, pairs.Position.parse(EASY).play("KD"))
    expect(card(tab, "2C")).to_be_focused()
    tab.keys("u")
    shows(tab, pairs.Position.parse(EASY))


# --- Solving -------------------------------------------------------------------------------------


def test_a_button_can_be_pressed_while_a_card_has_the_focus(visit):
    tab = visit(address(EASY))
    shows(tab, pairs.Position.parse(EASY))
    tab.press("Hint")
    expect(tab.page.locator(".stack .hinted")).to_have_count(1)
    tab.press("Solve")
    said = tab.page.locator("#sheet-main")
    expect(said).to_contain_text("Step 1 of 4")
    card(tab, "2H").focus()
    tab.keys("ArrowRight")
    expect(said).to_contain_text("9♣︎ stays")
    tab.press("Next")
    expect(said).to_contain_text("Step 2 of 4")
    expect(tab.page.locator(".stack .playing")).to_have_count(5)
    card(tab, "9C").focus()
    tab.keys("ArrowRight")
    tab.page.locator("#moves button").first.click()  # nor is the list of moves replaced
    expect(tab.page.locator(".stack .playing")).to_have_count(6)


def test_a_button_that_goes_leaves_the_focus_to_the_cards(visit):
    tab = visit(address(EASY))
    shows(tab, pairs.Position.parse(EASY))
    tab.press("Solve")
    tab.page.get_by_role("button", name="Next").focus()
    for step in range(1, 5):
        expect(tab.page.locator("#sheet-main")).to_contain_text(f"Step {step} of 4")
        tab.keys("Enter")
    expect(tab.page.locator("#actions button")).to_have_text(["Play again", "New stack"])
    expect(tab.page.locator(".stack .playing:focus")).to_have_count(1)


# --- Stacks --------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_stack_again(visit):
    tab = visit("?mode=pairs")
    tab.page.wait_for_url("**seed=*")
    shown = tab.page.url
    tab.press("New stack")
    tab.page.wait_for_url(lambda address: address != shown)
    first = position_of(tab)
    friend = visit(f"?mode=pairs&seed={tab.query['seed']}")
    assert position_of(friend) == first
    friend.page.get_by_role("tab", name="Stacks").click()
    friend.page.locator("#seed").fill("77")
    friend.press("Shuffle")
    friend.page.wait_for_url("**seed=77")
    assert position_of(visit("?mode=pairs&seed=77")) == position_of(friend) != first


def test_a_stack_of_ones_own(visit):
    tab = visit("?mode=pairs&seed=1")
    page = tab.page
    page.get_by_role("tab", name="Stacks").click()
    page.locator("#cards").fill("2h 9c, 2♠")
    for name in ("king of diamonds", "3 of hearts", "2 of clubs", "2 of diamonds"):
        page.locator("#palette").get_by_label(name, exact=True).click()
        if name == "3 of hearts":
            tab.press("Remove last card")
    expect(page.locator("#cards")).to_have_value("2H 9C 2♠ KD 2C 2D")
    expect(page.locator("#palette [aria-disabled=true]")).to_have_count(5)
    tab.press("Use this stack")
    shows(tab, pairs.Position.parse(EASY))
    assert tab.query == {"mode": "pairs", "p": EASY.replace(" ", "_")}
    page.locator("#cards").fill("2H 2H 3C")
    tab.press("Use this stack")
    expect(page.locator("#own-error")).to_contain_text("2H appears twice")
    assert cards(tab) == EASY.split()
    accessible(tab)
    tab.open(address("2H 2H 3C"))
    expect(page.locator("#banner-text")).to_contain_text("2H appears twice")
    assert EASY.replace(" ", "_") in tab.copied("Copy link")


def test_a_solution_is_in_view_on_a_small_phone(visit):
    tab = visit("?mode=pairs&seed=3", has_touch=True)
    tab.page.set_viewport_size({"width": 390, "height": 664})
    expect(tab.page.locator("#stack button")).to_have_count(52)
    tab.press("Solve")
    expect(tab.page.get_by_role("button", name="Next")).to_be_visible(timeout=30_000)
    above_the_toolbar(tab, "#actions button")
    above_the_toolbar(tab, "#stack li:last-child")
