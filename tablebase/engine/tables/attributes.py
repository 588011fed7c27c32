"""What a stored table says of itself: where it lies in a file, and its attributes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.game import Game
from tablebase.engine.tables.table import Table
from tablebase.engine.values import Coding

CONTENTS = "contents"
"""The root's attribute that says what a file holds; files of tables do not have it."""

DIGEST = "sha256"
CHUNK_CRC = "chunk-crc32"

BITS = "bits"
"""A table's attribute for the width of its codes where that is not `DEFAULT_BITS`."""

DEFAULT_BITS = 4


def table_path(game: Game[Any]) -> str:
    """Where a game's table lies in a file."""
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


def coding_attributes(coding: Coding) -> dict[str, Any]:
    """The attributes of stored codes that describe their coding."""
    width = {} if coding.bits == DEFAULT_BITS else {BITS: coding.bits}
    return {**width, "code-dte": list(coding.signed_dte)}
