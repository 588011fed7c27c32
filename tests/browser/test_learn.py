"""The lessons: what they claim, a whole lesson on the page, and progress that is kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from support.effort import sample

import tablebase
from browser.games import SAID_AT, address
from browser.tab import accessible
from tablebase import Position
from tablebase.games.collapsi.rules_file import load_rules

LESSONS = """(text) => {
    const { content } = Object.assign(document.createElement("template"), { innerHTML: text });
    const lessons = [...content.querySelectorAll("#lessons > li")];
    const texts = (step) => [...step.children].map((p) => [p.className, p.textContent]);
    const stepOf = (step) => ({ ...step.dataset, ...Object.fromEntries(texts(step)) });
    const stepsOf = (lesson) => [...lesson.querySelector("template").content.children].map(stepOf);
    return lessons.map((lesson) => [lesson.dataset.lesson, stepsOf(lesson)]);
}"""
MARKUP = Path(tablebase.__file__).parent / "games/collapsi/page/learn/page.html"
STRATEGY = (Path(__file__).parents[2] / "docs" / "strategy.md").read_text()
WORDS = {"One": 1, "Three": 3, "Four": 4}
PHONES = [(390, 664), (320, 568), (360, 640)]
WRAP = ["a4", "b1", "a3", "b2"]
"""The moves of the first lesson."""


@pytest.fixture(scope="module")
def lessons(bare_page):
    return {
        name: [
            {**step, "start": start(step["position"])}
            | ({"moves": step["moves"].split()} if "moves" in step else {})
            for step in steps
        ]
        for name, steps in bare_page.evaluate(LESSONS, MARKUP.read_text())
    }


def start(text: str, rules: str = "collapsi") -> Position:
    return Position.parse(text, "wild", rules)


def winning(position: Position) -> list[str]:
    with tablebase.Tablebase() as tables:
        return [str(move.move) for move in tables.probe(position).moves if move.keeps_win]


def puzzles_of(lessons, name: str):
    return lessons[name][-3:]


def test_what_lessons_ask_for_is_there(lessons):
    assert list(lessons) == ["first", "wrap", "once", "trap", "parity", "joker", "safe-moves"]
    for name, steps in lessons.items():
        puzzles = [] if name == "first" else steps[-3:]
        assert [step for step in steps if "moves" not in step] == puzzles
        for step in steps:
            position = step["start"]
            side = "Blue" if str(position).endswith("b") else "Red"
            assert f"You are {side}" in step["say"]
            legal = [str(move) for move in position.legal_moves()]
            if said := re.search(r"of your (\d+)", step["say"]):
                assert len(legal) == int(said[1])
            assert set(step.get("moves", [])) <= {*legal}
            many = re.search(
                r"(One|Three|Four)( of your \d+)? moves? wins?|One of your", step["say"]
            )
            if many and "moves" not in step:
                assert len(winning(position)) == WORDS[many[0].split()[0]]
            elif "moves" not in step:
                assert len(winning(position)) == 1


def test_taught_moves_win(lessons):
    for name, steps in lessons.items():
        for step in steps if name == "first" else steps[:-3]:
            assert step["moves"] == winning(step["start"]), name


def test_the_first_lesson_is_the_end_of_one_game(lessons):
    """Blue's replies are those that the texts name."""
    first, second, third = lessons["first"]
    position = first["start"].play("b2").play("c2")
    assert position == second["start"]
    position = position.play("c3")
    assert [str(move) for move in position.legal_moves()] == ["d2"]
    position = position.play("d2")
    assert position == third["start"]
    assert not list(position.play("b3").legal_moves())
    named = [re.search(r"\b([a-d]\d)\b(?!.*\b[a-d]\d\b)", s["right"]) for s in (first, second)]
    assert [found and found[1] for found in named] == ["c2", "d2"]


def test_the_first_lesson_takes_five_taps(fresh):
    tab = fresh("?mode=learn&lesson=first", has_touch=True)
    page = tab.page
    for at, move in enumerate(["b2", "c3", "b3"]):
        expect(page.locator("#progress [aria-current]")).to_contain_text(str(at + 1))
        tab.cell(move).tap()
        expect(page.locator("#said")).to_contain_text("Right.")
        if at < 2:
            page.locator("#next").tap()
    expect(page.locator("#said")).to_contain_text("you have won")
    page.locator("#next").tap()
    entry = page.locator(".lessons li").first
    expect(entry).to_contain_text("★★★3 of 3 done, 3 stars")
    expect(page.locator(".lessons a.next")).to_contain_text("Over the edge")


def test_a_move_that_is_shown_earns_no_tick(fresh):
    tab = fresh("?mode=learn&lesson=trap&step=1")
    tab.press("Show me", "Move to a2")
    expect(tab.page.locator("#said")).to_contain_text("it earns no tick")
    tab.press("Next")
    tab.page.get_by_role("link", name="All lessons").click()
    expect(tab.page.locator("[data-lesson=trap]")).to_contain_text("0 of 4 done, 0 stars")


def test_a_sheet_has_its_answers_on_the_second_page(fresh, lessons):
    tab = fresh("?mode=learn")
    page = tab.page
    page.evaluate("print = () => {}")
    tab.press("Print a sheet for a class")
    tasks = [step for name in list(lessons)[1:] for step in puzzles_of(lessons, name)[:1]]
    expect(page.locator("#tasks li")).to_have_count(len(tasks))
    page.emulate_media(media="print")
    expect(page.locator(".top")).to_be_hidden()
    for at, step in enumerate(tasks):
        expect(page.locator("#tasks li p").nth(at)).to_have_text(step["say"])
        moves = page.locator("#answers li").nth(at).inner_text().split(". ")[0]
        assert set(moves.split(", ")) == set(winning(step["start"]))
    pages = page.pdf(format="A4").count(b"/Type /Page\n")
    assert pages == 2
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator("#tasks li")).to_have_count(0)


def test_puzzles_of_the_edge_cross_it(lessons):
    for step in lessons["wrap"]:
        position = start(step["position"])
        [move] = winning(position)
        flat = position.changed(rules=load_rules("flat"))
        assert move not in map(str, flat.legal_moves())


def test_puzzles_of_detours_have_one(lessons):
    """The destination is nearer than the card says: no straight way has that length."""
    for step in lessons["once"]:
        position = start(step["position"])
        [name] = winning(position)
        cell = next(move.destination for move in position.legal_moves() if str(move) == name)
        reached, near = {position.mover}, 0
        while cell not in reached:
            neighbours = (n for at in reached for n in position.rules.board.neighbours[at])
            reached |= {n for n in neighbours if position.face_up >> n & 1}
            near += 1
        assert near < position.cards[position.mover]


def test_traps_are_traps(lessons):
    with tablebase.Tablebase() as tables:
        lengths = [tables.probe(step["start"]).value.dte for step in puzzles_of(lessons, "trap")]
    assert lengths[:2] == [1, 1]
    assert lengths[2] <= 5


def test_the_board_of_the_docs_is_that_of_the_lesson(lessons):
    for step in lessons["safe-moves"]:
        assert step["position"] in STRATEGY


def test_a_lesson_is_done_and_kept(visit):
    tab = visit("?mode=learn", alone=True)
    page = tab.page
    tab.says("Learn Collapsi")
    expect(page.locator(".lessons a.next")).to_contain_text("Your first game")
    tab.picture("learn")
    accessible(tab)
    page.get_by_role("link", name="Over the edge").click()
    for at, move in enumerate(WRAP):
        expect(page.locator("#progress [aria-current]")).to_contain_text(str(at + 1))
        tab.cell(move).click()
        expect(page.locator("#said")).to_contain_text("Right.")
        accessible(tab)
        page.keyboard.press("n")
    tab.says("Learn Collapsi")
    expect(page.locator("#headline-sub")).to_have_text("1 of 7 lessons done")
    page.reload()
    expect(page.get_by_role("link", name="Over the edge")).to_contain_text("4 of 4 done")


def test_a_wrong_move_says_why_and_can_be_taken_back(visit):
    tab = visit("?mode=learn&lesson=wrap&step=2")
    expect(tab.page.locator("#say")).not_to_be_empty()  # the board is the lesson's
    wrong = next(
        str(move)
        for move in start("42AbxJ/3x32x4/xAx32xJ/A3rxAx2 r").legal_moves()
        if str(move) != "b1"
    )
    tab.cell(wrong).click()
    expect(tab.page.locator("#said")).to_contain_text(f"{wrong} loses: Blue answers ")
    tab.press("Step through")
    answer = re.search(r"Blue answers (..)", tab.page.locator("#said").inner_text())
    expect(tab.cell(answer[1])).to_have_class(re.compile("occupied"))
    tab.press("Try again", "Show me")
    tab.keys("p")
    expect(tab.page.locator("#said")).to_contain_text("Right.")


def test_a_lesson_by_the_keyboard_keeps_the_focus(fresh):
    tab = fresh("?mode=learn&lesson=wrap&step=1")
    page = tab.page
    card = page.locator(".card:focus")
    for at, move in enumerate(WRAP):
        expect(page.locator("#progress [aria-current]")).to_contain_text(str(at + 1))
        expect(tab.cell(move)).to_be_enabled()
        page.locator("#show").press("Enter")
        page.locator("#confirm").press("Enter")
        expect(page.locator("#confirm")).to_be_hidden()
        expect(card).to_have_count(1)
        page.locator("#next").press("Enter")
        expect(page.locator("#next")).to_be_hidden()
        expect(card).to_have_count(1 if at + 1 < len(WRAP) else 0)
    expect(page.locator(".lessons a.next")).to_be_focused()


def test_a_link_to_no_lesson_shows_the_list(visit):
    tab = visit("?mode=learn&lesson=chess")
    expect(tab.page.locator("#banner-text")).to_have_text(
        "There is no lesson chess: choose one of these."
    )
    expect(tab.page.locator(".lessons li")).to_have_count(7)


def test_each_link_to_a_lesson_opens_it(fresh, lessons):
    tab = fresh("?mode=learn")
    links = tab.page.locator(".lessons a")
    expect(links).to_have_count(len(lessons))
    for at, (name, steps) in enumerate(lessons.items()):
        title = links.nth(at).locator("b").inner_text()
        links.nth(at).click()
        tab.says(title)
        expect(tab.page.locator("#say")).to_have_text(steps[0]["say"])
        tab.page.get_by_role("link", name="All lessons").click()
        tab.says("Learn Collapsi")
        for number, step in enumerate(steps[1:], start=2):
            tab.open(f"?mode=learn&lesson={name}&step={number}")
            expect(tab.page.locator("#say")).to_have_text(step["say"])
            tab.says(title)
        tab.open("?mode=learn")
        tab.says("Learn Collapsi")


def test_the_rule_of_thumb_leads_to_its_lesson(visit):
    tab = visit(address(SAID_AT))
    expect(tab.page.locator("#line button").first).to_be_visible()
    tab.page.locator("[data-move=c4]").click()
    tab.press("Rule of thumb")
    tab.page.get_by_role("link", name="Learn it in three steps").click()
    tab.says("The rule of thumb")
    expect(tab.page.get_by_role("dialog")).to_have_count(0)


def test_how_to_play_leads_to_the_lessons(visit):
    tab = visit("?mode=play")
    tab.keys("?")
    tab.page.get_by_role("link", name="Learn it on a board").click()
    tab.says("Learn Collapsi")
    expect(tab.page.locator("#how")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), sample(PHONES, 2))
def test_on_a_phone_the_answer_is_in_sight(visit, width, height):
    tab = visit("?mode=learn&lesson=wrap&step=1", has_touch=True)
    page = tab.page
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator("#say")).not_to_be_empty()  # the board is the lesson's
    tab.cell("a4").tap()
    expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
    tab.cell("a4").tap()
    expect(page.locator("#next")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    board = page.locator("#board").bounding_box()
    said = page.locator("#said").bounding_box()
    row = page.locator(".actions").bounding_box()
    assert board["y"] >= 0
    assert said["y"] + 40 <= row["y"]  # two lines of it at least
    if height == 664:
        assert said["y"] + said["height"] <= row["y"]
    tab.picture(f"learn-{width}")
