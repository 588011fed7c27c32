"""The tab under other rules: other sizes, gaps, closed edges, landing, no table."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

import tablebase
from browser.games import shown
from browser.tab import accessible
from tablebase.games.collapsi.position import random_deals
from tablebase.games.collapsi.rules_file import load_rules

FILES = {
    "ring": 'board = "#### #__# #__# ####"\nwrap = false\ndeck = "AAA222333JJ4"\n'
    "[editions]\nnear = [1, 2]\nfar = [3]\n",
    "sharing": 'board = "3x3"\nlanding = true\n',
}


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    """The rules of the files, by name."""
    folder = tmp_path_factory.mktemp("rules")
    for name, text in FILES.items():
        (folder / f"{name}.toml").write_text(text)
    return (
        {name: load_rules(folder / f"{name}.toml") for name in FILES}
        | {name: load_rules(name) for name in ("3x4", "5x5", "6x6")}
        | {"folder": folder}
    )


@pytest.fixture(scope="module")
def rules_files(rules):
    return [rules["folder"] / f"{name}.toml" for name in FILES]


def says(probe) -> str:
    return f"{probe.winner.title()} wins in {probe.dte}"


def deal_of(rules, seed=1):
    return next(random_deals(1, seed, rules))


def test_another_size(visit, rules, tables):
    deal = deal_of(rules["3x4"])
    tab = visit(f"?r=3x4&p={deal}")
    tab.says(says(tables.probe(deal.start())))
    assert tab.values == shown(tables.probe(deal.start()))
    expect(tab.page.locator("#rules")).to_have_value("3x4")
    expect(tab.page.get_by_role("gridcell")).to_have_count(12)
    game = deal.start()
    for _ in range(2):
        move = tables.probe(game).moves[0].move
        tab.cell(str(move)).click()
        game = game.play(move)
        tab.says(says(tables.probe(game)))
        assert tab.shown(rules["3x4"]) == game
    expect(tab.page.get_by_role("button", name="Rotate", exact=True)).to_be_hidden()
    tab.tab("Set up")
    tab.press("Half turn", "Shift left")
    tab.says(says(tables.probe(game)))
    turned = tab.shown(rules["3x4"])
    assert turned != game
    assert tables.probe(turned).value == tables.probe(game).value
    accessible(tab)
    tab.picture("3x4")


def test_rules_are_chosen_and_a_link_reproduces_them(visit, rules, tables):
    tab = visit("?mode=analyse")
    tab.tab("Deal")
    tab.page.locator("#rules").select_option("ring")
    expect(tab.page.get_by_role("gridcell").locator("button")).to_have_count(12)
    expect(tab.page.locator("#edition label")).to_have_text(["near", "far"])
    expect(tab.page.get_by_label("won by")).to_be_hidden()
    tab.choose("edition", "far")
    expect(tab.page.locator("#notation")).to_have_value(re.compile("_"))
    tab.page.wait_for_url("**e=far&r=ring")
    position = tab.shown(rules["ring"])
    tab.says(says(tables.probe(position)))
    link = tab.copied("Copy link")
    friend = visit(link.removeprefix(tab.url))
    friend.says(says(tables.probe(position)))
    assert friend.shown(rules["ring"]) == position
    assert friend.values == shown(tables.probe(position))
    tab.page.locator("#rules").select_option("collapsi")
    expect(tab.page.get_by_role("gridcell").locator("button")).to_have_count(16)
    expect(tab.page.locator("#edition label")).to_have_text(["wild", "one step"])
    expect(tab.page.get_by_label("won by")).to_be_visible()


def test_gaps_and_closed_edges(visit, rules, tables):
    deal = deal_of(rules["ring"])
    tab = visit(f"?r=ring&p={deal}&e=near")
    probe = tables.probe(deal.start("near"))
    tab.says(says(probe))
    assert tab.values == shown(probe)
    expect(tab.cell("b2")).to_have_count(0)
    expect(tab.page.locator(".frame.walled")).to_have_count(1)
    expect(tab.page.locator("#how-edges")).to_be_hidden()
    tab.cell("b1").focus()
    tab.keys("ArrowDown")  # over the gap
    expect(tab.cell("b4")).to_be_focused()
    for move in tab.values:
        tab.cell(move).hover()
        # never over an edge
        expect(tab.page.locator(".path.preview polyline")).to_have_count(1)
    tab.tab("Set up")
    for motion, there in {"Rotate": True, "Mirror": True, "Shift left": False}.items():
        button = tab.page.get_by_role("button", name=motion, exact=True)
        expect(button).to_be_visible(visible=there)
    tab.press("Rotate")
    tab.says(says(probe))
    before = tab.shown(rules["ring"])
    assert before != deal.start("near")
    accessible(tab)
    tab.picture("ring")
    tab.press("Edit board")
    tab.cell("a1").click()
    tab.cell("d4").click()
    expect(tab.page.locator("#draft-note")).to_contain_text("Red to move")
    tab.press("Use this position")
    expect(tab.page.locator("#editing")).to_be_hidden()
    first, *middle, last = before.cards
    assert tab.shown(rules["ring"]).cards == (last, *middle, first)


def test_two_pawns_on_a_card(visit, rules, tables):
    rng, game = random.Random(4), deal_of(rules["sharing"]).start()
    start = game
    while game.red != game.blue:
        game = game.play(rng.choice(game.legal_moves()))
        if game.is_terminal:
            game = start
    tab = visit(f"?r=sharing&p={str(game).replace(' ', '_')}")
    tab.says(says(tables.probe(game)))
    assert tab.values == shown(tables.probe(game))
    name = game.rules.board.cell_name(game.red)
    expect(tab.cell(name)).to_have_attribute("aria-label", re.compile("red pawn, blue pawn"))
    boxes = [tab.page.locator(f".pawn.{side}").bounding_box() for side in ("red", "blue")]
    assert abs(boxes[0]["y"] - boxes[1]["y"]) < 2
    assert boxes[0]["x"] != boxes[1]["x"]
    accessible(tab)
    tab.picture("landing")
    move = tables.probe(game).moves[0].move
    tab.cell(str(move)).click()
    game = game.play(move)
    tab.says(
        says(tables.probe(game))
        if tables.probe(game).moves
        else f"{tables.probe(game).winner.title()} won"
    )
    assert tab.shown(rules["sharing"]) == game


def late(rules, plies):
    """A position of a random game after this many plies."""
    rng, game = random.Random(2), deal_of(rules, 2).start()
    while game.ply < plies:
        after = [game.play(move) for move in game.legal_moves()]
        game = rng.choice([later for later in after if not later.is_terminal])
    return game


def test_a_board_without_a_table_is_searched(visit, rules):
    game = late(rules["5x5"], 8)
    found = tablebase.search(game)
    tab = visit(f"?r=5x5&p={str(game).replace(' ', '_')}")
    tab.says(f"{found.winner.title()} wins in {found.value.dte}")
    moves = {str(move) for move in game.legal_moves()}
    expect(tab.page.locator(".card .badge")).to_have_count(len(moves))  # the search goes on
    values = tab.values
    assert set(values) == moves
    for move, said in values.items():
        value = tablebase.search(game.play(move)).value
        verb = "wins" if value.result.value == "loss" else "loses"
        assert said == f"{verb} in {value.dte + 1}"
    accessible(tab)
    tab.picture("5x5")
    tab.press("Best move")
    tab.says(f"{found.winner.title()} wins in {found.value.dte - 1}")
    side = "red" if tab.page.locator(".pawn.red.on-turn").count() else "blue"
    tab.press("Play from here")
    expect(tab.page.locator("#headline-main")).to_have_text("Your move")
    tab.targets.first.click()
    tab.page.wait_for_url(re.compile(r"m=\w+\.\w+"), timeout=30_000)  # it has answered
    assert f"as={side}" in tab.page.url


NOTE_QUESTIONS = """
window.asked = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...others) {
  asked.push(message.path);
  return post.call(this, message, ...others);
};
"""
"""A script that notes what the page asks its engine."""

ASKED_BEFORE_A_SEARCH = """new Promise((resolve) => {
  const look = () => {
    if (asked.includes("search")) resolve(asked.slice(0, asked.indexOf("search")));
    else setTimeout(look, 20);
  };
  look();
})"""


def test_a_game_without_a_table_is_searched_only_where_it_is_shown(visit, rules, url):
    start = deal_of(rules["6x6"]).start()
    moves, game = [], start
    for _ in range(6):
        moves.append(game.legal_moves()[0])
        game = game.play(moves[-1])
    tab = visit(alone=True)
    tab.page.add_init_script(NOTE_QUESTIONS)
    link = f"?r=6x6&p={str(start).replace(' ', '_')}&m={'.'.join(map(str, moves))}"
    tab.page.goto(url + link)
    expect(tab.page.locator("#moves button")).to_have_count(7)
    before = tab.page.evaluate(ASKED_BEFORE_A_SEARCH)
    assert before.count("moves") >= len(moves)
    assert tab.shown(rules["6x6"]) == game


def test_unknown_values_are_not_shown(visit, rules):
    deal = deal_of(rules["6x6"])
    tab = visit(f"?r=6x6&p={deal}")
    expect(tab.page.locator("#headline-sub")).to_contain_text("not known yet")
    assert tab.values == {}
    moves = len(deal.start().legal_moves())
    expect(tab.ringed).to_have_count(moves)
    accessible(tab)
    tab.page.set_viewport_size({"width": 360, "height": 740})
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 360
    tab.picture("6x6-narrow")
