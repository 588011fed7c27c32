"""The check of a stored table: every count and every entry."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np

from tablebase.engine.induction import first_error, first_error_of_sample, is_large
from tablebase.engine.packed import unpack
from tablebase.engine.rooms import from_attributes
from tablebase.engine.tables.attributes import (
    difference,
    integer,
    integers,
    table_attributes,
    table_path,
)
from tablebase.engine.tables.interface import CANNOT_CHECK, TableCheck
from tablebase.engine.tables.store import StoredCodes, TableFile
from tablebase.engine.tables.table import Table
from tablebase.errors import FileFormatError, UnknownGameError


def check_table(
    file: TableFile,
    path: str,
    alone: AbstractContextManager[Any],
    sample: tuple[int, int],
    unknown: UnknownGameError | None = None,
) -> TableCheck:
    """Check a table of a file: checksums, attributes, and every entry derived again.

    The plain rules derive a `sample` of the entries, too: a seed, and how many. A large table is
    read within `alone`. If its game is `unknown`, or turns out to be, only checksums are checked,
    and counts that need no rules.
    """
    positions = 0
    try:
        codes = file.codes(path)
        try:
            if unknown is not None:
                raise unknown
            game = from_attributes(codes.attributes)
        except UnknownGameError as error:
            wrong = _first_wrong_count(codes) or f"{CANNOT_CHECK}{error}"
            return TableCheck(path, 0, wrong, integer(codes.attributes, "positions"))
        codes.expect(game.size, game.coding.bits, game.chunk_size)
        positions = game.size
        with alone if is_large(game) else nullcontext():
            wrong = _first_error(Table(game, codes), path, codes.attributes, sample)
        return TableCheck(path, positions, wrong, positions)
    except (FileFormatError, ValueError, LookupError) as error:
        return TableCheck(path, positions, str(error), positions)


def _first_wrong_count(codes: StoredCodes) -> str:
    """The first count that the codes contradict; empty if there is none, or codes have no dte."""
    attributes, counts = codes.attributes, codes.counts()
    if "code-dte" not in attributes:
        return ""
    dte, counts = integers(attributes, "code-dte"), counts[:-1]  # the last is no position's
    used = np.flatnonzero(counts)
    if used[-1] >= len(dte):
        return f"code {used[-1]} has no distance, expected codes below {len(dte)}"
    both = integer(attributes, "wins") + integer(attributes, "losses")
    for name, found, expected in (
        ("wins and losses", both, int(counts.sum())),
        ("longest-dte", integer(attributes, "longest-dte"), max(abs(dte[code]) for code in used)),
    ):
        if found != expected:
            return f"{name}: {found}, expected {expected}"
    return ""


def _first_error(
    table: Table[Any], path: str, attributes: Mapping[str, Any], sample: tuple[int, int]
) -> str:
    """The first error in a table that can be read; empty if there is none.

    `sample` is the seed and the number of positions that are compared with the plain rules.
    """
    if table_path(table.game) != path:
        return f"{path} holds the table {table_path(table.game)}"
    codes = unpack(table.packed(), table.game.size, table.game.coding.bits)
    rank, by = first_error(table.game, codes), "its moves"
    if rank is None:
        rank = first_error_of_sample(table.game, codes, *sample)
        by = f"its legal moves, by the plain rules (seed {sample[0]})"
    if rank is not None:
        position = table.game.unrank(rank)
        return f"rank {rank}, {position}: code {codes[rank]} does not follow from {by}"
    wrong = difference(attributes, table_attributes(table))
    return wrong and f"attribute {wrong}"
