"""Make the files that say what a game answers: ``python -m tablebase.web.records [GAME...]``.

They come from the records of the game's endpoints and lie in its ``page``: its modules take their
types from one of them, and the site has them for programs of others.
"""

from __future__ import annotations

import json
import sys

from tablebase.engine.rooms import installed
from tablebase.web.endpoints import endpoints_of
from tablebase.web.page import Mounted, pages
from tablebase.web.typescript import declarations, queries

DECLARATIONS = "answers.d.ts"
"""The types of the answers, for TypeScript and for types in comments of JavaScript."""

SCHEMAS = "answers.json"
"""The JSON schemas of the answers."""

_NOTE = "// Made from Python's records by `python -m tablebase.web.records`."


def generated(room: Mounted) -> dict[str, str]:
    """The files of a game by their names in its ``page``; none if it answers nothing."""
    endpoints = endpoints_of(installed()[room.name])
    if not endpoints:
        return {}
    types = declarations({one.name: one.record for one in endpoints})
    asked = queries({one.name: one.parameters for one in endpoints})
    schemas = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {one.name: one.schema for one in endpoints},
    }
    return {
        DECLARATIONS: f"{_NOTE}\n\n{types}\n{asked}",
        SCHEMAS: json.dumps(schemas, indent=1) + "\n",
    }


def main(games: list[str]) -> None:
    """Write the files of some games, by default of all."""
    for room in pages(games or None):
        if games and room.name not in games:
            continue  # the default game
        for name, text in generated(room).items():
            (room.folder / name).write_text(text, "utf-8")
            print(f"{room.name} {name}: {len(text):,} characters")


if __name__ == "__main__":
    main(sys.argv[1:])
