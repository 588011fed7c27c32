"""Games on the page, for its tests: how one begins, which moves are best, and what is kept."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

from playwright.sync_api import expect
from support import DEAL

from browser.tab import START
from tablebase import Deal, Position

NOW = datetime(2026, 11, 24, 10, tzinfo=UTC)
"""When a tab's context is made, by its clock: today's deal and board are always the same."""

TUESDAY = "2026-11-17T12:00:00"

GAME = f"?mode=play&p={DEAL}&level=perfect&as="  # an address in Play; the seat follows

SAID_AT = "2b233/xA3r2x4/xAxJx4xJ/x3xA2A r"  # the coach has something to say about c4 and d1

HOLD_FIRST = """(path) => {
    const post = Worker.prototype.postMessage;
    let first = true;
    Worker.prototype.postMessage = function (message, ...others) {
        const held = first && message.path === path;
        first &&= !held;
        if (!held) return post.call(this, message, ...others);
        window.giveFirst = () => post.call(this, message, ...others);
        this.addEventListener("message", ({ data }) => {
            if (data.id === message.id) setTimeout(() => { window.firstIsKnown = true; });
        });
    };
}"""
"""Holds the next question to the engine on a path until `giveFirst()`: a script."""


def analysed(visit, **settings: object):
    """Analyse the usual start, once its values are shown."""
    tab = visit(START, **settings)
    tab.says("Red wins in 13")
    return tab


def address(position: str) -> str:
    return f"?p={position.replace(' ', '_')}"


def best(table, position: str | Position) -> str:
    position = position if isinstance(position, Position) else Position.parse(position)
    return str(table.probe(position).moves[0].move)


def played(table, *moves: str) -> list[str]:
    """These moves, followed by best play to the end."""
    game = Deal.parse(DEAL).start()
    for move in moves:
        game = game.play(move)
    return [*moves, *(str(probe.moves[0].move) for probe in table.line(game)[:-1])]


def moves_of(tab) -> list[str]:
    return re.findall(r"[?&]m=([\w.]+)", tab.page.url)[0].split(".")


def dealt(tab) -> None:
    """Wait until the deal of the next game is found, which takes a while on a busy machine."""
    expect(tab.page.locator("#begin")).to_have_attribute("aria-busy", "false", timeout=30_000)


def begin(tab, label: str) -> None:
    """Begin a game once its choices are shown and its deal is found."""
    expect(tab.page.get_by_role("button", name=label, exact=True)).to_be_visible()
    dealt(tab)
    tab.press(label)


def above_the_toolbar(tab, part: str) -> None:
    box, toolbar = (tab.page.locator(name).first.bounding_box() for name in (part, ".toolbar"))
    assert box["y"] + box["height"] <= toolbar["y"]


def shown(probe) -> dict[str, str]:
    """What the board should say about a probe's moves."""
    verbs = {"win": "wins in", "loss": "loses in"}
    return {
        str(move.move): f"{verbs[move.value.result.value]} {move.value.dte}" for move in probe.moves
    }


def store(tab, name: str, value: object) -> None:
    """Keep something on this device as the page does."""
    script = (
        """([name, text]) => localStorage.setItem(`tablebase ${location.pathname} ${name}`, text)"""
    )
    tab.page.evaluate(script, [name, json.dumps(value)])


def stored(tab, name: str):
    script = "(name) => localStorage.getItem(`tablebase ${location.pathname} ${name}`)"
    return json.loads(tab.page.evaluate(script, name))


def kept(tab) -> list[dict[str, object]]:
    texts = tab.page.evaluate("({ ...localStorage })").items()
    return [json.loads(text) for key, text in texts if " game " in key]
