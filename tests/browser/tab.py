"""The page as a test sees it: what it shows, and what a user can do."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Locator, Page, Route, expect, sync_playwright
from support import DEAL, start

from tablebase import Position
from tablebase.games.collapsi.rules import COLLAPSI
from tablebase.games.collapsi.rules_file import AnyRules

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # a process less: a sixth of the processor time
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Chromium's names: first without its windows, which take half of the tests' time."""


START = f"?p={DEAL}"
"""Red wins in 13, but only by a3, whatever the edition."""

OUR_RULES = ("label-content-name-mismatch", "empty-table-header")
"""Rules of axe, experimental or minor, that hold too: whoever says what a button shows hits it."""

AXE = {
    "rules": {rule: {"enabled": True} for rule in OUR_RULES},
    "resultTypes": ["violations"],
    "preload": False,  # of style sheets, which only rules about orientation read
}


@contextmanager
def serving(*options: object) -> Iterator[str]:
    """Run `tablebase serve`; gives the address of the page."""
    process = start("import tablebase_cli; tablebase_cli.main()", "serve", "--port", "0", *options)
    with process:
        try:
            said = process.stdout.readline()
            assert said.startswith("serving http://"), said + process.stderr.read()
            yield said.split()[1]
        finally:
            process.terminate()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run Chromium. While it runs, nothing else in this thread can use asyncio."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, "no Chromium: run tests/browser/install.sh, or leave out tests marked browser"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield launched
        launched.close()


class Tab:
    """The page in one browser tab."""

    def __init__(self, page: Page, url: str, screenshots: Path | None) -> None:
        self.page = page
        self.url = url
        self._screenshots = screenshots

    def open(self, query: str) -> None:
        """Open an address as the browser's buttons do, without loading the page anew.

        Waits until its mode is shown: until then the one before it is, with a board of its own.
        """
        self.page.evaluate(
            """(query) => {
                history.pushState(null, "", query);
                dispatchEvent(new PopStateEvent("popstate"));
            }""",
            query,
        )
        (mode,) = parse_qs(query.removeprefix("?"))["mode"]
        expect(self.page.locator(f".mode-{mode}")).to_be_visible()

    def says(self, headline: str) -> None:
        """Wait until the headline is this, and so everything about the position is shown."""
        expect(self.page.locator("#headline-main")).to_have_text(headline)
        expect(self.page.locator("#headline-sub")).not_to_have_text("…")
        self.settle()

    def comes_back(self, time: str) -> None:
        """Look at the tab again at a later time, after other tabs."""
        self.page.clock.set_fixed_time(time)
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    def settle(self) -> None:
        """Wait for what is shown only after the board and the headline: lists of moves."""
        self.page.evaluate("new Promise((settled) => setTimeout(settled))")

    def rests(self) -> None:
        """Wait until nothing is under way: no question to the engine, no timer of the page."""
        for _ in range(600):  # a minute
            if not self.page.evaluate("underWay.size"):
                break
            self.page.wait_for_timeout(100)
        assert self.page.evaluate("[...underWay]") == []
        self.settle()

    def copied(self, button: str) -> str:
        """Press a button that copies something, and wait for what it copies."""
        self.page.evaluate("navigator.clipboard.writeText('')")
        self.press(button)
        self.page.wait_for_function("navigator.clipboard.readText()")
        return self.page.evaluate("navigator.clipboard.readText()")

    @contextmanager
    def held(self, wanted: str | re.Pattern[str]) -> Iterator[None]:
        """Let what the page fetches from an address wait until the end of the block."""
        held: list[Route] = []
        self.page.route(wanted, lambda route: held.append(route))
        try:
            yield
            for _ in range(100):  # the first request may be on its way
                if held:
                    break
                self.page.wait_for_timeout(100)
            assert held
        finally:  # later tests use the same page
            for route in held:  # also those that come meanwhile; `unroute` lets later ones go on
                route.continue_()
            self.page.unroute(wanted)

    def cell(self, name: str) -> Locator:
        return self.page.locator(f"[data-cell={name}]")

    @property
    def targets(self) -> Locator:
        """The cards that can be moved to, or filled while a board is set up."""
        return self.page.locator(".card:not([aria-disabled])")

    @property
    def ringed(self) -> Locator:
        """Those that have a ring, where neither a value nor a number of steps is shown."""
        return self.page.locator(".card:not([aria-disabled], :has(.badge, .steps))")

    def press(self, *names: str) -> None:
        """Click buttons."""
        for name in names:
            self.page.get_by_role("button", name=name, exact=True).click()

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab(self, name: str) -> None:
        """Show one of the panels beside the board."""
        self.page.get_by_role("tab", name=name, exact=True).click()

    def choose(self, group: str, label: str) -> None:
        """Choose one of a group's radio buttons, which the page may check again later."""
        self.page.locator(f"#{group}").get_by_label(label, exact=True).click()

    @property
    def values(self) -> dict[str, str]:
        """The value on each destination, without the best one's star."""
        cards = self.page.locator(".card:has(.badge)").evaluate_all(
            "all => all.map((card) => [card.dataset.cell, card.querySelector('.badge').innerText])"
        )
        return {cell: badge.lstrip("★ ") for cell, badge in cards}

    @property
    def moves(self) -> list[str]:
        """The game's moves, with their marks."""
        return self.page.locator("#moves button").all_inner_texts()[1:]

    @property
    def query(self) -> dict[str, str]:
        """The fields of the address."""
        return {name: value for name, [value] in parse_qs(urlsplit(self.page.url).query).items()}

    def shown(self, rules: AnyRules = COLLAPSI) -> Position:
        """The position that the moves in the address lead to."""
        query = self.query
        text = re.sub("_([rbgy]+)$", r" \1", query["p"])
        position = Position.parse(text, query.get("e"), rules)
        moves = query["m"].split(".") if "m" in query else []
        for move in moves[: int(query.get("at", len(moves)))]:
            position = position.play(move)
        return position

    @property
    def position(self) -> str:
        """The position in the address, for the published game, in notation."""
        return str(self.shown())

    def picture(self, name: str) -> None:
        """Write a screenshot for people to look at: the window, or the whole page if narrow."""
        if self._screenshots is not None:
            narrow = self.page.viewport_size["width"] < 900
            self.page.screenshot(path=self._screenshots / f"{name}.png", full_page=narrow)


def accessible(tab: Tab) -> None:
    """No rule is broken that axe calls serious or critical, nor one of ours."""
    if tab.page.evaluate("typeof axe") == "undefined":
        tab.page.evaluate(AXE_SCRIPT)
    broken = {
        rule["id"]: [node["html"] for node in rule["nodes"]]
        for rule in tab.page.evaluate("(options) => axe.run(options)", AXE)["violations"]
        if rule["impact"] in ("serious", "critical") or rule["id"] in OUR_RULES
    }
    assert broken == {}, tab.page.url
