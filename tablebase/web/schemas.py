"""JSON schemas of answers, each field described; `openapi` and the reference show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]


def record(
    description: str, optional: Mapping[str, Schema] | None = None, /, **fields: Schema
) -> Schema:
    """An object with exactly these fields, and any of the optional ones."""
    return {
        "type": "object",
        "description": description,
        "properties": {**fields, **(optional or {})},
        "required": list(fields),
        "additionalProperties": False,
    }


def listing(items: Schema, description: str) -> Schema:
    """A list."""
    return {"type": "array", "description": description, "items": items}


def word(description: str, *values: str | None) -> Schema:
    """A text, one of `values` if any are given; None among them allows null."""
    schema: Schema = {"type": ["string", "null"] if None in values else "string"}
    if any(values):
        schema["enum"] = list(values)
    return {**schema, "description": description}


def number(description: str, low: int | None = 0, *, null: bool = False) -> Schema:
    """A whole number; `null` allows null."""
    limit = {} if low is None else {"minimum": low}
    kind = ["integer", "null"] if null else "integer"
    return {"type": kind, **limit, "description": description}


def flag(description: str, *, null: bool = False) -> Schema:
    """True or false; `null` allows null."""
    return {"type": ["boolean", "null"] if null else "boolean", "description": description}


ERROR: Schema = {
    "type": "object",
    "description": "why there is no answer",
    "properties": {
        "error": word("what is wrong and what was expected"),
        "parameter": word("the parameter at fault, if it is one"),
        "index": number("the place of the entry at fault in a list, from 0"),
    },
    "required": ["error"],
    "additionalProperties": False,
}
