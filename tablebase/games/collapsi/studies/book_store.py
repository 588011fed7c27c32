"""The opening book's file as a store: it has no tables, but it can be checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.engine.tables.attributes import difference
from tablebase.engine.tables.interface import CANNOT_CHECK, TableCheck
from tablebase.engine.tables.store import FileStore
from tablebase.engine.tables.table import build_table
from tablebase.errors import CorruptFileError, MissingTableError
from tablebase.games.collapsi.game import of_deal
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.rules import CODING, COLLAPSI
from tablebase.games.collapsi.studies.book import (
    COLUMNS,
    DISTANCE,
    FOLDER,
    OPENINGS,
    STARTS,
    SYMMETRIES,
    attributes_of,
    column_of,
)
from tablebase.games.collapsi.studies.census import census_of

SAMPLE = 100
"""Number of deals that are solved again."""


class BookStore(FileStore):
    """An opening book in an open file."""

    def verify(
        self, *, workers: int | None = None, full: bool = False, seed: int = 0
    ) -> Iterator[TableCheck]:
        """Check every byte of distances and symmetries, and the starts of a sample of deals."""
        for name in self.file.names_in(OPENINGS):
            if name == COLLAPSI.name:
                yield from self._verify(seed)
            else:
                error = f"{CANNOT_CHECK}expected openings of {COLLAPSI.name}"
                yield TableCheck(f"{OPENINGS}/{name}", 0, error, 0, "book")

    def _verify(self, seed: int) -> Iterator[TableCheck]:
        """Check the columns."""
        census = census_of()
        deals = np.arange(len(census))
        numbers = np.random.default_rng(seed).choice(deals, SAMPLE, replace=False)
        rows = [_starts(census[int(number)]) for number in numbers]
        for name in sorted({*COLUMNS, *self.file.names_in(FOLDER)}):
            if name == DISTANCE:
                sizes = [joker_class.words.size for joker_class in census.classes]
                expected = np.repeat([found.distance for found in census.classes], sizes)
                yield self._check(name, deals, expected)
            elif name == SYMMETRIES:
                yield self._check(name, deals, len(COLLAPSI.symmetries) // census.sizes)
            else:
                known = name in STARTS
                yield self._check(name, numbers, [row[name] for row in rows] if known else None)

    def _check(self, name: str, numbers: I64, expected: Any) -> TableCheck:
        """Compare some deals' bytes in a column; `expected` is None if there is no such column."""
        path, deals = f"{FOLDER}/{name}", len(census_of())

        def checked(number: int, error: str = "") -> TableCheck:
            return TableCheck(path, number, error, deals, "column")

        if expected is None:
            return checked(0, f"{path} is not a column of the book")
        try:
            column = column_of(self.file, path, deals)
            attributes = self.file.codes(path).attributes
        except (CorruptFileError, MissingTableError) as damage:
            return checked(0, str(damage))
        if differs := difference(attributes, attributes_of(name, deals)):
            return checked(0, f"attribute {differs}")
        wrong = numbers[column[numbers] != expected]
        error = f"deal {wrong[0]}: byte {column[wrong[0]]} is wrong" if wrong.size else ""
        return checked(numbers.size, error)


def _starts(deal: Deal) -> dict[str, int]:
    """The byte of each column of starts, from the deal's table, solved again."""
    table, found = build_table(of_deal(deal)), {}
    for name in STARTS:
        edition, _, joker = name.partition("-")
        # Under `wild` it does not matter which joker is red's: one column holds both.
        red = int(joker != "first")
        dealt = Deal(deal.cards, (deal.jokers[red], deal.jokers[1 - red]), deal.rules)
        probe = table.probe(dealt.start(edition))
        winning = sum(move.keeps_win for move in probe.moves)
        found[name] = CODING.encode(probe.value) | winning << 4
    return found
