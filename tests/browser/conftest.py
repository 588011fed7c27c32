"""The explorer as its users have it: a server in one process, a browser in another.

The page has two homes, a folder that any host can serve and `tablebase serve`. Tests of the page
run against both; against the server they are slow tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.explorer import Explorer, chromium, serving
from browser.hosts import hosting
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.web.publishing import publish
from tablebase.web.service import Service
from tablebase.web.site import site

expect.set_options(timeout=10_000)
SCREENSHOTS = Path(__file__).parent / "screenshots"
HOMES = ("static", pytest.param("served", marks=pytest.mark.slow))


@pytest.fixture(scope="module", params=HOMES)
def home(request) -> str:
    """Which of the page's homes a test runs against."""
    return request.param


@pytest.fixture(scope="module")
def rules_files() -> Sequence[Path]:
    """Files of rules that the page offers besides its own; a module may have some."""
    return ()


@pytest.fixture(scope="module")
def url(home, rules_files, tmp_path_factory) -> Iterator[str]:
    """The address of the page; a server has no tables but those it builds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLEBASE_HOME", str(tmp_path_factory.mktemp("home")))
        if home == "static":
            folder = tmp_path_factory.mktemp("site")
            added = tuple(map(load_rules, rules_files))
            publish(site(service=Service(Tablebase(), added)), folder)
            with hosting(folder) as address:
                yield address
        else:
            options = [part for path in rules_files for part in ("--rules", path)]
            with serving(*options) as address:
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
def watch(console) -> Callable[[Page, str], None]:
    """Note what a page of some address complains of, and whatever it asks of another."""

    def watch_page(page: Page, url: str) -> None:
        page.set_default_timeout(10_000)
        page.on("console", lambda said: note(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: note(f"error: {error}"))
        page.on(
            "request",
            lambda request: request.url.startswith(url) or note(f"left: {request.url}"),
        )

    def note(said: str) -> None:
        if "Service Worker registration blocked by Playwright" not in said:
            console.append(said)

    return watch_page


@pytest.fixture
def visit(browser, contexts, url, watch) -> Iterator[Callable[..., Explorer]]:
    """Open the explorer, by default on a wide light screen without animation."""
    pages: list[Page] = []

    def context(settings: dict[str, str]) -> BrowserContext:
        key = frozenset(settings.items())
        if key not in contexts:
            # Tests share contexts, so a service worker would keep files from one to the next.
            contexts[key] = browser.new_context(service_workers="block", **settings)
            contexts[key].grant_permissions(["clipboard-read", "clipboard-write"])
        return contexts[key]

    def open_page(query: str = "", **settings: str) -> Explorer:
        page = context({"color_scheme": "light", "reduced_motion": "reduce", **settings}).new_page()
        pages.append(page)
        watch(page, url)
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(url + query)
        return Explorer(page, url, SCREENSHOTS)

    yield open_page
    for page in pages:
        page.close()
