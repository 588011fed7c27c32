"""How a stored table describes itself: its path in a file, and its attributes.

Attributes that come from a file may be anything. `text`, `integer` and `integers` read them, and
raise an error that says what is wrong with one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

from tablebase.engine.game import Game
from tablebase.engine.tables.table import Table
from tablebase.engine.values import Coding
from tablebase.errors import quote

Value: TypeAlias = str | int | list[int]
"""Types of an attribute."""

CONTENTS = "contents"
"""The root attribute that says what a file holds; files of tables do not have it."""

DIGEST = "sha256"
CHUNK_CRC = "chunk-crc32"

BITS = "bits"
"""A table's attribute for the width of its codes, if that is not `DEFAULT_BITS`."""

DEFAULT_BITS = 4


def text(attributes: Mapping[str, Any], name: str) -> str:
    """An attribute that is text; raises `ValueError` if it is missing or anything else."""
    value = attributes.get(name)
    if not isinstance(value, str):
        raise _unexpected(name, value, "text")
    return value


def integer(attributes: Mapping[str, Any], name: str) -> int:
    """An attribute that is an integer; raises `ValueError` if it is missing or anything else."""
    value = attributes.get(name)
    if type(value) is not int:  # refuses bools
        raise _unexpected(name, value, "an integer")
    return value


def integers(attributes: Mapping[str, Any], name: str) -> list[int]:
    """An attribute that is a list of integers; raises `ValueError` if it is missing or not one."""
    value = attributes.get(name)
    if not isinstance(value, list) or not all(type(number) is int for number in value):
        raise _unexpected(name, value, "a list of integers")
    return value


def _unexpected(name: str, value: object, expected: str) -> ValueError:
    shown = "missing" if value is None else quote(value)
    return ValueError(f"attribute {name} is {shown}, expected {expected}")


def difference(found: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    """The first attribute that is not as expected, in words; empty if all are."""
    for name, value in expected.items():
        if found.get(name) != value:
            return f"{name} is {quote(found.get(name))}, expected {quote(value)}"
    return ""


def table_path(game: Game[Any]) -> str:
    """The path of a game's table in a file.

    Raises `ValueError` if the game's name or key cannot be part of a path.
    """
    for part in (game.name, game.key):
        if not part or "/" in part or part in (".", ".."):
            raise ValueError(
                f"{quote(part)}: expected a name and a key without /, for the table's path in files"
            )
    return f"/tables/{game.name}/{game.key}"


def table_attributes(table: Table[Any]) -> dict[str, Any]:
    """The attributes of a stored table: the game's own, its coding, and the counts."""
    counts, coding = table.counts(), table.game.coding
    dte = coding.signed_dte_of(np.flatnonzero(counts))
    return {
        **table.game.attributes(),
        **coding_attributes(coding),
        "positions": table.game.size,
        "wins": int(counts[coding.first_win :].sum()),
        "losses": int(counts[: coding.first_win].sum()),
        "longest-dte": int(abs(dte).max()),
    }


COUNTS = "positions", "wins", "losses", "longest-dte", CHUNK_CRC
"""Attributes of a stored table that are known only when it is solved."""


def own_attributes(game: Game[Any]) -> set[str]:
    """The names of the attributes of a game's stored table."""
    return {*COUNTS, *game.attributes(), *coding_attributes(game.coding)}


def coding_attributes(coding: Coding) -> dict[str, Any]:
    """The attributes of stored codes that describe their coding."""
    width = {} if coding.bits == DEFAULT_BITS else {BITS: coding.bits}
    return {**width, "code-dte": list(coding.signed_dte)}
