"""The explorer as its users have it: `tablebase serve` in one process, a browser in another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.explorer import Explorer, chromium, serving

expect.set_options(timeout=10_000)
SCREENSHOTS = Path(__file__).parent / "screenshots"


@pytest.fixture(scope="module")
def url(tmp_path_factory) -> Iterator[str]:
    """The address of a server that has no tables but those it builds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLEBASE_HOME", str(tmp_path_factory.mktemp("home")))
        with serving() as address:
            yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, closed after each module."""
    with chromium() as launched:
        yield launched


@pytest.fixture
def console() -> Iterator[list[str]]:
    """What the page complained of; a test that expects complaints takes them out."""
    messages: list[str] = []
    yield messages
    assert messages == []


@pytest.fixture(scope="module")
def contexts(browser) -> dict[object, BrowserContext]:
    """Browser contexts by their settings; one for every page would take twice the time."""
    return {}


@pytest.fixture
def visit(browser, contexts, url, console) -> Iterator[Callable[..., Explorer]]:
    """Open the explorer, by default on a wide light screen without animation."""
    pages: list[Page] = []

    def context(settings: dict[str, str]) -> BrowserContext:
        key = frozenset(settings.items())
        if key not in contexts:
            contexts[key] = browser.new_context(**settings)
            contexts[key].grant_permissions(["clipboard-read", "clipboard-write"])
        return contexts[key]

    def watch(page: Page) -> None:
        page.set_default_timeout(10_000)
        page.on("console", lambda said: console.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: console.append(f"error: {error}"))
        page.on(
            "request",
            lambda request: request.url.startswith(url) or console.append(f"left: {request.url}"),
        )

    def open_page(query: str = "", **settings: str) -> Explorer:
        page = context({"color_scheme": "light", "reduced_motion": "reduce", **settings}).new_page()
        pages.append(page)
        watch(page)
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(url + query)
        return Explorer(page, url, SCREENSHOTS)

    yield open_page
    for page in pages:
        page.close()
