"""The explorer as its users have it: `tablebase serve` in one process, a browser in another."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from explorer import Explorer
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from support import start

SCREENSHOTS = Path(__file__).parent / "screenshots"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def url(tmp_path_factory) -> Iterator[str]:
    """The address of a server that has no tables but those it builds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLEBASE_HOME", str(tmp_path_factory.mktemp("home")))
        process = start("import tablebase_cli; tablebase_cli.main()", "serve", "--port", "0")
    with process:
        try:
            said = process.stdout.readline()
            assert said.startswith("serving http://"), said + process.stderr.read()
            yield said.split()[1]
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. Closed after each module: while Playwright runs, nothing else can use asyncio."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "no Chromium: run tests/browser/install.sh, or leave out tests marked browser"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def console() -> Iterator[list[str]]:
    """What the page complained of; a test that expects complaints takes them out."""
    messages: list[str] = []
    yield messages
    assert messages == []


@pytest.fixture
def visit(browser, url, console) -> Iterator[Callable[..., Explorer]]:
    """Open the explorer, by default on a wide light screen without animation."""
    contexts: list[BrowserContext] = []

    def watch(page: Page) -> None:
        page.set_default_timeout(10_000)
        page.on("console", lambda said: console.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: console.append(f"error: {error}"))
        page.on(
            "request",
            lambda request: request.url.startswith(url) or console.append(f"left: {request.url}"),
        )

    def open_page(query: str = "", width: int = 1280, height: int = 900, **options) -> Explorer:
        settings = {"color_scheme": "light", "reduced_motion": "reduce", **options}
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        page = context.new_page()
        watch(page)
        page.goto(url + query)
        return Explorer(page, url, SCREENSHOTS)

    yield open_page
    for context in contexts:
        context.close()
