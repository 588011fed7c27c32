"""The atlas: its decks and sets of joker steps, and the published file, read and written."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import factorial, prod
from pathlib import Path
from typing import TYPE_CHECKING

from tablebase.errors import FileFormatError, quote
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.rules import COLLAPSI, Edition, Rules
from tablebase.games.collapsi.studies.lab.study import Study, of_studies
from tablebase.home import installed_data
from tablebase.support.files import read_small, replacing

if TYPE_CHECKING:
    import pandas


KINDS = (1, 2, 3, 4)
"""The cards of a deck, from the ace."""

CARDS = COLLAPSI.board.size - COLLAPSI.players
"""Cards of a deck, jokers not counted."""

EDITIONS = tuple(
    Edition("".join(map(str, steps)), steps)
    for steps in [(1,), (2,), (1, 2), (1, 3), (2, 4), (1, 2, 3), (1, 2, 4), (1, 2, 3, 4)]
)
"""Sets of joker steps, named by their digits: ``1`` is `single`, ``1234`` is `wild`.

All other sets play the same as one of these. On the first turns nearly every card is face up, so
wherever a pawn can go in 1 step it can also go in 3, around a square, and wherever in 2 steps also
in 4. So adding 1 to a set with 3 changes nothing, and neither does adding 2 to a set with 4.
"""

Deck = tuple[int, ...]
"""How many aces, 2s, 3s and 4s a deck has."""


def every_deck(least: int = 0) -> Iterator[Deck]:
    """All decks with at least `least` cards of each kind: 680, or 286 with every card."""
    counts = range(least, CARDS + 1)
    return (deck for deck in product(counts, repeat=len(KINDS)) if sum(deck) == CARDS)


def cards_of(copies: Sequence[int]) -> list[int]:
    """The cards of a deck, given the number of copies of each kind."""
    return [card for card, count in zip(KINDS, copies, strict=True) for _ in range(count)]


def name_of(deck: Deck) -> str:
    """A deck's name, such as ``4-4-4-2``; `parse_deck` is the inverse."""
    return "-".join(map(str, deck))


def parse_deck(text: str) -> Deck:
    """Read a deck's name; raises ValueError for any other text."""
    parts = text.split("-")
    if len(parts) == len(KINDS) and all(part.isdecimal() and len(part) < 3 for part in parts):
        deck = tuple(map(int, parts))
        if sum(deck) == CARDS:
            return deck
    raise ValueError(
        f"deck {quote(text)}: expected how many aces, 2s, 3s and 4s, {CARDS} in all, such as "
        "4-4-4-2"
    )


def edition_of(steps: str) -> Edition:
    """The edition that plays the same as a set of joker steps, given by its digits.

    Raises ValueError if they are not digits from 1 to 4.
    """
    chosen = set(steps)
    if chosen and chosen <= set("1234"):
        chosen |= {other for step, other in (("3", "1"), ("4", "2")) if step in chosen}
        return next(edition for edition in EDITIONS if set(edition.name) == chosen)
    raise ValueError(f"joker steps {quote(steps)}: expected some of 1 to 4, such as 12")


@lru_cache(maxsize=1024)
def rules_of(deck: Deck) -> Rules:
    """The rules with a deck and every set of joker steps."""
    jokers = [JOKER] * COLLAPSI.players
    return Rules(name_of(deck), COLLAPSI.board, (*jokers, *cards_of(deck)), EDITIONS)


def deals_of(deck: Deck) -> int:
    """Number of deals of a deck, with red's joker in the corner."""
    return (CARDS + 1) * factorial(CARDS) // prod(map(factorial, deck))


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
