"""Links that a stranger might make: no script of theirs runs, and the page goes on.

Slow: hostile links of every mode of the page, with every name that the mode reads from its address.
"""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect
from support import DEAL, of_all

from tablebase.web.guard import LONGEST_QUERY
from tablebase.web.page import pages

LATER = "A223/4A2rxJ/3A23/Jb3A4_b"
LINKS = {
    "play": {"p": LATER, "m": "c1", "e": "single", "at": "1", "as": "red", "level": "easy"},
    "analyse": {"p": LATER, "m": "c1", "e": "single", "at": "1", "r": "collapsi"},
    "puzzles": {"train": "hard", "n": "1"},
    "rules": {"own": "3x3~AAAA222~12~w2~mine", "e": "1"},
    "learn": {"lesson": "wrap", "step": "2"},
    "games": {},
    **dict(of_all("hostile", "LINKS")),
}
"""A good link to each mode."""

HOSTILE = (
    "<img src=x onerror=stolen()>",
    "\"'></script><script>stolen()</script>",
    "javascript:stolen()",
    "${stolen()}{{stolen()}}",
    "__proto__",
    "constructor.constructor",
    "\x00\x1b[2J",
    "\u202egnorw\U0001f608",
    "-1",
    "1e309",
    "99999999999999999999",
    f"{DEAL} r".replace("A", "<b>A</b>"),
    "J" * 5_000,
    "a1." * 2_000,
    "././/..",
    "",
)

REFUSALS = "status of 414 (Request-URI Too Long)", "status of 422 (Unprocessable Entity)"

WATCH = """
window.wasRun = [];
window.stolen = () => window.wasRun.push("stolen");
addEventListener("securitypolicyviolation", (event) => window.wasRun.push(event.violatedDirective));
window.wasRead = new Set(["mode"]);
for (const name of ["get", "getAll", "has"]) {
  const original = URLSearchParams.prototype[name];
  URLSearchParams.prototype[name] = function (key) {
    window.wasRead.add(key);
    return original.call(this, key);
  };
}
const entries = Object.fromEntries;
Object.fromEntries = (all) => {
  const made = entries(all);
  if (all instanceof URLSearchParams) Object.keys(made).forEach((key) => window.wasRead.add(key));
  return made;
};
"""
"""Notes scripts that run and should not, and the names that are read from addresses."""


def modes():
    """The modes of all games' pages."""
    return {mode.name for page in pages() for mode in page.page.modes}


def test_every_mode_has_a_link():
    assert set(LINKS) == modes()


@pytest.mark.slow
@pytest.mark.parametrize("mode", LINKS)
def test_links_run_no_script(browser, url, home, watch, console, tried, mode):
    with browser.new_context(service_workers="block", reduced_motion="reduce") as context:
        context.add_init_script(WATCH)
        page = context.new_page()
        watch(page, url)
        page.on("dialog", lambda dialog: console.append(f"dialog: {dialog.message}"))

        def complaints() -> list[str]:
            """What the page complains of, but for questions that the server refuses, as it must."""
            refusals = REFUSALS if home == "served" else ()
            return [said for said in console if not said.endswith(refusals)]

        def read(query: dict[str, str]) -> set[str]:
            """Open a link; gives the names that were read from its address."""
            asked = urlencode({"mode": mode, **query})
            opened = page.goto(f"{url}?{asked}")
            is_refused = home == "served" and len(asked) > LONGEST_QUERY
            assert opened.status == (414 if is_refused else 200)
            if not is_refused:
                expect(page.locator("#page > :not([hidden])")).to_be_visible()
            page.evaluate("new Promise((done) => setTimeout(done, 50))")
            assert page.evaluate("wasRun") == [], query
            assert page.locator("img[src=x], script:not([src]):has-text('stolen')").count() == 0
            assert complaints() == [], query
            return set(page.evaluate("[...wasRead]"))

        good = LINKS[mode]
        names = dict.fromkeys(read(good), good)
        assert set(good) <= set(names), "the page does not read this"
        names = {name: {} for name in read({})} | names  # some are read only if others are absent
        for name in sorted(names):
            for value in HOSTILE:
                read({**names[name], name: value})
                tried("hostile links opened in a browser")
    assert complaints() == []
    console.clear()  # the page is closed, so nothing follows
