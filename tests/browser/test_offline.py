"""The page without a network, and a new version of it."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest
from playwright.sync_api import expect
from support import DEAL

from browser.hosts import CONTROLLED, hosting
from tablebase.games.collapsi.browser import atlas
from tablebase.web.publishing import publish
from tablebase.web.site import site

DECK = "4x4~AAAAA222233334~1234.1~w2"
KEPT = """async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const keys = await Promise.all(caches_.map((cache) => cache.keys()));
    return keys.flat().map((request) => request.url);
}"""

LOOKED_AT = """() => {
    const registration = ServiceWorkerRegistration.prototype;
    const update = registration.update;
    let asked = false;
    registration.update = function () {
        asked = true;
        return update.call(this);
    };
    document.dispatchEvent(new Event("visibilitychange"));
    return asked;
}"""
"""Looks at the page again, and says whether it has asked for a new version: a script."""

LOOK_AGAIN = """() => {
    document.dispatchEvent(new Event("visibilitychange"));
    return !document.querySelector("#update").hidden;
}"""
"""Looks at the page again, and says whether it offers a new version: a script."""


@pytest.fixture(scope="module", params=["static", "served"])
def home(request):
    return request.param


@pytest.fixture
def tab(browser):
    """A tab of a browser that has never seen the page."""
    context = browser.new_context(reduced_motion="reduce")
    yield context.new_page()
    context.close()


def visit(page, url):
    """Open the page and wait until the browser keeps it."""
    page.goto(url)
    page.evaluate(CONTROLLED)


def test_a_second_visit_needs_no_network(tab, url, home, watch, console):
    watch(tab, url)
    visit(tab, url)
    tab.context.set_offline(True)
    tab.reload()
    expect(tab.get_by_role("main").get_by_role("heading").first).to_be_visible()
    tab.goto(f"{url}?p={DEAL}")
    expect(tab.locator("#headline-main")).to_have_text("Red wins in 13")
    tab.get_by_role("button", name="New deal", exact=True).click()
    tab.wait_for_url(lambda address: DEAL not in address)
    expect(tab.locator("#headline-main")).to_have_text(re.compile("wins in"))
    if home == "served":  # the server is asked first, and the browser says that it is gone
        assert {said for said in console if "ERR_INTERNET_DISCONNECTED" not in said} == set()
        console.clear()


def test_of_a_game_that_was_opened_everything_is_kept(tab, url, home, watch, console):
    watch(tab, url)
    visit(tab, url)
    tab.goto(f"{url}?mode=rules")
    expect(tab.locator("#sampled")).to_have_text(re.compile("Counts every deal"))
    tab.goto(f"{url}?mode=nim")
    expect(tab.locator("#headline-main")).to_have_text("Your turn")
    counted = f"async () => (await ({KEPT})()).filter((path) => path.includes('atlas/')).length"
    tab.wait_for_function(f"({counted})().then((kept) => kept === {len(atlas())})")
    tab.context.set_offline(True)
    tab.goto(f"{url}?mode=nim")
    expect(tab.locator("#headline-main")).to_have_text("Your turn")
    tab.goto(f"{url}?mode=rules&own={DECK}")
    expect(tab.locator("#sampled")).to_have_text(re.compile("Counts every deal"))
    if home == "served":  # the browser says that the server is gone
        console.clear()


def test_what_is_missing_is_said(tab, url):
    visit(tab, url)
    tab.context.set_offline(True)
    tab.goto(f"{url}?mode=rules&own={DECK}")
    expect(tab.locator("#known")).to_contain_text("not on this device yet")
    expect(tab.locator("#sample")).to_be_enabled()
    tab.goto(f"{url}?mode=solo")
    expect(tab.locator("#banner-text")).to_contain_text("You are offline, and this part is not on")
    tab.context.set_offline(False)
    tab.get_by_role("button", name="Try again").click()
    expect(tab.locator("#banner")).to_be_hidden()
    expect(tab.locator("#headline-main")).not_to_be_empty()


def test_the_api_is_not_kept(tab, url):
    visit(tab, url)
    tab.evaluate("fetch('api/health')")
    tab.evaluate("fetch('api/levels')")
    kept = [address.removeprefix(url) for address in tab.evaluate(KEPT)]
    assert "static/main.js" in {path.split("?")[0] for path in kept}
    assert not [path for path in kept if path.startswith("api")]


@pytest.fixture
def folder(tmp_path):
    publish(site(), tmp_path / "site")
    return tmp_path / "site"


def test_a_new_version_is_offered_and_every_tab_gets_it(tab, folder, watch):
    with hosting(folder) as url:
        watch(tab, url)
        visit(tab, url)
        other = tab.context.new_page()
        watch(other, url)
        other.goto(url)
        before = tab.evaluate(KEPT)
        publish(site(url="https://example.org/"), folder)
        offer = other.get_by_role("status").filter(has_text="A new version is ready.")
        other.reload()
        offer.get_by_role("button", name="Later").click()
        expect(offer).to_be_hidden()  # it can wait
        other.reload()
        expect(offer).to_be_visible()
        for one in (tab, other):  # it is still the old one
            expect(one.locator("link[rel=canonical]")).to_have_count(0)
        offer.get_by_role("button", name="Reload").click()
        for one in (tab, other):
            expect(one.locator("link[rel=canonical]")).to_have_count(1)
        expect(offer).to_have_count(0)
        # Of what is kept only the page has changed.
        assert len(set(tab.evaluate(KEPT)) ^ set(before)) == 2


@pytest.mark.parametrize("visits", [1, 2])
def test_a_new_version_is_offered_to_a_page_that_has_stayed_open(tab, folder, watch, visits):
    with hosting(folder) as url:
        watch(tab, url)
        for _ in range(visits):
            visit(tab, url)
        publish(site(url="https://example.org/"), folder)
        # The browser looks by itself some time after a load, so what counts is that the page asks,
        # once it listens. An answer may be that of a question from before the new version.
        tab.wait_for_function(LOOKED_AT)
        tab.wait_for_function(LOOK_AGAIN, polling=500)
        expect(tab.get_by_text("A new version is ready.")).to_be_visible()


def another_nim(files):
    """Another version of the page, whose Nim marks it."""
    path, mark = "static/games/nim/page/index.js", b'document.documentElement.dataset.other="";\n'
    digests = [b64encode(sha256(data).digest()) for data in (files[path], mark + files[path])]
    return files | {path: mark + files[path], "sw.js": files["sw.js"].replace(*digests)}


def test_nothing_older_than_the_server_is_shown(tab, folder):
    files = site("server")

    def headers(_):
        return {"Cache-Control": "no-cache", "ETag": f'"{(folder / "index.html").stat().st_ino}"'}

    publish(files, folder)
    with hosting(folder, headers) as url:
        visit(tab, f"{url}?mode=nim")
        other = tab.context.new_page()
        other.goto(url)
        other.wait_for_function(f"({KEPT})().then((kept) => kept.some((path) => /nim/.test(path)))")
        publish(another_nim(files), folder)
        tab.reload()
        expect(tab.locator("html[data-other]")).to_have_count(1)
        other.wait_for_function(LOOK_AGAIN, polling=500)
        other.get_by_role("button", name="Reload").click()
        expect(other.get_by_text("A new version is ready.")).to_be_hidden()


def test_a_page_gets_no_game_of_another_version(tab, folder):
    mixed = tab.locator("html[data-other]")
    with hosting(folder) as url:
        visit(tab, url)
        publish(another_nim(site()), folder)
        tab.get_by_role("button", name="More").click()
        tab.get_by_role("link", name="2D Nim").click()
        expect(tab.locator("#banner")).to_be_visible()
        expect(mixed).to_have_count(0)
        offer = tab.get_by_role("status").filter(has_text="A new version is ready.")
        offer.get_by_role("button", name="Reload").click()
        expect(mixed).to_have_count(1)
        expect(tab.locator("#headline-main")).to_have_text("Your turn")


def test_half_a_new_version_is_not_offered(tab, folder):
    """While a host is being written to, a file may not be what the new list says."""
    with hosting(folder) as url:
        visit(tab, url)
        (folder / "sw.js").write_bytes(site(url="https://example.org/")["sw.js"])
        tab.reload()
        failed = "navigator.serviceWorker.ready.then((ready) => ready.update()).catch(String)"
        tab.evaluate(failed)
        tab.wait_for_timeout(500)
        expect(tab.get_by_text("A new version is ready.")).to_be_hidden()
