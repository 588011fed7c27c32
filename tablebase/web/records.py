"""Make the files that say what a game answers: ``python -m tablebase.web.records [GAME...]``.

They come from the records of the game's endpoints and lie in its ``page``: its modules take their
types from one of them, and the site has them for programs of others.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, get_args, get_origin, is_typeddict

from tablebase.engine.rooms import installed
from tablebase.support.program import run
from tablebase.web.api import endpoints_of
from tablebase.web.page import Mounted, pages
from tablebase.web.parameters import Parameter
from tablebase.web.schemas import TYPES, Kind, kind_of

DECLARATIONS = "answers.d.ts"
"""The types of the answers, for TypeScript and for types in comments of JavaScript."""

SCHEMAS = "answers.json"
"""The JSON schemas of the answers."""

_NOTE = "// Made from Python's records by `python -m tablebase.web.records`."

_NAMES = {str: "string", int: "number", float: "number", bool: "boolean"}
"""The simple types, and what TypeScript calls them."""

_OF_SCHEMAS = {TYPES[kind]: name for kind, name in _NAMES.items()}
"""The same by what JSON schemas call them."""


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


def declarations(answers: Mapping[str, Any]) -> str:
    """A module with the types of some answers, and of the records in them.

    `answers` maps the name of a question to the annotation of its answer. Raises `ValueError` if
    two records have the same name.
    """
    kinds = {name: kind_of(hint) for name, hint in answers.items()}
    records: dict[str, Kind] = {}
    for record in chain.from_iterable(map(_records, kinds.values())):
        if records.setdefault(name := record.bare.__name__, record) != record:
            raise ValueError(f"two records {name}: expected each to have a name of its own")
    parts = [
        _interface("Answers", "the answer to each question", kinds),
        *(_interface(name, kind.description, kind.fields) for name, kind in records.items()),
    ]
    return "\n".join(parts)


def queries(questions: Mapping[str, Sequence[Parameter]]) -> str:
    """An interface with the parameters of each question."""
    lines = ["/** the parameters of each question */", "export interface Queries {"]
    for name, parameters in questions.items():
        lines.append(f"  {_key(name)}: {{")
        for one in parameters:
            written = f"{_key(one.name)}{'' if one.required else '?'}"
            kind = _of_schema(one.schema) + (f" | {one.besides}" if one.besides else "")
            lines += [f"    /** {one.description} */", f"    {written}: {kind};"]
        lines.append("  };")
    return "\n".join([*lines, "}\n"])


def _of_schema(schema: Mapping[str, Any]) -> str:
    """The type of a parameter's values."""
    if schema["type"] == "array":
        return f"Array<{_of_schema(schema['items'])}>"
    return " | ".join(map(json.dumps, schema.get("enum", ()))) or _OF_SCHEMAS[schema["type"]]


def _records(kind: Kind) -> Iterator[Kind]:
    """The records in a type, itself first."""
    if is_typeddict(kind.bare):
        yield Kind(kind.bare)
        inner = list(kind.fields.values())
    else:
        inner = list(map(kind_of, get_args(kind.bare)))
    for one in inner:
        yield from _records(one)


def _interface(name: str, description: str, fields: Mapping[str, Kind]) -> str:
    lines = [f"/** {description} */", f"export interface {name} {{"]
    for field, kind in fields.items():
        lines += [f"  /** {kind.description} */"] if kind.description else []
        lines.append(f"  {_key(field)}{'?' if kind.optional else ''}: {_type(kind)};")
    return "\n".join([*lines, "}\n"])


def _key(name: str) -> str:
    """A name as a key of an interface."""
    return name if name.isidentifier() else json.dumps(name)


def _type(kind: Kind) -> str:
    return f"{_bare(kind)} | null" if kind.null else _bare(kind)


def _bare(kind: Kind) -> str:
    bare, origin = kind.bare, get_origin(kind.bare)
    if origin is list:
        return f"Array<{_type(kind_of(*get_args(bare)))}>"
    if origin is dict:
        keys, value = map(kind_of, get_args(bare))
        return f"Partial<Record<{_type(keys)}, {_type(value)}>>"
    if is_typeddict(bare):
        return str(bare.__name__)
    return " | ".join(map(json.dumps, kind.values)) or _NAMES[bare]


def main(games: list[str]) -> None:
    """Write the files of some games, by default of all."""
    for room in pages(games or None):
        if games and room.name not in games:
            continue  # the default game
        for name, text in generated(room).items():
            room.check_editable()
            (room.folder / name).write_text(text, "utf-8")
            print(f"{room.folder / name}: {len(text):,} characters")


if __name__ == "__main__":
    run(main, sys.argv[1:])
