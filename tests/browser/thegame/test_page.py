"""The Game on the page, compared with the library."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.tab import accessible
from tablebase.games.thegame.advice import Player
from tablebase.games.thegame.position import Position
from tablebase.games.thegame.referee import DRAW, Round, name_of
from tablebase.games.thegame.rules import THE_GAME
from tablebase.games.thegame.strategies import BUILDER

TRICK = "4 9 15 33 50 62 71 88 : 2 25 / - / 99 98 / -"
"""A position in which 15 brings a pile back."""

MINUS = "\N{MINUS SIGN}"


def address(position: str, **others: str) -> str:
    fields = {"p": position.replace(" : ", ":").replace(" / ", "/").replace(" ", "_"), **others}
    return "?mode=thegame&" + "&".join(f"{name}={value}" for name, value in fields.items())


def card(tab, number: int):
    return tab.page.locator(f"#hand [data-card='{number}']")


def pile(tab, number: int):
    return tab.page.locator(f"#piles [data-pile='{number}']")


def shows(tab, position: Position) -> None:
    """Wait for a position."""
    page = tab.page
    expect(page.locator("#hand .playing")).to_have_text([str(card) for card in position.hand])
    expect(page.locator("#piles .number")).to_have_text([str(top) for top in position.tops])
    legal = {play.card for play in position.plays()}
    expect(page.locator("#hand .can")).to_have_text([str(card) for card in sorted(legal)])


def lay(tab, now: Round) -> Round:
    """Lay the first card that is legal."""
    play = now.legal_moves()[0].lay
    card(tab, play.card).click()
    pile(tab, play.pile).click()
    expect(card(tab, play.card)).to_have_count(0)  # once the engine has answered
    return now.play(name_of(play, THE_GAME))


# --- Playing -------------------------------------------------------------------------------------


def test_a_game_of_a_seed_is_the_librarys(visit):
    tab = visit("?mode=thegame&seed=7")
    now = Round.start(7, 0)
    for _ in range(3):
        shows(tab, now.position)
        now = lay(tab, lay(tab, now))
        shows(tab, now.position)
        tab.keys("d")
        now = now.play(DRAW)
    shows(tab, now.position)
    tab.says("92 cards left")
    expect(tab.page.locator("#headline-sub")).to_have_text(
        "Turn 4 · lay 2 or more · 84 in the deck"
    )
    assert tab.query["m"].count("draw") == 3


def test_it_is_played_with_keys(visit):
    tab = visit(address(TRICK))
    shows(tab, Position.parse(TRICK))
    card(tab, 4).focus()
    tab.keys("ArrowRight", "ArrowRight", "Enter")
    expect(pile(tab, 0)).to_be_focused()
    tab.keys("ArrowRight", "Enter")
    expect(pile(tab, 1).locator(".number")).to_have_text("15")
    expect(card(tab, 4)).to_be_focused()
    tab.keys("Enter", "Escape")
    expect(card(tab, 4)).to_be_focused()
    tab.keys("u")
    shows(tab, Position.parse(TRICK))


def test_the_end_and_how_the_adviser_does(visit):
    player = Player(BUILDER)
    now = Round.start(1, 0)
    moves = []
    while (advice := player.advise(now.position)).plays:
        moves += [name_of(play, THE_GAME) for play in advice.plays]
        for name in moves[-len(advice.plays) :]:
            now = now.play(name)
        if now.can_draw:
            moves.append(DRAW)
            now = now.play(DRAW)
    left = now.position.remaining
    tab = visit(f"?mode=thegame&seed=1&m={'.'.join(moves)}")
    page = tab.page
    tab.says(f"Over: {left} cards left" if left else "You win!")
    expect(page.locator("#sheet-main")).to_contain_text("Excellent" if left else "beaten")
    tab.press("And the adviser?")
    said = f"leaves {left} card" if left else "wins"
    expect(page.locator("#sheet-more")).to_contain_text(said, timeout=30_000)  # it plays a game
    accessible(tab)


# --- Advice --------------------------------------------------------------------------------------


def test_a_real_game_is_typed_in(visit):
    tab = visit("?mode=thegame&seed=1")
    page = tab.page
    tab.tab("Your own game")
    hand, piles = TRICK.split(" : ")
    page.get_by_label("Hand", exact=True).fill(hand.replace(" ", ", "))
    for number, cards in enumerate(piles.split(" / ")):
        page.locator(f"#own-{number}").fill(cards.replace("-", ""))
    tab.press("What should I lay?")
    position = Position.parse(TRICK)
    shows(tab, position)
    advice = Player(BUILDER).advise(position)
    tricks = [play for play in advice.plays if play.card == 15]
    assert tricks == [(15, 0)]
    expect(page.locator("#sheet-main")).to_contain_text(f"15 on ↑1 (trick {MINUS}10)")
    expect(page.locator("#sheet-more")).to_contain_text("with 1 backwards trick")
    tab.press("Lay these")
    shows(tab, advice.position)
    page.get_by_label("The 2 cards that you draw").fill("15 5")
    tab.press("Next turn")
    expect(page.locator("#drawn-error")).to_have_text("15 is not in the deck.")
    page.locator("#drawn-cards").fill("17 5")
    tab.press("Next turn")
    after = advice.position.draw((17, 5))
    shows(tab, after)
    plays = Player(BUILDER).advise(after).plays
    expect(page.locator("#sheet-main")).to_contain_text(f"Lay {plays[0].card} on")
    friend = visit(tab.page.url.removeprefix(tab.url))
    shows(friend, after)


def test_cards_that_are_not_a_position_are_refused(visit):
    tab = visit("?mode=thegame&seed=1")
    page = tab.page
    start = Round.start(1, 0)
    shows(tab, start.position)
    tab.tab("Your own game")
    page.locator("#own-hand").fill("4 4")
    tab.press("What should I lay?")
    expect(page.locator("#own-error")).to_contain_text("Card 4 appears twice")
    shows(tab, start.position)
    assert tab.query["seed"] == "1"
    tab.press("Copy what is shown")
    expect(page.locator("#own-hand")).to_have_value(" ".join(map(str, start.position.hand)))
    expect(page.locator("#own-error")).to_be_empty()


def test_a_chosen_card_says_on_each_pile_what_it_would_do(visit):
    tab = visit(address(TRICK))
    tab.page.set_viewport_size({"width": 390, "height": 844})
    shows(tab, Position.parse(TRICK))
    expect(tab.page.locator("#options li")).to_have_count(5)
    card(tab, 15).click()
    expect(tab.page.locator("#piles .can")).to_have_count(4)
    for number in range(4):
        around = pile(tab, number).bounding_box()
        for box in (part.bounding_box() for part in pile(tab, number).locator("span").all()):
            assert around["x"] <= box["x"]
            assert box["x"] + box["width"] <= around["x"] + around["width"]
            assert box["y"] + box["height"] <= around["y"] + around["height"]
    accessible(tab)
    tab.picture("thegame-chosen")
    tab.tab("Your own game")
    accessible(tab)
