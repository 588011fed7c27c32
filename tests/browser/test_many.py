"""The explorer with three and four players."""

from __future__ import annotations

import random
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

import tablebase
from browser.test_page import accessible
from tablebase.games.collapsi.placings.opponents import concept
from tablebase.games.collapsi.placings.solved import Placings
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.rules import COLOURS
from tablebase.games.collapsi.rules_file import load_rules


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rules")
    for name, board, players in (("three", "3x3", 3), ("four", "3x4", 4), ("vast", "5x5", 3)):
        (folder / f"{name}.toml").write_text(f'board = "{board}"\nplayers = {players}\n')
    (folder / "gone.toml").write_text('board = "3x3"\nplayers = 3\nout = "removed"\n')
    return folder


@pytest.fixture(scope="module")
def rules_files(rules):
    return sorted(rules.iterdir())


def address_of(position, rules):
    return f"?r={rules}&p={str(position).replace(' ', '_')}&e={position.edition.name}"


def check(explorer, position):
    """Check that everything the page says about a position is what the library says."""
    tables = tablebase.Tablebase()
    answer = tables.probe(position)
    page = explorer.page
    if position.is_terminal:
        explorer.says(f"{position.winner.title()} won")
    else:
        explorer.says(f"{position.side_to_move.title()} to move")
        expect(page.locator("#headline")).to_have_class(f"headline {position.side_to_move}")
        leader = answer.winner
        expect(page.locator("#headline-sub")).to_contain_text(
            f"{leader.title()} can force a win in {answer.values[leader].dte}"
            if leader
            else "Nobody can force a win"
        )
    for side in COLOURS[: position.rules.players]:
        said = page.locator("#players li").filter(has_text=side.title())
        if position.is_terminal:
            expect(said).to_contain_text("won" if side == position.winner else "is out")
        elif side in position.out:
            expect(said).to_contain_text("is out")
        else:
            expect(said).to_contain_text(str(answer.values[side].dte))
            expect(said).to_contain_text("is to move" if side == position.side_to_move else "is in")
        removed = position.rules.out == "removed" and side not in position.sides
        expect(page.locator(f".pawn.{side}")).to_have_count(0 if removed else 1)
    verbs = {"win": "wins in", "loss": "safe for"}
    mine = {str(move.move): move.values[position.side_to_move] for move in answer.moves}
    expect(page.locator(".card .badge")).to_have_count(len(mine))
    assert explorer.values == {
        move: f"{verbs[value.result.value]} {value.dte}" for move, value in mine.items()
    }
    best = [str(probe.moves[0].move) for probe in tables.line(position)[:-1]]
    expect(page.locator("#line button")).to_have_text(best)
    if not best:
        expect(page.locator("#line")).to_have_text("The game is over.")


@pytest.mark.parametrize("name", ["three", "gone", pytest.param("four", marks=pytest.mark.slow)])
def test_friends_play_a_game(visit, rules, name):
    variant, rng = load_rules(rules / f"{name}.toml"), random.Random(6)
    position = Deal.random(rng, variant).start()
    explorer = visit(address_of(position, name))
    played = []
    while not position.is_terminal:
        check(explorer, position)
        if len(played) == 2:
            accessible(explorer)
            explorer.picture(name)
        move = str(rng.choice(position.legal_moves()))
        explorer.cell(move).click()
        played.append(move)
        position = position.play(move)
    check(explorer, position)
    assert explorer.moves == played
    assert explorer.shown(variant) == position
    accessible(explorer)
    explorer.picture(f"{name}-over")
    explorer.press("Undo")
    expect(explorer.page.locator("#headline-main")).to_contain_text("to move")
    explorer.press("Copy link")
    link = explorer.page.evaluate("navigator.clipboard.readText()")
    friend = visit(link.removeprefix(explorer.url))
    check(friend, explorer.shown(variant))


def test_controls_for_two_players_are_hidden(visit, rules):
    position = Deal.random(random.Random(1), load_rules(rules / "three.toml")).start()
    explorer = visit(address_of(position, "three"))
    check(explorer, position)
    explorer.tab("Set up")
    expect(explorer.page.locator("#edit-button")).to_be_hidden()
    explorer.tab("Positions")
    expect(explorer.page.locator("#histogram-panel")).to_be_hidden()
    before = explorer.page.url
    explorer.keys("e")
    expect(explorer.page.locator("#editing")).to_be_hidden()
    expect(explorer.page.locator("#how-turns")).to_have_text("Red, Blue and Green")
    explorer.press("Hide values")
    assert explorer.values == {}
    expect(explorer.page.locator("#players")).not_to_contain_text(re.compile(r"\d"))
    assert explorer.page.url == before
    explorer.tab("Deal")
    explorer.page.locator("#rules").select_option("collapsi")
    expect(explorer.page.locator("#players-panel")).to_be_hidden()
    explorer.tab("Set up")
    expect(explorer.page.locator("#edit-button")).to_be_visible()


def test_the_computer_plays_for_all_others(visit, rules):
    variant = load_rules(rules / "three.toml")
    start = Deal.random(random.Random(1), variant).start()
    explorer = visit(f"{address_of(start, 'three')}&mode=play&as=red&level=perfect")
    tables, game = tablebase.Tablebase(), start
    while not game.is_terminal and "red" not in game.out:
        explorer.says("Your move")
        game = explorer.shown(variant)
        assert game.side_to_move == "red"
        explorer.cell(str(tables.probe(game).moves[0].move)).click()
        explorer.page.wait_for_url(
            lambda url, before=str(game): str(explorer.shown(variant)) != before
        )
        expect(explorer.page.locator("#headline-main")).to_have_text(re.compile("Your move|won"))
        game = explorer.shown(variant)
    expect(explorer.page.locator("#headline-main")).to_contain_text("won")
    expect(explorer.page.locator("#over")).to_be_visible()
    accessible(explorer)


def test_each_seat_is_a_humans_or_a_computers(visit, rules):
    explorer = visit("?mode=play", locale="en-NZ")  # a context of its own: choices are kept
    page = explorer.page

    def seat(side):
        return page.locator(f"[name=seat-{side}]")

    explorer.says("Play Collapsi")
    page.get_by_text("More choices").click()
    page.locator("#rules").select_option("three")
    expect(page.locator("#rivals")).to_be_hidden()
    expect(page.locator("#seats select")).to_have_count(3)
    seat("red").select_option("computer: against all")
    seat("blue").select_option("human")
    seat("green").select_option("computer: for itself")
    expect(page.locator("#level-note")).to_contain_text("plays for its own points")
    accessible(explorer)
    expect(page.locator("#begin")).to_be_enabled(timeout=30_000)
    explorer.press("Play as Blue")
    explorer.says("Your move")
    query = parse_qs(urlsplit(page.url).query)
    assert (query["as"], query["level"]) == (["blue"], ["alone.maxn"])
    position = explorer.shown(load_rules(rules / "three.toml"))
    assert position.side_to_move == "blue"
    explorer.press("New game")
    seat("green").select_option("human")
    expect(page.locator("#begin")).to_have_text("Play with friends")
    seat("blue").select_option("computer: easy")
    expect(page.locator("#begin")).to_have_text("Play as Green")


def test_play_from_here_keeps_the_seats(visit, rules):
    explorer = visit("?mode=play", locale="en-ZA")  # a context of its own: choices are kept
    page = explorer.page
    explorer.says("Play Collapsi")
    page.get_by_text("More choices").click()
    page.locator("#rules").select_option("three")
    for side, seat in (("red", "computer: for itself"), ("blue", "human"), ("green", "human")):
        page.locator(f"[name=seat-{side}]").select_option(seat)
    expect(page.locator("#begin")).to_be_enabled(timeout=30_000)
    variant = load_rules(rules / "three.toml")
    start = Deal.random(random.Random(4), variant).start()
    page.goto(explorer.url + address_of(start, "three"))
    explorer.says("Red to move")
    explorer.press("Play from here")
    page.wait_for_url("**m=*")  # red is the computer's
    query = parse_qs(urlsplit(page.url).query)
    assert (query["as"], query["level"]) == (["blue.green"], ["maxn"])
    explorer.says("Blue to move")
    assert explorer.shown(variant).side_to_move == "blue"


def test_computers_of_each_concept_play_each_other(visit, rules):
    variant = load_rules(rules / "three.toml")
    start = Deal.random(random.Random(4), variant).start()
    explorer = visit(f"{address_of(start, 'three')}&mode=play&as=none&level=alone.maxn")
    expect(explorer.page.locator("#over")).to_be_visible(timeout=30_000)
    placings, position, out = Placings(start), start, []
    levels = {"red": "alone", "blue": "maxn", "green": "maxn"}
    for move in parse_qs(urlsplit(explorer.page.url).query)["m"][0].split("."):
        player = concept(levels[position.side_to_move], 3)
        assert move in map(str, player.best(position, placings))
        after = position.play(move)
        out += [side for side in position.sides if side not in after.sides]
        position = after
    assert position.is_terminal
    places = [*out, *position.sides]
    assert places[-1] == position.winner
    points = [f"{side.title()} {points}" for points, side in enumerate(places)]
    expect(explorer.page.locator("#over-text")).to_have_text(f"Points: {', '.join(points[::-1])}.")
    assert "as=none" in explorer.page.url


def test_without_a_table(visit, rules):
    position = Deal.random(random.Random(1), load_rules(rules / "vast.toml")).start()
    explorer = visit(address_of(position, "vast"))
    explorer.says("Red to move")
    expect(explorer.page.locator(".card .dot")).to_have_count(len(position.legal_moves()))
    explorer.page.locator(".card.target").first.click()
    explorer.says("Blue to move")
    expect(explorer.page.locator("#players li").first).to_have_text("Red is in")
    expect(explorer.page.locator("#line")).to_have_text("There is no table for this board.")
    accessible(explorer)
