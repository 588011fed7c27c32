"""The page as its users have it: a server in one process, a browser in another.

The page has two homes, a folder that any host can serve and `tablebase serve`. Tests of the page
run against both; against the server they are slow tests.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from support import DEAL

import tablebase
from browser.games import NOW, TUESDAY
from browser.hosts import hosting
from browser.site import engine_site
from browser.tab import Tab, chromium, serving
from tablebase import Deal
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.games.collapsi.answers.offer import Offer
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.web.publishing import publish
from tablebase.web.service import Service
from tablebase.web.site import site

expect.set_options(timeout=10_000)
CONTEXTS = count()
SCREENSHOTS = Path(__file__).parent / "screenshots"
Settings = frozenset[tuple[str, object]]

SETTLED = Path(__file__).with_name("settled.js")
FRESH_SEED = b"crypto.getRandomValues(new Uint32Array(1))[0]"
SEED = b"(globalThis.drawn = (globalThis.drawn ?? 0) + 1)"
"""What the engine draws without a seed, and seeds one after another instead."""

ASK_ALL = """async (questions) => {
  const { ask } = await import("./static/engine/client.js");
  const found = [];
  for (const [path, query] of questions) {
    found.push(await ask(path, query).catch(({ message, parameter, status }) => (
      { error: message, parameter, status })));
  }
  return JSON.stringify(found);  // much quicker than as values
}"""


def _digest(data: bytes) -> bytes:
    return b64encode(sha256(data).digest())


HOMES = ("static", pytest.param("served", marks=pytest.mark.slow))


@pytest.fixture(scope="session")
def table():
    """The table of the deal that most tests show."""
    return tablebase.build(Deal.parse(DEAL))


@pytest.fixture(scope="module")
def tables():
    """Tables that are built when they are asked for."""
    return Tablebase()


@pytest.fixture(scope="module", params=HOMES)
def home(request) -> str:
    """Which of the page's homes a test runs against."""
    return request.param


@pytest.fixture(scope="module")
def rules_files() -> Sequence[Path]:
    """Files of rules that the page offers besides its own; a module may have some."""
    return ()


@pytest.fixture(scope="session")
def published(tmp_path_factory) -> Callable[..., Path]:
    """The page as files, with rules of its own or without: its folder, made once."""

    @cache
    def made(*rules_files: Path) -> Path:
        folder = tmp_path_factory.mktemp("site")
        added = tuple(map(load_rules, rules_files))
        files = site(service=Service(Tablebase(), [Offer(added)]))
        (drawn,) = (name for name, data in files.items() if FRESH_SEED in data)
        seeded = files[drawn].replace(FRESH_SEED, SEED)
        files = {  # the service worker refuses what has not the digest that it knows
            path: data.replace(_digest(files[drawn]), _digest(seeded))
            for path, data in files.items()
        }
        publish({**files, drawn: seeded}, folder)
        return folder

    return made


@pytest.fixture(scope="module")
def url(home, rules_files, published, tmp_path_factory) -> Iterator[str]:
    """The address of the page; a server has only the tables that it builds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLEBASE_HOME", str(tmp_path_factory.mktemp("home")))
        if home == "static":
            with hosting(published(*rules_files)) as address:
                yield address
        else:
            options = [part for path in rules_files for part in ("--rules", path)]
            with serving(*options) as address:
                yield address


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, closed after the last of these tests."""
    with chromium() as launched:
        yield launched


@pytest.fixture(scope="module")
def bare_site(tmp_path_factory) -> Iterator[tuple[str, Path]]:
    """The engine on a bare page, modules as they are: its address, and the folder."""
    folder = tmp_path_factory.mktemp("site") / "page"
    folder.mkdir()
    with engine_site(folder) as address:
        yield address, folder


@contextmanager
def _quiet(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    page.close()
    assert said == []


@pytest.fixture
def quiet_page(browser) -> Iterator[Page]:
    """A page of a browser that keeps nothing, which must not complain."""
    with _quiet(browser) as page:
        yield page


@pytest.fixture(scope="module")
def bare_page(browser, bare_site) -> Iterator[Page]:
    """A bare page with the engine, which must not complain."""
    with _quiet(browser) as page:
        page.goto(bare_site[0])
        yield page


@pytest.fixture(scope="module")
def ask_all(bare_page) -> Callable[[list[Any]], list[Any]]:
    """Ask the engine many questions, each a path and a query."""
    return lambda questions: json.loads(bare_page.evaluate(ASK_ALL, questions))


@pytest.fixture(scope="module")
def ask(ask_all) -> Callable[..., Any]:
    """Ask the engine a question."""
    return lambda path, **query: ask_all([[path, query]])[0]


@pytest.fixture
def console() -> Iterator[list[str]]:
    """Errors and warnings on the page; a test that expects some removes them."""
    messages: list[str] = []
    yield messages
    assert messages == []


@pytest.fixture(scope="module")
def idle_tabs(browser) -> Iterator[Callable[[Settings], list[Page]]]:
    """Tabs that no test uses, by the settings of their context.

    Opening the page in a tab that has been used takes half the time that it takes in a new one.
    """
    contexts: dict[Settings, BrowserContext] = {}
    set_back = 1000 * (datetime.now(UTC) - NOW).total_seconds()
    settled = f"globalThis.setBack = {set_back};{SETTLED.read_text()}"
    tabs: defaultdict[Settings, list[Page]] = defaultdict(list)

    def idle(settings: Settings) -> list[Page]:
        if settings not in contexts:
            # Tests share contexts, so a service worker would keep files from one to the next.
            own = {name: value for name, value in settings if name != "alone"}
            contexts[settings] = browser.new_context(service_workers="block", **own)
            contexts[settings].add_init_script(settled)
            contexts[settings].grant_permissions(["clipboard-read", "clipboard-write"])
        if not tabs[settings]:
            tabs[settings].append(contexts[settings].new_page())
        return tabs[settings]

    yield idle
    for context in contexts.values():
        context.close()


@pytest.fixture
def open_tab(idle_tabs) -> Iterator[Callable[[Settings], Page]]:
    """Give tabs to a test, and make them idle after it."""
    given: list[tuple[Settings, Page]] = []

    def open_tab(settings: Settings) -> Page:
        tab = idle_tabs(settings).pop()
        given.append((settings, tab))
        return tab

    yield open_tab
    for settings, tab in given:
        if "alone" in dict(settings):
            tab.context.close()
            continue
        tab.mouse.move(0, 0)
        tab.goto("about:blank")
        idle_tabs(settings).append(tab)


@pytest.fixture
def watch(console) -> Iterator[Callable[[Page, str], None]]:
    """Record errors and warnings of the page at an address, and its requests to other addresses."""
    listeners: list[tuple[Page, str, Callable[..., object]]] = []

    def watch_page(page: Page, url: str) -> None:
        page.set_default_timeout(10_000)
        listen(page, "console", lambda said: note(f"{said.type}: {said.text}"))
        listen(page, "pageerror", lambda error: note(f"error: {error}"))
        listen(
            page,
            "request",
            lambda request: request.url.startswith(url) or note(f"left: {request.url}"),
        )

    def listen(page: Page, event: str, listener: Callable[..., object]) -> None:
        page.on(event, listener)
        listeners.append((page, event, listener))

    def note(said: str) -> None:
        if "Service Worker registration blocked by Playwright" not in said:
            console.append(said)

    yield watch_page
    for page, event, listener in listeners:
        page.remove_listener(event, listener)


@pytest.fixture
def visit(open_tab, url, watch, request) -> Callable[..., Tab]:
    """Open the page, by default on a wide light screen without animation.

    With `alone` it is in a context that no other test has: what is kept there concerns nobody else.
    """
    pictures = SCREENSHOTS if request.config.getoption("--pictures") else None

    def open_page(query: str = "", *, alone: bool = False, **settings: object) -> Tab:
        settings = {"color_scheme": "light", "reduced_motion": "reduce", **settings}
        if alone:
            settings["alone"] = next(CONTEXTS)
        page = open_tab(frozenset(settings.items()))
        watch(page, url)
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(url + query)
        return Tab(page, url, pictures)

    return open_page


@pytest.fixture
def fresh(visit) -> Callable[..., Tab]:
    """Open the page where nothing is kept, in a context of its own."""

    def open_page(query: str = "", **settings: object) -> Tab:
        tab = visit("?mode=games", timezone_id="UTC", **settings)
        tab.page.evaluate("localStorage.clear()")
        tab.page.goto(tab.url + query)
        return tab

    return open_page


@pytest.fixture
def on_tuesday(visit) -> Callable[..., Tab]:
    """Open a mode on day 2, where only what a script keeps is kept."""

    def open_page(query: str, kept: str = "localStorage.clear()", **settings: object) -> Tab:
        tab = visit("?mode=rules", **settings)
        tab.page.evaluate(kept)
        tab.page.clock.set_fixed_time(TUESDAY)
        tab.page.goto(tab.url + query)
        return tab

    return open_page
