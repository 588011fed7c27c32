"""A stranger's mode and engine, without WebAssembly, beside ours."""

import pytest
from playwright.sync_api import expect
from support.strangers import install

from browser.hosts import CONTROLLED, hosting
from tablebase.web.publishing import publish
from tablebase.web.site import site


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        install(patch, tmp_path_factory.mktemp("strangers"))
        folder = tmp_path_factory.mktemp("site")
        publish(site(), folder)
    with hosting(folder) as address:
        yield address


def test_a_strangers_mode(visit):
    page = visit("?mode=kayles&p=xx-x").page
    expect(page.locator("#said")).to_have_text("xx-x: 3 pins")
    expect(page).to_have_title("Kayles · Collapsi")
    expect(page.locator(".mode-kayles p")).to_have_css("color", "rgb(0, 128, 0)")
    page.get_by_role("button", name="More").click()
    listed = page.get_by_role("navigation", name="More").get_by_role("link", name="Kayles & pins")
    expect(listed).to_have_attribute("aria-current", "page")
    page.get_by_role("link", name="Puzzles").click()
    expect(page.locator(".mode-puzzles")).to_be_visible()


def test_what_is_wrong_with_a_question_is_shown(visit):
    tab = visit("?mode=kayles")
    expect(tab.page.locator("#banner")).to_contain_text("Parameter 'row' is missing")


def test_a_question_that_nobody_answers(visit):
    page = visit("?mode=kayles&p=x").page
    expect(page.locator("#said")).to_have_text("x: 3 pins")
    for path in ("kayles/draw", "chess/probe", "draw"):
        said = page.evaluate(
            """async (path) => {
                const { ask } = await import(new URL("static/kit.js", location));
                return ask(path).catch(({ message, status }) => `${status} ${message}`);
            }""",
            path,
        )
        assert said.startswith(f"404 unknown path '{path}': expected one of ")


def test_a_strangers_mode_is_kept_once_it_was_used(browser, url):
    context = browser.new_context(reduced_motion="reduce")
    tab = context.new_page()
    tab.goto(url)
    tab.evaluate(CONTROLLED)
    tab.goto(f"{url}?mode=kayles&p=xx")
    expect(tab.locator("#said")).to_have_text("xx: 3 pins")
    context.set_offline(True)
    tab.goto(f"{url}?mode=kayles&p=xxx")
    expect(tab.locator("#said")).to_have_text("xxx: 3 pins")
    context.close()
