"""Follow one move and its reply in Play, from the click to the drawn answer.

python tools/follow_move.py [--files]

Counted are the page's modules of which a function ran, and what changed in the document: single
mutations, and the batches in which an observer gets them. The engine's worker is not counted, nor
is what a mode does only when it is opened. With `--files` the modules follow, with their calls.
"""

from __future__ import annotations

import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))  # the browser and host of the tests

from browser.hosts import PATH, hosting
from browser.site import apart
from browser.tab import chromium
from playwright.sync_api import Page
from support import DEAL

from tablebase.web.publishing import publish
from tablebase.web.site import site

GAME = f"?mode=play&p={DEAL}&as=red&level=perfect"

OBSERVE = """() => {
    window.changes = { mutations: 0, batches: 0 };
    new MutationObserver((records) => {
        window.changes.mutations += records.length;
        window.changes.batches += 1;
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}"""

READY = """() => document.querySelector("#headline-main").textContent === "Your move"
    && document.querySelector("#reply").textContent !== ""
    && document.querySelector(".card:not([aria-disabled])") !== null"""
"""Whether the answer is drawn, and what you can do now: a script."""


def calls_of(page: Page, move: str) -> dict[str, int]:
    """The calls in each module while a move is made and answered."""
    profiler = page.context.new_cdp_session(page)
    profiler.send("Profiler.enable")
    profiler.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
    profiler.send("Profiler.takePreciseCoverage")  # what ran until now is not counted
    page.evaluate(OBSERVE)
    page.locator(f"[data-cell={move}]").click()
    page.wait_for_function(READY)
    page.wait_for_timeout(500)  # for what is drawn after the board
    found = profiler.send("Profiler.takePreciseCoverage")["result"]
    return {
        script["url"].partition(PATH)[2].removeprefix("static/"): calls
        for script in found
        if PATH in script["url"]
        and (calls := sum(one["ranges"][0]["count"] for one in script["functions"]))
    }


def main() -> None:
    """Print what a mistake and the answer to it cost."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", action="store_true", help="list the modules and their calls")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        publish(site(), Path(folder) / "page")
        apart(Path(folder) / "page" / "static")
        with hosting(Path(folder) / "page") as url:
            context = browser.new_context(service_workers="block")
            page = context.new_page()
            page.goto(url + GAME)
            page.locator(".card:not([aria-disabled])").first.wait_for()
            page.wait_for_timeout(500)  # as above
            calls = calls_of(page, "b1")
            changes = page.evaluate("window.changes")
    print(f"{len(calls)} modules, {sum(calls.values())} calls")
    print(f"{changes['mutations']} mutations in {changes['batches']} batches")
    if arguments.files:
        for name, number in sorted(calls.items(), key=lambda item: -item[1]):
            print(f"{number:8}  {name}")


if __name__ == "__main__":
    main()
