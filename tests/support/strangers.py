"""A game of somebody else, with a page: a package in a folder, installed for a test."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import count
from pathlib import Path

import pytest

from tablebase.engine.rooms import Installed, Room, installed
from tablebase.web import page, site

BROWSER = """
from tablebase.web.page import Mode, Page

PAGE = Page(
    modes=(Mode("kayles", "Kayles & pins"),),
    engine="engine.js",
    data={"pins.json": lambda: b"[1, 2, 3]"},
)
"""
INDEX = """import { ask, part, write } from "../../../kit.js";

/** @type {import("../../../shared/app.js").Mount} */
export function mount(root, app) {
  return {
    async show(query) {
      const { pins, row } = await ask("kayles/probe", { row: query.get("p") ?? "" });
      write(part(root, "said"), `${row}: ${pins} pins`);
      app.title("Kayles");
    },
  };
}
"""
ENGINE = """import { json, required } from "../../../engine/kit.js";

const pins = json(new URL("pins.json", import.meta.url));

export const answers = {
  probe: async (query) => ({ row: required(query, "row"), pins: (await pins()).length }),
};
"""
FILES = {
    "__init__.py": "",
    "browser.py": BROWSER,
    "page/index.js": INDEX,
    "page/page.html": '<p id="said"></p>\n',
    "page/style.css": ".mode-kayles p { color: green; }\n",
    "page/engine.js": ENGINE,
}
_numbers = count()


def install(
    patch: pytest.MonkeyPatch, folder: Path, changed: Mapping[str, str | None] | None = None
) -> None:
    """Install the game `kayles`, some files changed or left out, for the site."""
    package = f"kayles_{next(_numbers)}"
    for name, text in (FILES | (changed or {})).items():
        if text is not None:
            path = folder / package / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    patch.syspath_prepend(folder)
    room = Room(page=f"{package}.browser:PAGE")
    found = {**installed(), "kayles": Installed("kayles", room, "kayles-tables", "1.0")}
    for module in (page, site):
        patch.setattr(module, "installed", lambda: found)
    assert package not in sys.modules
