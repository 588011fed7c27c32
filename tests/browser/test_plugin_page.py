"""The mode of the game in tests/plugin, in the site of an environment that has installed it."""

from __future__ import annotations

from collections.abc import Iterator

import plugged
import pytest
from playwright.sync_api import expect

from browser.hosts import hosting


@pytest.fixture(scope="module")
def url(tmp_path_factory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("plugged")
    programs = plugged.environment_with_plugin(folder)
    assert plugged.run(programs / "tablebase", "site", folder / "site").returncode == 0
    with hosting(folder / "site") as address:
        yield address


def test_a_game_by_clicks(browser, url) -> None:
    """From the menu to the last pin, by best moves; the browser's buttons go back."""
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
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
    assert errors == []
    page.close()
