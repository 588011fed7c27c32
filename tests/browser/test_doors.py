"""How one gets somewhere: the menu, links that name rules, lists of rules, and what is wrong."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.games import dealt
from tablebase import Deal

DOCS = Path(__file__).parents[2] / "docs"
GONE = "Rules 'shift' are gone, because Collapsi Shift was published with another rule"
RULE_SETS = "data/rule-names.toml"


@pytest.mark.parametrize(
    ("query", "rules", "edition"),
    [
        ("r=cross&e=single", "cross", "single"),
        ("e=single", "collapsi", "single"),
        ("own=3x3~AAAA222~12~w2~mine", "own:3x3~AAAA222~12~w2~mine", "1,2"),
    ],
)
def test_a_link_names_the_rules_of_the_next_game(visit, query, rules, edition):
    tab = visit(f"?mode=play&{query}", alone=True)
    dealt(tab)
    tab.page.locator("#start summary").click()
    expect(tab.page.locator("#rules")).to_have_value(rules)
    assert tab.page.locator("#edition input:checked").get_attribute("value") == edition


def test_rule_sets_have_names_groups_and_what_is_known(visit):
    tab = visit("?mode=rules")
    presets = tab.page.locator("#presets")
    expect(presets).to_have_value("collapsi")
    names = presets.locator("option").all_inner_texts()
    assert not [name for name in names if re.search(r"-a4|-draft", name)]
    groups = presets.locator("optgroup").evaluate_all("all => all.map((one) => one.label)")
    drafts, ideas = "The designer\u2019s drafts", "Players\u2019 ideas"
    published = ["Published today", "Published before"]
    assert groups == [*published, drafts, ideas, "Ours", "Other sizes"]
    expect(tab.page.locator("#known")).to_be_hidden()  # every deal is counted, with a picture
    presets.select_option("flat")
    expect(tab.page.locator("#about")).to_contain_text("nobody leaves the board at its edges")
    expect(tab.page.locator("#known")).to_contain_text("Of 100,000 random deals Red wins 47.6%")
    tab.picture("rules-known")


def test_what_is_known_of_rule_sets_is_in_the_docs():
    """The studies' figures, which `tablebase reproduce` compares with the docs."""
    text = (Path(__file__).parents[2] / RULE_SETS).read_text()
    studies = "\n".join(
        (DOCS / name).read_text() for name in ("lab.md", "large.md", "variations.md")
    )
    lines = [line for line in text.splitlines() if line.startswith("known = ")]
    assert len(lines) >= 12
    for line in lines:
        for share in re.findall(r"(\d+\.\d+)%", line):
            assert re.search(rf"(?<![\d.]){re.escape(share)}(?!\d)", studies), line


def test_an_empty_position_is_none(visit):
    tab = visit("?mode=analyse&p=")
    expect(tab.page.locator("#headline-main")).to_have_text(re.compile("wins in"))
    expect(tab.page.locator("#banner")).to_be_hidden()
    assert Deal.parse(tab.position.rsplit(" ", 1)[0])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?mode=analyse&r=shft", "No rules named 'shft': expected a board's size, such as 5x5, or"),
        ("?mode=play&r=shft", "No rules named 'shft': expected a board's size, such as 5x5, or"),
        ("?mode=rules&r=shft", "No rules named 'shft': expected a board's size, such as 5x5, or"),
        ("?mode=play&p=A223/4A2J/3A23/J3A4&r=shift-may&m=a3L", GONE.replace("shift", "shift-may")),
        ("?mode=puzzles&train=easy&n=99999", "There is no easy puzzle 99999: there are 1 to "),
        ("?mode=puzzles&train=easy&n=-2", "There is no easy puzzle -2: there are 1 to "),
    ],
)
def test_a_wrong_link_says_what_to_change(visit, console, home, query, said):
    tab = visit(query)
    banner = tab.page.locator("#banner-text")
    expect(banner).to_contain_text(said)
    if home == "served" and "r=sh" in query:  # Chromium reports what the server refuses, too
        assert all(" 422 " in error for error in console)
        console.clear()
    if "puzzles" in query:
        assert "99999" not in tab.page.locator("#headline-sub").inner_text()


def test_a_page_asks_its_server_to_read_the_numeric_notation(visit, home, console):
    tab = visit("?mode=analyse&p=1223/4120r/3123/0b314/0")
    if home == "served":
        tab.says("Red wins in 13")
    else:
        expect(tab.page.locator("#banner-text")).to_contain_text("has digits for all cards")
