"""The mode of the game in tests/plugin, in the site of an environment that has installed it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import plugged
import pytest
from playwright.sync_api import expect

from browser.hosts import hosting


@pytest.fixture(scope="module")
def url(programs, tmp_path_factory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    assert plugged.run(programs / "tablebase", "site", "-o", folder).returncode == 0
    with hosting(folder) as address:
        yield address


def test_a_game_by_clicks(quiet_page, url) -> None:
    """From the menu to the last pin, by best moves; the browser's buttons go back."""
    page = quiet_page
    page.goto(f"{url}?mode=kayles")
    value, best = page.locator("#value"), page.locator(".pins .best")
    expect(value).to_have_text("You win in 5")
    labels = page.locator(".pins button").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert len(labels) == 13
    assert labels[2:4] == ["Knock down 2: loss in 6", "Knock down 2-3: win in 5"]
    for left in ("lose in 4", "win in 3", "lose in 2", "win in 1"):
        best.first.click()
        expect(value).to_have_text(f"You {left}")
    best.first.click()
    expect(value).to_have_text("The last pin is down")
    assert "mode=kayles&p=0000000" in page.url
    page.go_back()
    expect(value).to_have_text("You win in 1")
    page.goto(f"{url}?mode=kayles&p=12")
    expect(page.locator("#banner-text")).to_have_text("'12' is no row of pins: expected 1 and 0")


ASK = """async ([question, positions]) => {
  const { answers } = await import(new URL("static/games/kayles/page/engine.js", document.baseURI));
  const work = { pause: async () => {}, report: () => {} };
  return Promise.all(positions.map((position) => answers[question]({ position }, work)));
}"""
EXPECTED = """
import json, sys
import tablebase
from kayles.position import Pins
with tablebase.open() as tables:
    for row in sys.argv[1:]:
        found = tables.probe(Pins.parse(row))
        moves = [move.as_dict() for move in found.moves]
        line = [str(probe.position) for probe in tables.line(Pins.parse(row))]
        value = {"position": row, "result": found.result.value, "dte": found.dte}
        print(json.dumps([value | {"moves": moves}, value | {"plies": len(line) - 1}]))
"""


def test_its_kernels_answer_as_the_library_does(quiet_page, url, programs) -> None:
    """Rows that a table holds, and a search of each; at once, so that they share what is solved."""
    rng = random.Random(5)
    rows = ["0", "1", "1111111", "1" * 14, *(f"{rng.getrandbits(15):015b}" for _ in range(30))]
    done = plugged.run(programs / "python", "-c", EXPECTED, *rows)
    assert (done.returncode, done.stderr) == (0, "")
    tables, searched = zip(*map(json.loads, done.stdout.splitlines()), strict=True)
    quiet_page.goto(f"{url}?mode=kayles")
    assert quiet_page.evaluate(ASK, ["probe", rows]) == list(tables)
    lines = quiet_page.evaluate(ASK, ["search", rows])
    assert [one | {"plies": len(one.pop("line"))} for one in lines] == list(searched)
