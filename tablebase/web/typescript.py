"""TypeScript's declarations of records and parameters, for the page and for programs of others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, get_args, get_origin, is_typeddict

from tablebase.web.parameters import Parameter
from tablebase.web.schemas import TYPES as SCHEMA_NAMES
from tablebase.web.schemas import Kind, kind_of

TYPES = {str: "string", int: "number", float: "number", bool: "boolean"}
"""The simple types, and what TypeScript calls them."""

SCHEMA_TYPES = {SCHEMA_NAMES[kind]: name for kind, name in TYPES.items()}
"""The same by what JSON schemas call them."""


def declarations(answers: Mapping[str, Any]) -> str:
    """A module with the types of some answers, and of the records in them.

    Parameters
    ----------
    answers : mapping
        The name of a question -> the annotation of its answer.

    Raises
    ------
    ValueError
        If two records have the same name.
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
    return " | ".join(map(json.dumps, schema.get("enum", ()))) or SCHEMA_TYPES[schema["type"]]


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
    return " | ".join(map(json.dumps, kind.values)) or TYPES[bare]
