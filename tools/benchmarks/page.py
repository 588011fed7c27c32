"""Measure the page on a static host: how soon it shows values.

    python tools/benchmarks/page.py [--deals 100] [--visits 5] [--json FILE]

`tablebase site` writes the page, and `host.mjs` (needs Node and openssl) serves it as common hosts
do: HTTP/2, gzip, ten minutes of cache. Chromium, or its headless shell if there is one, opens it
with a fresh profile for each visit. `visit` is the time from navigation to the values on the board,
on a line of 1.6 Mbit/s and 150 ms that the browser's own protocol simulates. `new deal` is the time
from the click to the values, after a pause in which the page draws the next deal; `at once` is the
same without the pause. For comparison, Python solves a deal and looks up its start in the same run.
Lighthouse has its own command, in docs/performance.md.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from measuring import ROOT, medians, parser, report, seconds
from playwright.sync_api import Browser, Page

import tablebase
from tablebase.web.publishing import publish
from tablebase.web.site import site

sys.path.insert(0, str(ROOT / "tests"))  # as pytest does

from browser.tab import chromium

DEAL = "A223/4A2J/3A23/J3A4"
LOOK_MS = 200
LINE = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}

FIRST_VALUES = """
new MutationObserver((_, observer) => {
  if (!document.querySelector(".card .badge")) return;
  observer.disconnect();
  window.firstValues = performance.now();
}).observe(document, { childList: true, subtree: true });
"""

PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"

NEW_DEAL = """() => new Promise((resolve) => {
  const all = () => [...document.querySelectorAll(".card")];
  const cards = () => all().map((card) => card.dataset.card).join();
  const before = cards();
  const observer = new MutationObserver(() => {
    if (cards() === before || !document.querySelector(".card .badge")) return;
    observer.disconnect();
    resolve(performance.now() - started);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  const started = performance.now();
  document.querySelector("#deal-button").click();
})"""


@contextmanager
def hosted() -> Iterator[str]:
    """The page on a host; yields its address."""
    with tempfile.TemporaryDirectory() as folder:
        publish(site(), Path(folder))
        command = ["node", str(ROOT / "tools/benchmarks/host.mjs"), folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as host:
            assert host.stdout is not None
            try:
                yield host.stdout.readline().strip()
            finally:
                host.terminate()


@contextmanager
def tab(browser: Browser) -> Iterator[Page]:
    """A tab with a profile of its own."""
    context = browser.new_context(ignore_https_errors=True, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def visit(browser: Browser, address: str) -> dict[str, float]:
    """Milliseconds to the first paint and to the first values on a slow line."""
    with tab(browser) as page:
        protocol = page.context.new_cdp_session(page)
        protocol.send("Network.enable")
        protocol.send("Network.emulateNetworkConditions", {"offline": False, **LINE})
        page.add_init_script(FIRST_VALUES)
        page.goto(address, wait_until="commit")
        page.locator(".card .badge").first.wait_for()
        return {"painted ms": page.evaluate(PAINTED), "values ms": page.evaluate("firstValues")}


def new_deals(browser: Browser, address: str, deals: int, look_ms: int) -> float:
    """Median milliseconds from the click on New deal to the values of the deal's moves."""
    with tab(browser) as page:
        page.goto(address)
        page.locator(".card .badge").first.wait_for()
        page.evaluate(NEW_DEAL)
        times = []
        for _ in range(deals):
            page.wait_for_timeout(look_ms)
            times.append(page.evaluate(NEW_DEAL))
        return statistics.median(times)


def python_deals(deals: int) -> list[float]:
    """Milliseconds that Python takes to solve a deal and look up its start."""
    drawn = tablebase.random_deals(deals + 1, seed=1)
    return [1e3 * seconds(lambda d=deal: tablebase.build(d).probe(d.start())) for deal in drawn][1:]


def main() -> None:
    own = parser(__doc__)
    own.add_argument("--deals", type=int, default=100)
    own.add_argument("--visits", type=int, default=5)
    options = own.parse_args()
    with hosted() as url, chromium() as browser:
        address = f"{url}?p={DEAL}"
        visits = [visit(browser, address) for _ in range(options.visits)]
        results = {
            "visit": medians(visits),
            "new deal ms": new_deals(browser, address, options.deals, LOOK_MS),
            "new deal at once ms": new_deals(browser, address, options.deals, 0),
            "python ms": statistics.median(python_deals(options.deals)),
        }
    report(results, options.json)


if __name__ == "__main__":
    main()
