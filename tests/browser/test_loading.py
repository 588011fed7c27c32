"""What the page loads: little at first, and the opening book from every kind of host."""

import gzip
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from browser.site import OWN, engine_site
from tablebase import Deal
from tablebase.games.collapsi.browser import book_once

BOOK = "book.bin.gz"

MOST_REQUESTS, MOST_BYTES, MOST_COMPRESSED = 10, 270_000, 75_000
"""Of all that the first view needs."""

SHORTEST = """async () => {
    const { ask } = await import("./static/engine/client.js");
    return (await ask("random", { length: 7 })).deal;
}"""
"""The shortest deal, which only the opening book finds."""


def test_the_first_view_is_small(browser, url, watch):
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    watch(page, url)
    asked = set()
    page.on("request", lambda request: asked.add(request.url))
    page.goto(url)
    expect(page.locator("#begin")).to_have_attribute("aria-busy", "false", timeout=60_000)
    context.close()
    names = {address.rsplit("/", 1)[1] for address in asked}
    assert {"kernels.wasm", "data.json", "style.css"} <= names  # the engine's worker is seen too
    assert not {BOOK, "strategies.json", "later.wasm", "coach.js"} & names
    questions = {address for address in asked if "/api/" in address}
    assert len(questions) <= 1  # a server knows which rules it has tables for
    asked -= questions
    files = [urlopen(address).read() for address in asked if not address.startswith("blob:")]
    assert len(files) <= MOST_REQUESTS
    assert sum(map(len, files)) <= MOST_BYTES
    assert sum(len(gzip.compress(file)) for file in files) <= MOST_COMPRESSED


@pytest.mark.parametrize("encoded", [False, True])
def test_the_book_from_a_host_that_names_its_encoding_and_from_one_that_does_not(
    browser, tmp_path, encoded
):
    path = f"{OWN}/{BOOK}"
    with engine_site(tmp_path / "page", {path: book_once()}, encoded=encoded) as address:
        assert urlopen(f"{address}{path}").headers["Content-Encoding"] == (
            "gzip" if encoded else None
        )
        page = browser.new_page()
        page.goto(address)
        found = page.evaluate(SHORTEST)
        page.close()
    assert str(Deal.parse(found).canonical[0]) == "JAJ3/A2A4/2A23/3432"
