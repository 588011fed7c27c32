"""How fast the page's engine is in Chromium, beside the library in the same run.

    python tools/benchmarks/browser.py [--deals N]

The library and the browser take turns to solve the same random deals of the published game. Prints
the median times for a deal, and the fastest, which other load on the machine disturbs least: to
solve it with the kernels, and to value its start, from the question to the worker's answer.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from measuring import ROOT, parser, seconds

sys.path.insert(0, str(ROOT / "tests"))

from browser.site import engine_site
from browser.tab import chromium

from tablebase.engine.induction import solve
from tablebase.engine.rooms import game_of
from tablebase.games.collapsi.position import Deal, random_deals

RUN = """async (deals) => {
  const own = new URL("static/games/collapsi/page/engine/", location.href);
  const load = (name) => import(new URL(`${name}.js`, own));
  const [{ rulesOf }, { Deal }, { DealTable }, { Layout }] =
    await Promise.all(["rules", "position", "deals", "layout"].map(load));
  const { Kernels, compiled } = await import("./static/engine/kernels.js");
  const { ask } = await import("./static/engine/client.js");
  const timed = async (work) => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  let kernels;
  const url = new URL("kernels.wasm", own);
  const loaded = await timed(async () => { kernels = new Kernels(await compiled(url)); });
  const board = rulesOf({ rows: 4, columns: 4, deck: "AAAA2222333344JJ" }, []);
  await ask("levels");
  const solved = [], asked = [];
  for (const position of deals) {
    const { canonicalCards } = new Layout(Deal.parse(position, board).cards, board);
    solved.push(await timed(() => new DealTable(board, canonicalCards, kernels)));
    asked.push(await timed(() => ask("probe", { position })));
  }
  const size = (await (await fetch(url)).arrayBuffer()).byteLength;
  return { size, loaded, solved, asked };
}"""


def main() -> None:
    own = parser(__doc__)
    own.add_argument("--deals", type=int, default=100)
    deals = list(random_deals(own.parse_args().deals, 9))
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        with engine_site(Path(folder)) as url:
            page = browser.new_page()
            page.goto(url)
            solve(game_of(deals[0]))  # compiles the kernels
            found = page.evaluate(RUN, list(map(str, deals)))
        library = [_milliseconds(deal) for deal in deals]
    print(f"module of {found['size']:,} bytes loaded in {found['loaded']:.1f} ms")
    for name, times in (
        ("solve, library", library),
        ("solve, browser", found["solved"]),
        ("first values, browser", found["asked"]),
    ):
        print(f"{name:22} median {statistics.median(times):5.1f} ms, least {min(times):5.1f} ms")


def _milliseconds(deal: Deal) -> float:
    game_of(deal).layout.free_cells  # noqa: B018  # finds the canonical deal
    return 1000 * seconds(lambda: solve(game_of(deal)))


if __name__ == "__main__":
    main()
