"""The opening book's file as a store: it has no tables, but it can be checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from tablebase.engine.search.forward import search
from tablebase.engine.tables.check import CANNOT_CHECK, TableCheck
from tablebase.engine.tables.interface import Store
from tablebase.engine.tables.store import TableFile
from tablebase.engine.tables.table import build_table
from tablebase.engine.values import Result
from tablebase.errors import CorruptFileError, MissingTableError, quote
from tablebase.games.collapsi.game import of_deal
from tablebase.games.collapsi.position import Deal, Position
from tablebase.games.collapsi.rules import CODING, Rules
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.studies.book import (
    DISTANCE,
    FILES,
    OPENINGS,
    STARTS,
    SYMMETRIES,
    Column,
    attributes_of,
    bytes_of,
    column_of,
    columns_of,
    folder_of,
)
from tablebase.games.collapsi.studies.census import Census, census_of

SAMPLE = 100
"""Number of deals that are solved again."""

SEARCHED = 2
"""The same where a deal has no table: the searches take a minute or two."""

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
        for name in self._file.names_in(OPENINGS):
            if name in FILES:
                yield from self._verify(load_rules(name), seed)
            else:
                error = f"{CANNOT_CHECK}expected openings of {', '.join(FILES)}"
                yield TableCheck(f"{OPENINGS}/{name}", 0, error, 0, "book")

    def _verify(self, rules: Rules, seed: int) -> Iterator[TableCheck]:
        """Check the columns of some rules."""
        census, folder = census_of(rules), folder_of(rules)
        deals = np.arange(len(census))
        sample = SEARCHED if rules.turn.lines_move else SAMPLE
        numbers = np.random.default_rng(seed).choice(deals, sample, replace=False)
        solved = _starts(census, numbers)
        for name in sorted({*columns_of(rules), *self._file.names_in(folder)}):
            if name == DISTANCE:
                sizes = [joker_class.words.size for joker_class in census.classes]
                expected = np.repeat([found.distance for found in census.classes], sizes)
                yield self._check(rules, name, deals, expected)
            elif name == SYMMETRIES:
                yield self._check(rules, name, deals, len(rules.symmetries) // census.sizes)
            else:
                yield self._check(rules, name, numbers, solved.get(name))

    def _check(self, rules: Rules, name: str, numbers: Numbers, expected: Any) -> TableCheck:
        """Compare some deals' bytes in a column; `expected` is None if there is no such column."""
        path, deals = f"{folder_of(rules)}/{name}", len(census_of(rules))

        def checked(number: int, error: str = "") -> TableCheck:
            return TableCheck(path, number, error, deals, "column")

        if expected is None:
            return checked(0, f"{path} is not a column of the book")
        try:
            column = column_of(self._file, path, deals)
            attributes = self._file.codes(path).attributes
        except (CorruptFileError, MissingTableError) as damage:
            return checked(0, str(damage))
        for key, value in attributes_of(rules, name, deals).items():
            if attributes.get(key) != value:
                shown = quote(attributes.get(key))
                return checked(0, f"attribute {key} is {shown}, expected {value!r}")
        wrong = numbers[column[numbers] != expected]
        error = f"deal {wrong[0]}: byte {column[wrong[0]]} is wrong" if wrong.size else ""
        return checked(numbers.size, error)


def _starts(census: Census, numbers: Numbers) -> dict[str, Column]:
    """The bytes of some deals in each column of starts, solved again."""
    rows = [_bytes_of(census[int(number)]) for number in numbers]
    return {name: np.array([row[name] for row in rows], np.uint8) for name in rows[0]}


def _bytes_of(deal: Deal) -> dict[str, int]:
    """The byte of each column of starts, solved again."""
    found: dict[str, int] = {}
    for name in STARTS:
        edition, _, joker = name.partition("-")
        # Under `wild` it does not matter which joker is red's: one column holds both.
        red = int(joker != "first")
        dealt = Deal(deal.cards, (deal.jokers[red], deal.jokers[1 - red]), deal.rules)
        code, moves = _solved(dealt.start(edition))
        found |= {name + end: int(byte) for end, byte in bytes_of(deal.rules, code, moves).items()}
    return found


def _solved(start: Position) -> tuple[int, int]:
    """The code of a start and how many moves win, from its deal's table, or else by search."""
    try:
        probe = build_table(of_deal(start.deal)).probe(start)
    except MissingTableError:
        after = [start.play(move) for move in start.legal_moves()]
        wins = sum(search(each, goal="result").result is Result.LOSS for each in after)
        value = search(start).value
        assert value is not None
        return CODING.encode(value), wins
    return CODING.encode(probe.value), sum(move.keeps_win for move in probe.moves)
