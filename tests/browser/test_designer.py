"""Rules: what is designed is what the engine, the lab and the library make of it."""

import re
from itertools import chain, combinations
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect
from support.effort import sample

from browser.games import dealt
from browser.tab import accessible
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.studies.atlas.published import atlas, edition_of
from tablebase.games.collapsi.studies.atlas.ranking import games_of

STOP = """() => {
    const enough = /^\\d{2,} random deals/.test(document.querySelector("#sampled").textContent);
    if (enough) document.querySelector("#sample").click();
    return enough;
}"""
"""Stops a sample once it has ten deals, sooner than it can end: a script."""


SILENT = """() => [...document.querySelectorAll('.mode-rules button:disabled')].filter((button) => {
    const described = button.closest('[aria-describedby]')?.getAttribute('aria-describedby');
    const text = document.getElementById(described) ?? button.nextElementSibling; // 0 cards
    return button.checkVisibility() && !(text?.checkVisibility() && text.textContent);
}).map((button) => button.ariaLabel ?? button.textContent)"""
"""The buttons that cannot be pressed and that no text explains."""


@pytest.fixture
def designer(visit):
    """Open the designer, once the engine has said what it thinks of the rules."""

    def open_page(query="", **settings):
        tab = visit(f"?mode=rules{query}", **settings)
        ready(tab)
        return tab

    return open_page


def ready(tab):
    expect(tab.page.locator("#solving")).not_to_be_empty()


def download(tab, tmp_path):
    """The rules that the downloaded file describes."""
    with tab.page.expect_download() as info:
        tab.press("Download TOML")
    path = tmp_path / info.value.suggested_filename
    info.value.save_as(path)
    return load_rules(path)


def test_a_design_is_downloaded_as_the_file_that_the_library_reads(designer, tmp_path):
    tab = designer()
    page = tab.page
    tab.press("b2", "c2", "b3", "c3", "Remove a column")
    expect(page.locator("#size")).to_have_text("8 cells")
    tab.press("Add a column", "c2", "c3")
    page.get_by_label("Edges joined").uncheck()
    tab.press("Remove one 3", "Add one 2", "Add an edition")
    page.get_by_role("group", name="Edition 3").get_by_role("button", name="4", exact=True).click()
    page.get_by_label("Name").fill("my ring!")
    page.get_by_label("Name").blur()
    ready(tab)
    rules = download(tab, tmp_path)
    assert rules.name == "my-ring-"
    assert rules.board.picture == ("####", "#_##", "#_##", "####")
    assert not rules.board.wrap
    assert [rules.deck.count(card) for card in range(5)] == [2, 4, 5, 3, 0]
    assert [edition.joker_steps for edition in rules.editions] == [(1, 2, 3, 4), (1,), (2, 4)]


@pytest.mark.parametrize("name", sample(["4-players", "shifting-board", "diamond"], 2))
def test_presets_come_back_from_the_file_and_from_the_link(designer, tmp_path, name):
    tab = designer(f"&r={name}")
    expect(tab.page.locator("#presets")).to_have_value(name)
    preset, rules = load_rules(name), download(tab, tmp_path)
    assert {**rules.as_dict(), "name": name} == preset.as_dict()
    link = urlsplit(tab.page.url).query
    again = designer("&" + re.sub("mode=rules&", "", link))
    assert download(again, tmp_path) == rules


def test_what_happens_if_one_of_many_cannot_move_is_chosen(designer, tmp_path):
    tab = designer()
    page = tab.page
    expect(page.locator("#out")).to_be_hidden()
    tab.choose("players", "4")
    tab.choose("out", "pawn removed")
    expect(page.locator("#summary")).to_contain_text("Your pawn is removed.")
    ready(tab)
    rules = download(tab, tmp_path)
    assert (rules.players, rules.out) == (4, "removed")
    expect(page.locator("#presets")).to_have_value("4-players-draft")
    tab.choose("out", "game ends at once")
    expect(page.locator("#presets")).to_have_value("4-players-sheet")
    accessible(tab)
    tab.choose("players", "2")
    ready(tab)
    rules = download(tab, tmp_path / "two")
    assert (rules.players, rules.out) == (2, "stays")


def test_how_lines_shift_is_chosen(designer, tmp_path):
    tab = designer()
    page = tab.page
    page.locator("#shift").select_option("must shift, comes back")
    expect(page.locator("#summary")).to_contain_text("a player must shift the row or the column")
    expect(page.locator("#presets")).to_have_value("shift-back")
    ready(tab)
    assert download(tab, tmp_path).pushed == "back"
    page.get_by_label("Pawns may land on each other").check()
    expect(page.locator("#shift")).to_have_value("")


def test_the_fields_keep_the_focus(designer):
    tab = designer()
    button = tab.page.get_by_role("button", name="Add one 5")
    button.press("Enter")
    expect(tab.page.get_by_role("button", name="Remove one 5")).to_be_enabled()
    expect(button).to_be_focused()
    tab.page.get_by_role("button", name="Remove edition 2").press("Enter")
    expect(tab.page.locator("#editions [role=group]")).to_have_count(1)
    expect(tab.page.locator("#editions button:focus")).to_have_count(1)


def test_an_error_in_the_rules_is_shown(designer):
    tab = designer()
    page = tab.page
    tab.press("Remove one 4")
    expect(page.locator("#filling")).to_have_text("1 cell still needs a card.")
    expect(page.locator("#wrong")).to_contain_text("Deck of 15 cards: expected 16")
    for name in ("Play it", "Analyse it", "Download TOML", "Test 300 deals"):
        button = page.get_by_role("button", name=name)
        expect(button).to_be_disabled()
    expect(page.locator("#sampled")).to_have_text("These rules are not complete yet.")
    assert page.evaluate(SILENT) == []
    tab.press("Reset deck")
    expect(page.locator("#wrong")).to_be_empty()
    expect(page.get_by_role("button", name="Play it")).to_be_enabled()
    page.get_by_label("Edges joined").uncheck()
    # What is known of the rules before says nothing of these.
    change = "document.querySelector('#add-edition').click()"
    assert page.evaluate(f"{change} ?? document.querySelector('#play').disabled")
    tab.press("b1", "a2")
    expect(page.locator("#wrong")).to_contain_text("connected cells")
    tab = designer("&own=4x4~XYZ")
    expect(tab.page.locator("#banner-text")).to_contain_text("own=4x4~XYZ")
    expect(tab.page.locator("#presets")).to_have_value("collapsi")


def test_a_sample_runs_stops_and_resumes(designer):
    """A sample on 3x3, where the exact shares are 74.29 % and 81.43 % (docs/lab.md)."""
    tab = designer("&own=3x3~AAAA222~1234.1~w2")
    page = tab.page
    tab.press("Test 300 deals")
    page.wait_for_function(STOP)
    expect(page.get_by_role("button", name="300 more deals")).to_be_visible()
    before = int(page.locator("#sampled").inner_text().split()[0])
    tab.press("300 more deals")
    expect(page.locator("#sampled")).to_contain_text(
        re.compile(f"^{before + 300} random"), timeout=60_000
    )
    expect(page.locator(".lab")).to_have_count(2)
    accessible(tab)
    tab.picture("designer")
    for said, exact in zip(
        page.locator("#studies p").all_inner_texts(), (74.29, 81.43), strict=True
    ):
        share = float(re.search(r"\d+\.\d", said)[0])
        assert abs(share - exact) < 10  # four standard deviations
        assert re.search(
            r"starts wins [\d.]+% of the matches to 16 points \([\d.]+ to [\d.]+%\)", said
        )
    tab.press("Add one 3", "Remove one 2")
    expect(page.locator(".lab")).to_have_count(0)


def test_a_sample_with_three_players_shows_no_lengths(designer):
    tab = designer("&own=3x3~AAAA22~1~w3")
    page = tab.page
    page.locator("#sample").click()
    page.wait_for_function(STOP)
    picture = page.locator(".lab")
    expect(picture).to_have_attribute(
        "aria-label", re.compile("^one step: Red can force a win in ")
    )
    expect(picture.locator(".winners span").first).to_be_visible()
    expect(picture.locator(".lengths")).to_have_count(0)
    expect(page.locator("article p")).to_have_text(re.compile("nobody can force a win[.]$"))


def test_the_atlas_has_every_set_of_joker_steps(designer):
    games = {
        game.study.edition: game
        for game in games_of([study for study in atlas() if study.rules.name == "3-4-4-3"])
    }
    sets = list(chain.from_iterable(combinations("1234", size) for size in range(1, 5)))
    for some in (sets[:8], sets[8:]):
        steps = ["".join(each) for each in some]
        tab = designer(f"&own=4x4~AAA22223333444~{'.'.join(steps)}~w2")
        said = tab.page.locator("article p")
        expect(said).to_have_count(len(steps))
        for text, name in zip(said.all_inner_texts(), steps, strict=True):
            game = games[edition_of(name)]
            assert f"Red wins {game.study.share:.2%} of the deals (exact, all deals)." in text
            assert f"starts wins {game.match:.2%} of the matches to 16 points (exact)." in text
            assert f"last {game.study.mean:.2f} moves" in text
        expect(tab.page.locator("#sample")).to_be_hidden()
    accessible(tab)


def test_the_atlas_beside_the_published_editions(designer):
    """What the atlas does not have is sampled, as before."""
    tab = designer("&own=4x4~AAA22223333444~23.5~w2")
    page = tab.page
    studies = {s.edition.name: s for s in atlas() if s.rules.name == "4-4-4-2"}
    wild, single = (studies[name].share for name in ("1234", "1"))
    expect(page.locator("#known")).to_have_text(
        "The published game, to compare: Red wins "
        f"{wild:.2%} of all deals with a wild J, {single:.2%} with a J of one step."
    )
    tab.press("Test 300 deals")
    page.wait_for_function(STOP)
    expect(page.locator(".lab")).to_have_count(2)
    assert "(exact, all deals)" not in page.locator("article p").nth(1).inner_text()
    page.get_by_label("Edges joined").uncheck()
    expect(page.locator(".lab")).to_have_count(0)


@pytest.mark.parametrize("scheme", sample(["light", "dark"], 1))
def test_on_a_phone(designer, scheme):
    tab = designer("&r=diamond", color_scheme=scheme)
    page = tab.page
    page.set_viewport_size({"width": 390, "height": 844})
    tab.picture(f"designer-phone-{scheme}")
    accessible(tab)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = page.locator(".mode-rules button").evaluate_all(
        "all => all.filter(b => !b.matches('.place') && b.getBoundingClientRect().height < 39.5)"
        ".length"
    )
    assert small == 0


def test_a_button_that_cannot_be_pressed_is_explained_in_text(designer):
    tab = designer("&own=1x9~AAAA222~1~w2")
    page = tab.page
    for name in ("Remove a row", "Add a column", "Remove edition 1", "Reset deck"):
        expect(page.get_by_role("button", name=name)).to_be_disabled()
    assert page.evaluate(SILENT) == []
    tab = designer("&own=5x5~AAAA222233334444555566~1~w3")
    expect(tab.page.locator("#sampled")).to_contain_text("does not solve deals")
    assert tab.page.evaluate(SILENT) == []


@pytest.mark.parametrize("mode", ["play", "analyse"])
def test_a_design_is_opened_in_the_other_modes(designer, mode):
    tab = designer("&own=3x3~AAA2223~1234.1~w2")
    tab.press("Play it" if mode == "play" else "Analyse it")
    expect(tab.page).not_to_have_url(re.compile("mode=rules"))
    query = parse_qs(urlsplit(tab.page.url).query)
    assert query["own"] == ["3x3~AAA2223~1234.1~w2"]
    assert query["p"][0].count("/") == 2
    expect(tab.page.locator(".card")).to_have_count(9)
    if mode == "analyse":
        expect(tab.page.locator(".card .badge").first).to_be_visible()
        tab.targets.first.click()
        expect(tab.page).to_have_url(re.compile("m=.*own=3x3~"))
    expect(tab.page.locator("#banner")).to_be_hidden()


def test_a_design_that_nobody_can_solve_is_played_all_the_same(designer):
    tab = designer("&own=5x5~AAAA2222333344445555666~1~wl2")
    expect(tab.page.locator("#solving")).to_contain_text("Too large")
    tab.press("Play it")
    tab.says("Your move")
    tab.targets.first.click()
    expect(tab.page).to_have_url(re.compile(r"m=\w+\.\w+&"))  # the computer has answered
    tab.says("Your move")
    expect(tab.page.locator("#banner")).to_be_hidden()


def test_playing_again_keeps_the_rules_of_a_design(fresh):
    tab = fresh("?mode=rules&own=3x3~AAA2223~1~w2")
    page, headline = tab.page, tab.page.locator("#headline-main")
    ready(tab)
    tab.press("Play it")
    over, targets = page.locator("#over"), tab.targets
    while True:
        expect(headline).to_have_text(re.compile("^Your move$|won$|lost$"))
        expect(targets.or_(over).filter(visible=True).first).to_be_visible()  # it may be over
        if over.is_visible():
            break
        before = page.url
        targets.first.click()
        expect(page).not_to_have_url(before)
    finished = parse_qs(urlsplit(page.url).query)
    tab.press("Play again")
    tab.says("Your move")
    query = parse_qs(urlsplit(page.url).query)
    assert (query["own"], query["e"], "m" in query) == (finished["own"], finished["e"], False)
    tab.press("New game")
    dealt(tab)
    expect(page.locator("#rules")).to_have_value(re.compile("^own:3x3"))  # they are still chosen
    page.goto(tab.url + "?mode=play")
    dealt(tab)
    expect(page.locator("#rules")).to_have_value("collapsi")  # as always when nothing is asked for
    expect(page.locator(".card")).to_have_count(16)
