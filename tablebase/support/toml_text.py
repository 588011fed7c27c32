"""Reads TOML that may come from a stranger, with limits on its length and nesting."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from tablebase.errors import quote

MOST_BYTES = 64 << 10
"""Maximum length of a text, in characters."""

MOST_DOTS = 64
"""Maximum number of dots in a line: the time and memory to read TOML grow with the square of the
number of parts of a dotted key."""

_WORDS = {bool: "true or false", dict: "a table", int: "an integer", list: "a list", str: "text"}
_SHOWN = 200  # how many characters of the parser's message are shown


def read_toml(text: str) -> dict[str, Any]:
    """Read TOML text; raises ValueError if it is not TOML, or too large."""
    if len(text) > MOST_BYTES:
        raise ValueError(f"{len(text):,} characters, expected at most {MOST_BYTES:,}")
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > MOST_DOTS:
            raise ValueError(
                f"line {number} has more than {MOST_DOTS} dots, expected TOML of a few keys"
            )
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("tables nest too deeply, expected TOML of a few keys") from None
    except ValueError as error:
        message = str(error)[:_SHOWN]  # it may repeat a long key
        raise ValueError(f"{message}, expected TOML, where text is in quotes") from error


def filled(data: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a table, the `usual` one for each key that is missing.

    Raises ValueError for a key without a usual value, and for a value of another type than that.
    """
    for key, value in data.items():
        if key not in usual:
            raise ValueError(f"unknown key {quote(key)}, expected only {', '.join(usual)}")
        if type(value) is not type(usual[key]):  # a bool is an int
            raise ValueError(f"{key} is {quote(value)}, expected {_WORDS[type(usual[key])]}")
    return {**usual, **data}
