"""The atlas: the published file, read and written."""

from __future__ import annotations

import csv
import io
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from tablebase.errors import FileFormatError, quote
from tablebase.games.collapsi.studies.atlas.decks import (
    CARDS,
    EDITIONS,
    Deck,
    deals_of,
    rules_of,
)
from tablebase.games.collapsi.studies.lab.study import Study, of_studies
from tablebase.home import installed_data
from tablebase.support.files import read_small, replacing

if TYPE_CHECKING:
    import pandas

FILE = "atlas.csv"
MOST_BYTES = 8 << 20  # maximum size of a file of the atlas; the published one has 0.8 MB

LENGTHS = range(1, CARDS + 1)
COLUMNS = ("aces", "twos", "threes", "fours", "steps", *(f"plies_{n}" for n in LENGTHS))
"""A deck, the joker steps as digits, and the number of deals by length, red's joker in a corner."""

Rows = dict[tuple[Deck, str], dict[int, int]]
"""For each deck and name of joker steps, the deals by length in plies."""


class Atlas(tuple[Study, ...]):
    """Studies of an atlas, one for each deck and set of joker steps."""

    __slots__ = ()

    def to_pandas(self) -> pandas.DataFrame:
        """The studies, a row each; raises `MissingExtraError` without pandas."""
        return of_studies(self)


@lru_cache(maxsize=1)
def atlas() -> Atlas:
    """The published atlas.

    Raises FileFormatError if it is damaged.
    """
    return _studies(published_rows())


def load(path: Path) -> Atlas:
    """The studies in a file of the atlas, complete or not; raises as `read_rows`."""
    return _studies(read_rows(path))


def _studies(rows: Rows) -> Atlas:
    return Atlas(
        Study(rules := rules_of(deck), rules.edition(steps), lengths)
        for (deck, steps), lengths in rows.items()
    )


def published_rows() -> Rows:
    """The rows of the published atlas; raises as `atlas`."""
    return read_rows(installed_data(FILE))


def read_rows(path: Path) -> Rows:
    """The rows of a file; raises FileNotFoundError, and FileFormatError if it is not an atlas."""
    try:
        return rows_of(read_small(path, MOST_BYTES))
    except (ValueError, csv.Error) as error:
        raise FileFormatError(f"{path} is not an atlas: {error}") from error


def save_rows(rows: Rows, path: Path) -> None:
    """Write rows to a file, sorted."""
    with replacing(path) as temporary:
        temporary.write_text(text_of(dict(sorted(rows.items()))))


def text_of(rows: Rows) -> str:
    """Rows as CSV; `rows_of` is the inverse."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for (deck, steps), lengths in rows.items():
        writer.writerow((*deck, steps, *(lengths.get(plies, "") for plies in LENGTHS)))
    return text.getvalue()


def rows_of(text: str) -> Rows:
    """The rows of a CSV text; raises ValueError if it has other columns or an invalid row."""
    lines = csv.reader(io.StringIO(text))
    header = tuple(next(lines, ()))
    if header != COLUMNS:
        raise ValueError(f"columns {quote(header)}, expected {', '.join(COLUMNS)}")
    return dict(map(_row, lines))


_STEPS = {edition.name for edition in EDITIONS}


def _row(line: list[str]) -> tuple[tuple[Deck, str], dict[int, int]]:
    *copies, steps = line[:5]
    deck = tuple(map(int, copies))
    lengths = {plies: int(deals) for plies, deals in zip(LENGTHS, line[5:], strict=True) if deals}
    ok = sum(deck) == CARDS and min(deck) >= 0 and len(deck) == 4 and steps in _STEPS
    if not ok or min(lengths.values(), default=0) < 1 or sum(lengths.values()) != deals_of(deck):
        raise ValueError(f"a wrong row: {quote(line)}")
    return (deck, steps), lengths
