"""The opening book's file as a store: it has no tables, but it can be checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from tablebase.engine.tables.check import TableCheck
from tablebase.engine.tables.interface import Store
from tablebase.engine.tables.store import TableFile
from tablebase.engine.tables.table import build_table
from tablebase.errors import CorruptFileError, MissingTableError, quote
from tablebase.games.collapsi.game import of_deal
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.rules import CODING, COLLAPSI
from tablebase.games.collapsi.studies.book import (
    COLUMNS,
    DEALS,
    DISTANCE,
    SYMMETRIES,
    Column,
    attributes_of,
    column_of,
    folder_of,
)
from tablebase.games.collapsi.studies.census import Census, census_of
from tablebase.games.collapsi.symmetry import automorphisms

SAMPLE = 100
"""Number of deals that are solved again."""

Numbers = npt.NDArray[np.int64]


class BookStore(Store):
    """An opening book in an open file."""

    def __init__(self, file: TableFile) -> None:
        self._file = file

    @property
    def origin(self) -> str:
        """The file's name."""
        return self._file.origin

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def find(self, game: Any) -> NoReturn:
        """Always raise `MissingTableError`: there are no tables."""
        raise MissingTableError(f"{self.origin} holds openings: it has no {game.name} {game.key}")

    def verify(
        self,
        *,
        workers: int | None = None,
        full: bool = False,
        seed: int = 0,
    ) -> Iterator[TableCheck]:
        """Check every byte of distances and symmetries, and the starts of a sample of deals."""
        census, folder = census_of(COLLAPSI), folder_of(COLLAPSI)
        numbers = np.random.default_rng(seed).choice(DEALS, SAMPLE, replace=False)
        solved = _starts(census, numbers)
        group = len(automorphisms(COLLAPSI.board))
        for name in sorted({*COLUMNS, *self._file.names_in(folder)}):
            if name == DISTANCE:
                sizes = [joker_class.words.size for joker_class in census.classes]
                expected = np.repeat([found.distance for found in census.classes], sizes)
                yield self._check(name, np.arange(DEALS), expected)
            elif name == SYMMETRIES:
                yield self._check(name, np.arange(DEALS), group // census.sizes)
            else:
                yield self._check(name, numbers, solved.get(name))

    def _check(self, name: str, numbers: Numbers, expected: Any) -> TableCheck:
        """Compare some deals' bytes in a column; `expected` is None if there is no such column."""
        path = f"{folder_of(COLLAPSI)}/{name}"
        if expected is None:
            return _checked(path, 0, f"{path} is not a column of the book")
        try:
            column = column_of(self._file, path)
            attributes = self._file.codes(path).attributes
        except (CorruptFileError, MissingTableError) as damage:
            return _checked(path, 0, str(damage))
        for key, value in attributes_of(COLLAPSI, name, DEALS).items():
            if attributes.get(key) != value:
                error = f"attribute {key} is {quote(attributes.get(key))}, expected {value!r}"
                return _checked(path, 0, error)
        wrong = numbers[column[numbers] != expected]
        error = f"deal {wrong[0]}: byte {column[wrong[0]]} is wrong" if wrong.size else ""
        return _checked(path, numbers.size, error)


def _checked(path: str, deals: int, error: str) -> TableCheck:
    """The result of checking some deals' bytes in a column."""
    return TableCheck(path, deals, error, DEALS, "column")


def _starts(census: Census, numbers: Numbers) -> dict[str, Column]:
    """The bytes of some deals in each column of starts, from the deals' own tables."""
    rows = [_bytes_of(census[int(number)]) for number in numbers]
    return {name: np.array([row[name] for row in rows], np.uint8) for name in rows[0]}


def _bytes_of(deal: Deal) -> dict[str, int]:
    """The byte of each column of starts, solved again."""
    table, found = build_table(of_deal(deal)), {}
    for red, name in ((0, "first"), (1, "second")):
        jokers = deal.jokers[red], deal.jokers[1 - red]
        for edition in COLLAPSI.editions:
            probe = table.probe(Deal(deal.cards, jokers, COLLAPSI).start(edition))
            wins = sum(move.keeps_win for move in probe.moves)
            found[f"{edition.name}-{name}"] = CODING.encode(probe.value) | wins << 4
    # Under `wild` it does not matter which joker is red's: one column holds both.
    found["wild"] = found.pop("wild-first")
    assert found.pop("wild-second") == found["wild"]
    return found
