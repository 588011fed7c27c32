"""The JavaScript package in a plain page: the example of docs/embedding.md, from both homes."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.hosts import hosting
from browser.site import POLICY
from browser.tab import serving
from tablebase.web.package import packaged
from tablebase.web.publishing import publish

DOCS = Path(__file__).parents[2] / "docs" / "embedding.md"
(EXAMPLE,) = re.findall(r"^```html\n(.*?)^```", DOCS.read_text("utf-8"), re.MULTILINE | re.DOTALL)
HEAD = '<!doctype html><html lang="en"><title>mine</title><link rel="icon" href="data:,">'


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """A page of somebody's own beside the package, on a plain host."""
    folder = tmp_path_factory.mktemp("host")
    publish({**packaged(), "mine.html": (HEAD + EXAMPLE).encode()}, folder)
    with hosting(folder) as address:
        yield address, folder


def test_a_page_beside_the_package(quiet_page, host):
    quiet_page.goto(f"{host[0]}mine.html")
    expect(quiet_page.locator("#said")).to_have_text("red wins in 13 plies")


def test_a_page_with_a_policy(quiet_page, host):
    address, folder = host
    script = re.search(r'<script type="module">\n(.*?)</script>', EXAMPLE, re.DOTALL)
    (folder / "mine.js").write_text(script[1])
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}; img-src data:">'
    body = '<p id="said"></p><script type="module" src="mine.js"></script>'
    (folder / "strict.html").write_text(HEAD + policy + body)
    quiet_page.goto(f"{address}strict.html")
    expect(quiet_page.locator("#said")).to_have_text("red wins in 13 plies")


@pytest.mark.slow
def test_a_page_of_another_host(quiet_page, host):
    address, folder = host
    with serving() as server:
        elsewhere = EXAMPLE.replace("./package/", f"{server}package/")
        assert elsewhere != EXAMPLE
        (folder / "elsewhere.html").write_text(HEAD + elsewhere)
        quiet_page.goto(f"{address}elsewhere.html")
        expect(quiet_page.locator("#said")).to_have_text("red wins in 13 plies")
