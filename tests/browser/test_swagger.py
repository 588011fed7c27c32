"""The interactive page of the HTTP API: it obeys the policy, and asks this server alone.

Slow: that a question can be tried there. Needs ``pip install -e '.[swagger]'``.
"""

import pytest
from playwright.sync_api import expect

from browser.tab import serving


@pytest.mark.slow
def test_a_question_is_tried(browser):
    pytest.importorskip("flask_swagger_ui")
    said, asked = [], []
    page = browser.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    with serving() as url:
        page.goto(f"{url}swagger/")
        probe = page.locator("#operations-default-probe")
        probe.get_by_role("button").first.click()
        probe.get_by_role("button", name="Try it out").click()
        probe.get_by_role("button", name="Execute").click()
        expect(probe.locator(".responses-table.live-responses-table")).to_contain_text('"winner"')
        assert all(address.startswith(url) for address in asked if address[:5] != "blob:"), asked
        assert any("/api/probe?position=" in address for address in asked)
    page.close()
    assert said == []
