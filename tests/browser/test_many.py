"""The tab with three and four players."""

from __future__ import annotations

import random
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect
from support.effort import sample

import tablebase
from browser.games import begin, dealt
from browser.tab import accessible
from tablebase.games.collapsi.deck import COLOURS
from tablebase.games.collapsi.placings.opponents import concept
from tablebase.games.collapsi.placings.solved import Placings
from tablebase.games.collapsi.position import Deal, Position
from tablebase.games.collapsi.rules_file import load_rules


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rules")
    boards = (("three", "3x3", 3), ("wide", "3x4", 3), ("four", "3x4", 4), ("vast", "5x5", 3))
    for name, board, players in boards:
        (folder / f"{name}.toml").write_text(f'board = "{board}"\nplayers = {players}\n')
    for name, out in (("gone", "removed"), ("sheet", "ends")):
        (folder / f"{name}.toml").write_text(f'board = "3x3"\nplayers = 3\nout = "{out}"\n')
    return folder


@pytest.fixture(scope="module")
def rules_files(rules):
    return sorted(rules.iterdir())


def address_of(position, rules):
    return f"?r={rules}&p={str(position).replace(' ', '_')}&e={position.edition.name}"


def check(tab, position):
    """Check that everything the page says about a position is what the library says."""
    tables = tablebase.Tablebase()
    answer = tables.probe(position)
    page = tab.page
    if position.is_terminal:
        tab.says(f"{position.winner.title()} won")
    else:
        tab.says(f"{position.side_to_move.title()} to move")
        expect(page.locator("#headline")).to_have_class(f"headline {position.side_to_move}")
        leader = answer.winner
        expect(page.locator("#headline-sub")).to_contain_text(
            f"{leader.title()} can force a win in {answer.values[leader].dte}"
            if leader
            else "Nobody can force a win"
        )
    lost = "is out" if position.out else "lost"  # where the first without a move ends the game
    for side in COLOURS[: position.rules.players]:
        said = page.locator("#players li").filter(has_text=side.title())
        if position.is_terminal:
            expect(said).to_contain_text("won" if side == position.winner else lost)
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
    assert tab.values == {
        move: f"{verbs[value.result.value]} {value.dte}" for move, value in mine.items()
    }
    best = [str(probe.moves[0].move) for probe in tables.line(position)[:-1]]
    expect(page.locator("#line button")).to_have_text(best)
    if not best:
        expect(page.locator("#line")).to_have_text("The game is over.")


def marked(moves: list[str], position: Position) -> list[str]:
    """Moves with the marks of those that their player could have bettered."""
    said = []
    with tablebase.Tablebase() as tables:
        for name in moves:
            probe = tables.probe(position)
            made = next(move for move in probe.moves if str(move.move) == name)
            wins = probe.winner == position.side_to_move
            worse = "?!" if made.keeps_win else "??" if wins else "?"
            said.append(name if made.is_best else f"{name}\n{worse}")
            position = position.play(name)
    return said


@pytest.mark.parametrize("name", sample(["three", "gone", "sheet", "four"], 2))
def test_friends_play_a_game(visit, rules, name):
    variant, rng = load_rules(rules / f"{name}.toml"), random.Random(6)
    start = position = Deal.random(rng, variant).start()
    tab = visit(address_of(position, name))
    played = []
    while not position.is_terminal:
        check(tab, position)
        if len(played) == 2:
            accessible(tab)
            tab.picture(name)
        move = str(rng.choice(position.legal_moves()))
        tab.cell(move).click()
        played.append(move)
        position = position.play(move)
    check(tab, position)
    assert tab.moves == marked(played, start)
    assert tab.shown(variant) == position
    accessible(tab)
    tab.picture(f"{name}-over")
    tab.press("Undo")
    expect(tab.page.locator("#headline-main")).to_contain_text("to move")
    link = tab.copied("Copy link")
    friend = visit(link.removeprefix(tab.url))
    check(friend, tab.shown(variant))


def test_a_board_that_a_pawn_leaves_keeps_the_focus(visit, rules):
    variant, rng = load_rules(rules / "gone.toml"), random.Random(1)
    position = after = Deal.random(rng, variant).start()
    while len(after.sides) == 3:
        position = after
        move = str(rng.choice(position.legal_moves()))
        after = position.play(move)
    tab = visit(address_of(position, "gone"))
    expect(tab.page.locator(".pawn")).to_have_count(3)
    tab.cell(move).press("Enter")
    expect(tab.page.locator(".pawn")).to_have_count(len(after.sides))
    expect(tab.cell(move)).to_be_focused()


def test_controls_for_two_players_are_hidden(visit, rules):
    position = Deal.random(random.Random(1), load_rules(rules / "three.toml")).start()
    tab = visit(address_of(position, "three"))
    check(tab, position)
    tab.tab("Set up")
    expect(tab.page.locator("#edit-button")).to_be_hidden()
    before = tab.page.url
    tab.keys("e")
    expect(tab.page.locator("#editing")).to_be_hidden()
    expect(tab.page.locator("#how-turns")).to_have_text("Red, Blue and Green")
    tab.press("Hide values")
    assert tab.values == {}
    expect(tab.page.locator("#players")).not_to_contain_text(re.compile(r"\d"))
    assert tab.page.url == before
    tab.tab("Deal")
    tab.page.locator("#rules").select_option("collapsi")
    expect(tab.page.locator("#players-panel")).to_be_hidden()
    tab.tab("Set up")
    expect(tab.page.locator("#edit-button")).to_be_visible()


def test_the_computer_plays_for_all_others(visit, rules):
    variant = load_rules(rules / "three.toml")
    start = Deal.random(random.Random(1), variant).start()
    tab = visit(f"{address_of(start, 'three')}&mode=play&as=red&level=perfect")
    tables, game = tablebase.Tablebase(), start
    while not game.is_terminal and "red" not in game.out:
        tab.says("Your move")
        game = tab.shown(variant)
        assert game.side_to_move == "red"
        tab.cell(str(tables.probe(game).moves[0].move)).click()
        tab.page.wait_for_url(lambda url, before=str(game): str(tab.shown(variant)) != before)
        expect(tab.page.locator("#headline-main")).to_have_text(re.compile("Your move|won"))
        game = tab.shown(variant)
    expect(tab.page.locator("#headline-main")).to_contain_text("won")
    expect(tab.page.locator("#over")).to_be_visible()
    accessible(tab)


def test_a_win_over_two_computers_is_no_win_against_a_level(visit, rules):
    variant, rng = load_rules(rules / "three.toml"), random.Random(1)
    before = position = Deal.random(rng, variant).start()
    while not (position.is_terminal and position.winner == before.side_to_move == "red"):
        before = Deal.random(rng, variant).start() if position.is_terminal else position
        move = str(rng.choice(before.legal_moves()))
        position = before.play(move)
    tab = visit(f"{address_of(before, 'three')}&mode=play&as=red&level=beginner", alone=True)
    tab.says("Your move")
    tab.cell(move).click()
    tab.says("You won")
    expect(tab.page.locator("#over-title")).to_have_text("The game is over")
    expect(tab.page.locator("#next-level")).to_be_hidden()


def test_each_seat_is_a_humans_or_a_computers(visit, rules):
    tab = visit("?mode=play", alone=True)
    page = tab.page

    def seat(side):
        return page.locator(f"[name=seat-{side}]")

    tab.says("Play Collapsi")
    page.get_by_text("More choices").click()
    page.locator("#rules").select_option("three")
    expect(page.locator("#rivals")).to_be_hidden()
    expect(page.locator("#seats select:visible")).to_have_count(3)
    seat("red").select_option("computer: against all")
    seat("blue").select_option("human")
    seat("green").select_option("computer: for itself")
    for level, seen in (("maxn", True), ("alone", True), ("pair", False), ("beginner", False)):
        expect(page.locator(f"[data-when={level}]")).to_be_visible(visible=seen)
    accessible(tab)
    begin(tab, "Play as Blue")
    tab.says("Your move")
    query = parse_qs(urlsplit(page.url).query)
    assert (query["as"], query["level"]) == (["blue"], ["alone.maxn"])
    position = tab.shown(load_rules(rules / "three.toml"))
    assert position.side_to_move == "blue"
    tab.press("New game")
    seat("green").select_option("human")
    expect(page.locator("#begin")).to_have_text("Play with friends")
    seat("blue").select_option("computer: easy")
    expect(page.locator("#begin")).to_have_text("Play as Green")


def test_play_from_here_keeps_the_seats(visit, rules):
    tab = visit("?mode=play", alone=True)
    page = tab.page
    tab.says("Play Collapsi")
    page.get_by_text("More choices").click()
    page.locator("#rules").select_option("three")
    for side, seat in (("red", "computer: for itself"), ("blue", "human"), ("green", "human")):
        page.locator(f"[name=seat-{side}]").select_option(seat)
    dealt(tab)
    variant = load_rules(rules / "three.toml")
    start = Deal.random(random.Random(4), variant).start()
    page.goto(tab.url + address_of(start, "three"))
    tab.says("Red to move")
    tab.press("Play from here")
    page.wait_for_url("**m=*")  # red is the computer's
    query = parse_qs(urlsplit(page.url).query)
    assert (query["as"], query["level"]) == (["blue.green"], ["maxn"])
    tab.says("Blue to move")
    assert tab.shown(variant).side_to_move == "blue"


def test_computers_of_each_concept_play_each_other(visit, rules):
    variant = load_rules(rules / "three.toml")
    start = Deal.random(random.Random(4), variant).start()
    tab = visit(f"{address_of(start, 'three')}&mode=play&as=none&level=alone.maxn")
    expect(tab.page.locator("#over")).to_be_visible(timeout=30_000)
    placings, position = Placings(start), start
    levels = {"red": "alone", "blue": "maxn", "green": "maxn"}
    for move in parse_qs(urlsplit(tab.page.url).query)["m"][0].split("."):
        player = concept(levels[position.side_to_move], 3)
        assert move in map(str, player.best(position, placings))
        position = position.play(move)
    assert position.is_terminal
    points = f"Points: {position.winner.title()} 2, "
    expect(tab.page.locator("#over-text")).to_contain_text(points)
    assert "as=none" in tab.page.url
    expect(tab.page.locator("#turning li").first).to_contain_text("force a win")


def lost_win(rules) -> tuple[Position, str]:
    """A position where Red can force a win, and a move that gives it away; all three play on."""
    variant, rng = load_rules(rules / "wide.toml"), random.Random(1)
    with tablebase.Tablebase() as tables:
        for _ in range(100):
            position = Deal.random(rng, variant).start()
            while not position.is_terminal and position.ply < 3:
                position = position.play(str(rng.choice(position.legal_moves())))
            probe = tables.probe(position)
            bad = [str(move.move) for move in probe.moves if not move.keeps_win]
            if probe.winner != "red" or position.out or not bad:
                continue
            if len(tables.line(position.play(bad[0]))) > 4:
                return position, bad[0]
    raise AssertionError("no such position")


def test_the_coach_comments_on_moves_of_three(visit, rules):
    start, bad = lost_win(rules)
    best = str(tablebase.Tablebase().probe(start).moves[0].move)
    tab = visit(f"{address_of(start, 'wide')}&mode=play&as=red&level=alone")
    tab.says("Your move")
    expect(tab.cell(bad)).to_be_enabled(timeout=30_000)  # once there is a table
    tab.cell(bad).click()
    page = tab.page
    expect(page.locator("#feedback")).to_have_text(
        f"Your {bad} gave a forced win away; {best} would have kept it."
    )
    expect(page.locator("#picture svg")).to_have_attribute(
        "aria-label", f"You played {bad}, the dashed line; {best}, the solid line, was better."
    )
    fills = "all => all.map((disc) => getComputedStyle(disc).fill)"
    assert len({*page.locator("#picture .disc").evaluate_all(fills)} - {"none"}) == 3
    reply = page.locator("#reply")
    expect(reply).to_have_text(re.compile(r"Blue answers \w+\..* ?Green answers \w+"))
    tab.says("Your move")
    assert not re.search(r"\bin \d", page.locator("#coach").inner_text())  # values are hidden
    accessible(tab)
    tab.picture("coach-three")
    tab.press("Undo")
    tab.says("Your move")
    tab.cell(best).click()
    expect(page.locator("#feedback")).to_contain_text(f"Your {best}")
    expect(page.locator("#feedback")).not_to_contain_text("gave")


def test_a_mistake_among_three_is_tried_again(visit, rules):
    start, bad = lost_win(rules)
    played, position = [bad], start.play(bad)
    with tablebase.Tablebase() as tables:
        played += [str(probe.moves[0].move) for probe in tables.line(position)[:-1]]
    tab = visit(f"{address_of(start, 'wide')}&mode=play&as=all&m={'.'.join(played)}")
    page = tab.page
    expect(page.locator("#over-title")).to_have_text("The game is over", timeout=30_000)
    expect(page.locator("#mistakes")).to_contain_text(f"move 1: {bad}")
    tab.press(f"Look at move 1: {bad}")
    expect(page.locator("#over-text")).to_contain_text(f"Move 1: {bad} (dashed) gave the win away")
    expect(page.locator(".path.better")).to_have_count(1)
    accessible(tab)
    tab.press("Try again from move 1")
    expect(page.locator("#over")).to_be_hidden()
    assert tab.shown(load_rules(rules / "wide.toml")) == start


def test_without_a_table(visit, rules):
    position = Deal.random(random.Random(1), load_rules(rules / "vast.toml")).start()
    tab = visit(address_of(position, "vast"))
    tab.says("Red to move")
    expect(tab.ringed).to_have_count(len(position.legal_moves()))
    tab.targets.first.click()
    tab.says("Blue to move")
    expect(tab.page.locator("#players li").first).to_have_text("Red is in")
    expect(tab.page.locator("#line")).to_have_text("There is no table for this board.")
    expect(tab.page.locator("#advice")).to_contain_text("“tablebase placings” shows")
    accessible(tab)
